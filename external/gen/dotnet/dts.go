package dotnet

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"seedgraph/external"
)

// A script is the declarations file of a namespace. The types in it are as written:
// Form Named with a name that scope.resolve resolves.
type script struct {
	decls   map[string]*decl
	imports map[string]imported // by local name
}

// An imported is a name of another namespace; Name is empty for the whole namespace.
type imported struct{ namespace, name string }

// A decl is all declarations of a type in the file: an interface for the instance
// members, a constant for the others, and a type alias.
type decl struct {
	params  []external.TypeParam
	members []external.Member // Static is set, the other flags are not
	call    *external.Member  // of a delegate
	index   *external.TypeRef // of a type with a numeric index signature
}

var (
	importNames = regexp.MustCompile(`^import (?:type )?\{ (.*) \} from ["'](.*)["'];$`)
	importSpace = regexp.MustCompile(`^import (?:type )?\* as (\w+) from ["'](.*)["'];$`)
	declaration = regexp.MustCompile(
		`^export (?:declare )?(interface|abstract class|class|const|enum|type) (\w+)(.*)$`)
	spaceOfPath = regexp.MustCompile(`([\w.]+)/internal/index\.js$`)
)

// readScript reads a declarations file. It is generated, with one member per line.
func readScript(file string) (*script, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := &script{decls: map[string]*decl{}, imports: map[string]imported{}}
	lines := strings.Split(string(data), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if s.addImport(line) {
			continue
		}
		m := declaration.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		var body []string
		if strings.HasSuffix(line, "{") {
			for i++; i < len(lines) && !strings.HasPrefix(lines[i], "}"); i++ {
				body = append(body, strings.TrimSpace(lines[i]))
			}
		}
		if err := s.add(m[1], m[2], m[3], body); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, m[2], err)
		}
	}
	return s, nil
}

// addImport records the names of an import line; it returns false for other lines.
func (s *script) addImport(line string) bool {
	if m := importNames.FindStringSubmatch(line); m != nil {
		if space := spaceOfPath.FindStringSubmatch(m[2]); space != nil {
			for _, name := range strings.Split(m[1], ", ") {
				name, alias, ok := strings.Cut(name, " as ")
				if !ok {
					alias = name
				}
				s.imports[alias] = imported{space[1], name}
			}
		}
		return true
	}
	if m := importSpace.FindStringSubmatch(line); m != nil {
		if space := spaceOfPath.FindStringSubmatch(m[2]); space != nil {
			s.imports[m[1]] = imported{space[1], ""}
		}
		return true
	}
	return false
}

// add records a declaration: its keyword, its name, the rest of its line, its body.
func (s *script) add(keyword, name, rest string, body []string) error {
	instance := strings.HasPrefix(rest, "$instance")
	rest = strings.TrimPrefix(rest, "$instance")
	if strings.HasPrefix(rest, "$") || strings.HasPrefix(name, "__") {
		return nil // views of interfaces, shapes of primitives
	}
	d := s.decls[name]
	if d == nil {
		d = &decl{}
		s.decls[name] = d
	}
	p := &typeParser{s: rest}
	switch keyword {
	case "interface", "abstract class", "class":
		if params := p.typeParams(); instance && d.params == nil {
			d.params = params
		}
		return d.addBody(body, false)
	case "const":
		d.members = append(d.members, p.abstractConstructors()...)
		return d.addBody(body, true)
	case "type":
		p.s, _ = strings.CutSuffix(rest, " & {") // methods for await in TypeScript
		params := p.typeParams()
		p.expect("=")
		t := p.typ()
		if p.err != nil {
			return p.err
		}
		d.alias(params, &t)
	}
	return p.err // an enum's values are in the metadata
}

// abstractConstructors reads ": (abstract new(…) => X) & (…) & {".
func (p *typeParser) abstractConstructors() []external.Member {
	var all []external.Member
	p.expect(":")
	for p.accept("(") {
		t := p.primary()
		p.expect(")")
		p.accept("&")
		if sig := t.Signature(); sig != nil {
			m := external.Member{Kind: external.Constructor, Name: external.ConstructorName}
			m.Params = sig.Params
			all = append(all, m)
		}
	}
	return all
}

// alias records the contents of a type alias: the signature of a delegate, or an
// indexer of the type.
func (d *decl) alias(params []external.TypeParam, t *external.TypeRef) {
	if sig := t.Signature(); sig != nil {
		d.params, d.call = params, sig
		return
	}
	for i := range t.Args {
		if o := &t.Args[i]; o.Form == external.Object {
			for j := range o.Members {
				if o.Members[j].Kind == external.Indexer {
					d.index = &o.Members[j].Type
				}
			}
		}
	}
}

func (d *decl) addBody(lines []string, static bool) error {
	for _, line := range lines {
		if line == "" || strings.HasPrefix(line, "//") || strings.Contains(line, "__tsonic_") {
			continue
		}
		p := &typeParser{s: strings.TrimSuffix(line, ";")}
		m := p.member()
		if p.err == nil && p.s != "" {
			p.fail("end")
		}
		if p.err != nil {
			return fmt.Errorf("%s: %w", line, p.err)
		}
		if static && m.Kind != external.Constructor {
			m.Flags |= external.Static
		}
		d.addMember(m)
	}
	return nil
}

// addMember adds m unless it is the setter of a getter already added.
func (d *decl) addMember(m external.Member) {
	if m.Kind == external.Property {
		for i := range d.members {
			old := &d.members[i]
			static := (old.Flags ^ m.Flags) & external.Static
			if old.Name == m.Name && old.Kind == m.Kind && static == 0 {
				old.Flags &^= external.ReadOnly
				return
			}
		}
	}
	d.members = append(d.members, m)
}

// A typeParser parses members and types of TypeScript, in the subset of the language
// that the generated declarations use.
type typeParser struct {
	s   string
	err error
}

func (p *typeParser) fail(want string) {
	if p.err == nil {
		p.err = fmt.Errorf("want %s at %.40q", want, p.s)
	}
	p.s = ""
}

func (p *typeParser) space() { p.s = strings.TrimLeft(p.s, " ") }

// accept skips token if it is next.
func (p *typeParser) accept(token string) bool {
	p.space()
	rest, ok := strings.CutPrefix(p.s, token)
	if ok && isWord(token[0]) && rest != "" && isWord(rest[0]) {
		return false
	}
	if ok {
		p.s = rest
	}
	return ok
}

func (p *typeParser) expect(token string) {
	if !p.accept(token) {
		p.fail(token)
	}
}

// peek reports whether token is next.
func (p *typeParser) peek(token string) bool {
	p.space()
	return strings.HasPrefix(p.s, token)
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 ||
		'0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

func (p *typeParser) word() string {
	p.space()
	n := 0
	for n < len(p.s) && isWord(p.s[n]) {
		n++
	}
	if n == 0 {
		p.fail("a name")
	}
	w := p.s[:n]
	p.s = p.s[n:]
	return w
}

// member parses a line of a body.
func (p *typeParser) member() external.Member {
	m := external.Member{Kind: external.Property}
	if p.peek("new(") || p.peek("new<") {
		p.accept("new")
		m.Kind, m.Name = external.Constructor, external.ConstructorName
		p.signature(&m)
		m.Type = external.TypeRef{}
		m.TypeParams = nil // those of the type
		return m
	}
	if p.accept("static") {
		m.Flags |= external.Static
	}
	if p.accept("readonly") {
		m.Flags |= external.ReadOnly
	}
	switch {
	case p.peek("get ") || p.peek("set "):
		getter := p.accept("get")
		if !getter {
			p.accept("set")
		}
		m.Name = clean(p.word())
		p.signature(&m)
		if getter {
			m.Flags |= external.ReadOnly // until its setter comes
		} else if len(m.Params) == 1 {
			m.Type = m.Params[0].Type
		}
		m.Params = nil
		return m
	case p.peek("["):
		m.Kind, m.Name = external.Indexer, external.IndexerName
		p.expect("[")
		m.Params = []external.Param{p.param()}
		p.expect("]")
		p.expect(":")
		m.Type = p.typ()
		return m
	}
	m.Name = clean(p.word())
	p.accept("?")
	if p.peek("(") || p.peek("<") {
		m.Kind = external.Method
		p.signature(&m)
		return m
	}
	p.expect(":")
	m.Type = p.typ()
	return m
}

// clean removes the underscore that distinguishes names from TypeScript keywords.
func clean(name string) string {
	if rest, ok := strings.CutSuffix(name, "_"); ok && reserved[rest] {
		return rest
	}
	return name
}

var reserved = func() map[string]bool {
	words := `break case catch class const continue debugger default delete do else enum export extends
		false finally for function if import in instanceof new null return super switch this throw true
		try typeof var void while with as implements interface let package private protected public
		static yield any boolean constructor declare get module require number set string symbol type
		from of namespace async await arguments eval undefined never unknown object infer is keyof
		readonly unique global bigint abstract`
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}()

// signature reads type parameters, parameters and a result.
func (p *typeParser) signature(m *external.Member) {
	m.TypeParams = p.typeParams()
	m.Params = p.params()
	if p.accept(":") {
		m.Type = p.typ()
	}
}

func (p *typeParser) params() []external.Param {
	p.expect("(")
	var all []external.Param
	for p.err == nil && !p.accept(")") {
		all = append(all, p.param())
		p.accept(",")
	}
	return all
}

func (p *typeParser) param() external.Param {
	one := external.Param{Variadic: p.accept("...")}
	one.Name = clean(p.word())
	one.Optional = p.accept("?")
	p.expect(":")
	one.Type = p.typ()
	return one
}

func (p *typeParser) typeParams() []external.TypeParam {
	if !p.accept("<") {
		return nil
	}
	var all []external.TypeParam
	for p.err == nil && !p.accept(">") {
		one := external.TypeParam{Name: p.word()}
		if p.accept("extends") {
			bound := p.typ()
			one.Bounds = []external.TypeRef{bound}
		}
		if p.accept("=") {
			one.Default = p.typ()
		}
		all = append(all, one)
		p.accept(",")
	}
	return all
}

// typ reads a union.
func (p *typeParser) typ() external.TypeRef { return p.operands("|", external.Union, p.intersection) }

func (p *typeParser) intersection() external.TypeRef {
	return p.operands("&", external.Intersection, p.postfix)
}

// operands reads types with an operator between them.
func (p *typeParser) operands(
	op string, form external.Form, next func() external.TypeRef,
) external.TypeRef {
	p.accept(op)
	one := next()
	if !p.peek(op) {
		return one
	}
	all := []external.TypeRef{one}
	for p.err == nil && p.accept(op) {
		all = append(all, next())
	}
	return external.TypeRef{Form: form, Args: all}
}

// postfix reads a type and the [] after it.
func (p *typeParser) postfix() external.TypeRef {
	p.accept("readonly")
	t := p.primary()
	for p.err == nil && strings.HasPrefix(p.s, "[]") {
		p.s = p.s[2:]
		t = arrayOf(t)
	}
	return t
}

func (p *typeParser) primary() external.TypeRef {
	switch {
	case p.isFunction():
		p.accept("abstract")
		p.accept("new")
		m := external.Member{Name: external.CallName, Kind: external.Call}
		m.TypeParams = p.typeParams()
		m.Params = p.params()
		p.expect("=>")
		m.Type = p.typ()
		return external.TypeRef{Form: external.Func, Members: []external.Member{m}}
	case p.accept("("):
		t := p.typ()
		p.expect(")")
		return t
	case p.accept("{"):
		t := external.TypeRef{Form: external.Object}
		for p.err == nil && !p.accept("}") {
			t.Members = append(t.Members, p.member())
			p.accept(";")
		}
		return t
	}
	if p.accept("[") {
		t := external.TypeRef{Form: external.Tuple}
		for p.err == nil && !p.accept("]") {
			t.Args = append(t.Args, p.typ())
			p.accept(",")
		}
		return t
	}
	name := p.word()
	for p.err == nil && p.accept(".") {
		name += "." + p.word()
	}
	t := external.TypeRef{Form: external.Named, Name: name}
	if p.accept("<") {
		for p.err == nil && !p.accept(">") {
			t.Args = append(t.Args, p.typ())
			p.accept(",")
		}
	}
	return t
}

// isFunction reports whether a function type, and not a parenthesized type, begins
// here.
func (p *typeParser) isFunction() bool {
	p.space()
	for _, start := range []string{"abstract new", "new(", "new<", "<"} {
		if strings.HasPrefix(p.s, start) {
			return true
		}
	}
	if !strings.HasPrefix(p.s, "(") {
		return false
	}
	behind := p.s[min(len(p.s), closing(p.s, 0)+1):]
	return strings.HasPrefix(strings.TrimLeft(behind, " "), "=>")
}
