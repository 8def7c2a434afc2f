package parsetest

import (
	"fmt"
	"strings"

	"seedgraph/parse"
)

// Dump writes the facts in the notation of the package comment.
func Dump(f *parse.Facts) string {
	d := dumper{f: f}
	d.head()
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
	for _, r := range f.References {
		d.reference(r)
	}
	for _, e := range f.Embedded {
		d.printf("embedded %q%s in %s %s", e.Text, opt(" to ", e.Sink), d.in(e.Def), d.pos(e.Range.Start))
	}
	return d.b.String()
}

type dumper struct {
	f *parse.Facts
	b strings.Builder
}

func (d *dumper) printf(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

func (d *dumper) head() {
	flags := ""
	if d.f.HasError {
		flags += " errors"
	}
	if d.f.Test {
		flags += " test"
	}
	d.printf("== %s %s%s%s", d.f.Path, d.f.Language, opt(" module=", d.f.Module), flags)
}

func (d *dumper) definition(x *parse.Definition) {
	var s strings.Builder
	fmt.Fprintf(&s, "def %s %s %s-%s name=%s", x.Kind, x.Symbol, d.pos(x.Range.Start), d.pos(x.Range.End), d.pos(x.NameAt))
	if x.Parent > 0 {
		s.WriteString(" in " + d.in(x.Parent))
	}
	s.WriteString(opt(" module=", x.Module) + opt(" schema=", x.Schema) + opt(" form=", x.Form))
	s.WriteString(opt(" mods=", strings.Join(x.Modifiers, ",")) + opt(" decs=", strings.Join(x.Decorators, ",")))
	if len(x.Bases) > 0 {
		s.WriteString(" bases=" + types(x.Bases))
	}
	s.WriteString(opt(" tparams=", strings.Join(x.TypeParams, ",")))
	if len(x.Params) > 0 {
		var ps []string
		for _, p := range x.Params {
			ps = append(ps, strings.TrimSpace(p.Name+" "+Type(p.Type))+when(p.Optional, "?")+when(p.Variadic, "..."))
		}
		s.WriteString(" params=(" + strings.Join(ps, ", ") + ")")
	}
	s.WriteString(opt(" recv=", Type(x.Receiver)) + opt(" type=", Type(x.Type)))
	for i, v := range x.Init {
		fmt.Fprintf(&s, "%s%s", [...]string{" init=", "|"}[min(i, 1)], Steps(v.Steps))
	}
	if x.Complexity > 0 {
		fmt.Fprintf(&s, " cx=%d", x.Complexity)
	}
	s.WriteString(when(x.Exported, " exported") + when(x.Test, " test") + when(x.Partial, " partial") + when(x.Yields, " yields"))
	if x.Signature != "" {
		fmt.Fprintf(&s, " sig=%q", x.Signature)
	}
	if x.Doc != "" {
		fmt.Fprintf(&s, " doc=%q", x.Doc)
	}
	d.printf("%s", s.String())
}

func (d *dumper) importLine(m parse.Import) {
	s := "import " + m.Path + opt(" name=", m.Name) + opt(" as ", m.Alias)
	s += when(m.All, " all") + when(m.Static, " static") + when(m.Whole, " whole") + when(m.Global, " global") + when(m.Export, " export") + when(m.Type, " type")
	if m.Def > 0 {
		s += " in " + d.in(m.Def)
	}
	d.printf("%s %s", s, d.pos(m.At))
}

func (d *dumper) local(l parse.Local) {
	kind := map[parse.LocalKind]string{parse.LocalVar: "local", parse.LocalParam: "param", parse.LocalTypeParam: "typeparam"}[l.Kind]
	s := kind + " " + l.Name + opt(" ", Type(l.Type)) + when(l.Maybe, " maybe")
	if l.Init != nil {
		s += when(l.Iter, " in") + " = " + Steps(l.Init)
	}
	d.printf("%s in %s %s-%s", s, d.in(l.Def), d.pos(l.Scope.Start), d.pos(l.Scope.End))
}

var refNames = map[parse.RefKind]string{
	parse.RefCall: "call", parse.RefCreate: "create", parse.RefType: "type", parse.RefMember: "member", parse.RefRead: "read", parse.RefWrite: "write",
	parse.RefExec: "exec", parse.RefFunc: "func", parse.RefForeignKey: "fk", parse.RefOn: "on", parse.RefSynonym: "synonym", parse.RefUse: "use",
}

func (d *dumper) reference(r parse.Reference) {
	s := "ref " + refNames[r.Kind] + " " + r.Name
	if r.Recv != nil {
		s += " on " + Steps(r.Recv)
	}
	if r.Args >= 0 && (r.Kind == parse.RefCall || r.Kind == parse.RefCreate) {
		s += fmt.Sprintf(" (%d)", r.Args)
	}
	s += opt(" op=", strings.Join(r.Op.Names(), ",")) + when(r.Dynamic, " dynamic")
	if r.ArgTypes != nil {
		s += " argtypes=" + types(r.ArgTypes)
	}
	if r.ArgSteps != nil {
		var args []string
		for _, a := range r.ArgSteps {
			args = append(args, Steps(a))
		}
		s += " args=" + strings.Join(args, ",")
	}
	d.printf("%s in %s %s", s, d.in(r.Def), d.pos(r.At))
}

// in names a definition; the file is <file>.
func (d *dumper) in(def int32) string {
	if def == 0 {
		return "<file>"
	}
	return d.f.Definitions[def].Symbol
}

func (d *dumper) pos(at uint32) string {
	before := d.f.Text[:at]
	line := 1 + strings.Count(before, "\n")
	return fmt.Sprintf("%d:%d", line, len(before)-strings.LastIndexByte(before, '\n'))
}

// Steps writes a chain of steps: this.repo.Find(1).Name
func Steps(steps []parse.Step) string {
	var b strings.Builder
	for i, s := range steps {
		if i > 0 && (s.Kind == parse.StepMember || s.Kind == parse.StepCall) {
			b.WriteByte('.')
		}
		switch s.Kind {
		case parse.StepName, parse.StepMember:
			b.WriteString(s.Name)
		case parse.StepCall:
			fmt.Fprintf(&b, "%s(%d)", s.Name, s.Args)
		case parse.StepNew:
			fmt.Fprintf(&b, "new %s", Type(s.Type))
		case parse.StepThis:
			b.WriteString("this")
		case parse.StepBase:
			b.WriteString("base")
		case parse.StepType:
			b.WriteString("<" + Type(s.Type) + ">")
		case parse.StepIndex:
			b.WriteString("[" + s.Name + "]")
		case parse.StepAwait:
			b.WriteString("!await")
		default:
			b.WriteString("?")
		}
	}
	return b.String()
}

// Type writes a type: pkg.List<Order>, [](Order), |(A,B).
func Type(t parse.TypeRef) string {
	if len(t.Args) == 0 {
		return t.Name
	}
	return t.Name + "<" + types(t.Args) + ">"
}

func types(ts []parse.TypeRef) string {
	var out []string
	for _, t := range ts {
		if s := Type(t); s != "" {
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
