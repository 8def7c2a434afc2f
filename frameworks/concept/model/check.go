package model

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"seedgraph/graph"
)

// Languages are the languages of rows, by the families of front ends.
var Languages = []string{"csharp", "go", "java", "python", "typescript"}

// verbs are the HTTP methods; Any is every one of them.
var verbs = []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE"}

// Any is the verb of routes and requests of every HTTP method.
const Any = "ANY"

// nameVerb is the verb of a call that is named after it.
const nameVerb = "name"

// OfMethods is the verb of a route whose handler is a class: its methods are named after the
// verbs that they handle.
const OfMethods = "methods"

// otherVerbs are the names of methods that mean a verb without being its name.
var otherVerbs = map[string]string{"del": "DELETE", "any": Any, "all": Any}

// VerbOf returns the verb that a name begins with, in any case: get, GetAsync, DELETE, del, postForm;
// empty for others.
func VerbOf(name string) string {
	lower := strings.ToLower(name)
	for _, v := range verbs {
		if strings.HasPrefix(lower, strings.ToLower(v)) {
			return v
		}
	}
	for prefix, v := range otherVerbs {
		if strings.HasPrefix(lower, prefix) {
			return v
		}
	}
	return ""
}

// Ops are the names of operations of tables, with their values; none has no value.
var Ops = map[string]graph.Ops{"read": 0, "insert": graph.Insert, "update": graph.Update, "delete": graph.Delete}

// NoOp is the operation of a table that is only named.
const NoOp = "none"

var lifetimes = map[string]graph.Via{"": graph.ViaNone, "singleton": graph.ViaSingleton, "scoped": graph.ViaScoped,
	"transient": graph.ViaTransient}

var jobRoles = map[string]graph.Role{"job": graph.RoleJob, "command": graph.RoleCommand, "hosted": graph.RoleHosted,
	"message": graph.RoleMessage, "function": graph.RoleFunction}

// GraphRole returns the role that a row names.
func (r *Run) GraphRole() graph.Role { return jobRoles[r.Role] }

// Via returns the lifetime that a row names.
func (b *Bind) Via() graph.Via { return lifetimes[b.Lifetime] }

// Spaces are the namespaces of settings.
var Spaces = []string{"variable", "dotted", "flag"}

// Namings are the rules for tables without a stated name.
var Namings = []string{"same", "none", "lower", "snake", "plural", "snake_plural", "with_s", byScripts}

var (
	libraryName = regexp.MustCompile(`^[A-Za-z0-9_@][A-Za-z0-9_@./+\- ]{0,79}$`)
	symbolName  = regexp.MustCompile(`^[A-Za-z_$]\w*(\.[A-Za-z_$]\w*)*$`)
	partOfName  = regexp.MustCompile(`^\*?[A-Za-z_]\w*\*?$`)
	moduleName  = regexp.MustCompile(`^[A-Za-z0-9_@$][A-Za-z0-9_@$./:\-~]*$`)
)

// Check reports the first error of a row, with its position: a value that does not exist, keys that do
// not fit together, a key that would have no effect.
func Check(l *Library) error {
	c := checker{l}
	if err := c.head(); err != nil {
		return err
	}
	if len(l.Calls)+len(l.Annotations)+len(l.Bases) == 0 {
		return problem(l.Position, "add calls, annotations or bases", "%s describes no call, annotation or base type", l.Name)
	}
	for i := range l.Queries {
		if err := c.query(&l.Queries[i]); err != nil {
			return err
		}
	}
	for i := range l.Calls {
		if err := c.call(&l.Calls[i]); err != nil {
			return err
		}
	}
	for i := range l.Annotations {
		a := &l.Annotations[i]
		if err := c.annotation(a); err != nil {
			return err
		}
	}
	for i := range l.Bases {
		if err := c.base(&l.Bases[i]); err != nil {
			return err
		}
	}
	return c.repeated()
}

// CheckAll reports the first library that has the name of another one.
func CheckAll(list []*Library) error {
	by := map[string]*Library{}
	for _, l := range list {
		if other := by[l.Name]; other != nil {
			where := "the program"
			if other.File != "" {
				where = other.File
			}
			return problem(l.Position, "give it another name, or remove one", "%s has a library %s, too", where, l.Name)
		}
		by[l.Name] = l
	}
	return nil
}

// A checker checks one row.
type checker struct{ *Library }

func (c checker) head() error {
	switch {
	case c.Name == "":
		return problem(c.Position, "add `library: NAME`", "a library has no name")
	case !libraryName.MatchString(c.Name):
		return problem(c.Position, "use letters, digits, and ./-+_@", "%q is not the name of a library", c.Name)
	case !slices.Contains(Languages, c.Language):
		return problem(c.Position, "give one of "+strings.Join(Languages, ", ")+"; typescript includes JavaScript",
			"language %q of %s", c.Language, c.Name)
	case c.Package != "" && c.Language != "go":
		return problem(c.Position, "remove it", "package is a key of libraries in Go")
	case !oneOf(c.Paths, "", "colon", "braces", "angles"):
		return problem(c.Position, "give colon, braces or angles", "paths %q", c.Paths)
	case c.Naming != "" && !slices.Contains(Namings, c.Naming):
		return problem(c.Position, "give one of "+strings.Join(Namings, ", "), "naming %q", c.Naming)
	case c.Naming == byScripts && (c.Language != "csharp" || len(c.Annotations) > 0):
		return problem(c.Position, "give another naming", "naming scripts is one of base types in csharp")
	case !oneOf(c.Tier, "", "typed", "exact"):
		return problem(c.Position, "give typed or exact", "tier %q", c.Tier)
	case (c.Paths != "" || c.FirstMatch) && !c.any(func(e *Effect) bool { return e.Route != nil || e.Group != nil || e.Mount != nil }):
		return problem(c.Position, "remove them", "paths and first_match are keys of libraries with routes")
	case c.System+c.Term != "" && !c.any(func(e *Effect) bool { return e.Send != nil || e.Handle != nil }):
		return problem(c.Position, "remove them", "system and term are keys of libraries with topics")
	case (c.Naming != "" || len(c.Renames) > 0) && !c.any(isNamingEntity):
		return problem(c.Position, "remove them", "naming and renames are keys of libraries with entities")
	case c.AnyClass && (c.Language != "csharp" || !c.any(func(e *Effect) bool { return e.Table != nil && e.Table.Entity != "" })):
		return problem(c.Position, "remove it", "any_class is a key of libraries in csharp with calls that take entities")
	case c.Tier != "" && !c.any(isTable):
		return problem(c.Position, "remove it", "tier is a key of libraries with tables")
	case len(c.Wildcards) > 0 && (len(c.Wildcards) != 3 || slices.Contains(c.Wildcards, "") ||
		!c.any(func(e *Effect) bool { return e.Send != nil || e.Handle != nil })):
		return problem(c.Position, "give a separator, a token for any token and one for the rest",
			"wildcards are three texts, of libraries with topics")
	case c.Term != strings.ToUpper(c.Term):
		return problem(c.Position, "write "+strings.ToUpper(c.Term), "term %q is not in upper case", c.Term)
	case len(c.Modules) == 0 && len(c.Words) == 0 && !c.isGlobal():
		return problem(c.Position, "add modules, or words that files with its calls have", "%s has neither modules nor words", c.Name)
	case len(c.Modules) == 0 && !c.isGlobal():
		return problem(c.Position, "add modules", "%s has no modules, but rows of types or annotations", c.Name)
	case len(c.Modules) == 0 && len(c.Words) == 0 && c.any(func(e *Effect) bool { return e.isSet() && e.SQL == nil && e.Entity == nil }):
		return problem(c.Position, "add words that files with its calls have", "%s has neither modules nor words", c.Name)
	}
	for _, m := range c.Modules {
		if !moduleName.MatchString(m) {
			return problem(c.Position, "give an import path, a package or a namespace", "%q is not a module", m)
		}
	}
	for _, w := range slices.Concat(c.Words, c.Needs, c.Renames) {
		if len(strings.TrimSpace(w)) < 3 {
			return problem(c.Position, "give words of at least 3 characters", "the word %q is in most files", w)
		}
	}
	return nil
}

func isTable(e *Effect) bool { return e.Table != nil }

// isNamingEntity reports whether an effect yields tables of classes, by the naming of the library.
func isNamingEntity(e *Effect) bool { return e.Entity != nil || e.Table != nil && e.Table.Entity != "" }

// isGlobal reports whether no row needs a module: functions, SQL methods of any object, base types by
// their last names.
func (c checker) isGlobal() bool {
	return len(c.Annotations) == 0 && (len(c.Bases) == 0 || c.Naming == byScripts) && !slices.ContainsFunc(c.Calls, func(x Call) bool {
		return len(x.Function) == 0 && x.SQL == nil
	})
}

func oneOf(s string, list ...string) bool { return slices.Contains(list, s) }

// query checks the operation of the queries of a type, which rows of the library must be able to yield.
func (c checker) query(q *Query) error {
	switch {
	case len(q.Type) == 0:
		return problem(q.Position, "add type", "a query has no type")
	case len(q.Op) == 0:
		return problem(q.Position, "add op: insert, update or delete", "a query has no op")
	}
	if err := checkNames(q.Type, q.Position, "give names as in code"); err != nil {
		return err
	}
	for _, op := range q.Op {
		if Ops[op] == 0 {
			return problem(q.Position, "give insert, update or delete", "queries: op %q", op)
		}
	}
	if !c.any(func(e *Effect) bool {
		return e.Table != nil && e.Table.Name+e.Table.Entity != "" && len(e.Table.Op) == 0
	}) {
		return problem(q.Position, "add calls with a table, but without op", "queries of %s name no table", c.Name)
	}
	return nil
}

func (c checker) call(x *Call) error {
	kinds := 0
	for _, names := range [][]string{x.Function, x.Method, x.New, x.Member} {
		if len(names) > 0 {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		return problem(x.Position, "give function for functions of the module, method for those of objects, new for types, member for properties",
			"a call has %d of function, method, new and member", kinds)
	case len(x.On) > 0 && len(x.Method)+len(x.Member) == 0:
		return problem(x.Position, "remove it", "on is a key of methods and members")
	case len(x.Member) > 0 && (x.Returns == "" || x.Effect.isSet() || x.Least+x.Most > 0 || x.Empty != ""):
		return problem(x.Position, "give member, on and returns only", "a member has a type, but no arguments and no effect")
	case len(x.Extends) > 0 && (c.Language != "csharp" || len(x.Method) == 0 || len(x.On) > 0 || len(c.Modules) == 0):
		return problem(x.Position, "give on, or modules", "extends is a key of methods in csharp, instead of on")
	case x.Yields != "" && (c.Language != "csharp" || x.Table == nil):
		return problem(x.Position, "remove it", "yields is a key of calls in csharp with a table")
	case x.Most > 0 && x.Most < x.Least:
		return problem(x.Position, "correct one of them", "most is %d, but least is %d", x.Most, x.Least)
	case x.Returns != "" && len(x.New) > 0:
		return problem(x.Position, "remove it", "new returns the type that it creates")
	}
	for _, name := range slices.Concat(x.Function, x.Method, x.On, x.New, x.Member, x.Extends) {
		if x.SQL != nil && partOfName.MatchString(name) || symbolName.MatchString(name) || name == "" && len(x.Function) > 0 {
			continue
		}
		return problem(x.Position, "give names as in code, without parentheses", "%q is not a name", name)
	}
	if x.Returns != "" && !symbolName.MatchString(x.Returns) {
		return problem(x.Position, "give the name of a type", "returns %q", x.Returns)
	}
	if _, err := x.Empty.parse(); err != nil {
		return problem(x.Position, "write a position such as 0, a name, or both: 0|path", "empty: %s", err)
	}
	if !x.Effect.isSet() && x.Returns == "" {
		return problem(x.Position, "add an effect such as route, or returns", "a call without effect")
	}
	return c.effect(&x.Effect, x.Position, slices.Concat(x.Function, x.Method, x.New), call)
}

func (c checker) annotation(a *Annotation) error {
	switch {
	case c.Language == "go":
		return problem(a.Position, "describe calls", "Go has no annotations")
	case len(a.Name) == 0:
		return problem(a.Position, "add name", "an annotation has no name")
	case !a.Effect.isSet():
		return problem(a.Position, "add an effect such as route", "an annotation without effect")
	}
	if err := checkNames(a.Name, a.Position, "give names as in code, without @ and brackets"); err != nil {
		return err
	}
	return c.effect(&a.Effect, a.Position, a.Name, annotation)
}

func (c checker) base(b *Base) error {
	switch {
	case c.Language == "go":
		return problem(b.Position, "describe calls", "Go has no base types")
	case len(b.Type) == 0:
		return problem(b.Position, "add type", "a base has no type")
	case !b.Effect.isSet():
		return problem(b.Position, "add entity or run", "a base type without effect")
	}
	if err := checkNames(b.Type, b.Position, "give names as in code"); err != nil {
		return err
	}
	return c.effect(&b.Effect, b.Position, b.Type, base)
}

// checkNames reports the first of some names that no symbol can have.
func checkNames(names []string, at Position, remedy string) error {
	for _, name := range names {
		if !symbolName.MatchString(name) {
			return problem(at, remedy, "%q is not a name", name)
		}
	}
	return nil
}

// A place is the kind of row that an effect is in.
type place uint8

const (
	call place = 1 << iota
	annotation
	base
)

var placeNames = map[place]string{call: "calls", annotation: "annotations", base: "bases"}

// effects are the effects, with the rows that may have them.
var effects = map[string]place{"route": call | annotation, "group": call | annotation, "mount": call, "client": call,
	"request": call | annotation, "send": call | annotation, "handle": call | annotation, "setting": call,
	"table": call, "subquery": call, "entity": annotation | base, "sql": call, "bind": call, "run": call | annotation | base}

// set returns the effects of a row by their keys, each with its value.
func (e *Effect) set() map[string]any {
	out := map[string]any{}
	add := func(key string, isSet bool, v any) {
		if isSet {
			out[key] = v
		}
	}
	add("route", e.Route != nil, e.Route)
	add("group", e.Group != nil, e.Group)
	add("mount", e.Mount != nil, e.Mount)
	add("client", e.Client != nil, e.Client)
	add("request", e.Request != nil, e.Request)
	add("send", e.Send != nil, e.Send)
	add("handle", e.Handle != nil, e.Handle)
	add("setting", e.Setting != nil, e.Setting)
	add("table", e.Table != nil, e.Table)
	add("subquery", e.Subquery != nil, e.Subquery)
	add("entity", e.Entity != nil, e.Entity)
	add("sql", e.SQL != nil, e.SQL)
	add("bind", e.Bind != nil, e.Bind)
	add("run", e.Run != nil, e.Run)
	return out
}

func (e *Effect) isSet() bool { return len(e.set()) > 0 }

// Kinds lists the keys of the effect, sorted.
func (e *Effect) Kinds() []string { return slices.Sorted(maps.Keys(e.set())) }

func (c checker) effect(e *Effect, at Position, names []string, in place) error {
	kinds := e.Kinds()
	switch {
	case len(kinds) > 1:
		return problem(at, "write two rows", "%s are in one row", strings.Join(kinds, " and "))
	case len(kinds) == 1 && effects[kinds[0]]&in == 0:
		var other []string
		for _, p := range []place{call, annotation, base} {
			if effects[kinds[0]]&p != 0 {
				other = append(other, placeNames[p])
			}
		}
		return problem(at, "it is a key of "+strings.Join(other, " and "), "%s in %s", kinds[0], placeNames[in])
	}
	for _, v := range e.set() {
		switch v := v.(type) {
		case *Route:
			return c.route(v, at, names, in)
		case *Group:
			return c.args(at, map[string]Arg{"prefix": v.Prefix}, "prefix")
		case *Mount:
			return c.args(at, map[string]Arg{"router": v.Router, "prefix": v.Prefix}, "router")
		case *Client:
			return c.args(at, map[string]Arg{"base": v.Base}, "base")
		case *Request:
			return c.request(v, at, names)
		case *Topic:
			return c.topic(v, at, in)
		case *Setting:
			if !slices.Contains(Spaces, v.Space) {
				return problem(at, "give one of "+strings.Join(Spaces, ", "), "setting: space %q", v.Space)
			}
			return c.args(at, map[string]Arg{"key": v.Key}, "key")
		case *Table:
			return c.table(v, at)
		case *Subquery:
			return c.args(at, map[string]Arg{"name": v.Name}, "name")
		case *Entity:
			return c.entity(v, at, in)
		case *SQL:
			return c.sql(v, at)
		case *Bind:
			if _, ok := lifetimes[v.Lifetime]; !ok {
				return problem(at, "give singleton, scoped or transient", "bind: lifetime %q", v.Lifetime)
			}
			return c.args(at, map[string]Arg{"service": v.Service, "implementation": v.Implementation}, "service",
				"implementation")
		case *Run:
			return c.run(v, at, in)
		}
	}
	return nil
}

// args checks the notation of arguments, and that required ones are there.
func (c checker) args(at Position, args map[string]Arg, required ...string) error {
	for _, key := range slices.Sorted(maps.Keys(args)) {
		if _, err := args[key].parse(); err != nil {
			return problem(at, "write a position such as 0 or last, a name, or both: 0|path", "%s: %s", key, err)
		}
		if args[key].isType() && !oneOf(key, "service", "implementation", "entity") {
			return problem(at, "give an argument", "%s: a type argument is not a text", key)
		}
	}
	for _, key := range required {
		if args[key] == "" {
			return problem(at, "add "+key+" with the position or the name of the argument", "%s is missing", key)
		}
	}
	return nil
}

// verb checks the verb of calls with some names.
func (c checker) verb(verb string, arg Arg, at Position, names []string) error {
	switch {
	case verb == "" && arg == "":
		return problem(at, "add verb (GET, ANY, name) or verb_arg", "a verb is missing")
	case verb == nameVerb:
		for _, name := range names {
			if VerbOf(lastName(name)) == "" {
				return problem(at, "give the verb in a row for this name", "verb: name, but %q begins with no HTTP method", name)
			}
		}
	case verb != "" && verb != Any && verb != OfMethods && !slices.Contains(verbs, verb):
		return problem(at, "give "+strings.Join(verbs, ", ")+", ANY, name or methods",
			"verb %q", verb)
	}
	return nil
}

func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func (c checker) route(r *Route, at Position, names []string, in place) error {
	switch {
	case in == annotation && r.Handler != "":
		return problem(at, "remove it: the annotated definition is the handler", "handler in a route of annotations")
	case in == call && r.Handler == "" && c.Language != "python":
		return problem(at, "add handler: last, or the position of the handler", "handler is missing")
	}
	if err := c.verb(r.Verb, r.VerbArg, at, names); err != nil {
		return err
	}
	return c.args(at, map[string]Arg{"path": r.Path, "handler": r.Handler, "verb_arg": r.VerbArg})
}

func (c checker) request(r *Request, at Position, names []string) error {
	if err := c.verb(r.Verb, r.VerbArg, at, names); err != nil {
		return err
	}
	return c.args(at, map[string]Arg{"address": r.Address, "verb_arg": r.VerbArg}, "address")
}

func (c checker) topic(t *Topic, at Position, in place) error {
	switch {
	case cmp.Or(t.System, c.System) == "":
		return problem(at, "add `system: NAME` to the library, such as kafka", "a topic has no messaging system")
	case cmp.Or(t.Term, c.Term) == "":
		return problem(at, "add `term: TOPIC` (or QUEUE, EVENT, ...) to the library", "a topic has no term")
	case t.Term != strings.ToUpper(t.Term):
		return problem(at, "write "+strings.ToUpper(t.Term), "term %q is not in upper case", t.Term)
	case in == annotation && t.Handler != "":
		return problem(at, "remove it: the annotated definition is the handler", "handler in a topic of annotations")
	case in == call && t.Method != "" && t.Handler == "":
		return problem(at, "add handler", "method is a key of topics with a handler")
	}
	return c.args(at, map[string]Arg{"topic": t.Topic, "handler": t.Handler}, "topic")
}

func (c checker) table(t *Table, at Position) error {
	for _, op := range t.Op {
		if _, ok := Ops[op]; !ok && op != NoOp {
			return problem(at, "give read, insert, update, delete or none", "table: op %q", op)
		}
		if len(t.Op) > 1 && (op == NoOp || op == "read") {
			return problem(at, "give it alone", "table: op %s with others", op)
		}
	}
	switch {
	case t.Name != "" && t.Entity != "":
		return problem(at, "give one of them", "table: name and entity are in one row")
	case t.Name == "" && t.Entity == "" && t.Schema == "" && len(t.Op) == 0:
		return problem(at, "add name, entity, schema or op", "table: has neither name, entity, schema nor op")
	case t.Name == "" && t.Entity == "" && len(t.Op) > 0 && t.Op[0] == NoOp:
		return problem(at, "give an operation", "table: op none without a table")
	case t.Schema != "" && t.Name == "" && (t.Entity != "" || len(t.Op) > 0):
		return problem(at, "add name, or give the schema alone", "table: schema without name")
	}
	return c.args(at, map[string]Arg{"name": t.Name, "entity": t.Entity, "schema": t.Schema})
}

func (c checker) entity(e *Entity, at Position, in place) error {
	switch {
	case in == base && (e.Table != "" || e.Schema != ""):
		return problem(at, "use member, or naming of the library", "entity: a base type has no arguments")
	case e.Schema != "" && e.Table == "":
		return problem(at, "add table", "entity: schema without table")
	case e.Member != "" && !symbolName.MatchString(e.Member):
		return problem(at, "give the name of a member", "entity: member %q", e.Member)
	}
	return c.args(at, map[string]Arg{"table": e.Table, "schema": e.Schema})
}

func (c checker) sql(s *SQL, at Position) error {
	switch {
	case c.Language != "csharp":
		return problem(at, "remove the row: SQL in strings is found by its text", "sql in %s", c.Language)
	case s.Text != "0":
		return problem(at, "write `text: 0`", "sql: text is %q, but only the first argument is read", s.Text)
	}
	return nil
}

func (c checker) run(r *Run, at Position, in place) error {
	if jobRoles[r.Role] == graph.NoRole {
		return problem(at, "give one of "+strings.Join(slices.Sorted(maps.Keys(jobRoles)), ", "), "run: role %q", r.Role)
	}
	switch {
	case in == call && r.Handler == "":
		return problem(at, "add handler", "handler is missing")
	case in != call && r.Handler != "":
		return problem(at, "remove it", "handler in a run of %s", placeNames[in])
	case in == base && len(r.Methods) == 0:
		return problem(at, "add the methods of the class that run", "run: a base type has no methods")
	case in == call && len(r.Methods) > 0:
		return problem(at, "remove it", "methods in a run of calls")
	}
	for _, m := range r.Methods {
		if !symbolName.MatchString(m) {
			return problem(at, "give the name of a method", "run: method %q", m)
		}
	}
	return c.args(at, map[string]Arg{"handler": r.Handler})
}

// repeated reports a call, annotation or base type that two rows describe in the same way.
func (c checker) repeated() error {
	seen := map[string]Position{}
	note := func(at Position, key, name string) error {
		first, ok := seen[key+"\n"+name]
		if ok {
			return problem(at, "remove one of them", "%s is described in line %d, too", name, first.Line)
		}
		seen[key+"\n"+name] = at
		return nil
	}
	for i := range c.Calls {
		x := &c.Calls[i]
		on := x.On
		if len(on) == 0 {
			on = []string{""}
		}
		for kind, names := range map[string][]string{"function": x.Function, "method": x.Method, "new": x.New,
			"member": x.Member} {
			for _, name := range names {
				for _, t := range on {
					// a call may have several effects, and several forms by the number of its arguments
					key := strings.Join(append([]string{kind, t, string(rune(x.Least)), string(rune(x.Most)), string(x.Empty)},
						x.Kinds()...), "\n")
					if err := note(x.Position, key, name); err != nil {
						return err
					}
				}
			}
		}
	}
	for i := range c.Queries {
		for _, name := range c.Queries[i].Type {
			if err := note(c.Queries[i].Position, "query", name); err != nil {
				return err
			}
		}
	}
	for i := range c.Annotations {
		a := &c.Annotations[i]
		for _, name := range a.Name {
			if err := note(a.Position, "annotation\n"+strings.Join(a.Kinds(), "\n"), name); err != nil {
				return err
			}
		}
	}
	for i := range c.Bases {
		b := &c.Bases[i]
		for _, name := range b.Type {
			if err := note(b.Position, "base\n"+strings.Join(b.Kinds(), "\n"), name); err != nil {
				return err
			}
		}
	}
	return nil
}
