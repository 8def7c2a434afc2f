# source github.com/pytest-dev/pytest: src/_pytest/fixtures.py (fixture),
# src/_pytest/mark/structures.py (MarkGenerator, MarkDecorator, which leave what they
# decorate alone), src/_pytest/config/__init__.py (hookimpl, hookspec)

from typing import Any, Callable, TypeVar, overload

_F = TypeVar("_F", bound=Callable[..., Any])

class FixtureFunctionMarker:
    def __call__(self, function: _F) -> _F: ...

@overload
def fixture(fixture_function: _F) -> _F: ...
@overload
def fixture(
    *,
    scope: Any = ...,
    params: Any = ...,
    autouse: bool = ...,
    ids: Any = ...,
    name: str | None = ...,
    loop_scope: Any = ...,
) -> FixtureFunctionMarker: ...

yield_fixture = fixture

class MarkDecorator:
    name: str
    @overload
    def __call__(self, arg: _F) -> _F: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> MarkDecorator: ...

class MarkGenerator:
    def __getattr__(self, name: str) -> MarkDecorator: ...

mark: MarkGenerator

class HookimplMarker:
    @overload
    def __call__(self, function: _F) -> _F: ...
    @overload
    def __call__(
        self,
        *,
        hookwrapper: bool = ...,
        wrapper: bool = ...,
        optionalhook: bool = ...,
        tryfirst: bool = ...,
        trylast: bool = ...,
        specname: str | None = ...,
    ) -> Callable[[_F], _F]: ...

hookimpl: HookimplMarker
hookspec: HookimplMarker
