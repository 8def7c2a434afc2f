package sql

import (
	"cmp"
	"slices"
	"strings"
)

// keepNames reverts the new names of definitions that another script renames to a
// name without any other definition, in schema scripts or elsewhere: a plain rename
// defines no other object, and earlier scripts use the name in its CREATE.
//
//	1.sql CREATE TABLE user_ (…)    9.sql ALTER TABLE user_ RENAME TO person    // stays user_
//
// The new name refers to that object in programs and later changes, see attachLaterNames.
func (r *run) keepNames(list []event) {
	defined := map[objectKey]int{}
	for _, l := range r.seen {
		if !changes(l.def) {
			defined[l.key]++
		}
	}
	for i := range list {
		if list[i].def == nil {
			continue
		}
		l := r.seen[list[i].def.ID]
		next := objectKey{l.key.space, strings.ToLower(cmp.Or(l.home, l.key.schema)), strings.ToLower(l.name)}
		putAway := l.dead() && defined[l.key] > 1 // to make room for another definition
		if l.name == "" || l.renamedByOwnScript || defined[next] > 0 || r.db.made[next] != nil || putAway || r.takesOver(l, next) {
			continue
		}
		l.name, l.home = "", ""
		delete(r.db.renamed, eventKey{r.name, l.key})
		r.db.kept[next] = l.key
		if !l.dead() {
			delete(r.lost, l.key)
		}
	}
	// The objects of schema scripts from which the run starts also keep their names.
	for next, list := range r.at {
		for _, l := range list {
			if l.def == nil && !l.dropped && l.key != next && r.db.made[l.key] != nil && defined[next] == 0 &&
				r.db.made[next] == nil {
				r.db.kept[next] = l.key
				delete(r.lost, l.key)
			}
		}
	}
}

// takesOver reports whether a definition finally has the name of another one that was
// dropped: the object was recreated under a temporary name.
//
//	RENAME TABLE a TO b    CREATE TABLE b_new (…)    DROP TABLE b    RENAME TABLE b_new TO b
func (r *run) takesOver(l *definitionState, name objectKey) bool {
	return !l.dropped && slices.ContainsFunc(r.at[name], func(other *definitionState) bool {
		return other != l && other.dropped && other.def != nil
	})
}

// keepRenamed restores a dropped definition if an object that the run does not define
// was renamed to its name: it is the only known definition.
//
//	DROP TABLE orders; ALTER TABLE made_by_the_application RENAME TO orders
func (r *run) keepRenamed() {
	for _, list := range r.at {
		for _, l := range list {
			if l.def != nil || l.dropped {
				continue
			}
			for _, before := range slices.Backward(list) {
				if before.def != nil {
					before.dropped = false
					break
				}
			}
		}
	}
}

// nameOf returns the new name of a definition, empty if it keeps its own. A part of a
// table is named after the table.
//
//	new_orders.ix_city    // orders.ix_city
func (l *definitionState) nameOf() string {
	if l.of == nil {
		if l.dropped && !l.renamedByOwnScript {
			return ""
		}
		return l.name
	}
	name := l.of.nameOf()
	if own := l.ownName(); own != "" {
		if _, part, ok := strings.Cut(own, "."); ok && name != "" {
			return name + "." + part
		}
		return own
	}
	if _, part, ok := strings.Cut(l.def.Symbol, "."); ok && name != "" && !changes(l.def) {
		name += "." + part
	}
	return name
}

// homeOf returns the schema to which a definition, or its table, moved with its new
// name; empty for its own.
func (l *definitionState) homeOf() string {
	switch {
	case l.of != nil:
		return l.of.homeOf()
	case l.dropped && !l.renamedByOwnScript:
		return ""
	}
	return l.home
}
