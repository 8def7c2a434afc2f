package pyi

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/external/gen/notation"
)

// installed prints the declarations of the module m of an archive, as seen by a
// reader of installed packages: files ending in .py are sources. It also returns the
// other modules that were loaded and those that failed.
func installed(t *testing.T, archive string) (text string, loaded, failed []string) {
	t.Helper()
	files := map[string]File{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name, source := strings.CutSuffix(f.Name, ".py")
		name = strings.ReplaceAll(strings.TrimSuffix(name, ".pyi"), "/", ".")
		name, isPackage := strings.CutSuffix(name, ".__init__")
		files[name] = File{Module: name, Package: isPackage, Minor: version, Source: source,
			Text: string(f.Data)}
	}
	r := NewReader(
		func(module string) (File, bool) {
			f, ok := files[module]
			if ok {
				loaded = append(loaded, module)
			}
			return f, ok
		},
		func(module string, err error) {
			if !errors.Is(err, ErrSyntax) {
				t.Error(err)
			}
			failed = append(failed, module)
		})
	d := r.Declare("m")
	r.Close()
	if d == nil {
		return "", loaded, failed
	}
	var b strings.Builder
	for _, typ := range d.Types {
		b.WriteString(notation.Type(typ))
	}
	for i := range d.Members {
		b.WriteString(notation.Member(&d.Members[i]) + "\n")
	}
	for _, e := range d.Exports {
		b.WriteString(fmt.Sprintf("export %s = %s\n", e.Name, e.Target))
	}
	return b.String(), loaded, failed
}

// TestSources checks which declarations of an annotated source are known.
func TestSources(t *testing.T) {
	for _, c := range []struct{ name, archive, want string }{
		{"variables", `
-- m.py --
from typing import Final
written: int = 1
guessed = 1
maximum: Final = 3
Alias = dict[str, int]
rate = 1 / 2
Same = written_elsewhere
`, `
alias m.Alias = builtins.dict<builtins.str, builtins.int>
value written: builtins.int
value guessed
readonly value maximum: 3
value rate
value Same
export Final = typing.Final
`},
		{"bound twice", `
-- m.py --
try:
    from fast import load
except ImportError:
    from slow import load
try:
    from one import same
finally:
    from one import same
for x in y:
    def f() -> int: ...
def f() -> str: ...
class C: ...
if undecided:
    class C:
        def inside(self) -> int: ...
kept: int
kept = other()
`, `
value load
value f
value C
value kept: builtins.int
export same = one.same
`},
		{"attributes", `
-- m.py --
class C(object):
    def __init__(this, n: int):
        this.typed: int = n
        this.guessed = n
        if n:
            this.nested: str = ""
        def local():
            this.far: int = 1
        other.thing: int = 1
    @property
    def size(self) -> int: ...
    @staticmethod
    def make(x: int) -> None:
        x.far: str = ""
`, `
partial class m.C
    method __init__(n: builtins.int)
    readonly property size: builtins.int
    static method make(x: builtins.int): None
    field typed: builtins.int
    field nested: builtins.str
`},
		{"overloads", `
-- m.py --
from typing import overload
@overload
def f(a: int) -> int: ...
@overload
def f(a: str) -> str: ...
def f(a): ...
`, `
function f(a: builtins.int): builtins.int
function f(a: builtins.str): builtins.str
export overload = typing.overload
`},
		{"decorators", `
-- m.py --
import functools
from contextlib import contextmanager
from other import wrap
@wrap
def wrapped() -> int: ...
@functools.lru_cache(maxsize=1)
def cached() -> int: ...
@contextmanager
def managed() -> Iterator[int]:
    yield 1
class C:
    @wrap
    def m(self) -> int: ...
    @functools.cached_property
    def p(self) -> int: ...
`, `
partial class m.C
    field m
    readonly property p: builtins.int
value wrapped
function cached(): builtins.int
function managed(): contextlib._GeneratorContextManager<builtins.int>
export functools = functools
export contextmanager = contextlib.contextmanager
export wrap = other.wrap
`},
		{"async generators", `
-- m.py --
async def one() -> int: ...
async def many() -> AsyncIterator[int]:
    def inner():
        yield 1
    for x in y:
        yield x
async def nested() -> int:
    def inner():
        yield 1
`, `
async function one(): builtins.int
function many(): builtins.AsyncIterator<builtins.int>
async function nested(): builtins.int
`},
		{"names of other modules", `
-- m/__init__.pyi --
from typing import List, Optional, Tuple
from collections.abc import Callable
import enum
from .types import T, Box as B, Gone
from .bad import Lost
a: List[B]
b: Tuple[int, ...]
c: Optional[Gone]
d: Callable[[int], str]
e: Unknown
f: Lost
g: tuple[int, str]
h: undefined.Name
def k(x: T) -> T: ...
class E(enum.IntEnum):
    ONE = 1
-- m/types.pyi --
from typing import TypeVar
T = TypeVar("T")
class Box: ...
-- m/bad.py --
def broken(:
  x =
-- m/unused.pyi --
`, `
enum m.E : enum.IntEnum
    const ONE: m.E
value a: builtins.list<m.types.Box>
value b: builtins.tuple<builtins.int>
value c: (m.types.Gone | None)
value d: {call ()(positional : builtins.int): builtins.str}
value e: builtins.Unknown
value f: m.bad.Lost
value g: (builtins.int, builtins.str)
value h: builtins.undefined.Name
function k<T>(x: T): T
`},
		{"star imports", `
-- m.pyi --
from here import *
a: int
b: Known
-- here.pyi --
class Known: ...
`, `
value a: builtins.int
value b: here.Known
export * = here
`},
		{"unknown star imports", `
-- m.pyi --
from gone import *
a: int
`, `
value a
export * = gone
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, loaded, failed := installed(t, c.archive)
			if got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
			if slices.Contains(loaded, "m.unused") {
				t.Error("a module was read that nothing names")
			}
			if broken := strings.Contains(c.archive, "bad.py"); broken != (len(failed) == 1) {
				t.Errorf("failed: %q", failed)
			}
		})
	}
	if got, _, _ := installed(t, "-- other.py --\n"); got != "" {
		t.Errorf("a module that is not there declares %s", got)
	}
}
