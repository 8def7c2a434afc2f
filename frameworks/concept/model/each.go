package model

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// EachMatch calls f for every call and creation in the files that are no tests which a row with an
// effect that use accepts describes.
func (m *Matcher) EachMatch(use func(*Effect) bool, f func(Match)) {
	m.eachMatch(use, func(x eval.Expr) bool { return !x.In.File.Test }, f)
}

// EachMatchOrTest is EachMatch, in test files, too.
func (m *Matcher) EachMatchOrTest(use func(*Effect) bool, f func(Match)) {
	m.eachMatch(use, func(eval.Expr) bool { return true }, f)
}

func (m *Matcher) eachMatch(use func(*Effect) bool, in func(eval.Expr) bool, f func(Match)) {
	m.EachExpr(m.Language, func(k parse.ExprKind) bool {
		return k == parse.ExprCall || k == parse.ExprNew
	}, func(x eval.Expr) {
		if !in(x) {
			return
		}
		for _, match := range m.Match(x) {
			if use(&match.Call.Effect) {
				f(match)
			}
		}
	})
	if m.Language == "go" {
		m.eachLiteral(use, in, f)
	}
}

// literal matches the type of a struct literal.
var literal = regexp.MustCompile(`^\w+\.\w+`)

// literalType returns the type of a struct literal of another package, as written; otherwise empty.
func literalType(x eval.Expr) string {
	if int(x.At) > len(x.In.File.Text) {
		return ""
	}
	return literal.FindString(x.In.File.Text[x.At:])
}

// eachLiteral calls f for the struct literals of Go that a row of created types describes.
//
//	&kafka.Writer{Topic: "orders"}
func (m *Matcher) eachLiteral(use func(*Effect) bool, in func(eval.Expr) bool, f func(Match)) {
	m.EachExpr(m.Language, func(k parse.ExprKind) bool { return k == parse.ExprMap }, func(x eval.Expr) {
		name := literalType(x)
		if name == "" || !in(x) {
			return
		}
		for _, row := range m.calls[lastName(name)] {
			if len(row.call.New) > 0 && use(&row.call.Effect) {
				for _, o := range m.ofName(x.In.File, name) {
					if o.Library == row.lib && o.Type == row.name {
						f(Match{Expr: x, Library: row.lib, Call: row.call, Tier: graph.Typed})
					}
				}
			}
		}
	})
}

// An Annotated is an annotation that a row describes.
type Annotated struct {
	eval.Expr
	Library    *Library
	Annotation *Annotation
	Of         *resolve.Def // the annotated definition
}

// EachAnnotated calls f for every annotation in the files that are no tests which a row with an effect
// that use accepts describes.
func (m *Matcher) EachAnnotated(use func(*Effect) bool, f func(Annotated)) {
	m.EachAttribute(m.Language, func(d *resolve.Def, x eval.Expr) {
		for _, a := range m.annotationsOf(d, x) {
			if use(&a.Annotation.Effect) {
				f(a)
			}
		}
	})
}

// annotationSuffix may be left out of the names of attributes in C#.
const annotationSuffix = "Attribute"

// AnnotationsOf lists the annotations of a definition that rows describe.
func (m *Matcher) AnnotationsOf(d resolve.DefID) []Annotated {
	var out []Annotated
	for _, x := range m.Attributes(d) {
		out = append(out, m.annotationsOf(m.Table.Def(d), x)...)
	}
	return out
}

func (m *Matcher) annotationsOf(d *resolve.Def, x eval.Expr) []Annotated {
	name := x.Expr.Text
	rows := m.annotations[name]
	if m.Language == "csharp" {
		rows = append(slices.Clone(rows), m.annotations[name+annotationSuffix]...)
		rows = append(rows, m.annotations[strings.TrimSuffix(name, annotationSuffix)]...)
	}
	if rows == nil {
		return nil
	}
	fulls := append(eval.Imported(x.In.File, m.written(x)), m.fullName(x))
	var out []Annotated
	for _, row := range rows {
		found := Annotated{x, row.lib, row.annotation, d}
		if slices.ContainsFunc(fulls, func(full string) bool {
			return full != "" && nameIn(row.lib, eval.WithoutDefault(full), row.name)
		}) || m.Language == "csharp" && x.Callee() <= resolve.None &&
			slices.ContainsFunc(row.lib.Modules, func(space string) bool { return m.sees(x.In.File, space) }) {
			if !slices.ContainsFunc(out, func(a Annotated) bool { return a.Annotation == row.annotation }) {
				out = append(out, found)
			}
		}
	}
	return out
}

// EachDecorated calls f for every decorator that is a call on an object of a library, with the
// decorated definition.
//
//	@router.get("/orders")
func (m *Matcher) EachDecorated(use func(*Effect) bool, f func(Match, *resolve.Def)) {
	m.EachAttribute(m.Language, func(d *resolve.Def, x eval.Expr) {
		if !m.Has(x) {
			return
		}
		if x.Kind != parse.ExprCall {
			e := *x.Expr
			e.Kind = parse.ExprCall
			x.Expr = &e
		}
		for _, match := range m.Match(x) {
			if use(&match.Call.Effect) {
				f(match, d)
			}
		}
	})
}

// EachDerived calls f for every class of the tree that derives from a type of a row with an effect that
// use accepts, with the row; abstract and test classes are left out.
func (m *Matcher) EachDerived(use func(*Effect) bool, f func(class *resolve.Def, l *Library, b *Base)) {
	for _, file := range m.Table.Files {
		if file.Family != m.Language || file.Test {
			continue
		}
		for i := range file.Definitions {
			d := m.Table.Def(file.ID(int32(i)))
			if !d.Kind.IsType() || d.Kind == graph.KindInterface || len(d.Bases) == 0 || m.Table.Canon[d.ID] != d.ID {
				continue
			}
			for _, l := range m.libs {
				for j := range l.Bases {
					if b := &l.Bases[j]; use(&b.Effect) && m.derives(d.ID, l, b) {
						f(d, l, b)
					}
				}
			}
		}
	}
}

func (m *Matcher) derives(class resolve.DefID, l *Library, b *Base) bool {
	return slices.ContainsFunc(m.ofClass(class), func(o Object) bool {
		return o.Library == l && slices.Contains(b.Type, o.Type)
	})
}
