"""A law holds or not, however busy the machine is that tries it: no deadlines."""

from hypothesis import settings

settings.register_profile("laws", deadline=None)
settings.load_profile("laws")
