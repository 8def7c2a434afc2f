package spring

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/internal/lombokconfig"
	"seedgraph/resolve"
)

// This file finds the fields that Lombok constructors set. A qualifier of a field
// applies to the constructor's parameter only if lombok.config declares it copyable.

// Lombok annotations that generate a constructor with the final fields, or with all
// fields.
var (
	forRequired = []string{"lombok.RequiredArgsConstructor", "lombok.Data"}
	forAll      = []string{"lombok.AllArgsConstructor"}
)

// ofLombok records the fields of a bean that its Lombok constructor sets: by field
// name, and by those qualifiers that are copied. If a configuration file above the root
// of the tree may apply, a qualifier is only a guess.
func (r *injectReader) ofLombok(class resolve.DefID) {
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
		r.hold(injectPlace{of: d.ID}, r.choose(r.typeOf(d, d.Type), list, d.Name), tier)
	}
}

// qualifiersOf lists the annotations that select a bean.
func (r *injectReader) qualifiersOf(list []eval.Expr) []eval.Expr {
	var out []eval.Expr
	for _, a := range list {
		if r.qualified([]eval.Expr{a}) {
			out = append(out, a)
		}
	}
	return out
}

// copied lists the qualifiers of a field that are copied to the constructor's
// parameter, and reports whether the tree has all applicable configuration files.
func (r *injectReader) copied(f *resolve.File, list []eval.Expr) (out []eval.Expr, all bool) {
	settings := lombokconfig.For(r.Table.Project.Files, path.Dir(f.Path))
	names := settings.List("lombok.copyableAnnotations")
	for _, a := range r.qualifiersOf(list) {
		name := r.ExternalName(a)
		if d := a.Referent().Def; d > resolve.None {
			own := r.Table.Def(r.Table.Canon[d])
			name = strings.TrimPrefix(own.ModuleName+"."+own.Symbol, ".")
		}
		if slices.Contains(names, name) {
			out = append(out, a)
		}
	}
	return out, settings.All
}

// isRequired reports whether a Lombok constructor sets a field.
func (r *injectReader) isRequired(d *resolve.Def) bool {
	return slices.Contains(r.required(r.Table.EnclosingType(d.ID)), d)
}

// required lists the fields that the Lombok constructor sets, in source order; nil if a
// class has no such constructor, or declares a constructor.
func (r *injectReader) required(class resolve.DefID) []*resolve.Def {
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
