package parse

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Dump formats the facts for people and for tests: one line per fact, positions as
// line:column, both from 1, in bytes.
//
//	== path language module=… [errors] [test]
//	def class Order 3:1-9:2 name=3:14 [in Shop] [mods=public,static] [decs=…] [bases=A,B<C>] [sig="…"] …
//	import X.Y all 1:1
//	local p int in Order.Place 4:1-6:2
//	flow p in Order.Place 4:1=unset 4:9=value(make(0))! 5:1=def(4:3)|import(x.p)   late=…; !: followed by a call
//	ref call Find on this.repo (1) in Order.Place 5:9
//	change adds column dbo.Order.City 5:9
//	embedded "SELECT …" in Order.Place 5:9        procedure: run as one; text: a part of others
//	value of 5:3: "SELECT …"                      the preceding embedded string is the value of the name there
//	site call app.MapGet("/x", (a: _) => 5:3-5:9) in Order.Place 5:9
//	page namespace=Shop model=Order layout=Main [imports]
//	route "/orders/{id}" 1:7
//	lost Place 5:9                                apparently defined, but not read
//	tag OrderLine 4:6 [in 0] Line=4:21-4:25 Title="Order" Quick     Line may be code
//
// Each group is in the order of the facts: definitions, imports, locals, flows,
// references, embedded code.
func Dump(f *Facts) string {
	d := dumper{f: f, lines: []uint32{0}}
	for i := range len(f.Text) {
		if f.Text[i] == '\n' {
			d.lines = append(d.lines, uint32(i)+1)
		}
	}
	d.Head()
	for i := range f.Definitions {
		if i > 0 {
			d.definition(&f.Definitions[i])
		}
	}
	for _, m := range f.Imports {
		d.importLine(m)
	}
	for _, l := range f.Locals {
		d.local(l)
	}
	for _, x := range f.LiveBindings {
		d.flow(x)
	}
	for _, r := range f.References {
		d.reference(r)
	}
	for _, c := range f.Changes {
		d.change(c)
	}
	for i := range f.Groups {
		d.group(i+1, &f.Groups[i])
	}
	for _, g := range f.Guards {
		d.guard(&g)
	}
	if f.Page != nil {
		d.page(f.Page)
	}
	for _, e := range f.Embedded {
		d.embedded(&e)
	}
	for i := range f.Sites {
		d.site(&f.Sites[i])
	}
	for _, l := range f.Lost {
		d.printf("lost %s %s", l.Name, d.pos(l.At))
	}
	return d.b.String()
}

func (d *dumper) site(s *Site) {
	of := ""
	if s.Kind == SiteValue || s.Kind == SiteEach {
		of = " of " + d.pos(s.For)
	}
	if s.Part > 0 {
		of = fmt.Sprintf(" part %d%s", s.Part, of)
	}
	if s.To != nil {
		of += " " + d.expr(s.To) + " ="
	}
	of += when(s.Appends, " more")
	branch := ""
	if s.Branch {
		branch = " branch"
	}
	for c := s.If; c != nil; c = c.Outer {
		not := ""
		if c.Not {
			not = "not "
		}
		branch += " if " + not + d.expr(&c.Expr)
	}
	d.printf("site %s%s %s in %s %s%s", s.Kind, of, d.expr(&s.Expr), d.in(s.Def),
		d.pos(s.Expr.At), branch)
}

// expr formats an expression: strings quoted, opaque parts as "_".
func (d *dumper) expr(e *Expr) string {
	recv := ""
	if e.Recv != nil {
		recv = d.expr(e.Recv) + "."
	}
	switch e.Kind {
	case ExprOpaque:
		return "_"
	case ExprString:
		return strconv.Quote(e.Text) + opt(" of ", partNames(e.Parts))
	case ExprCall:
		return recv + e.Text + d.typeArgs(e) + "(" + d.exprs(e.Args) + ")"
	case ExprNew:
		return "new " + e.Text + d.typeArgs(e) + "(" + d.exprs(e.Args) + ")"
	case ExprList:
		return "[" + d.exprs(e.Args) + "]"
	case ExprMap:
		return "{" + d.exprs(e.Args) + "}"
	case ExprLambda:
		return "(" + d.exprs(e.Args) + ") => " + d.pos(e.Body.Start) + "-" + d.pos(e.Body.End)
	case ExprType:
		return "typeof(" + e.Text + ")"
	case ExprIndex:
		return d.expr(e.Recv) + "[" + d.exprs(e.Args) + "]"
	case ExprQuery:
		return "from(" + d.exprs(e.Args) + ")"
	case ExprConditional:
		return recv + "either(" + d.exprs(e.Args) + ")"
	case ExprTest:
		return "(" + d.exprs(e.Args) + ")" + e.Text
	}
	return recv + e.Text + d.typeArgs(e)
}

func (d *dumper) typeArgs(e *Expr) string {
	var out []string
	for i := range e.TypeArgs {
		out = append(out, d.expr(&e.TypeArgs[i]))
	}
	if out == nil {
		return ""
	}
	return "<" + strings.Join(out, ", ") + ">"
}

func (d *dumper) exprs(args []ExprArg) string {
	var out []string
	for i := range args {
		text := d.expr(&args[i].Value)
		if args[i].Name != "" {
			text = args[i].Name + ": " + text
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func (d *dumper) embedded(e *Embedded) {
	word := e.Use.String()
	if e.Use == UseCode {
		word = "embedded"
	}
	d.printf("%s %q%s%s%s in %s %s", word, e.Text, opt(" of ", partNames(e.Parts)),
		opt(" from ", e.File), opt(" to ", e.Sink), d.in(e.Def), d.pos(e.Range.Start))
	if e.IsValue {
		word := "value"
		if e.Initial {
			word = "initial value"
		}
		d.printf("%s of %s: %q", word, d.pos(e.For)+opt(" member ", e.Member), e.Text)
	}
}

// partNames formats the names among the parts of a string.
func partNames(parts []TextPart) string {
	var names []string
	for _, p := range parts {
		if p.At != 0 {
			names = append(names, p.Text)
		}
	}
	return strings.Join(names, ",")
}

type dumper struct {
	f     *Facts
	b     strings.Builder
	lines []uint32 // where each line begins
}

func (d *dumper) printf(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

func (d *dumper) Head() {
	flags := ""
	if d.f.HasError {
		flags += " errors"
	}
	if d.f.Test {
		flags += " test"
	}
	d.printf("== %s %s%s%s", d.f.Path, d.f.Language, opt(" module=", d.f.Module), flags)
}

func (d *dumper) definition(x *Definition) {
	var s strings.Builder
	fmt.Fprintf(&s, "def %s %s %s-%s name=%s", x.Kind, x.Symbol, d.pos(x.Range.Start),
		d.pos(x.Range.End), d.pos(x.NameAt))
	if x.Parent > 0 {
		s.WriteString(" in " + d.in(x.Parent))
	}
	s.WriteString(opt(" module=", x.Module) + opt(" schema=", x.Schema) + opt(" form=",
		x.RareFields().Form))
	s.WriteString(opt(" mods=", strings.Join(x.Modifiers, ",")) + opt(" decs=",
		strings.Join(x.Decorators, ",")))
	if len(x.Bases) > 0 {
		s.WriteString(" bases=" + dumpTypes(x.Bases))
	}
	s.WriteString(opt(" tparams=", strings.Join(x.TypeParams, ",")))
	if len(x.Params) > 0 {
		s.WriteString(" params=(" + dumpParams(x.Params) + ")")
	}
	s.WriteString(opt(" recv=", x.Receiver().String()) + opt(" type=", x.Type.String()) +
		opt(" heldas=", x.RareFields().VariableType.String()))
	for _, o := range x.RareFields().Overloads {
		s.WriteString(" overload=(" + dumpParams(o.Params) + ")" + opt(":", o.Type.String()))
	}
	for i, v := range x.Init {
		fmt.Fprintf(&s, "%s%s", [...]string{" init=", "|"}[min(i, 1)], Expression(v.Steps))
	}
	if x.Complexity > 0 {
		fmt.Fprintf(&s, " cx=%d", x.Complexity)
	}
	s.WriteString(when(x.Exported, " exported") + when(x.Test, " test") + when(x.Partial,
		" partial") + when(x.Yields, " yields"))
	if x.Signature != "" {
		fmt.Fprintf(&s, " sig=%q", x.Signature)
	}
	if x.Doc != "" {
		fmt.Fprintf(&s, " doc=%q", x.Doc)
	}
	d.printf("%s", s.String())
}

func dumpParams(params []Param) string {
	var out []string
	for _, p := range params {
		out = append(out, strings.TrimSpace(p.Name+" "+p.Type.String())+when(p.Optional,
			"?")+when(p.Variadic, "..."))
	}
	return strings.Join(out, ", ")
}

func (d *dumper) importLine(m Import) {
	s := "import " + m.Path + opt(" name=", m.Name) + opt(" as ", m.Alias)
	s += when(m.All, " all") + when(m.Static, " static") + when(m.Whole, " whole") + when(m.Global,
		" global") + when(m.Export, " export") + when(m.Type, " type")
	if m.Def > 0 {
		s += " in " + d.in(m.Def)
	}
	d.printf("%s %s", s, d.pos(m.At))
}

func (d *dumper) local(l Local) {
	kind := map[LocalKind]string{LocalVar: "local", LocalParam: "param",
		LocalTypeParam: "typeparam", LocalType: "type"}[l.Kind]
	s := kind + " " + l.Name + opt(" ", l.Type.String()) + when(l.Set || l.Again, " set")
	if l.Init != nil {
		s += " = " + Expression(append(l.Init[:len(l.Init):len(l.Init)], l.taken()...))
	}
	d.printf("%s in %s %s-%s", s, d.in(l.Def), d.pos(l.Scope.Start), d.pos(l.Scope.End))
}

func (d *dumper) flow(x LiveBindings) {
	s := "flow " + x.Name + " in " + d.in(x.Def)
	for _, p := range x.Points {
		s += " " + d.pos(p.At) + "=" + d.bindings(x, p.Set) + when(p.Runs, "!")
	}
	if len(x.Late) > 0 {
		s += " late=" + d.bindings(x, x.Late)
	}
	d.printf("%s", s)
}

// bindings formats the bindings of a flow with the indices in set.
func (d *dumper) bindings(x LiveBindings, set []uint16) string {
	var out []string
	for _, i := range set {
		b := x.Bindings[i]
		s := b.Kind.String()
		switch b.Kind {
		case FlowDef:
			s += "(" + d.pos(d.f.Definitions[b.Index].NameAt) + ")"
		case FlowImport:
			m := d.f.Imports[b.Index]
			s += "(" + m.Path + opt(" ", m.Name) + ")"
		case FlowValue:
			s += "(" + b.Type.String()
			for j, v := range b.Values {
				s += when(j > 0, ",") + when(b.Iter, "in ") + Expression(v.Steps)
			}
			s += ")"
		case FlowGuard:
			s += "(" + when(b.Not, "not ") + b.Type.String() + " of " + d.bindings(x, b.Prev) + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, "|")
}

var refNames = map[RefKind]string{
	RefCall: "call", RefCreate: "create", RefType: "type", RefMember: "member",
	RefRender: "render", RefHandler: "handler", RefRead: "read",
	RefWrite: "write",
	RefExec:  "exec", RefFunc: "func", RefForeignKey: "fk", RefOn: "on", RefSynonym: "synonym",
	RefUse: "use",
}

// String returns the name of k: call, create, type, member, read, …
func (k RefKind) String() string { return refNames[k] }

func (d *dumper) reference(r Reference) {
	s := "ref " + r.Kind.String() + " " + r.Name
	if r.Recv != nil {
		s += " on " + Expression(r.Recv)
	}
	if r.Args >= 0 && (r.Kind == RefCall || r.Kind == RefCreate) {
		s += fmt.Sprintf(" (%d)", r.Args)
	}
	s += opt(" op=", strings.Join(r.Op.Names(), ",")) + when(r.Dynamic, " dynamic")
	if r.ArgTypes() != nil {
		s += " argtypes=" + dumpTypes(r.ArgTypes())
	}
	if r.ArgSteps() != nil {
		var args []string
		for _, a := range r.ArgSteps() {
			args = append(args, Expression(a))
		}
		s += " args=" + strings.Join(args, ",")
	}
	d.printf("%s in %s %s", s, d.in(r.Def), d.pos(r.At))
}

func (d *dumper) change(c Change) {
	name := c.Name
	if c.Schema != "" {
		name = c.Schema + "." + name
	}
	in, params := "", ""
	if c.In > 0 {
		in = d.in(c.In)
	}
	if c.Params != nil {
		var types []string
		for _, p := range c.Params {
			types = append(types, p.Type.Head()+when(p.Out, " out"))
		}
		params = "(" + strings.Join(types, ", ") + ")"
	}
	d.printf("change %s %s%s%s%s%s%s %s %s%s%s", c.Op, name, params, opt(" ", c.Part), opt(" to=", c.To), opt(" home=", c.TargetSchema),
		opt(" drops index=", c.Index), strings.ToLower(string(c.Kind)), d.pos(c.At), opt(" in ", in),
		when(c.Cascades, " cascades"))
}

func (d *dumper) group(number int, g *Group) {
	var values []string
	for i, v := range g.Values {
		name := ""
		if i < len(g.Names) {
			name = g.Names[i] + "="
		}
		values = append(values, name+Expression(v.Steps))
	}
	d.printf("group #%d (%s)", number, strings.Join(values, ", "))
}

var guardNames = [...]string{
	GuardInstance: "instanceof", GuardTypeof: "typeof", GuardIn: "in", GuardEqual: "equal",
	GuardTruthy: "truthy",
	GuardCall:   "call", GuardAssert: "assert", GuardAssign: "assign",
}

func (d *dumper) guard(g *Guard) {
	s := "guard " + g.Name + " " + when(g.Or, "or ") + when(g.Not,
		"not ") + guardNames[g.Kind] + opt(" ", g.Text)
	if g.Steps != nil {
		s += " " + Expression(g.Steps)
	}
	if g.Kind == GuardCall || g.Kind == GuardAssert {
		s += fmt.Sprintf(" arg=%d", g.Arg)
	}
	if g.By != nil {
		s += " by " + Expression(g.By)
	}
	d.printf("%s in %s %s-%s", s, d.in(g.Def), d.pos(g.Scope.Start), d.pos(g.Scope.End))
}

// in formats the name of a definition; the file is <file>.
func (d *dumper) in(def int32) string {
	if def == 0 {
		return "<file>"
	}
	return d.f.Definitions[def].Symbol
}

func (d *dumper) pos(at uint32) string {
	line := sort.Search(len(d.lines), func(i int) bool { return d.lines[i] > at })
	return fmt.Sprintf("%d:%d", line, at-d.lines[line-1]+1)
}

// Expression formats a chain of steps: this.repo.Find(1).Name
func Expression(steps []Step) string {
	var b strings.Builder
	whole := len(steps) - 1 // the last step that combines the ones before it
	for whole >= 0 && (steps[whole].Kind < StepUnary || steps[whole].Kind > StepQuery) {
		whole--
	}
	if whole >= 0 {
		b.WriteString(combination(steps[:whole], &steps[whole]))
	}
	for i, s := range steps {
		if i <= whole {
			continue
		}
		if i > 0 && (s.Kind == StepMember || s.Kind == StepCall) {
			b.WriteByte('.')
		}
		switch s.Kind {
		case StepName, StepMember:
			b.WriteString(s.Name)
		case StepCall:
			fmt.Fprintf(&b, "%s(%d)", s.Name, s.Args)
		case StepNew:
			fmt.Fprintf(&b, "new %s", s.WrittenType().String())
		case StepThis:
			b.WriteString("this")
		case StepBase:
			b.WriteString("base" + opt(":", s.Name))
		case StepType:
			b.WriteString("<" + s.WrittenType().String() + ">")
		case StepIndex:
			b.WriteString("[" + s.Name)
			if s.Name == "" && s.Args > 0 {
				b.WriteString(strconv.Itoa(int(s.Args) - 1))
			}
			b.WriteByte(']')
		case StepSlice:
			b.WriteString("[:]")
		case StepElement:
			b.WriteString("[each]")
		case StepKey:
			b.WriteString("[key]")
		case StepResult:
			fmt.Fprintf(&b, "!result%d", s.Args)
		case StepAwait:
			b.WriteString("!await")
		case StepAlternatives:
			fmt.Fprintf(&b, "either#%d", s.At)
		case StepLambda:
			b.WriteString(strings.TrimSpace(s.Name+" ") + fmt.Sprintf("lambda#%d", s.At))
		case StepArray:
			fmt.Fprintf(&b, "%s#%d", cmp.Or(s.Name, "array"), s.At)
		case StepObject:
			fmt.Fprintf(&b, "object#%d", s.At)
		case StepSpread:
			b.WriteString("...")
		case StepExpected:
			fmt.Fprintf(&b, "!arg%d", s.Args)
		case StepArgument:
			fmt.Fprintf(&b, "arg%d", s.Args)
		case StepFuncParam:
			fmt.Fprintf(&b, "!param%d", s.Args)
		case StepFuncResult:
			b.WriteString("!result")
		case StepInstance:
			b.WriteString("!instance")
		case StepCase:
			b.WriteString("[case]")
		case StepRest:
			b.WriteString("[...]")
		case StepDeconstruct:
			fmt.Fprintf(&b, "!apart%d", s.Args)
		case StepCapture:
			fmt.Fprintf(&b, "!field%d", s.Args)
		default:
			b.WriteString("?")
		}
	}
	return b.String()
}

// combination formats an expression of several parts: (a + b), (x = a, y = b).
func combination(steps []Step, s *Step) string {
	size := min(int(s.Args), len(steps))
	left, right := steps[:len(steps)-size], steps[len(steps)-size:]
	switch s.Kind {
	case StepUnary:
		return s.Name + Expression(steps)
	case StepBinary, StepChoice:
		return "(" + Expression(left) + " " + cmp.Or(s.Name, "|") + " " + Expression(right) + ")"
	case StepIndexBy:
		return Expression(left) + "[" + Expression(right) + "]"
	case StepTuple:
		return s.Name[:1] + expressionParts(right) + s.Name[1:]
	case StepQuery:
		return "(from " + Expression(left) + " select " + expressionParts(right) + ")"
	}
	return "?"
}

// page formats the facts of the markup.
func (d *dumper) page(p *Page) {
	d.printf("%s", "page"+opt(" namespace=", p.Namespace)+opt(" model=", p.Model.String())+
		opt(" layout=", p.Layout.Name)+when(p.FolderWide, " imports"))
	for _, r := range p.Routes {
		d.printf("route %q %s", r.Template, d.pos(r.At))
	}
	for i := range p.Tags {
		t := &p.Tags[i]
		line := "tag " + t.Name + " " + d.pos(t.At)
		if t.Parent >= 0 {
			line += " in " + strconv.Itoa(int(t.Parent))
		}
		for _, a := range t.Attrs {
			line += " " + a.Name
			switch {
			case a.IsText && !a.MayBeCode:
				line += "=" + strconv.Quote(a.Text)
			case !a.Value.IsEmpty():
				line += "=" + d.pos(a.Value.Start) + "-" + d.pos(a.Value.End)
			}
		}
		d.printf("%s", line)
	}
	if p.Template != nil {
		d.template(p.Template)
	}
	d.angular(p)
}

// angular formats the facts of decorators and templates of Angular.
func (d *dumper) angular(p *Page) {
	for i := range p.Parts {
		x := &p.Parts[i]
		d.printf("%s", "part "+x.Decorator+" def="+strconv.Itoa(int(x.Def))+
			opt(" selector=", x.Selector)+opt(" template=", x.Template.Text)+
			opt(" imports=", namesOf(x.Imports))+opt(" declarations=", namesOf(x.Declarations))+
			opt(" exports=", namesOf(x.Exports)))
	}
	for _, m := range p.Markups {
		line := "markup " + d.pos(m.Range.Start) + "-" + d.pos(m.Range.End) + " def=" +
			strconv.Itoa(int(m.Def))
		for _, at := range m.Pipes {
			line += " pipe " + d.pos(at)
		}
		d.printf("%s", line)
	}
}

// namesOf joins the names of a list.
func namesOf(list []TextPart) string {
	var names []string
	for _, p := range list {
		names = append(names, p.Text)
	}
	return strings.Join(names, " ")
}

// template formats the names in a template.
func (d *dumper) template(t *Template) {
	for _, v := range t.Vars {
		d.printf("%s", "var "+v.Name+" "+d.pos(v.Scope.Start)+"-"+d.pos(v.Scope.End)+
			when(v.Each, " each")+opt(" of=", namesOf(v.Of)))
	}
	for _, m := range t.Refs {
		d.printf("%s", "mark "+m.Kind.String()+opt(" ", strings.ReplaceAll(m.Name, Unknown, "{}"))+
			" "+d.pos(m.At)+opt(" part=", m.Part)+opt(" verb=", m.Verb)+
			opt(" path=", namesOf(m.Path))+" def="+strconv.Itoa(int(m.Def)))
	}
	if len(t.Loads) > 0 {
		d.printf("%s", "loads "+strings.Join(t.Loads, " "))
	}
}

// expressionParts formats the parts of a tuple.
func expressionParts(steps []Step) string {
	var out []string
	for end := len(steps); end > 0; {
		s := &steps[end-1]
		start := max(end-1-int(s.Args), 0)
		part := Expression(steps[start : end-1])
		if s.Name != "" {
			part = s.Name + " = " + part
		}
		out = append(out, part)
		end = start
	}
	slices.Reverse(out)
	return strings.Join(out, ", ")
}

// String formats a type: pkg.List<Order>, []<Order>, |<A,B>; empty if unknown.
func (t TypeRef) String() string {
	name := t.Head()
	for i, word := range funcWords {
		if t.Func.Has(1 << i) {
			name = word + " " + name
		}
	}
	if len(t.Args) == 0 {
		return name
	}
	return name + "<" + dumpTypes(t.Args) + ">"
}

var funcWords = [...]string{
	"lambda", "ref", "value", "void", "async", "block", "throw", "statement",
}

func dumpTypes(ts []TypeRef) string {
	var out []string
	for _, t := range ts {
		if s := t.String(); s != "" {
			out = append(out, s)
		} else {
			out = append(out, "_")
		}
	}
	return strings.Join(out, ",")
}

func opt(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func when(on bool, s string) string {
	if on {
		return s
	}
	return ""
}
