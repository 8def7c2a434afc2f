package external_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
	"seedgraph/testkit/longtest"
)

// TestWhatThePlatformsDeclare compares some members with their documentation: all
// overloads of a name, in order. The name of the type is empty for members of a
// package or module.
func TestWhatThePlatformsDeclare(t *testing.T) {
	for _, test := range []struct {
		platform, space, typ, member string
		want                         []string
	}{
		{"jdk", "java.util", "Map.Entry", "getKey", []string{"abstract method getKey(): K"}},
		{"jdk", "java.lang", "AbstractStringBuilder", "length", []string{"method length(): int"}},
		{"jdk", "java.util", "List", "of", nil},
		{"jdk", "java.util.stream", "Stream", "map", []string{
			"abstract method map<R>(: java.util.function.Function<? super T, ? extends R>): java.util.stream.Stream<R>",
		}},
		{"jdk", "java.util", "Arrays", "asList",
			[]string{"static method asList<T>(params : T[]): java.util.List<T>"}},
		{"jdk", "java.sql", "DriverManager", "getConnection", []string{
			"static method getConnection(: java.lang.String, : java.util.Properties): java.sql.Connection",
			"static method getConnection(: java.lang.String, : java.lang.String, : java.lang.String): java.sql.Connection",
			"static method getConnection(: java.lang.String): java.sql.Connection",
		}},
		{"jdk", "java.util.concurrent", "TimeUnit", "SECONDS", []string{
			"static sealed const SECONDS: java.util.concurrent.TimeUnit",
		}},

		{"go", "net/http", "Client", "Do",
			[]string{"pointer method Do(req: pointer (net/http.Request)): (pointer (net/http.Response), error)"}},
		{"go", "bufio", "ReadWriter", "Reader",
			[]string{"embedded Reader: pointer (bufio.Reader)"}},
		{"go", "errors", "", "As", []string{"function As(err: error, target: any): bool"}},
		{"go", "fmt", "", "Println", []string{"function Println(params a: any): (int, error)"}},
		{"go", "slices", "", "Index",
			[]string{"function Index<S: computed ~(slice (E)), E: comparable>(s: S, v: E): int"}},
		{"go", "encoding/binary", "littleEndian", "Uint16",
			[]string{"method Uint16(b: slice (byte)): uint16"}},
		{"go", "", "error", "Error", []string{"abstract method Error(): string"}},
		{"go", "io", "", "EOF", []string{"value EOF: error"}},

		{"typescript", "", "Array", "concat", []string{ // those of one declaration in their order
			"method concat(params items: ConcatArray<T>[]): T[]",
			"method concat(params items: (T | ConcatArray<T>)[]): T[]",
		}},
		{"typescript", "", "Promise", "then", []string{
			"method then<TResult1 = T, TResult2 = never>(" +
				"onfulfilled?: ({call ()(value: T): (TResult1 | PromiseLike<TResult1>)} | undefined | null), " +
				"onrejected?: ({call ()(reason: any): (TResult2 | PromiseLike<TResult2>)} | undefined | null)): " +
				"Promise<(TResult1 | TResult2)>",
		}},
		{"typescript", "", "", "Promise", []string{"value Promise: PromiseConstructor"}},
		{"typescript", "", "String", "length", []string{"readonly field length: number"}},
		{"typescript", "node:fs", "", "existsSync",
			[]string{"function existsSync(path: node:fs.PathLike): boolean"}},
		{"typescript", "node:events", "EventEmitter", "listenerCount", nil},
		{"typescript", "node:path", "path", "basename", []string{
			"function basename(path: string, suffix?: string): string",
		}},

		{"python", "builtins", "list", "append",
			[]string{"method append(positional object: _T): None"}},
		{"python", "builtins", "dict", "items",
			[]string{"method items(): _collections_abc.dict_items<_KT, _VT>"}},
		{"python", "builtins", "str", "split", nil},
		{"python", "contextlib", "", "suppress", []string{}},
		{"python", "re", "Match", "groupdict", []string{
			"method groupdict(): builtins.dict<builtins.str, (AnyStr | _typeshed.MaybeNone)>",
			"method groupdict<_T>(default: _T): builtins.dict<builtins.str, (AnyStr | _T)>",
		}},
		{"python", "json", "", "dump", nil},
		{"python", "posixpath", "", "isabs", []string{
			"function isabs(s: _typeshed.StrOrBytesPath): builtins.bool"}},
		{"python", "logging", "", "getLogger",
			[]string{"function getLogger(name?: (builtins.str | None)): logging.Logger"}},
		{"python", "http", "HTTPStatus", "OK", []string{"const OK: http.HTTPStatus"}},
		{"python", "pathlib", "Path", "open", nil},
		{"python", "asyncio.tasks", "", "sleep", []string{
			"async function sleep(delay: builtins.float): None",
			"async function sleep<_T>(delay: builtins.float, result: _T): _T",
		}},
	} {
		p := external.Open(test.platform)
		n := p.Namespace(test.space)
		if n == nil {
			t.Errorf("%s has no namespace %q", test.platform, test.space)
			continue
		}
		members := n.Member(test.member)
		if test.typ != "" {
			typ := n.Type(test.typ)
			if typ == nil {
				t.Errorf("%s: %q has no type %s", test.platform, test.space, test.typ)
				continue
			}
			members = typ.Member(test.member)
		}
		var got []string
		for i := range members {
			got = append(got, notation.Member(&members[i]))
		}
		if test.want == nil && len(got) > 0 { // it exists, whatever its overloads are
			continue
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %q %s.%s:\n got %s\nwant %s", test.platform, test.space, test.typ,
				test.member,
				strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
		}
	}
}

// TestPassedOn checks the targets of re-exported names.
func TestPassedOn(t *testing.T) {
	for module, want := range map[string]external.Export{
		"os.path":            {Name: "*", Target: "posixpath"},
		"collections.abc":    {Name: "*", Target: "_collections_abc"},
		"_collections_abc":   {Name: "Set", Target: "typing.AbstractSet"},
		"asyncio":            {Name: "*", Target: "asyncio.tasks"},
		"concurrent.futures": {Name: "Future", Target: "concurrent.futures._base.Future"},

		"fs":         {Name: "*", Target: "node:fs"},
		"events":     {Name: "=", Target: "node:events.EventEmitter"},
		"node:fs":    {Name: "promises", Target: "node:fs/promises"},
		"node:test":  {Name: "test.describe", Target: "node:test.test.suite"},
		"node:path":  {Name: "=", Target: "node:path.path"},
		"node:http2": {Name: "OutgoingHttpHeaders", Target: "node:http.OutgoingHttpHeaders"},
	} {
		p := external.Open("typescript")
		if p.Namespace(module) == nil {
			p = external.Open("python")
		}
		if got := p.Namespace(module).Exports(); !slices.Contains(got, want) {
			t.Errorf("%s exports %v, not %v", module, got, want)
		}
	}
}

// predeclared are the names of types that a language, and not its platform, declares;
// those of other packages are also listed.
var predeclared = map[string][]string{
	"jdk": {"boolean", "byte", "char", "double", "float", "int", "long", "short", "void"},
	"go": {
		"bool", "byte", "complex128", "complex64", "float32", "float64", "int", "int16", "int32",
		"int64", "int8",
		"rune", "string", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
		"untyped bool", "untyped float", "untyped int", "untyped rune", "untyped string",
	},
	"typescript": {
		"any", "bigint", "boolean", "intrinsic", "never", "null", "number", "object", "string",
		"symbol", "undefined",
		"unique symbol", "unknown", "void", "undici-types.MessageEvent",
	},
	"python": {"None", "typing.Never", "typing.NoReturn", "typing.TypedDict"},
}

// TestPlatformNamesAreDeclared walks the tables: each named type is declared, and
// each type variable is a type parameter in scope.
func TestPlatformNamesAreDeclared(t *testing.T) {
	longtest.NotRaced(t)
	for platform, least := range map[string]int{"jdk": 90_000, "go": 19_000, "typescript": 45_000,
		"python": 60_000} {
		p := external.Open(platform)
		missing := map[string]string{}
		w := &names{found: func(at, name string) {
			if p.Type(name) == nil && !slices.Contains(predeclared[platform], name) {
				missing[name] = at
			}
		}, unbound: func(at, name string) {
			t.Errorf("%s: %s: no type parameter %s", platform, at,
				name)
		}}
		for _, space := range p.Namespaces() {
			n := p.Namespace(space)
			for _, name := range n.MemberNames() {
				w.at = space + " " + name
				w.members(n.Member(name))
			}
			for _, local := range n.TypeNames() {
				w.typ(n.Type(local))
			}
		}
		for name, at := range missing {
			t.Errorf("%s: %s: no type %s", platform, at, name)
		}
		if w.seen < least {
			t.Errorf("%s: %d types were named; is the table there?", platform, w.seen)
		}
	}
}

// names visits all names of types in declarations.
type names struct {
	at             string
	vars           []string // type parameters in scope
	seen           int
	found, unbound func(at, name string)
}

func (w *names) typ(t *external.Type) {
	w.at = t.Name
	w.typeParams(t.TypeParams)
	w.refs(t.Bases)
	w.ref(&t.Target)
	w.members(t.Members)
	w.vars = nil
}

func (w *names) members(all []external.Member) {
	for i := range all {
		m := &all[i]
		kept := len(w.vars)
		w.typeParams(m.TypeParams)
		for j := range m.Params {
			w.ref(&m.Params[j].Type)
		}
		w.ref(&m.Type)
		w.vars = w.vars[:kept]
	}
}

func (w *names) typeParams(all []external.TypeParam) {
	for i := range all {
		w.vars = append(w.vars, all[i].Name)
	}
	for i := range all {
		w.refs(all[i].Bounds)
		w.ref(&all[i].Default)
	}
}

func (w *names) refs(all []external.TypeRef) {
	for i := range all {
		w.ref(&all[i])
	}
}

func (w *names) ref(r *external.TypeRef) {
	kept := len(w.vars)
	switch r.Form {
	case external.TypeVar:
		if !slices.Contains(w.vars, r.Name) {
			w.unbound(w.at, r.Name)
		}
	case external.Named:
		w.seen++
		w.found(w.at, r.Name)
	case external.Computed:
		if r.Name == "typeof" { // of a value
			w.refs(r.Args[0].Args)
			return
		}
		w.bind(r)
	}
	w.refs(r.Args)
	w.members(r.Members)
	w.vars = w.vars[:kept]
}

// bind brings the type variables that a computed type declares into scope: those of
// mapped types and infer.
func (w *names) bind(r *external.TypeRef) {
	if strings.HasPrefix(r.Name, "mapped") || r.Name == "infer" {
		w.vars = append(w.vars, r.Args[0].Name)
	}
	if r.Name == "?:" {
		w.infer(&r.Args[1])
	}
}

func (w *names) infer(r *external.TypeRef) {
	if r.Form == external.Computed && r.Name == "infer" {
		w.vars = append(w.vars, r.Args[0].Name)
	}
	for i := range r.Args {
		w.infer(&r.Args[i])
	}
	for i := range r.Members {
		for j := range r.Members[i].Params {
			w.infer(&r.Members[i].Params[j].Type)
		}
		w.infer(&r.Members[i].Type)
	}
}
