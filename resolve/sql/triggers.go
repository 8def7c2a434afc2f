package sql

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// dropTrigger drops a trigger. A DROP may omit the table if only one has a trigger of
// that name.
//
//	CREATE TRIGGER touch AFTER UPDATE ON orders …; DROP TRIGGER touch;    // orders.touch
func (r *run) dropTrigger(k objectKey) {
	for _, l := range r.triggersOf(k) {
		l.dropped = true
	}
}

// renameTrigger renames a trigger, keeping the prefix of its table.
//
//	ALTER TRIGGER touch ON orders RENAME TO touch_v1    // orders.touch_v1
func (r *run) renameTrigger(k objectKey, c *parse.Change, f *resolve.File) {
	to := c.Part
	list := r.triggersOf(k)
	if len(list) == 0 {
		return
	}
	old := list[0].key
	name := to
	if table, _, ok := strings.Cut(list[0].def.Symbol, "."); ok {
		name = table + "." + to
	}
	next := objectKey{triggers, k.schema, strings.ToLower(name)}
	short := objectKey{triggers, k.schema, strings.ToLower(to)}
	for _, l := range list {
		if !l.dropped {
			l.name, l.renamedByOwnScript = name, l.def.File == f
			r.at[next], r.by[short] = append(r.at[next], l), append(r.by[short], l)
		}
	}
	r.db.meant[place{f, c.At}] = next
	// The names are free for another trigger, and a later DROP of them refers to that
	// one.
	delete(r.at, old)
	delete(r.by, k)
	r.lost[old] = true
	delete(r.lost, next)
}

// triggersOf lists the definitions of the trigger of a name, with or without its
// table, if only one table has a trigger of that name; nil if several have.
func (r *run) triggersOf(k objectKey) []*definitionState {
	list := r.at[k]
	if len(list) == 0 {
		list = r.by[k]
	}
	if slices.ContainsFunc(list, func(l *definitionState) bool { return l.key != list[0].key || l.def == nil }) {
		return nil
	}
	return list
}

// ownName returns the new name of a trigger, prefixed by its table, or empty.
func (l *definitionState) ownName() string {
	if l.def.Kind != graph.KindTrigger || l.dropped && !l.renamedByOwnScript {
		return ""
	}
	return l.name
}
