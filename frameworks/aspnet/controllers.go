package aspnet

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// controllers adds the endpoints of all controllers.
func (r *reader) controllers() {
	r.findAreas()
	var found []*resolve.Def
	for _, f := range r.Table.Files {
		if f.Language != language || f.Test {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Kind != graph.KindClass && d.Kind != graph.KindRecord ||
				r.Table.Canon[d.ID] != d.ID {
				continue
			}
			r.hasConventions = r.hasConventions || r.isConvention(d.ID)
			if mayServe(r.Table, d) && r.isController(d.ID) {
				found = append(found, d)
			}
		}
	}
	for _, d := range found {
		r.actions(d)
	}
}

// conventions lists the interfaces of classes that may change routes.
var conventions = []string{"IApplicationModelConvention", "IControllerModelConvention",
	"IActionModelConvention"}

// isConvention reports whether a class may change controller routes.
func (r *reader) isConvention(class resolve.DefID) bool {
	for _, b := range r.Table.Bases[class] {
		if b.Def < resolve.None {
			name := r.Table.Def(class).File.ExternalName(b.Def)
			short, ok := strings.CutPrefix(name, mvc+"ApplicationModels.")
			if ok && slices.Contains(conventions, short) {
				return true
			}
		}
	}
	return false
}

// mayServe reports whether a class has the form of a controller: public, top-level,
// neither abstract nor generic (ControllerFeatureProvider.IsController).
func mayServe(ix *resolve.Table, d *resolve.Def) bool {
	return resolve.HasModifier(d, "public") && !resolve.HasModifier(d, "abstract") &&
		!resolve.HasModifier(d, "static") && len(d.TypeParams) == 0 &&
		ix.Def(d.Outer).Kind == graph.KindFile
}

// isController reports whether a class for which mayServe holds is a controller: by its
// name, or by [Controller], which ControllerBase has and its subclasses inherit.
func (r *reader) isController(class resolve.DefID) bool {
	named := strings.HasSuffix(strings.ToLower(r.Table.Def(class).Name), "controller")
	found := false
	for _, c := range r.Ancestry(class) {
		if r.hasAttribute(c, mvc+"NonControllerAttribute") {
			return false
		}
		found = found || r.hasAttribute(c, mvc+"ControllerAttribute")
	}
	return named || found || r.isA(class, mvc+"ControllerBase")
}

// isA reports whether a class derives from or implements a type of the framework.
func (r *reader) isA(class resolve.DefID, full string) bool {
	for _, c := range r.Ancestry(class) {
		for _, b := range r.Table.Bases[c] {
			if b.Def < resolve.None &&
				r.isOutside(r.Table.Def(c).File.ExternalName(b.Def), full, 0) {
				return true
			}
		}
	}
	return false
}

// isOutside reports whether a platform type is the type full or derives from it.
func (r *reader) isOutside(name, full string, depth int) bool {
	if name == full {
		return true
	}
	t := r.platform.Type(name)
	if t == nil || depth > maxBases {
		return false
	}
	for i := range t.Bases {
		if r.isOutside(t.Bases[i].Name, full, depth+1) {
			return true
		}
	}
	return false
}

// hasAttribute reports whether a definition has an attribute of the framework.
func (r *reader) hasAttribute(d resolve.DefID, full string) bool {
	for _, x := range r.Attributes(d) {
		if nameOf(x) == full {
			return true
		}
	}
	return false
}

// nameOf returns the full name of an attribute, if the tree does not declare it. An
// attribute of an unknown library is taken for the framework's one of that name.
func nameOf(x eval.Expr) string {
	m := x.Referent()
	if m.Def != resolve.None || m.External != "" {
		return m.External
	}
	return mvc + strings.TrimSuffix(x.Expr.Text, "Attribute") + "Attribute"
}
