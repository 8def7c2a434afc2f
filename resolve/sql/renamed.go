package sql

import (
	"cmp"
	"slices"
	"strings"
)

// keepNames takes the new name from definitions that another script renames to what nothing else
// defines, no script of the schema either: a plain change of a name makes no other definition, and
// the scripts before it know the object by the name that its CREATE has.
//
//	1.sql CREATE TABLE user_ (…)    9.sql ALTER TABLE user_ RENAME TO person    // stays user_
//
// What programs and later changes call by the new name is that object, see settleLater.
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
		if l.name == "" || l.here || defined[next] > 0 || r.db.made[next] != nil || putAway || r.takesOver(l, next) {
			continue
		}
		l.name, l.home = "", ""
		delete(r.db.renamed, eventKey{r.name, l.key})
		r.db.kept[next] = l.key
		if !l.dead() {
			delete(r.lost, l.key)
		}
	}
	// So does what a script of the schema makes where the run begins.
	for next, list := range r.at {
		for _, l := range list {
			if l.def == nil && !l.gone && l.key != next && r.db.made[l.key] != nil && defined[next] == 0 &&
				r.db.made[next] == nil {
				r.db.kept[next] = l.key
				delete(r.lost, l.key)
			}
		}
	}
}

// takesOver reports whether something else had the name that a definition got in the end, and was
// dropped: that was made anew under another name.
//
//	RENAME TABLE a TO b    CREATE TABLE b_new (…)    DROP TABLE b    RENAME TABLE b_new TO b
func (r *run) takesOver(l *life, name objectKey) bool {
	return !l.gone && slices.ContainsFunc(r.at[name], func(other *life) bool {
		return other != l && other.gone && other.def != nil
	})
}

// keepRenamed keeps what has been dropped where something that the run does not define got its
// name: nothing else says what that is.
//
//	DROP TABLE orders; ALTER TABLE made_by_the_application RENAME TO orders
func (r *run) keepRenamed() {
	for _, list := range r.at {
		for _, l := range list {
			if l.def != nil || l.gone {
				continue
			}
			for _, before := range slices.Backward(list) {
				if before.def != nil {
					before.gone = false
					break
				}
			}
		}
	}
}

// nameOf is the name that a definition gets, empty where it keeps its own. What belongs to a table
// goes by the table.
//
//	new_orders.ix_city    // orders.ix_city
func (l *life) nameOf() string {
	if l.of == nil {
		if l.gone && !l.here {
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

// homeOf is the schema that a definition moved to with the name that it gets, or its table; empty
// for its own.
func (l *life) homeOf() string {
	switch {
	case l.of != nil:
		return l.of.homeOf()
	case l.gone && !l.here:
		return ""
	}
	return l.home
}
