package scoped

import "seedgraph/resolve"

// swift: private members are visible only in their file; a type and its objects have
// separate members.
func swift() *dialect {
	return &dialect{first: func(e *eval, name string, from resolve.DefID, _ uint32) (entity, bool) {
		if t := e.this(from); name == "Self" && t.Def > resolve.None {
			return entity{defs: []resolve.DefID{t.Def}, owner: resolve.Unknown}, true
		}
		return entity{}, false
	}, pick: func(e *eval, of resolve.Type, ids []resolve.DefID) []resolve.DefID {
		out := e.ix.Filter(ids, func(d *resolve.Def) bool {
			return isStatic(d) == of.Static || d.Kind.IsType() || !d.Kind.IsCallable()
		})
		if len(out) == 0 {
			return ids
		}
		return out
	}, visible: func(e *eval, ids []resolve.DefID) []resolve.DefID {
		return e.ix.Filter(ids, func(d *resolve.Def) bool {
			return d.File == e.b.File || !resolve.HasModifier(d, "private") && !resolve.HasModifier(d, "fileprivate")
		})
	}}
}
