# source github.com/pallets/werkzeug: src/werkzeug/utils.py

from typing import Any, Callable, Generic, TypeVar

_T = TypeVar("_T")

class cached_property(Generic[_T]):
    def __init__(self, fget: Callable[[Any], _T], name: str | None = ..., doc: str | None = ...) -> None: ...
    def __get__(self, obj: Any, type: Any = ...) -> _T: ...
