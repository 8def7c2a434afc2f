package python

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/source"
)

// TestTypesAreThoseOfPyright compares the types of functions, methods, attributes and
// values with those that pyright reveals: its parser, its conditions and its name
// resolution against ours. A few may differ, since pyright prints them in another
// form: it truncates long literals, drops $' from a message, parenthesizes some
// unions, expands a recursive alias once more, and gives X = Y the type of the base's
// X. The test needs npm and node and runs with OUTSIDE_CHECK set.
func TestTypesAreThoseOfPyright(t *testing.T) {
	if os.Getenv("OUTSIDE_CHECK") == "" {
		t.Skip("OUTSIDE_CHECK is not set")
	}
	all, err := Declare()
	if errors.Is(err, source.ErrUnavailable) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	p := newPrinter(all)
	removed := removedModules(t)
	asked := slices.DeleteFunc(p.questions(all), func(q question) bool { return removed[q.module] })
	revealed := reveal(t, asked)
	compared, differ := 0, 0
	for _, q := range asked {
		want, ok := revealed[q.name]
		if !ok || want == "Unknown" { // of another platform
			continue
		}
		compared++
		if got := p.members(q); plain(got) != plain(want) {
			differ++
			t.Logf("%s:\n got %s\nwant %s", q.name, plain(got), plain(want))
		}
	}
	t.Logf("%d of %d differ", differ, compared)
	if compared < 18_000 || differ > 20 {
		t.Errorf("%d of %d types differ", differ, compared)
	}
}

// removedModules returns the modules that were removed before Version.
func removedModules(t *testing.T) map[string]bool {
	t.Helper()
	pyright, err := source.NPM("pyright", PyrightVersion)
	if err != nil {
		t.Fatal(err)
	}
	files, err := load(filepath.Join(pyright, "dist", "typeshed-fallback", "stdlib"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, f := range files {
		out[f.Module] = f.Minor < Version
	}
	return out
}

// A question is a name whose type is queried, and its declaration in the table.
type question struct {
	name    string
	module  string
	class   *external.Type
	members []external.Member
}

// questions lists the names to query: those with declared types.
func (p *printer) questions(all []external.Declared) []question {
	var out []question
	for _, d := range all {
		for _, group := range grouped(d.Members) {
			out = append(out, question{d.Name + "." + group[0].Name, d.Name, nil, group})
		}
		for _, t := range d.Types {
			if t.Kind == external.Alias || t.Kind == external.Enum {
				continue
			}
			for _, group := range grouped(t.Members) {
				out = append(out, question{t.Name + "." + group[0].Name, d.Name, t, group})
			}
		}
	}
	return slices.DeleteFunc(out, func(q question) bool {
		return slices.ContainsFunc(q.members,
			func(m external.Member) bool { return !q.printable(&m) })
	})
}

// printable reports whether pyright prints the type of m as declared: it does not for
// the special forms of the typing module, the keys of a TypedDict, and methods that
// are selected by the type of self, which it binds first.
func (q *question) printable(m *external.Member) bool {
	isTypedDict := func(t external.TypeRef) bool { return t.Name == "typing.TypedDict" }
	switch {
	case m.Name == "__new__", m.Name == "__class__", unwritten(m),
		m.Type.Name == "typing._SpecialForm",
		q.class != nil && slices.ContainsFunc(q.class.Bases, isTypedDict):
		return false
	case len(m.Params) > 0 && m.Params[0].Mode == external.This:
		return len(q.members) == 1 && m.Params[0].Type.Form != external.TypeVar
	}
	return true
}

// unwritten reports whether a type in m is undeclared.
func unwritten(m *external.Member) bool {
	return m.Type.IsZero() || slices.ContainsFunc(m.Params,
		func(p external.Param) bool { return p.Type.IsZero() })
}

// grouped groups members by name.
func grouped(all []external.Member) [][]external.Member {
	var out [][]external.Member
	index := map[string]int{}
	for _, m := range all {
		i, ok := index[m.Name]
		if !ok {
			i = len(out)
			index[m.Name] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], m)
	}
	return out
}

var revealedType = regexp.MustCompile(`(?s)^Type of "([^"]*)" is "(.*)"$`)

// reveal queries the types of all names with pyright, one file per module.
func reveal(t *testing.T, asked []question) map[string]string {
	t.Helper()
	pyright, err := source.NPM("pyright", PyrightVersion)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := map[string]*strings.Builder{}
	for _, q := range asked {
		b := files[q.module]
		if b == nil {
			b = &strings.Builder{}
			fmt.Fprintf(b, "import %s\n", q.module)
			files[q.module] = b
		}
		fmt.Fprintf(b, "reveal_type(%s)\n", q.name)
	}
	for module, b := range files {
		file := filepath.Join(dir, "ask_"+strings.ReplaceAll(module, ".", "_")+".py")
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", filepath.Join(pyright, "index.js"), "--pythonplatform", "Linux",
		"--pythonversion", fmt.Sprint("3.", Version), "--outputjson", dir)
	out, _ := cmd.Output() // it fails if a name is missing
	var report struct{ GeneralDiagnostics []struct{ Message string } }
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	types := map[string]string{}
	for _, d := range report.GeneralDiagnostics {
		if m := revealedType.FindStringSubmatch(d.Message); m != nil {
			types[m[1]] = m[2]
		}
	}
	return types
}

var (
	scopeOf = regexp.MustCompile(`([\w)])@[\w.]+`)
	// The prefix that pyright adds to a name if two of them occur in a type.
	modules   = regexp.MustCompile(`\b(?:[a-z_]\w*\.)+([A-Za-z_]\w*)`)
	firstSelf = regexp.MustCompile(`\((?:cls|x1|a|b): `)
	// A method whose only parameter before / is self.
	afterSelf = regexp.MustCompile(`(\(self: [^,()]*(?:\[[^()]*\])?), /([,)])`)
	// A bytes constant, whose value the table does not keep: no overload is selected
	// by it.
	constantBytes = regexp.MustCompile(`^Literal\[b['"].*['"]\]$`)
	defaults      = regexp.MustCompile(`( ?= ?)(?:b?"[^"]*"|b?'[^']*'|[^,()]+(?:\(\))?|\((?:(?:'[^']*'|"[^"]*"|\w+),? ?)*\))([,)])`)
)

// plain removes details missing from the table: scopes of type variables, default
// values, the bytes of constants, LiteralString, and the difference between TypeGuard
// and TypeIs.
func plain(s string) string {
	s = constantBytes.ReplaceAllString(s, "bytes")
	s = scopeOf.ReplaceAllString(s, "$1")
	s = modules.ReplaceAllString(s, "$1")
	s = defaults.ReplaceAllString(s, " = D$2")
	s = firstSelf.ReplaceAllString(s, "(self: ")
	s = afterSelf.ReplaceAllString(s, "$1$2")
	return strings.NewReplacer("LiteralString", "str", "TypeGuard[", "TypeIs[", "\n", " ", `"`,
		"'").Replace(s)
}

// A printer prints types as pyright does.
type printer struct {
	types map[string]*external.Type
	class *external.Type // with unknown type variables
	specs map[string]bool
	// within are the recursive aliases whose targets are being printed.
	within []*external.Type
}

func newPrinter(all []external.Declared) *printer {
	p := &printer{types: map[string]*external.Type{}, specs: map[string]bool{}}
	for _, d := range all {
		p.noteSpecs(d.Members)
		for _, t := range d.Types {
			p.types[t.Name] = t
			p.noteSpecs([]external.Member{{TypeParams: t.TypeParams}})
			p.noteSpecs(t.Members)
		}
	}
	return p
}

// noteSpecs records the type variables that are ParamSpecs.
func (p *printer) noteSpecs(all []external.Member) {
	for i := range all {
		for _, param := range all[i].TypeParams {
			if param.Rules&external.ParamList != 0 {
				p.specs[param.Name] = true
			}
		}
	}
}

// members prints the answer to a question.
func (p *printer) members(q question) string {
	p.class = q.class
	var out []string
	for i := range q.members {
		m := &q.members[i]
		switch m.Kind {
		case external.Property:
			return "property"
		case external.Method, external.Function:
			out = append(out, p.signature(m, q.class))
		default:
			return p.text(m.Type)
		}
	}
	if q.class != nil { // of the overloads for LiteralString and str, pyright binds the last
		out = slices.Compact(out)
	}
	if len(out) == 1 {
		return out[0]
	}
	return "Overload[" + strings.Join(out, ", ") + "]"
}

// signature prints a function or method with its own self.
func (p *printer) signature(m *external.Member, class *external.Type) string {
	var out []string
	all := m.Params
	if class != nil && m.Flags&(external.Static|external.ClassMethod) == 0 {
		self := "self: " + p.self()
		if len(all) > 0 && all[0].Mode == external.This {
			self = all[0].Name + ": " + p.text(all[0].Type)
			all = all[1:]
		}
		out = append(out, self)
	} else if len(all) > 0 && all[0].Mode == external.This {
		all = all[1:]
	}
	result := p.text(m.Type)
	if m.Flags&external.Async != 0 {
		result = "CoroutineType[Any, Any, " + result + "]"
	}
	return "(" + strings.Join(append(out, p.params(all)...), ", ") + ") -> " + inParens(result)
}

// params prints parameters, separated by / and *.
func (p *printer) params(all []external.Param) []string {
	var out []string
	keywords := false
	for i := range all {
		a := &all[i]
		if a.Mode == external.KeywordOnly && !keywords {
			out = append(out, "*")
		}
		keywords = keywords || a.Mode == external.KeywordOnly || a.Variadic
		if last := &all[len(all)-1]; isAny(a.Type) && last.Mode == external.Keywords &&
			isAny(last.Type) {
			if a.Variadic {
				out = append(out, "...")
				continue
			} else if a == last && slices.Contains(out, "...") {
				continue
			}
		}
		if p.isParamSpec(a.Type) {
			if a.Mode == external.Keywords {
				out = append(out, p.paramSpec(a.Type))
			}
			continue
		}
		out = append(out, p.param(a))
		next := i + 1
		if a.Mode == external.PositionalOnly && !strings.HasPrefix(a.Name, "__") &&
			(next == len(all) || all[next].Mode != external.PositionalOnly) {
			out = append(out, "/")
		}
	}
	return out
}

func (p *printer) param(a *external.Param) string {
	star := ""
	switch {
	case a.Variadic:
		star = "*"
	case a.Mode == external.Keywords:
		star = "**"
	}
	text := p.text(a.Type)
	if a.Mode == external.Keywords && a.Type.Form == external.Spread {
		text = "*" + text
	}
	text = star + a.Name + ": " + text
	if a.Optional {
		text += " = D"
	}
	return text
}

func isAny(t external.TypeRef) bool { return t.Name == "typing.Any" }

// paramSpec prints the parameters of a ParamSpec.
func (p *printer) paramSpec(t external.TypeRef) string {
	if s := p.text(t); s != t.Name {
		return s // of the class
	}
	return "**" + t.Name
}

func (p *printer) isParamSpec(t external.TypeRef) bool {
	return t.Form == external.TypeVar && p.specs[t.Name]
}

// self prints the class with unknown arguments.
func (p *printer) self() string {
	return p.named(external.TypeRef{Form: external.Named, Name: p.class.Name})
}

// text prints a type.
func (p *printer) text(t external.TypeRef) string {
	switch t.Form {
	case external.TypeVar:
		return p.typeVar(t)
	case external.Named:
		return p.named(t)
	case external.Self:
		return p.self()
	case external.Union:
		return p.union(t)
	case external.Literal:
		return "Literal[" + value(t.Name) + "]"
	case external.Tuple:
		if len(t.Args) == 0 {
			return "tuple[()]"
		}
		return "tuple[" + p.list(t.Args) + "]"
	case external.Func:
		return p.callable(&t.Members[0])
	case external.Spread:
		return "*" + p.text(t.Args[0])
	case external.Computed:
		return "TypeIs[" + p.list(t.Args) + "]"
	}
	return "?"
}

// value prints a literal: numbers in decimal.
func value(s string) string {
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	return s
}

// typeVar prints a type variable; for one of the class, its value without arguments.
func (p *printer) typeVar(t external.TypeRef) string {
	if p.class == nil {
		return t.Name
	}
	for i := range p.class.TypeParams {
		if param := &p.class.TypeParams[i]; param.Name == t.Name {
			return p.missing(param)
		}
	}
	return t.Name
}

// missing prints the argument for a type parameter that has none.
func (p *printer) missing(param *external.TypeParam) string {
	switch {
	case !param.Default.IsZero():
		return p.text(param.Default)
	case param.Rules&external.ParamList != 0:
		return "..."
	case param.Rules&external.ManyTypes != 0:
		return "*tuple[Unknown, ...]"
	}
	return "Unknown"
}

func (p *printer) list(all []external.TypeRef) string {
	var out []string
	for _, t := range all {
		out = append(out, p.text(t))
	}
	return strings.Join(out, ", ")
}

// named prints a class by its last name, and the target of an alias.
func (p *printer) named(t external.TypeRef) string {
	decl := p.types[t.Name]
	short := lastPart(t.Name)
	if decl == nil {
		return short
	}
	if decl.Kind == external.Alias {
		if p.recursive(decl) {
			if slices.Contains(p.within, decl) {
				return short
			}
			p.within = append(p.within, decl)
			defer func() { p.within = p.within[:len(p.within)-1] }()
		}
		return p.text(p.expand(decl, t.Args))
	}
	if t.Name == "builtins.type" && len(t.Args) == 1 && len(p.flat(t.Args[0], nil)) > 1 {
		return p.union(t)
	}
	if t.Name == "builtins.tuple" {
		if len(t.Args) == 0 {
			return "tuple[Unknown, ...]"
		}
		return "tuple[" + p.list(t.Args) + ", ...]"
	}
	args := p.arguments(decl, t.Args)
	if len(args) == 0 && len(t.Args) > 0 { // type[T]
		return short + "[" + p.list(t.Args) + "]"
	}
	if len(args) == 0 {
		return short
	}
	return short + "[" + strings.Join(args, ", ") + "]"
}

// arguments prints type arguments, with the defaults of those that are missing.
func (p *printer) arguments(decl *external.Type, given []external.TypeRef) []string {
	var out []string
	bound := map[string]external.TypeRef{}
	for i := range decl.TypeParams {
		param := decl.TypeParams[i]
		switch {
		case i < len(given):
			bound[param.Name] = given[i]
			out = append(out, p.text(given[i]))
		case !param.Default.IsZero():
			bound[param.Name] = substitute(param.Default, bound)
			out = append(out, p.text(bound[param.Name]))
		default:
			out = append(out, p.missing(&param))
		}
	}
	return out
}

// recursive reports whether an alias is part of its target.
func (p *printer) recursive(alias *external.Type) bool {
	return p.reaches(alias.Target, alias, map[*external.Type]bool{})
}

func (p *printer) reaches(t external.TypeRef, alias *external.Type,
	seen map[*external.Type]bool) bool {
	if decl := p.types[t.Name]; t.Form == external.Named && decl != nil &&
		decl.Kind == external.Alias && !seen[decl] {
		seen[decl] = true
		if decl == alias || p.reaches(decl.Target, alias, seen) {
			return true
		}
	}
	in := func(a external.TypeRef) bool { return p.reaches(a, alias, seen) }
	return slices.ContainsFunc(t.Args, in) ||
		slices.ContainsFunc(t.Members, func(m external.Member) bool {
			return in(m.Type) || slices.ContainsFunc(m.Params,
				func(a external.Param) bool { return in(a.Type) })
		})
}

// expand returns the target of an alias with arguments for its parameters.
func (p *printer) expand(alias *external.Type, args []external.TypeRef) external.TypeRef {
	bound := map[string]external.TypeRef{}
	for i := range alias.TypeParams {
		switch {
		case i < len(args):
			bound[alias.TypeParams[i].Name] = args[i]
		case !alias.TypeParams[i].Default.IsZero():
			bound[alias.TypeParams[i].Name] = alias.TypeParams[i].Default
		default:
			bound[alias.TypeParams[i].Name] = named("Unknown")
		}
	}
	return substitute(alias.Target, bound)
}

// substitute replaces type variables by types.
func substitute(t external.TypeRef, bound map[string]external.TypeRef) external.TypeRef {
	if b, ok := bound[t.Name]; ok && t.Form == external.TypeVar {
		return b
	}
	t.Args = slices.Clone(t.Args)
	for i := range t.Args {
		t.Args[i] = substitute(t.Args[i], bound)
	}
	t.Members = slices.Clone(t.Members)
	for i := range t.Members {
		m := &t.Members[i]
		m.Type = substitute(m.Type, bound)
		m.Params = slices.Clone(m.Params)
		for j := range m.Params {
			m.Params[j].Type = substitute(m.Params[j].Type, bound)
		}
	}
	return t
}

// union prints a union: literals together after the others, None last.
func (p *printer) union(t external.TypeRef) string {
	var out, literals []string
	none := false
	kept := len(p.within)
	defer func() { p.within = p.within[:kept] }()
	var seen []external.TypeRef
	for _, a := range p.flat(t, nil) {
		if slices.ContainsFunc(seen, func(b external.TypeRef) bool {
			return reflect.DeepEqual(a,
				b)
		}) {
			continue
		}
		seen = append(seen, a)
		switch {
		case a.Form == external.Named && a.Name == "None":
			none = true
		case a.Form == external.Literal:
			if v := value(a.Name); !slices.Contains(literals, v) {
				literals = append(literals, v)
			}
		default:
			s := p.text(a)
			if strings.HasPrefix(s, "(") {
				s = inParens(s)
			}
			if s == "None" {
				none = true
			} else {
				out = append(out, s)
			}
		}
	}
	if len(literals) > 0 {
		out = append(out, "Literal["+strings.Join(literals, ", ")+"]")
	}
	if none {
		out = append(out, "None")
	}
	return strings.Join(out, " | ")
}

// flat returns the operands of unions and of aliases for unions.
func (p *printer) flat(t external.TypeRef, out []external.TypeRef) []external.TypeRef {
	if decl := p.types[t.Name]; t.Form == external.Named && decl != nil &&
		decl.Kind == external.Alias &&
		!slices.Contains(p.within, decl) {
		if p.recursive(decl) {
			p.within = append(p.within, decl) // until the union is printed
		}
		return p.flat(p.expand(decl, t.Args), out)
	}
	if t.Name == "builtins.type" && len(t.Args) == 1 { // type[A | B] is type[A] | type[B]
		for _, a := range p.flat(t.Args[0], nil) {
			out = append(out, named(t.Name, a))
		}
		return out
	}
	if t.Form != external.Union {
		return append(out, t)
	}
	for _, a := range t.Args {
		out = p.flat(a, out)
	}
	return out
}

// callable prints a Callable: its parameters have no names.
func (p *printer) callable(m *external.Member) string {
	var out []string
	for i := range m.Params {
		a := &m.Params[i]
		switch {
		case a.Mode == external.Keywords:
		case a.Variadic && p.isParamSpec(a.Type):
			out = append(out, p.paramSpec(a.Type))
		case a.Variadic && a.Type.Form == external.Spread:
			out = append(out, p.text(a.Type))
		case a.Variadic:
			out = append(out, "...")
		default:
			s := p.text(a.Type)
			if strings.HasPrefix(s, "(") {
				s = inParens(s)
			}
			out = append(out, s)
		}
	}
	return "(" + strings.Join(out, ", ") + ") -> " + inParens(p.text(m.Type))
}

// inParens parenthesizes a union or a callable used as a result.
func inParens(s string) string {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case '|', '>':
			if depth == 0 {
				return "(" + s + ")"
			}
		}
	}
	return s
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func named(name string, args ...external.TypeRef) external.TypeRef {
	return external.TypeRef{Form: external.Named, Name: name, Args: args}
}
