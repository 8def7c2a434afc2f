package sql

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// dropTrigger drops a trigger. A DROP needs not say its table where one alone has a trigger of the
// name.
//
//	CREATE TRIGGER touch AFTER UPDATE ON orders …; DROP TRIGGER touch;    // orders.touch
func (r *run) dropTrigger(k objectKey) {
	for _, l := range r.triggersOf(k) {
		l.gone = true
	}
}

// renameTrigger gives a trigger another name, behind that of its table.
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
		if !l.gone {
			l.name, l.here = name, l.def.File == f
			r.at[next], r.by[short] = append(r.at[next], l), append(r.by[short], l)
		}
	}
	r.db.meant[place{f, c.At}] = next
	// The names are free for another trigger, and a later DROP of them means that one.
	delete(r.at, old)
	delete(r.by, k)
	r.lost[old] = true
	delete(r.lost, next)
}

// triggersOf lists the definitions of the trigger of a name, with its table before it or without
// where one table alone has a trigger of the name; none where several have.
func (r *run) triggersOf(k objectKey) []*life {
	list := r.at[k]
	if len(list) == 0 {
		list = r.by[k]
	}
	if slices.ContainsFunc(list, func(l *life) bool { return l.key != list[0].key || l.def == nil }) {
		return nil
	}
	return list
}

// ownName is the name that a trigger was given, behind that of its table; empty for none.
func (l *life) ownName() string {
	if l.def.Kind != graph.KindTrigger || l.gone && !l.here {
		return ""
	}
	return l.name
}
