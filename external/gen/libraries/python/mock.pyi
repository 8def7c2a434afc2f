# source github.com/testing-cabal/mock: README.rst (the backport of unittest.mock)

from unittest.mock import *
