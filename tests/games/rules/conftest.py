"""A law holds or not, however busy the machine is that tries it: no deadlines, and no more tries
than it took to find each fault that was put in to try the laws."""

from hypothesis import settings

settings.register_profile("laws", deadline=None, max_examples=60)
settings.load_profile("laws")
