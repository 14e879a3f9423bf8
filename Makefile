# Two commands: `make play` (PORT=8000) and `make test`. `make lint` alone needs Node.
# Most tests wait more than they work: three at once suit two processors and disturb nobody.
# What has been done leaves a stamp in .venv; what was interrupted has none and is done again.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq

.PHONY: play test lint bench faults

play: .venv/play
	@$(BIN)/python -m config.play

test: .venv/dev
	@$(BIN)/python -m tests.chromium
	@$(BIN)/python -m config.static
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n 3 --dist worksteal

lint: .venv/dev node_modules/.package-lock.json
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint --lint --quiet frontend/templates
	$(BIN)/python manage.py makemigrations --check --dry-run
	@# The values are nobody's: the check reads the settings and connects to nothing.
	KASHI_PRODUCTION=1 SECRET_KEY=0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLM \
	SITE_URL=https://kashi.example DATABASE_URL=postgres://kashi@db.example/kashi \
		$(BIN)/python manage.py check --deploy --fail-level WARNING
	npx biome ci --colors=off --error-on-warnings
	npx tsc

bench: .venv/dev
	@$(BIN)/python -m bench

# It takes root, Debian's redis-server and faketime.
faults: .venv/dev
	@$(BIN)/python -m tests.faults --prove
	@$(BIN)/python -m tests.faults

.venv/play: .venv/made pyproject.toml
	@echo "Installing what Kashi needs (once) ..."
	@$(PIP) .
	@touch $@

.venv/dev: .venv/made pyproject.toml
	@echo "Installing what Kashi's developers need (once) ..."
	@$(PIP) '.[dev]'
	@touch $@ .venv/play

.venv/made:
	@command -v $(PYTHON) > /dev/null || { echo "Kashi needs Python 3.11 or newer: no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Kashi needs Python 3.11 or newer: $(PYTHON) is " + sys.version.split()[0] + ".")'
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo "Python cannot make a virtual environment here: install its venv (Debian: apt-get install python3-venv)." >&2; exit 1; }
	@echo "Making a virtual environment in .venv (once) ..."
	@$(PYTHON) -m venv --clear .venv
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json
	@npm ci --silent --no-audit --no-fund
	@touch $@
