package spring

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
	"seedgraph/web"
)

// This file finds what constructors of Lombok give fields. A qualifier of a field is one of the
// constructor's parameter only if lombok.config says that it is copied.

// Annotations of Lombok that give a class a constructor with its final fields, or with all of them.
var (
	forRequired = []string{"lombok.RequiredArgsConstructor", "lombok.Data"}
	forAll      = []string{"lombok.AllArgsConstructor"}
)

// ofLombok enters the fields of a bean that the constructor of Lombok sets: by the name of the field,
// and by its qualifiers where these are copied. Where a file above the tree may say so, a
// qualifier is only likely to be.
func (r *reader) ofLombok(class resolve.DefID) {
	if _, ok := r.isComponent(class, 0); !ok {
		return
	}
	for _, d := range r.required(class) {
		list, tier := r.Attributes(d.ID), graph.Exact
		if _, wired := r.has(list, wires); wired {
			continue // see ofField
		}
		if r.qualified(list) {
			copied, all := r.copied(d.File, list)
			switch {
			case len(copied) == len(r.qualifiersOf(list)):
			case all:
				list = copied
			default:
				tier = graph.Heuristic
			}
		}
		r.hold(place{of: d.ID}, r.choose(r.typeOf(d, d.Type), list, d.Name), tier)
	}
}

// qualifiersOf lists the annotations that choose a bean.
func (r *reader) qualifiersOf(list []web.Term) []web.Term {
	var out []web.Term
	for _, a := range list {
		if r.qualified([]web.Term{a}) {
			out = append(out, a)
		}
	}
	return out
}

// copied lists the qualifiers of a field that are copied to the constructor's parameter, and
// reports whether the tree has all the files that may say so.
func (r *reader) copied(f *resolve.File, list []web.Term) (out []web.Term, all bool) {
	names, all := r.copyable(path.Dir(f.Path))
	for _, a := range r.qualifiersOf(list) {
		name := r.Outside(a)
		if d := a.Meaning().Def; d > resolve.None {
			own := r.Table.Def(r.Table.Canon[d])
			name = strings.TrimPrefix(own.ModuleName+"."+own.Symbol, ".")
		}
		if slices.Contains(names, name) {
			out = append(out, a)
		}
	}
	return out, all
}

// copyable lists the annotations that lombok.config files name for a folder: what one says holds
// for the folders in its own, and one nearer may take it back. all reports whether one of them
// says that those further up do not count, and none imports others.
//
//	lombok.copyableAnnotations += org.springframework.beans.factory.annotation.Qualifier
func (r *reader) copyable(dir string) (names []string, all bool) {
	var texts []string // the nearest first
	for stopped := false; !stopped; dir = path.Dir(dir) {
		if text, ok := r.Table.Project.Files[path.Join(dir, "lombok.config")]; ok {
			texts = append(texts, text)
			stopped = stopsBubbling(text)
			all = stopped
		}
		stopped = stopped || dir == "." || dir == "/"
	}
	for _, text := range slices.Backward(texts) {
		for line := range strings.Lines(text) {
			key, op, value := directive(line)
			switch {
			case op == "import":
				all = false
			case !strings.EqualFold(key, "lombok.copyableAnnotations"):
			case op == "clear":
				names = nil
			case op == "+=":
				names = append(names, value)
			case op == "-=":
				names = slices.DeleteFunc(names, func(n string) bool { return n == value })
			}
		}
	}
	return names, all
}

// stopsBubbling reports whether a lombok.config file says that those further up do not count.
func stopsBubbling(text string) (stops bool) {
	for line := range strings.Lines(text) {
		if key, op, value := directive(line); strings.EqualFold(key, "config.stopBubbling") {
			stops = op == "=" && strings.EqualFold(value, "true")
		}
	}
	return stops
}

// directive takes a line of lombok.config apart. The operation is =, +=, -=, clear or import;
// empty for a comment.
func directive(line string) (key, op, value string) {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		return "", "", ""
	}
	for _, word := range []string{"clear", "import"} {
		if rest, ok := strings.CutPrefix(line, word); ok && strings.TrimLeft(rest, " \t") != rest {
			return strings.TrimSpace(rest), word, ""
		}
	}
	key, value, ok := strings.Cut(line, "=")
	if !ok {
		return "", "", ""
	}
	op = "="
	if n := len(key) - 1; n >= 0 && (key[n] == '+' || key[n] == '-') {
		key, op = key[:n], key[n:]+op
	}
	return strings.TrimSpace(key), op, strings.TrimSpace(value)
}

// isRequired reports whether a constructor of Lombok sets a field.
func (r *reader) isRequired(d *resolve.Def) bool {
	return slices.Contains(r.required(r.Table.EnclosingType(d.ID)), d)
}

// required lists the fields that the constructor of Lombok sets, in source order; none if a class
// has no such constructor, or one of its own.
func (r *reader) required(class resolve.DefID) []*resolve.Def {
	if class == resolve.None || len(r.constructors(class)) > 0 {
		return nil
	}
	_, final := r.has(r.Attributes(class), forRequired)
	_, all := r.has(r.Attributes(class), forAll)
	if !final && !all {
		return nil
	}
	var out []*resolve.Def
	f := r.Table.Def(class).File
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		if d.Kind != graph.KindField || d.Outer != class || resolve.HasModifier(d, "static") {
			continue
		}
		isFinal := resolve.HasModifier(d, "final")
		_, nonNull := r.has(r.Attributes(d.ID), []string{"lombok.NonNull"})
		if set := len(r.Values(d.ID)) > 0; (all || isFinal || nonNull) && !(set && (isFinal || !all)) {
			out = append(out, d)
		}
	}
	return out
}
