package model

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A Matcher finds the rows of expressions in one language of a tree.
type Matcher struct {
	*eval.Callers
	Language string

	libs        []*Library // those that the tree names
	calls       map[string][]callRow
	annotations map[string][]annotationRow
	namespaces  map[*resolve.File]map[string]bool // C#: those visible in a file
	global      map[string]map[string]bool        // C#: global usings, by project
	known       map[*parse.Expr][]Object
	mixing      map[resolve.DefID]bool // classes whose objects mixedIn is searching

	asked  map[*parse.Expr]bool // receivers whose objects are being searched
	nested int                  // their number
	cuts   int                  // searches that were cut off
}

type callRow struct {
	lib  *Library
	call *Call
	name string // as the row has it
}

type annotationRow struct {
	lib        *Library
	annotation *Annotation
	name       string
}

// NewMatcher returns the matcher of the rows of a language that use accepts, in addition to those that
// only determine types; nil if the tree names none of their libraries.
func NewMatcher(t *eval.Tree, list []*Library, language string, use func(*Effect) bool) *Matcher {
	m := &Matcher{Callers: t.CallersOf(language), Language: language, calls: map[string][]callRow{},
		annotations: map[string][]annotationRow{}, namespaces: map[*resolve.File]map[string]bool{},
		known: map[*parse.Expr][]Object{}, mixing: map[resolve.DefID]bool{}, asked: map[*parse.Expr]bool{}}
	for _, l := range Of(list, language, use) {
		if m.isUsed(l) {
			m.libs = append(m.libs, l)
			m.index(l, use)
		}
	}
	if len(m.libs) == 0 {
		return nil
	}
	return m
}

// isUsed reports whether a file of the language names a library. One without sites may only give its symbols
// other names.
//
//	from decouple import config
func (m *Matcher) isUsed(l *Library) bool {
	return slices.ContainsFunc(m.Table.Files, func(f *resolve.File) bool {
		switch src := (parse.Source{Text: f.Text}); {
		case f.Family != m.Language:
			return false
		case len(f.Sites) == 0:
			return slices.ContainsFunc(f.Imports, func(im parse.Import) bool { return moduleOf(l, im.Path) != "" })
		default:
			return l.isNamed(src) || len(l.Modules) == 0 && src.ContainsAny(l.Words)
		}
	})
}

func (m *Matcher) index(l *Library, use func(*Effect) bool) {
	for i := range l.Calls {
		c := &l.Calls[i]
		if !use(&c.Effect) && c.Effect.isSet() && c.Returns == "" {
			continue
		}
		for _, name := range slices.Concat(c.Function, c.Method, c.New, c.Member) {
			m.calls[lastName(name)] = append(m.calls[lastName(name)], callRow{l, c, name})
		}
	}
	for i := range l.Annotations {
		a := &l.Annotations[i]
		if !use(&a.Effect) {
			continue
		}
		for _, name := range a.Name {
			m.annotations[lastName(name)] = append(m.annotations[lastName(name)], annotationRow{l, a, name})
		}
	}
}

// An Object is a value of a library's type.
type Object struct {
	Library *Library
	Type    string        // name within a module; empty if it is not known
	Class   resolve.DefID // the class of the tree that derives from the type; otherwise None
	Args    []resolve.Type
	Made    eval.Expr // the call or creation that it comes from, if that is known
}

// A Match is a call that a row describes.
type Match struct {
	eval.Expr
	Library *Library
	Call    *Call
	Object  Object // the receiver of a method
	Tier    graph.Tier
}

// Has reports whether a row may describe a call with the name of x.
func (m *Matcher) Has(x eval.Expr) bool { return m.calls[x.Expr.Text] != nil }

// Names returns the names of the methods of the rows with an effect that use accepts.
func (m *Matcher) Names(use func(*Effect) bool) map[string]bool {
	out := map[string]bool{}
	for name, rows := range m.calls {
		if slices.ContainsFunc(rows, func(r callRow) bool { return use(&r.call.Effect) }) {
			out[name] = true
		}
	}
	return out
}

// Match lists the rows that describe a call or a creation, in the order of the libraries.
func (m *Matcher) Match(x eval.Expr) []Match {
	rows := m.calls[x.Expr.Text]
	if rows == nil && x.Expr.Text != "" || x.Kind != parse.ExprCall && x.Kind != parse.ExprNew && x.Kind != parse.ExprMap {
		return nil
	}
	var out []Match
	full := m.fullName(x)
	var objects []Object
	traced := false
	for _, row := range rows {
		if n := len(x.Args); n < row.call.Least || row.call.Most > 0 && n > row.call.Most || !m.isEmpty(x, row.call.Empty) {
			continue
		}
		found := Match{Expr: x, Library: row.lib, Call: row.call, Tier: graph.Typed}
		switch {
		case len(row.call.Member) > 0:
		case len(row.call.Extends) > 0:
			if m.isExtension(x, row) {
				out = append(out, found)
			}
		case len(row.call.Method) == 0:
			if m.isFunction(x, full, row) && !m.isNested(row.lib, full) {
				out = append(out, found)
			}
		case x.Recv != nil:
			if !traced {
				objects, traced = m.receivers(x, full), true
			}
			if o, tier, ok := isOn(objects, row); ok {
				found.Object, found.Tier = o, tier
				out = append(out, found)
			}
		}
	}
	return out
}

// isEmpty reports whether an argument is the empty string.
func (m *Matcher) isEmpty(x eval.Expr, a Arg) bool {
	if a == "" {
		return true
	}
	arg, ok := a.First(m.Tree, x)
	if !ok {
		return false
	}
	text, ok := m.Text(arg)
	return ok && text == "" || arg.Kind == parse.ExprMember && arg.Expr.Text == "Empty"
}

// isOn returns the object among the receivers that has the method of a row. One of unknown type may
// have any.
func isOn(objects []Object, row callRow) (o Object, tier graph.Tier, ok bool) {
	for _, o := range objects {
		switch {
		case o.Library != row.lib:
		case len(row.call.On) == 0, slices.Contains(row.call.On, o.Type):
			return o, graph.Typed, true
		case o.Type == "":
			return o, graph.Heuristic, true
		}
	}
	return o, 0, false
}

// fullName returns the full name of the target of a call, external or in the tree.
func (m *Matcher) fullName(x eval.Expr) string {
	if full := eval.WithoutDefault(m.ExternalName(x)); full != "" {
		return full
	}
	if m.Language == "go" && x.Recv != nil && x.Recv.Kind == parse.ExprName && x.Sub(x.Recv).Local() == nil {
		if path := m.imported(x.In.File, x.Recv.Text); path != "" {
			return path + "." + x.Expr.Text
		}
	}
	if d := x.Callee(); d > resolve.None {
		return m.nameOf(d)
	}
	return ""
}

// signature matches the parameters, and the numbers of type parameters, in a symbol.
var signature = regexp.MustCompile(`\(.*|<[^>]*>`)

// nameOf returns the full name of a definition of the tree, without its signature.
func (m *Matcher) nameOf(d resolve.DefID) string {
	def := m.Table.Def(d)
	symbol := def.Symbol
	if strings.ContainsAny(symbol, "(<") {
		symbol = signature.ReplaceAllString(symbol, "")
	}
	return def.ModuleName + "." + symbol
}

// isFunction reports whether the target of a call is the function, or the type, of a row.
func (m *Matcher) isFunction(x eval.Expr, full string, row callRow) bool {
	if len(row.call.New) > 0 && x.Kind == parse.ExprCall && m.Language != "python" && m.Language != "typescript" {
		return false
	}
	if len(row.lib.Modules) == 0 {
		return full == row.name || full == "" && x.Callee() == resolve.None && m.written(x) == row.name && x.Local() == nil
	}
	if full != "" {
		return nameIn(row.lib, full, row.name)
	}
	if m.Language != "csharp" || x.Callee() > resolve.None {
		return false
	}
	of, written := m.written(x), row.name
	return of == written && slices.ContainsFunc(row.lib.Modules, func(space string) bool { return m.sees(x.In.File, space) })
}

// isExtension reports whether a call is of an extension method of a row: its file sees the library, and the
// receiver has a type with one of the names, or an unknown type.
//
//	connection.Insert(order)
func (m *Matcher) isExtension(x eval.Expr, row callRow) bool {
	if x.Recv == nil || x.Callee() != resolve.None ||
		!slices.ContainsFunc(row.lib.Modules, func(space string) bool { return m.sees(x.In.File, space) }) {
		return false
	}
	if full := x.Referent().External; full != "" {
		if _, ok := within(row.lib, full); !ok {
			return false
		}
	}
	var names []string
	switch t := x.In.ValueType(x.Recv.At); {
	case !t.Known():
		return true
	case t.Def > resolve.None:
		names = m.ExternalBases(m.Table.Canon[t.Def])
	case t.Def < resolve.None:
		names = []string{x.In.File.ExternalName(t.Def)}
	default:
		names = []string{t.Name}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(row.call.Extends, func(end string) bool { return strings.HasSuffix(withoutArgs(name), end) })
	})
}

// isNested reports whether a symbol belongs to a module of another library within that of a library.
//
//	net/http/httptest.NewRequest    not of net/http, if a row has net/http/httptest
func (m *Matcher) isNested(l *Library, full string) bool {
	module := moduleOf(l, full)
	return slices.ContainsFunc(m.libs, func(other *Library) bool { return len(moduleOf(other, full)) > len(module) })
}

// moduleOf returns the module of a library that has a symbol with a full name; empty if none has it.
func moduleOf(l *Library, full string) string {
	for _, module := range l.Modules {
		if rest, ok := strings.CutPrefix(full, module); ok && (rest == "" || rest[0] == '.' || rest[0] == '/') {
			return module
		}
	}
	return ""
}

// written returns the dotted name of a call as written; empty if it is not a name.
func (m *Matcher) written(x eval.Expr) string {
	name := x.Expr.Text
	for e := x.Recv; e != nil; e = e.Recv {
		if e.Kind != parse.ExprName && e.Kind != parse.ExprMember {
			return ""
		}
		name = e.Text + "." + name
	}
	return name
}

// within returns the name of a symbol within a module of a library; ok is false if its full name does
// not begin with one.
//
//	github.com/gin-gonic/gin/v2.Default    Default
//	swr/immutable                          the empty name
//	flask.app.Flask                        Flask: Python's libraries export names of submodules
func within(l *Library, full string) (name string, ok bool) {
	module := moduleOf(l, full)
	if module == "" {
		return "", false
	}
	name = full[len(module):]
	if strings.HasPrefix(name, "/") {
		_, name, _ = strings.Cut(name, ".")
	}
	name = strings.TrimPrefix(name, ".")
	if l.Language == "python" || l.Language == "java" {
		name = withoutPackages(name)
	}
	return name, true
}

// withoutPackages removes the leading names in lower case, except for the last name.
func withoutPackages(name string) string {
	for {
		first, rest, ok := strings.Cut(name, ".")
		if !ok || first == "" || unicode.IsUpper(rune(first[0])) {
			return name
		}
		name = rest
	}
}

func nameIn(l *Library, full, name string) bool {
	got, ok := within(l, full)
	return ok && got == name
}

// receivers lists the library objects that the receiver of a call may be: by the full name of the call
// target, or else by the receiver.
func (m *Matcher) receivers(x eval.Expr, full string) []Object {
	var out []Object
	for _, l := range m.libs {
		// the name of a call on a call has the called function in place of a type
		if name, ok := within(l, full); ok && full != "" && x.Recv.Kind != parse.ExprCall {
			typ := strings.TrimSuffix(strings.TrimSuffix(name, x.Expr.Text), ".")
			out = append(out, Object{Library: l, Type: typ, Class: resolve.None})
		}
	}
	of := m.Objects(x.Sub(x.Recv))
	if len(out) == 0 || slices.ContainsFunc(out, func(o Object) bool { return o.Type == "" }) {
		return append(of, out...)
	}
	for _, o := range of { // the same type, with more known of it
		for i := range out {
			if out[i].Library == o.Library && out[i].Type == o.Type {
				out[i] = o
			}
		}
	}
	return out
}
