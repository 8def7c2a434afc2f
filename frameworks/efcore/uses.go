package efcore

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// uses finds the reads and writes of the tables of models by the types of expressions:
// a query that begins with a set reads it, and methods of a set write it.
type uses struct {
	*reader
	models  []*model
	out     *data.Model
	at      *statement
	values  map[place][]*parse.Expr // of locals
	passing map[resolve.DefID]bool  // members that return a set unchanged
	generic []genericUse            // through type parameters
	global  []string                // namespaces imported by global usings
}

// A target is the object of a use: the rows of a class, in some contexts.
type target struct {
	of      resolve.Type
	context resolve.Type // the context type, Unknown for any
	tier    graph.Tier
	made    bool // an object of exactly this class, created where it is used
}

// findUses adds the uses of the models.
func (r *reader) findUses(tree *eval.Tree, models []*model, m *data.Model) {
	u := &uses{reader: r, models: models, out: m, values: map[place][]*parse.Expr{},
		passing: map[resolve.DefID]bool{}, global: r.globalImports()}
	u.eachValue(u.hand)
	u.eachValue(u.hand) // members that return another member's result
	u.implemented()
	u.eachSite(u.site)
	u.findTracked()
	u.bindGenerics(tree)
}

// A place is a position in a file.
type place struct {
	file *resolve.File
	at   uint32
}

// eachSite calls visit with every statement of the tree in u.at.
func (u *uses) eachSite(visit func()) {
	u.each(func(k parse.SiteKind) bool { return k != parse.SiteAttribute }, visit)
}

// eachValue is eachSite for the values of locals and members only.
func (u *uses) eachValue(visit func()) {
	u.each(func(k parse.SiteKind) bool { return k == parse.SiteValue }, visit)
}

func (u *uses) each(wanted func(parse.SiteKind) bool, visit func()) {
	u.at = new(statement)
	for _, b := range u.Files {
		f := b.File
		if f.Language != language {
			continue
		}
		for i := range f.Sites {
			if s := &f.Sites[i]; wanted(s.Kind) {
				*u.at = statement{s, b, f.ID(s.Def)}
				visit()
			}
		}
	}
}

// hand records a value that a statement passes on: the value of a local, or a set that
// a member returns.
func (u *uses) hand() {
	s := u.at
	if u.table.Def(s.def).NameAt == s.For {
		if u.isPassed(&s.Expr) {
			u.passing[s.def] = true
		}
	} else if s.in.Referent(s.For).Def == resolve.None {
		at := place{s.in.File, s.For}
		u.values[at] = append(u.values[at], &s.Expr)
	}
}

// isPassed reports whether an expression is a set, or a member that returns one.
func (u *uses) isPassed(e *parse.Expr) bool {
	return u.isSet(u.typeOf(e)) || u.passing[u.at.in.Referent(e.At).Def]
}

// implemented records the interface members implemented by members that return a set.
func (u *uses) implemented() {
	for _, c := range u.classes {
		for _, id := range u.members[c] {
			if !u.passing[id] {
				continue
			}
			for _, b := range u.table.Bases[c] {
				if b.Def > resolve.None {
					for _, o := range u.table.Own(b.Def, u.table.Def(id).Name) {
						u.passing[o] = true
					}
				}
			}
		}
	}
}

// site reads one statement.
func (u *uses) site() {
	s := u.at
	if s.To != nil {
		u.stateSet(s.To)
		u.walk(s.To, nil)
	}
	u.walk(&s.Expr, nil)
	if s.Kind == parse.SiteEach {
		u.query(&s.Expr)
	}
}

// walk reads an expression with its parent.
func (u *uses) walk(e, parent *parse.Expr) {
	switch e.Kind {
	case parse.ExprCall:
		u.called(e, parent)
	case parse.ExprQuery:
		for i := range e.Args {
			u.query(&e.Args[i].Value)
		}
	}
	if e.Recv != nil {
		u.walk(e.Recv, e)
	}
	for i := range e.Args {
		u.walk(&e.Args[i].Value, e)
	}
}

// called reads a call: on a set, a context, a query or a tracked entry, or with a set
// as an argument.
func (u *uses) called(e, parent *parse.Expr) {
	recv := resolve.Unknown
	if e.Recv != nil {
		recv = u.typeOf(e.Recv)
	}
	switch {
	case u.isSet(recv):
		u.onSet(e, recv)
	case u.isContextType(recv), e.Recv == nil && u.isOwnCall(e):
		u.onContext(e)
	case u.isNamed(recv, "EntityEntry") && len(recv.Args) == 1:
		u.onEntry(e, recv.Args[0], parent)
	case e.Text == "SetValues" && e.Recv != nil && e.Recv.Recv != nil &&
		e.Recv.Text == "CurrentValues":
		if entry := u.typeOf(e.Recv.Recv); len(entry.Args) == 1 {
			u.use(e.At, u.anywhere(entry.Args[0]), graph.Update)
		}
	default:
		u.onQuery(e, recv)
		u.onRepository(e, recv)
	}
	u.included(e, recv)
	u.navigated(e, recv)
	u.passed(e)
}

// typeOf returns the type of an expression; for a task, the result type.
func (u *uses) typeOf(e *parse.Expr) resolve.Type {
	switch e.Kind {
	case parse.ExprName, parse.ExprMember, parse.ExprCall, parse.ExprNew:
		if e.Text == "this" || e.Text == "base" {
			if c := u.table.EnclosingType(u.at.def); c != resolve.None {
				return u.self(c)
			}
		}
		t := u.at.in.ValueType(e.At)
		full := u.outsideName(t)
		if len(t.Args) == 1 && (full == "System.Threading.Tasks.Task" ||
			full == "System.Threading.Tasks.ValueTask") {
			return t.Args[0]
		}
		return t
	case parse.ExprConditional:
		for i := range e.Args {
			if t := u.typeOf(&e.Args[i].Value); t.Known() {
				return t
			}
		}
	}
	return resolve.Unknown
}

func (u *uses) isSet(t resolve.Type) bool {
	_, ok := u.setOf(t)
	return ok
}

// isContextType reports whether a type is a context, or the framework's base type.
func (u *uses) isContextType(t resolve.Type) bool {
	if t.Def > resolve.None {
		return u.isContext(t)
	}
	return u.isNamed(t, "DbContext")
}

// isOwnCall reports whether a call without receiver is of a method of the context
// around it.
func (u *uses) isOwnCall(e *parse.Expr) bool {
	return strings.HasPrefix(u.at.in.Referent(e.At).External, "Microsoft.EntityFrameworkCore.DbContext.")
}

// writers are the methods of sets and contexts that write their arguments.
var writers = map[string]graph.Ops{
	"Add": graph.Insert, "AddAsync": graph.Insert, "AddRange": graph.Insert,
	"AddRangeAsync": graph.Insert, "AddOrUpdate": graph.Insert | graph.Update,
	"Update": graph.Update, "UpdateRange": graph.Update, "Attach": graph.Update,
	"AttachRange": graph.Update, "Remove": graph.Delete, "RemoveRange": graph.Delete,
}

// onSet reads a call on a set.
func (u *uses) onSet(e *parse.Expr, set resolve.Type) {
	t := u.targetOf(e.Recv, set)
	switch ops := u.writes(e); {
	case ops != 0:
		t.of, t.made = u.given(e, t.of)
		u.use(e.At, t, ops)
	case e.Text == "OfType" && len(e.TypeArgs) == 1:
		t.of = u.narrowed(t.of, u.typeWritten(&e.TypeArgs[0]))
		u.use(e.At, t, 0)
	case execution(e) != 0:
		u.use(e.At, t, execution(e))
	case u.isQueried(e):
		u.use(e.At, t, 0)
	}
}

// given returns the class of an argument of a set method, if that derives from the row
// class, and the row class otherwise; made is set if the object is created there.
func (u *uses) given(e *parse.Expr, of resolve.Type) (class resolve.Type, made bool) {
	if len(e.Args) != 1 {
		return of, false
	}
	arg := &e.Args[0].Value
	t := u.typeOf(arg)
	if one, ok := u.element(t); ok {
		t = one
	}
	return u.narrowed(of, t), isMade(arg)
}

// isMade reports whether an expression is an object creation.
func isMade(e *parse.Expr) bool { return e.Kind == parse.ExprNew }

// narrowed returns to if it derives from of, and of otherwise.
func (u *uses) narrowed(of, to resolve.Type) resolve.Type {
	if of.Def > resolve.None && to.Def > resolve.None && slices.ContainsFunc(u.lineage(to),
		func(c resolve.Type) bool { return data.TypeKey(c) == data.TypeKey(of) }) {
		return to
	}
	return of
}

// writes returns the effect of a call on its argument, 0 for a call of a method
// declared in the tree.
func (u *uses) writes(e *parse.Expr) graph.Ops {
	if u.at.in.Referent(e.At).Def != resolve.None {
		return 0
	}
	return writers[e.Text]
}

// execution returns the effect of calls that write all rows of a query.
func execution(e *parse.Expr) graph.Ops {
	switch strings.TrimSuffix(e.Text, "Async") {
	case "ExecuteUpdate":
		return graph.Update
	case "ExecuteDelete":
		return graph.Delete
	}
	return 0
}

// isQueried reports whether a call on a set makes a query of it. A method of the tree
// that takes the set is handled separately.
func (u *uses) isQueried(e *parse.Expr) bool {
	switch e.Text {
	case "Entry", "GetType", "ToString", "Equals", "GetHashCode", "GetService", "CreateProxy":
		return false
	}
	d := u.at.in.Referent(e.At).Def
	if d == resolve.None {
		return true
	}
	def := u.table.Def(d)
	if def.Receiver().IsZero() {
		return false
	}
	return !strings.HasSuffix(def.Receiver().Name, "DbSet")
}

// onContext reads a call on a context.
func (u *uses) onContext(e *parse.Expr) {
	context := resolve.Unknown
	if e.Recv != nil {
		context = u.typeOf(e.Recv)
	} else if c := u.table.EnclosingType(u.at.def); c != resolve.None {
		context = u.self(c)
	}
	if ops := u.writes(e); ops != 0 {
		for i := range e.Args {
			t := u.typeOf(&e.Args[i].Value)
			if len(e.TypeArgs) > 0 {
				t = u.typeWritten(&e.TypeArgs[0])
			} else if of, ok := u.element(t); ok {
				t = of
			}
			u.use(e.At, target{t, context, t.Tier, isMade(&e.Args[i].Value)}, ops)
		}
		return
	}
	if (e.Text == "Find" || e.Text == "FindAsync") && len(e.TypeArgs) == 1 {
		u.use(e.At, target{of: u.typeWritten(&e.TypeArgs[0]), context: context, tier: graph.Exact}, 0)
	}
}

// typeWritten returns the type that a type argument names.
func (u *uses) typeWritten(e *parse.Expr) resolve.Type {
	return u.at.in.TypeOf(data.TypeRefOf(e), u.at.def, e.At)
}

// onQuery reads a call on a query: one that writes all its rows, or one on the query
// that a member of the tree returns without having executed it.
func (u *uses) onQuery(e *parse.Expr, recv resolve.Type) {
	of, ok := u.rowsOf(recv)
	if !ok {
		return
	}
	if ops := execution(e); ops != 0 {
		u.use(e.At, u.anywhere(of), ops)
		return
	}
	if e.Recv != nil && u.isHandedOn(e.Recv) && u.isQueried(e) {
		u.use(e.At, u.anywhere(of), 0)
	}
}

// rowsOf returns the row type of a query.
func (u *uses) rowsOf(t resolve.Type) (resolve.Type, bool) {
	full := u.outsideName(t)
	switch resolve.LastName(full) {
	case "IQueryable", "IOrderedQueryable", "IIncludableQueryable", "DbSet", "IDbSet":
		if len(t.Args) > 0 {
			return t.Args[0], true
		}
	}
	return resolve.Unknown, false
}

// isHandedOn reports whether an expression is a query over an unchanged set: a member
// that returns one, or a local that holds one.
func (u *uses) isHandedOn(e *parse.Expr) bool {
	if d := u.at.in.Referent(e.At).Def; d != resolve.None {
		return u.passing[d]
	}
	if e.Kind != parse.ExprName {
		return false
	}
	l := u.at.in.LocalAt(e.Text, e.At)
	if l == nil {
		return false
	}
	values := u.values[place{u.at.in.File, l.Scope.Start}]
	return len(values) > 0 && u.isPassed(values[0])
}

// query reads the source of a loop or query expression.
func (u *uses) query(e *parse.Expr) {
	t := u.typeOf(e)
	if u.isSet(t) {
		u.use(e.At, u.targetOf(e, t), 0)
	} else if of, ok := u.rowsOf(t); ok && u.isHandedOn(e) {
		u.use(e.At, u.anywhere(of), 0)
	}
}

// passed reads the sets among the arguments of a call: a set passed as a general
// sequence is read.
func (u *uses) passed(e *parse.Expr) {
	d := u.at.in.Referent(e.At).Def
	for i := range e.Args {
		arg := &e.Args[i].Value
		t := u.typeOf(arg)
		if !u.isSet(t) {
			continue
		}
		if d != resolve.None && !u.takesSequence(u.table.Def(d), i) {
			continue
		}
		u.use(arg.At, u.targetOf(arg, t), 0)
	}
}

// takesSequence reports whether the parameter for argument i is a query or sequence.
func (u *uses) takesSequence(d *resolve.Def, i int) bool {
	if !d.Receiver().IsZero() {
		i++
	}
	if i >= len(d.Params) {
		return false
	}
	name := resolve.LastName(d.Params[i].Type.Name)
	return name == "IQueryable" || name == "IEnumerable"
}

// anywhere returns a target in any context.
func (u *uses) anywhere(of resolve.Type) target {
	return target{of: of, tier: resolve.WeakerTier(of.Tier, graph.Typed)}
}

// targetOf returns the target of a set: in the context that it is taken from.
func (u *uses) targetOf(e *parse.Expr, set resolve.Type) target {
	of, _ := u.setOf(set)
	t := target{of: of, tier: resolve.WeakerTier(set.Tier, graph.Exact)}
	if d := u.at.in.Referent(e.At).Def; d != resolve.None {
		if c := u.table.EnclosingType(d); c != resolve.None && e.Recv == nil {
			t.context = u.self(c)
		}
	}
	if e.Recv != nil {
		t.context = u.typeOf(e.Recv)
	} else if e.Kind == parse.ExprCall {
		if c := u.table.EnclosingType(u.at.def); c != resolve.None {
			t.context = u.self(c)
		}
	}
	return t
}

// use records a use of the tables of a target.
func (u *uses) use(at uint32, t target, ops graph.Ops) {
	if t.of.Owner != resolve.None {
		u.generic = append(u.generic, genericUse{*u.at, at, t, ops})
		return
	}
	u.useOf(u.at, at, t, ops)
}

func (u *uses) useOf(s *statement, at uint32, t target, ops graph.Ops) {
	found := u.tablesFor(t, func(m *model, x *entity) []named { return m.stored(x, ops, t.made) })
	if found.tables == nil && t.of.Def > resolve.None {
		found = u.reflected(t)
	}
	u.enterUses(s, at, t, ops, found)
}

// enterUses records the uses of tables.
func (u *uses) enterUses(s *statement, at uint32, t target, ops graph.Ops, of choice) {
	for _, x := range of.tables {
		tier := resolve.WeakerTier(t.tier, x.tier)
		if of.several {
			tier = resolve.WeakerTier(tier, graph.Hierarchy)
		}
		u.out.Uses = append(u.out.Uses, data.Use{By: s.def, File: s.in.File, At: at,
			Table: x.Table, Ops: ops, Tier: tier})
	}
}

// tablesFor lists the tables of a class in each context: in the contexts of the target,
// or in all contexts if the target's have no tables for it.
func (u *uses) tablesFor(t target, of func(*model, *entity) []named) choice {
	var meant, all choice
	if t.of.Def <= resolve.None {
		return all
	}
	k := data.TypeKey(t.of)
	for _, m := range u.models {
		x := m.entities[k]
		if x == nil {
			continue
		}
		list := of(m, x)
		all.add(list)
		if u.isMeant(m, t.context) {
			meant.add(list)
		}
	}
	if meant.tables != nil {
		return meant
	}
	return all
}

// A choice is the tables of a class in the contexts that may be used.
type choice struct {
	tables  []named
	several bool // contexts differ
}

func (c *choice) add(list []named) {
	if len(list) == 0 {
		return
	}
	before := len(c.tables)
	for _, t := range list {
		c.tables = addNamed(c.tables, t)
	}
	if before > 0 && (len(c.tables) > before || len(list) != before) {
		c.several = true
	}
}

// reflected lists the conventional tables of a class that no model names, in the models
// that find their entities by reflection: a class used as a set is assumed to be one of
// them.
func (u *uses) reflected(t target) choice {
	var out choice
	for _, m := range u.models {
		if !m.open || m.entities[data.TypeKey(t.of)] != nil || !m.mayBeEntity(t.of) ||
			t.context.Def > resolve.None && !u.isMeant(m, t.context) {
			continue
		}
		x := m.entity(t.of)
		x.table.tier = graph.Heuristic
		if table, ok := m.tableOf(x); ok {
			out.add([]named{table})
		}
	}
	return out
}

// addNamed appends a table that is not in the list.
func addNamed(list []named, t named) []named {
	for i := range list {
		if list[i].Table == t.Table {
			list[i].tier = min(list[i].tier, t.tier)
			return list
		}
	}
	return append(list, t)
}

// isMeant reports whether a context has a type, as its class, a base or an interface.
func (u *uses) isMeant(m *model, t resolve.Type) bool {
	if t.Def <= resolve.None {
		return false
	}
	for _, c := range u.lineage(m.contextType) {
		if c.Def == t.Def {
			return true
		}
		if c.Def > resolve.None && slices.ContainsFunc(u.table.Bases[c.Def],
			func(b resolve.Type) bool { return b.Def == t.Def }) {
			return true
		}
	}
	return false
}
