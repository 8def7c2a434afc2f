package efcore

import (
	"slices"
	"strings"
	"unicode"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A tracking holds what the change tracker of a context needs to be known: an object that
// a query returns is tracked, and saving its context updates the row of each one that was
// assigned to.
//
//	var order = await db.Orders.FirstAsync(o => o.Id == id);
//	order.State = "open";
//	await db.SaveChangesAsync();
type tracking struct {
	*uses
	saving   map[resolve.DefID]bool        // callables that only save what is tracked
	mutating map[resolve.DefID]bool        // methods that assign members of their object
	returned map[resolve.DefID][]statement // by callable
	each     map[place][]statement         // lists of loops, by local
	found    []tracked

	// callables whose values the members that they implement have
	implemented map[resolve.DefID]bool

	saved map[resolve.DefID]uint32 // position of the last save, by definition
}

// A tracked is an assignment to a member of an object that a query returned.
type tracked struct {
	at    statement
	place uint32
	of    resolve.Type
}

// findTracked adds the updates of objects that are loaded, assigned to and saved in one
// definition. They are heuristic: the context may not be the one that is saved.
func (u *uses) findTracked() {
	t := &tracking{uses: u, saving: map[resolve.DefID]bool{}, mutating: map[resolve.DefID]bool{},
		returned: map[resolve.DefID][]statement{}, each: map[place][]statement{},
		implemented: map[resolve.DefID]bool{}, saved: map[resolve.DefID]uint32{}}
	u.eachSite(t.index)
	if len(t.saving) == 0 && len(t.saved) == 0 {
		return
	}
	t.eachAssigned(func(_ uint32, member resolve.DefID, object *parse.Expr) {
		if object == nil && t.table.Def(member).Outer == t.table.Def(t.at.def).Outer {
			t.mutating[t.at.def] = true
		}
	})
	for range maxSavers {
		t.implement()
		before := len(t.saving)
		u.eachSite(t.saves)
		if len(t.saving) == before {
			break
		}
	}
	u.eachSite(t.calls)
	t.eachAssigned(func(at uint32, member resolve.DefID, object *parse.Expr) {
		if object != nil && t.saved[t.at.def] > at {
			t.change(object, t.self(t.table.EnclosingType(member)), at)
		}
	})
	t.enter()
}

// index records the parts of a statement that other statements refer to.
func (t *tracking) index() {
	s := t.at
	t.eachCall(func(e *parse.Expr) {
		if t.savesContext(e) {
			t.saved[s.def] = max(t.saved[s.def], e.At)
			if t.savesOnly(s.def) {
				t.saving[s.def] = true
			}
		}
	})
	switch {
	case s.Kind == parse.SiteEach:
		at := place{s.in.File, s.For}
		t.each[at] = append(t.each[at], *s)
	case s.Kind != parse.SiteValue:
	case t.table.Def(s.def).NameAt == s.For:
		t.returned[s.def] = append(t.returned[s.def], *s)
	}
}

// eachAssigned calls visit with the assigned members of objects, in t.at without a site:
// the position of the member's name, the member, and the object, nil for that of the method.
func (t *tracking) eachAssigned(visit func(at uint32, member resolve.DefID, object *parse.Expr)) {
	for _, b := range t.Files {
		f := b.File
		if f.Language != language {
			continue
		}
		for i := range b.Bindings {
			x := &b.Bindings[i]
			if x.To <= resolve.None || !t.isMember(x.To) {
				continue
			}
			name := t.table.Def(x.To).Name
			if strings.HasPrefix(f.Text[x.At:], name) && isAssigned(f.Text[int(x.At)+len(name):]) {
				*t.at = statement{nil, b, x.From}
				visit(x.At, x.To, objectBefore(f.Text, x.At))
			}
		}
	}
}

// isMember reports whether a definition is a property or a field.
func (t *tracking) isMember(d resolve.DefID) bool {
	kind := t.table.Def(d).Kind
	return kind == graph.KindProperty || kind == graph.KindField
}

// isAssigned reports whether a text begins with an assignment, or an increment.
func isAssigned(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	for _, op := range []string{"+=", "-=", "*=", "/=", "|=", "&=", "??=", "++", "--"} {
		if strings.HasPrefix(text, op) {
			return true
		}
	}
	return strings.HasPrefix(text, "=") &&
		!strings.HasPrefix(text, "==") && !strings.HasPrefix(text, "=>")
}

// maxIndex bounds the bytes of an index before a member.
const maxIndex = 200

// objectBefore reads the object of a member whose name is at a position: a chain of names
// and indexes. It is nil for this object, and opaque for other expressions.
func objectBefore(text string, at uint32) *parse.Expr {
	before := strings.TrimRight(text[:at], " \t\r\n")
	if !strings.HasSuffix(before, ".") {
		return nil
	}
	before = strings.TrimRight(before[:len(before)-1], "?! \t\r\n")
	indexed := false
	if strings.HasSuffix(before, "]") {
		open := strings.LastIndexByte(before[max(0, len(before)-maxIndex):], '[')
		if open < 0 {
			return &parse.Expr{}
		}
		open += max(0, len(before)-maxIndex)
		before, indexed = before[:open], true
	}
	start := strings.LastIndexFunc(before, func(c rune) bool {
		return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}) + 1
	name := before[start:]
	if name == "" {
		return &parse.Expr{}
	}
	if name == "this" {
		return nil
	}
	e := &parse.Expr{Kind: parse.ExprName, At: uint32(start), Text: name}
	if strings.HasSuffix(strings.TrimRight(before[:start], " \t\r\n"), ".") {
		e.Kind, e.Recv = parse.ExprMember, objectBefore(text, uint32(start))
	}
	if indexed {
		return &parse.Expr{Kind: parse.ExprIndex, At: e.At, Recv: e}
	}
	return e
}

// eachCall calls visit for the calls in the current statement.
func (t *tracking) eachCall(visit func(*parse.Expr)) {
	t.at.Expr.Walk(func(e *parse.Expr) {
		if e.Kind == parse.ExprCall {
			visit(e)
		}
	})
}

// savesContext reports whether a call saves the changes of a context.
func (t *tracking) savesContext(e *parse.Expr) bool {
	if e.Text != "SaveChanges" && e.Text != "SaveChangesAsync" {
		return false
	}
	if e.Recv == nil || e.Recv.Text == "base" {
		return t.isOwnCall(e)
	}
	of := t.typeOf(e.Recv)
	return t.isContextType(of) || of.Owner != resolve.None // a context of a generic class
}

// savesOnly reports whether a callable takes no objects: what it saves is what others
// changed.
func (t *tracking) savesOnly(d resolve.DefID) bool {
	def := t.table.Def(d)
	return def.Kind.IsCallable() && !slices.ContainsFunc(def.Params, func(p parse.Param) bool {
		return p.Type.Name != "bool" && resolve.LastName(p.Type.Name) != "CancellationToken"
	})
}

// implement adds the members of interfaces and bases that callables which save, or return
// objects, implement.
func (t *tracking) implement() {
	for _, c := range t.classes {
		for _, id := range t.members[c] {
			if !t.saving[id] && (t.returned[id] == nil || t.implemented[id]) {
				continue
			}
			for _, b := range t.table.Bases[c] {
				if b.Def <= resolve.None {
					continue
				}
				for _, o := range t.table.Own(b.Def, t.table.Def(id).Name) {
					if len(t.table.Def(o).Params) == len(t.table.Def(id).Params) {
						if t.saving[id] {
							t.saving[o] = true
						}
						if !t.implemented[id] {
							t.returned[o] = append(t.returned[o], t.returned[id]...)
						}
					}
				}
			}
			t.implemented[id] = true
		}
	}
}

// maxSavers bounds the chain of callables that save through one another.
const maxSavers = 4

// saves records the saves by callables of the tree.
func (t *tracking) saves() {
	s := t.at
	t.eachCall(func(e *parse.Expr) {
		if !t.saving[s.in.Referent(e.At).Def] {
			return
		}
		t.saved[s.def] = max(t.saved[s.def], e.At)
		if t.savesOnly(s.def) {
			t.saving[s.def] = true
		}
	})
}

// calls records the changes of tracked objects by their methods.
func (t *tracking) calls() {
	s := t.at
	t.eachCall(func(e *parse.Expr) {
		if t.mutating[s.in.Referent(e.At).Def] && e.Recv != nil {
			t.change(e.Recv, resolve.Unknown, e.At)
		}
	})
}

// change records a change of an object of a type, if a query returned it.
func (t *tracking) change(object *parse.Expr, of resolve.Type, at uint32) {
	if is := t.objectType(object); is.Def > resolve.None {
		of = is
	}
	if of.Def <= resolve.None || !t.isStored(of) || !t.loaded(object, 0) {
		return
	}
	t.found = append(t.found, tracked{*t.at, at, of})
}

// objectType returns the type of an object, or of the values of the local that it is.
func (t *tracking) objectType(e *parse.Expr) resolve.Type {
	if of := t.typeOf(e); of.Known() || e.Kind != parse.ExprName {
		return of
	}
	l := t.at.in.LocalAt(e.Text, e.At)
	if l == nil {
		return resolve.Unknown
	}
	at := place{t.at.in.File, l.Scope.Start}
	for _, v := range t.values[at] {
		if of := t.typeOf(v); of.Known() {
			return of
		}
	}
	for _, s := range t.each[at] {
		if of, ok := t.element(t.typeOf(&s.Expr)); ok {
			return of
		}
	}
	return resolve.Unknown
}

// isStored reports whether a context maps a class.
func (t *tracking) isStored(of resolve.Type) bool {
	return t.tablesFor(t.anywhere(of), func(m *model, x *entity) []named {
		return m.stored(x, graph.Update, false)
	}).tables != nil
}

// maxLoaded bounds the chain of locals and callables between a query and an object.
const maxLoaded = 6

// loaded reports whether an expression is, or has been reached from, the result of a query
// that tracks.
func (t *tracking) loaded(e *parse.Expr, depth int) bool {
	if depth > maxLoaded || e == nil {
		return false
	}
	switch e.Kind {
	case parse.ExprName:
		return t.isSet(t.typeOf(e)) || t.localLoaded(e, depth)
	case parse.ExprMember, parse.ExprIndex:
		return t.isSet(t.typeOf(e)) || t.loaded(e.Recv, depth+1)
	case parse.ExprCall:
		if strings.HasPrefix(e.Text, "AsNoTracking") {
			return false
		}
		if d := t.at.in.Referent(e.At).Def; d != resolve.None && t.returned[d] != nil {
			return slices.ContainsFunc(t.returned[d], func(s statement) bool {
				return t.loadedAt(s, depth)
			})
		}
		return e.Recv != nil && t.isContextType(t.typeOf(e.Recv)) || t.loaded(e.Recv, depth+1)
	case parse.ExprConditional, parse.ExprQuery:
		return slices.ContainsFunc(e.Args, func(a parse.ExprArg) bool {
			return t.loaded(&a.Value, depth+1)
		})
	}
	return false
}

// localLoaded is loaded for a local: by its values, or by the lists that it iterates over.
func (t *tracking) localLoaded(e *parse.Expr, depth int) bool {
	l := t.at.in.LocalAt(e.Text, e.At)
	if l == nil {
		return false
	}
	at := place{t.at.in.File, l.Scope.Start}
	value := func(v *parse.Expr) bool { return t.loaded(v, depth+1) }
	list := func(s statement) bool { return t.loadedAt(s, depth) }
	return slices.ContainsFunc(t.values[at], value) || slices.ContainsFunc(t.each[at], list)
}

// loadedAt is loaded for the expression of another statement.
func (t *tracking) loadedAt(s statement, depth int) bool {
	keep := *t.at
	*t.at = s
	defer func() { *t.at = keep }()
	return t.loaded(&s.Expr, depth+1)
}

// enter adds an update for each class that a definition changes before a save, unless it
// writes the table in another way.
func (t *tracking) enter() {
	type key struct {
		by    resolve.DefID
		table data.Table
	}
	known := map[key]bool{}
	for _, x := range t.out.Uses {
		if x.Ops != 0 {
			known[key{x.By, x.Table}] = true
		}
	}
	for _, x := range t.found {
		if t.saved[x.at.def] < x.place {
			continue
		}
		to := t.anywhere(x.of)
		to.tier = graph.Heuristic
		before := len(t.out.Uses)
		t.useOf(&x.at, x.place, to, graph.Update)
		added := t.out.Uses[before:]
		t.out.Uses = append(t.out.Uses[:before], slices.DeleteFunc(added, func(y data.Use) bool {
			k := key{y.By, y.Table}
			defer func() { known[k] = true }()
			return known[k]
		})...)
	}
}
