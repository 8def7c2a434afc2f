package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// addAssigned records the members that a file adds to objects by assignments, whose
// symbols are dotted, and what these have.
//
//	Shop.text.slug = function () {};
//	Shop.view = { show() {} };
func (t *tree) addAssigned(f *resolve.File) {
	if f.Language != "javascript" {
		return
	}
	added := make([]bool, len(f.Definitions))
	for i := 1; i < len(f.Definitions); i++ {
		d := &f.Definitions[i]
		added[i] = d.Parent == 0 && strings.Contains(d.Symbol, ".") || d.Parent > 0 && int(d.Parent) < i && added[d.Parent]
		if added[i] {
			t.assigned[d.Symbol] = append(t.assigned[d.Symbol], f.ID(int32(i)))
		}
	}
}

// assignedMember returns the definition that an assignment adds to an object under the
// dotted name of a reference: in the same file, or, as scripts share one scope, in the
// only script that does so.
func (s *scope) assignedMember(r *parse.Reference) (resolve.DefID, graph.Tier) {
	recv := resolve.DottedName(r.Recv)
	if recv == "" || len(s.tree.assigned) == 0 {
		return resolve.None, 0
	}
	name := recv + "." + r.Name
	for _, prefix := range []string{"window.", "globalThis.", "self."} {
		name = strings.TrimPrefix(name, prefix)
	}
	root, _, _ := strings.Cut(name, ".")
	if s.b.LocalAt(root, r.At) != nil {
		return resolve.None, 0
	}
	isScript := s.tree.namespaces.scripts
	found := resolve.None
	for _, id := range s.tree.assigned[name] {
		switch f := s.b.Table.Def(id).File; {
		case f == s.b.File:
			return id, graph.Exact
		case !isScript[f] || !isScript[s.b.File]:
		case found != resolve.None:
			return resolve.None, 0
		default:
			found = id
		}
	}
	return found, graph.Unique
}
