# source github.com/pytest-dev/pytest-asyncio: pytest_asyncio/plugin.py (fixture, which
# calls that of pytest)

from pytest import fixture as fixture
