#!/usr/bin/env bash
# A call of an enumeration of Python's standard library runs neither __new__ nor __init__ of its class.
#
# Version: CPython 3.8 and later.
# Guess:    Code(1) is a call of a class: it runs Code.__new__ and Code.__init__, as for every class
#           that declares them (data model 3.3.1).
# Observed: the class statement runs both, once for each member. Then the metaclass replaces
#           __new__ of the class: Code(1) looks a member up by its value and runs no code of the
#           class, except for _missing_ if there is no such member.
# Consequence for an indexer: the callers of both methods are the class statements of the
#           enumeration and of those that derive from it, not the calls.
set -euo pipefail
python3 - <<'PY'
from enum import IntEnum

ran = []

class Code(IntEnum):
    OK = 1

    def __new__(cls, value):
        ran.append("new")
        member = int.__new__(cls, value)
        member._value_ = value
        return member

    def __init__(self, value):
        ran.append("init")

    @classmethod
    def _missing_(cls, value):
        ran.append("missing")
        return cls.OK

statement, ran[:] = ran[:], []
Code(1)
call, ran[:] = ran[:], []
Code(2)
print("class statement:", statement, "Code(1):", call, "Code(2):", ran)
if (statement, call, ran) != (["new", "init"], [], ["missing"]):
    raise SystemExit("the behaviour has changed")
PY
