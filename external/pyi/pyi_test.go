package pyi

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
)

// version is the minor version of Python for which the tests read.
const version = 14

// basics are the parts of builtins and typing that the stubs of the tests need.
var basics = []File{
	{Module: "builtins", Minor: version, Text: `
class object: ...
class int: ...
class str: ...
class list: ...
class tuple: ...
class property: ...
class type: ...
`},
	{Module: "typing", Minor: version, Text: `
class TypeVar: ...
Any = object()
Union: _SpecialForm
Generic: _SpecialForm
Protocol: _SpecialForm
Callable: _SpecialForm
Literal: _SpecialForm
Optional: _SpecialForm
ClassVar: _SpecialForm
Final: _SpecialForm
Self: _SpecialForm
Concatenate: _SpecialForm
TypeGuard: _SpecialForm
LiteralString: _SpecialForm
Unpack: _SpecialForm
Annotated: _SpecialForm
List = list
`},
	{Module: "enum", Minor: version, Text: "class Enum: ...\nclass IntEnum(int, Enum): ...\n"},
}

// read prints the declarations of the module m.
func read(t *testing.T, files ...File) string {
	t.Helper()
	all, err := Read(append(files, basics...))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range all {
		if d.Name != "m" {
			continue
		}
		for _, typ := range d.Types {
			slices.SortStableFunc(typ.Members,
				func(a, b external.Member) int { return strings.Compare(a.Name, b.Name) })
			b.WriteString(notation.Type(typ))
		}
		for i := range d.Members {
			b.WriteString(notation.Member(&d.Members[i]) + "\n")
		}
		for _, e := range d.Exports {
			b.WriteString("export " + e.Name + " = " + e.Target + "\n")
		}
		if d.Star != nil {
			b.WriteString("star " + strings.Join(d.Star, " ") + "\n")
		}
	}
	return b.String()
}

func TestDeclarations(t *testing.T) {
	typing := "from typing import Any, Callable, ClassVar, Concatenate, Final, Generic, Literal, LiteralString, Optional, " +
		"Protocol, Self, TypeGuard, Union, Unpack, Annotated, List\n" +
		"from typing import TypeVar as _TypeVar, ParamSpec, TypeVarTuple\n" +
		"T = _TypeVar('T')\nU = _TypeVar('U', int, str, covariant=True)\nP = ParamSpec('P')\nTs = TypeVarTuple('Ts')\n" +
		"B = _TypeVar('B', bound=list[T], default=int)\n"
	for _, c := range []struct{ name, source, want string }{
		{"parameters", `
def f(a: int, /, b: str = ..., *args: int, c: T, d: Any = ..., **kw: str) -> T: ...
def g(__x: int, __y__: str, z) -> None: ...
def h(*, key: int): ...
async def k(cb: Callable[[int, str], None], any: Callable[..., int], bare: Callable) -> U: ...
`, `
function f<T>(positional a: int, b?: str, params args: int, keyword c: T, keyword d?: Any, keywords kw: str): T
function g(positional __x: int, __y__: str, z: unknown): None
function h(keyword key: int)
async function k<U: out & (int | str)>(cb: {call ()(positional : int, positional : str): None}, any: {call ()(params args: Any, keywords kwargs: Any): int}, bare: {call ()(params args: Any, keywords kwargs: Any): Any}): U
`},
		{"types", `
a: Optional[int]
b: Union[int, str | None]
c: Literal["x", -1, b'y', None]
d: tuple[int, ...]
e: tuple[int, str]
f: tuple[()]
g: "list[int] | None"
h: List[int]
i: Final = 3
j: Final[int]
k: Annotated[int, "anything"]
l: LiteralString
m: type[int]
n = "text"
o: tuple[*Ts]
p: tuple[Unpack[Ts], int]
def q(x: Callable[P, T], y: Callable[Concatenate[int, P], T]) -> TypeGuard[int]: ...
def r(*args: P.args, **kwargs: P.kwargs) -> B: ...
`, `
value a: (int | None)
value b: (int | str | None)
value c: ("x" | -1 | b"y" | None)
value d: tuple<int>
value e: (int, str)
value f: ()
value g: (list<int> | None)
value h: list<int>
readonly value i: 3
readonly value j: int
value k: int
value l: str
value m: type<int>
value n: str
value o: (spread (Ts))
value p: (spread (Ts), int)
function q<P: params, T>(x: {call ()(params args: P, keywords kwargs: P): T}, y: {call ()(positional : int, params args: P, keywords kwargs: P): T}): computed is(int)
function r<P: params, B: list<T> = int>(params args: P, keywords kwargs: P): B
`},
		{"classes", `
class A(Base[U], Generic[T, U], metaclass=M):
    x: ClassVar[int]
    y: T
    __slots__ = ("y",)
    def __init__(self, y: T) -> None: ...
    def __add__(self: A[int, int], other: Self) -> B: ...
    __radd__ = __add__
    @property
    def p(self) -> T: ...
    @p.setter
    def p(self, value: T) -> None: ...
    @property
    @abc.abstractmethod
    def q(self) -> int: ...
    @classmethod
    def make(cls, x: int) -> Self: ...
    @staticmethod
    def helper(x: int) -> list[A]: ...
    class Inner:
        def int(self) -> int: ...
        back: A
    alias = Inner
@final
class Base(Generic[T]): ...
class Reads(Protocol[T]):
    def read(self) -> T: ...
class Both(Base[T], Reads[U]): ...
`, `
class m.A<T, U: out & (int | str)> : m.Base<U>
    method __add__<B: list<T> = int>(this self: m.A<int, int>, other: self ()): B
    method __init__(y: T): None
    method __radd__<B: list<T> = int>(this self: m.A<int, int>, other: self ()): B
    static method helper(x: int): list<m.A>
    classmethod method make(x: int): self ()
    property p: T
    abstract readonly property q: int
    static field x: int
    field y: T
class m.A.Inner
    field back: m.A
    method int(): int
sealed class m.Base<T>
protocol m.Reads<T>
    method read(): T
class m.Both<T, U: out & (int | str)> : m.Base<T>, m.Reads<U>
export A.alias = m.A.Inner
`},
		{"enums", `
from enum import Enum, IntEnum
class Color(Enum):
    RED = 1
    _hidden = 2
    GREEN = "g"
    def pretty(self) -> str: ...
class Sub(IntEnum):
    A: int
    B = A
`, `
enum m.Color : enum.Enum
    const GREEN: m.Color
    const RED: m.Color
    field _hidden: int
    method pretty(): str
enum m.Sub : enum.IntEnum
    field A: int
    const B: m.Sub
`},
		{"aliases", `
X: TypeAlias = dict[str, T] | None
Y = list[T]
Z = (
    int
    | str
)
Id = NewType("Id", int)
Options = TypedDict("Options", {"in": int})
Same = Id
def uses(a: X, b: Y[int], c: Same, d: gone.Name) -> None: ...
also = uses
`, `
alias m.X<T> = (dict<str, T> | None)
alias m.Y<T> = list<T>
alias m.Z = (int | str)
class m.Id : int
class m.Options : TypedDict
function uses(a: m.X, b: m.Y<int>, c: m.Id, d: gone.Name): None
export Same = m.Id
export also = m.uses
`},
		{"overloads", `
@overload
def f(a: int) -> int: ...
@overload
def f(a: str) -> str: ...
def g(a: int) -> int: ...
def g(a: str) -> str: ...
@contextmanager
def h(a: T) -> Iterator[T]: ...
`, `
function f(a: int): int
function f(a: str): str
function g(a: str): str
function h<T>(a: T): contextlib._GeneratorContextManager<T>
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, File{Module: "m", Minor: version, Text: typing + c.source})
			got = strings.NewReplacer("builtins.", "", "typing.", "").Replace(got)
			got = strings.TrimSuffix(got, "export List = list\n")
			if got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
		})
	}
}

// TestImports checks how names are resolved across modules, and re-exports.
func TestImports(t *testing.T) {
	got := read(t,
		File{Module: "m", Package: true, Minor: version, Text: `
import sys as sys, os.path, a.b as ab
from . import sub as sub
from .sub import Thing, Other as Other, Third
from star import *
from gone import Missing as Missing
__all__ = ["Thing", "own"]
__all__ += sys.__all__
from all import __all__ as __all__
own: int
x: Thing
y: sub.Thing
z: Starred
u: _Hidden
v: ab.C
w: os.path.P
`},
		File{Module: "m.sub", Minor: version,
			Text: "class Thing: ...\nclass Third: ...\nfrom ..far import Other\n"},
		File{Module: "far", Minor: version, Text: "class Other: ...\n"},
		File{Module: "star", Minor: version, Text: "class Starred: ...\nclass _Hidden: ...\n"},
		File{Module: "a.b", Minor: version, Text: "class C: ...\n"},
		File{Module: "a", Package: true, Minor: version},
		File{Module: "all", Minor: version, Text: "__all__ = ['every']"},
		File{Module: "os", Package: true, Minor: version},
		File{Module: "os.path", Minor: version, Text: "class P: ...\n"},
		File{Module: "sys", Minor: version, Text: "__all__ = ('exit',)\n"},
	)
	want := `value own: builtins.int
value x: m.sub.Thing
value y: m.sub.Thing
value z: star.Starred
value u: _Hidden
value v: a.b.C
value w: os.path.P
export sys = sys
export sub = m.sub
export Thing = m.sub.Thing
export Other = far.Other
export Missing = gone.Missing
export * = star
star Thing every exit own
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestConditions(t *testing.T) {
	source := `
if sys.version_info >= (3, 12):
    new: int
elif sys.version_info >= (3, 8):
    middle: int
else:
    old: int
if sys.platform == "win32":
    windows: int
elif sys.platform != "darwin" and not (sys.version_info < (3,)):
    linux: int
else:
    mac: int
if TYPE_CHECKING or undecided:
    checking: int
if undecided:
    a: int
else:
    b: int
class C:
    if sys.version_info < (3, 12):
        def removed(self) -> int: ...
    else:
        def added(self) -> int: ...
`
	for minor, want := range map[int]string{
		14: "class m.C\n    method added(): builtins.int\nnew linux checking a b",
		11: "class m.C\n    method removed(): builtins.int\nmiddle linux checking a b",
		7:  "class m.C\n    method removed(): builtins.int\nold linux checking a b",
	} {
		got := read(t, File{Module: "m", Minor: minor, Text: source})
		got = strings.NewReplacer(": builtins.int\nvalue ", " ", "\nvalue ", "\n").Replace(got)
		got = strings.TrimSuffix(strings.Replace(got, "builtins.int new", "builtins.int\nnew", 1),
			": builtins.int\n")
		got = strings.Replace(got, "() ", "(): builtins.int\n", 1)
		if got != want {
			t.Errorf("3.%d: got\n%s\nwant\n%s", minor, got, want)
		}
	}
}

func TestUnknownSyntax(t *testing.T) {
	if _, err := Read([]File{{Module: "m", Text: "def f(:\n  x ="}}); err == nil {
		t.Error("no error for what is no Python")
	}
}

// TestCircles contains names with cyclic definitions.
func TestCircles(t *testing.T) {
	got := read(t,
		File{Module: "m", Minor: version,
			Text: "from n import X\nfrom n import *\nx: X\nA = B\nB = A\na: A\nclass C(C.D, C): ...\n"},
		File{Module: "n", Minor: version, Text: "from m import X\nfrom m import *\n"},
	)
	if !strings.Contains(got, "value x: X\n") || !strings.Contains(got, "class m.C") {
		t.Errorf("got\n%s", got)
	}
}
