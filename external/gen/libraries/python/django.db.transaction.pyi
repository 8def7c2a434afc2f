# source github.com/django/django: django/db/transaction.py (atomic and the others leave
# what they decorate alone: Atomic is a contextlib.ContextDecorator)

from contextlib import ContextDecorator
from typing import Any, Callable, TypeVar, overload

_F = TypeVar("_F", bound=Callable[..., Any])

class Atomic(ContextDecorator):
    def __enter__(self) -> None: ...

@overload
def atomic(using: _F) -> _F: ...
@overload
def atomic(using: str | None = ..., savepoint: bool = ..., durable: bool = ...) -> Atomic: ...
