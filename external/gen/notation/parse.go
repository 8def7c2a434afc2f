package notation

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/external"
)

// A Language specifies how names are resolved.
type Language struct {
	Arity    bool              // keys distinguish generic types by arity: List<>
	Keywords map[string]string // int: System.Int32
	Known    func(key string) bool
}

// A File is the declarations of a text.
type File struct {
	Declared []external.Declared // by name
	Extended []*external.Type    // types of which only Name and Members are set
}

// Parse parses a text. Its errors contain the line.
func Parse(name, text string, lang Language) (*File, error) {
	p := &parser{lang: lang, own: map[string]bool{}, spaces: map[string]*external.Declared{}}
	lines := strings.Split(text, "\n")
	// The first pass records the declared types, the second one reads them.
	for p.noting = true; ; p.noting = false {
		p.namespace, p.source, p.usings, p.typ = "", "", nil, nil
		for i, line := range lines {
			if err := p.line(line); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
			}
		}
		if !p.noting {
			break
		}
	}
	f := &File{Extended: p.extended}
	for _, name := range p.order {
		f.Declared = append(f.Declared, *p.spaces[name])
	}
	slices.SortFunc(f.Declared, func(a, b external.Declared) int {
		return strings.Compare(a.Name, b.Name)
	})
	return f, nil
}

type parser struct {
	lang      Language
	noting    bool
	own       map[string]bool // keys of the types of this text
	namespace string
	source    string
	usings    []string
	typ       *external.Type
	spaces    map[string]*external.Declared
	order     []string
	extended  []*external.Type
}

// line reads a line.
func (p *parser) line(line string) error {
	text := strings.TrimSpace(line)
	if text == "" || strings.HasPrefix(text, "#") {
		return nil
	}
	if line[0] == ' ' || line[0] == '\t' {
		if p.noting {
			return nil
		}
		return p.member(text)
	}
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "namespace":
		p.namespace, p.source, p.usings, p.typ = rest, "", nil, nil
	case "source":
		p.source = rest
	case "using":
		p.usings = append(p.usings, rest)
	default:
		return p.declaration(text)
	}
	return nil
}

// declaration reads the first line of a type.
func (p *parser) declaration(text string) error {
	if p.source == "" {
		return fmt.Errorf("namespace %s states no source", p.namespace)
	}
	r := &reader{s: text, p: p}
	t := &external.Type{Namespace: p.namespace, Flags: external.Partial}
	r.modifiers(&t.Visible, &t.Flags)
	kind := r.word()
	if kind == "extend" {
		return p.extend(r)
	}
	for k := external.Class; k <= external.Module; k++ {
		if k.String() == kind {
			t.Kind = k
		}
	}
	if t.Kind == 0 {
		return fmt.Errorf("%q is no kind of type", kind)
	}
	if t.Kind == external.Interface {
		t.Flags |= external.Abstract
	}
	name := r.name()
	t.Name = p.namespace + "." + p.key(name, r.countParams())
	p.own[t.Name] = true
	p.typ = t
	if p.noting {
		return r.err
	}
	t.TypeParams = r.typeParams()
	if r.accept(":") {
		t.Bases = r.list(r.ref)
	}
	r.end()
	d := p.space(p.namespace)
	d.Types = append(d.Types, t)
	return r.err
}

// extend reads the head of an extension of a type.
func (p *parser) extend(r *reader) error {
	name := r.name()
	key := p.find(name, r.countParams())
	if p.noting {
		return nil // not all names are known yet
	}
	if key == "" {
		return fmt.Errorf("nothing declares %s", name)
	}
	p.typ = &external.Type{Name: key, TypeParams: r.typeParams()}
	r.end()
	p.extended = append(p.extended, p.typ)
	return r.err
}

func (p *parser) space(name string) *external.Declared {
	if p.spaces[name] == nil {
		p.spaces[name] = &external.Declared{Name: name, Partial: true}
		p.order = append(p.order, name)
	}
	return p.spaces[name]
}

// member reads a member of the last type.
func (p *parser) member(text string) error {
	if p.typ == nil {
		return fmt.Errorf("a member of no type")
	}
	r := &reader{s: text, p: p, scopes: [][]external.TypeParam{p.typ.TypeParams}}
	m := external.Member{}
	r.modifiers(&m.Visible, &m.Flags)
	r.kind(&m)
	m.TypeParams = r.typeParams()
	r.scopes = append(r.scopes, m.TypeParams)
	if callable(&m) {
		r.expect("(")
		m.Params = r.until(")")
	}
	if r.accept(":") {
		m.Type = r.ref()
	}
	r.end()
	if m.Kind == external.Constant && p.typ.Kind == external.Enum {
		m.Flags |= external.Static
		m.Type = external.TypeRef{Form: external.Named, Name: p.typ.Name}
	}
	if p.typ.Kind == external.Interface && m.Flags&(external.Static|external.Virtual) == 0 {
		m.Flags |= external.Abstract
	}
	p.typ.Members = append(p.typ.Members, m)
	return r.err
}

// key returns the key of a type with the given number of type parameters of the type
// itself.
func (p *parser) key(name string, arity int) string {
	if p.lang.Arity {
		return external.Generic(name, arity)
	}
	return name
}

// find returns the key of the type that a name refers to, "" for an unknown one.
func (p *parser) find(name string, arity int) string {
	key := p.key(name, arity)
	known := func(key string) bool { return p.own[key] || p.lang.Known(key) }
	for _, space := range append([]string{p.namespace}, p.usings...) {
		if known(space + "." + key) {
			return space + "." + key
		}
	}
	if known(key) {
		return key
	}
	return ""
}

// A reader reads the parts of a line.
type reader struct {
	s      string
	p      *parser
	scopes [][]external.TypeParam
	err    error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	r.s = ""
}

func (r *reader) accept(token string) bool {
	r.s = strings.TrimLeft(r.s, " ")
	rest, ok := strings.CutPrefix(r.s, token)
	if ok && isName(token[len(token)-1]) && rest != "" && isName(rest[0]) {
		return false
	}
	if ok {
		r.s = rest
	}
	return ok
}

func (r *reader) expect(token string) {
	if !r.accept(token) {
		r.fail("want %s at %q", token, r.s)
	}
}

func (r *reader) end() {
	if strings.TrimSpace(r.s) != "" {
		r.fail("unexpected %q", r.s)
	}
}

func isName(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 ||
		'0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

func (r *reader) word() string { return r.run(isName) }

// name reads a dotted name.
func (r *reader) name() string {
	return r.run(func(c byte) bool { return isName(c) || c == '.' })
}

func (r *reader) run(in func(byte) bool) string {
	r.s = strings.TrimLeft(r.s, " ")
	n := 0
	for n < len(r.s) && in(r.s[n]) {
		n++
	}
	if n == 0 {
		r.fail("want a name at %q", r.s)
	}
	w := r.s[:min(n, len(r.s))]
	r.s = r.s[len(w):]
	return w
}

// modifiers reads the modifiers before a declaration.
func (r *reader) modifiers(v *external.Visibility, f *external.Flags) {
	for {
		r.s = strings.TrimLeft(r.s, " ")
		word, rest, _ := strings.Cut(r.s, " ")
		switch flag := external.FlagOf(word); {
		case flag != 0:
			*f |= flag
		case word == external.Protected.String():
			*v = external.Protected
		default:
			return
		}
		r.s = rest
	}
}

// kind reads the kind and the name of a member.
func (r *reader) kind(m *external.Member) {
	for _, one := range []struct {
		kind  external.MemberKind
		token string
	}{
		{external.Constructor, external.ConstructorName}, {external.Indexer, external.IndexerName},
		{external.Conversion, external.ImplicitName}, {external.Conversion, external.ExplicitName},
	} {
		if r.accept(one.token) {
			m.Kind, m.Name = one.kind, one.token
			return
		}
	}
	word := r.word()
	for k := external.Method; k <= external.Embedded; k++ {
		if k.String() == word {
			m.Kind = k
		}
	}
	if m.Kind == 0 {
		r.fail("%q is no kind of member", word)
	}
	m.Name = r.word()
}

// until reads parameters up to the closing token.
func (r *reader) until(closing string) []external.Param {
	var all []external.Param
	for r.err == nil && !r.accept(closing) {
		if len(all) > 0 {
			r.expect(",")
		}
		p := external.Param{}
		for mode := external.ByRef; mode <= external.In; mode++ {
			if r.accept(mode.String()) {
				p.Mode = mode
			}
		}
		p.Variadic = r.accept("params")
		p.Name = r.word()
		p.Optional = r.accept("?")
		r.expect(":")
		p.Type = r.ref()
		all = append(all, p)
	}
	return all
}

// countParams counts the following type parameters without consuming them.
func (r *reader) countParams() int {
	if !strings.HasPrefix(r.s, "<") {
		return 0
	}
	n, depth := 1, 0
	for i := range len(r.s) {
		switch r.s[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return n
			}
		case ',':
			if depth == 1 {
				n++
			}
		}
	}
	return n
}

// typeParams reads <T: class & Bound, U>. Bounds may refer to any of them.
func (r *reader) typeParams() []external.TypeParam {
	if !r.accept("<") {
		return nil
	}
	scope := r.paramNames()
	r.scopes = append(r.scopes, scope)
	var all []external.TypeParam
	for r.err == nil && !r.accept(">") {
		if len(all) > 0 {
			r.expect(",")
		}
		p := external.TypeParam{Name: r.word()}
		if r.accept(":") {
			r.bound(&p)
			for r.accept("&") {
				r.bound(&p)
			}
		}
		all = append(all, p)
	}
	return all
}

// paramNames returns the type parameters of the list at r, without their bounds.
func (r *reader) paramNames() []external.TypeParam {
	var all []external.TypeParam
	depth, start := 0, true
	for i := 0; i < len(r.s) && depth >= 0; i++ {
		switch c := r.s[i]; {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case c == ',' && depth == 0:
			start = true
		case start && isName(c):
			n := i
			for n < len(r.s) && isName(r.s[n]) {
				n++
			}
			all = append(all, external.TypeParam{Name: r.s[i:n]})
			start = false
			i = n - 1
		}
	}
	return all
}

func (r *reader) bound(p *external.TypeParam) {
	for _, word := range external.RuleWords() {
		if r.accept(word) {
			p.Rules |= external.RuleOf(word)
			return
		}
	}
	p.Bounds = append(p.Bounds, r.ref())
}

func (r *reader) list(read func() external.TypeRef) []external.TypeRef {
	all := []external.TypeRef{read()}
	for r.err == nil && r.accept(",") {
		all = append(all, read())
	}
	return all
}

// ref reads a type.
func (r *reader) ref() external.TypeRef {
	if r.accept("?") {
		return r.wildcard()
	}
	name := r.name()
	var args []external.TypeRef
	if r.accept("<") {
		args = r.list(r.ref)
		r.expect(">")
	}
	t := r.resolve(name, args)
	for r.err == nil {
		switch {
		case strings.HasPrefix(r.s, "[]"):
			r.s = r.s[2:]
			t = external.TypeRef{Form: external.Array, Name: "[]", Args: []external.TypeRef{t}}
		case strings.HasPrefix(r.s, "?"):
			r.s = r.s[1:]
			t.Null = true
		default:
			return t
		}
	}
	return t
}

func (r *reader) wildcard() external.TypeRef {
	for _, word := range []string{"extends", "super"} {
		if r.accept(word) {
			bound := []external.TypeRef{r.ref()}
			return external.TypeRef{Form: external.Wildcard, Name: word, Args: bound}
		}
	}
	return external.TypeRef{Form: external.Wildcard}
}

// resolve returns the type that a name with arguments refers to.
func (r *reader) resolve(name string, args []external.TypeRef) external.TypeRef {
	if name == external.Unknown.String() {
		return external.TypeRef{}
	}
	if r.isParam(name) && len(args) == 0 {
		return external.TypeRef{Form: external.TypeVar, Name: name}
	}
	if full := r.p.lang.Keywords[name]; full != "" && len(args) == 0 {
		return external.TypeRef{Form: external.Named, Name: full}
	}
	key := r.p.find(name, len(args))
	if key == "" {
		r.fail("nothing declares %s with %d type arguments", name, len(args))
	}
	return external.TypeRef{Form: external.Named, Name: key, Args: args}
}

func (r *reader) isParam(name string) bool {
	for _, scope := range r.scopes {
		if slices.ContainsFunc(scope, func(p external.TypeParam) bool { return p.Name == name }) {
			return true
		}
	}
	return false
}
