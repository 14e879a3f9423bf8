"""Static files under names that hold their own hash, so that browsers may keep them for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModules(CompressedManifestStaticFilesStorage):
    """Hashes the import paths inside ES modules as well; without it a module would load its
    neighbours under names that a browser may have kept from the last release."""

    support_js_module_import_aggregation = True
