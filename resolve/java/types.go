package java

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// The owners of the type parameters that a class outside the tree declares, and of
// those of its methods. [java.put] and [eval.infer] replace them before a type
// leaves the class.
const (
	libraryTypeVar   resolve.DefID = -2
	libraryMethodVar resolve.DefID = -3
)

// The forms of wildcards; the first two have their bound as argument.
const (
	wildExtends = "? extends"
	wildSuper   = "? super"
	wildAny     = "?"
)

// An answer says whether something holds, as far as the tree and what is known of
// the platform tell.
type answer uint8

const (
	no answer = iota
	maybe
	yes
)

// outsideType is the class of a full name that the tree does not declare.
func outsideType(name string, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: name, Args: args}
}

var (
	object     = outsideType("java.lang.Object")
	javaString = outsideType("java.lang.String")
)

// unknownOutside is a type outside the tree of which nothing is known.
var unknownOutside = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "*"}

// inUnknownPackage is the type of a simple name that one of several packages outside
// the tree declares.
func inUnknownPackage(name string) resolve.Type { return outsideType("*." + name) }

func arrayOf(t resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "[]", Args: []resolve.Type{t}}
}

func isArray(t resolve.Type) bool { return t.Form == "[]" && len(t.Args) == 1 }

func isWildcard(t resolve.Type) bool {
	return t.Form == wildExtends || t.Form == wildSuper || t.External && t.Form == wildAny
}

var primitives = map[string]bool{
	"boolean": true, "byte": true, "short": true, "char": true, "int": true, "long": true, "float": true, "double": true, "void": true,
}

func isPrimitive(t resolve.Type) bool {
	return t.Def == resolve.None && t.External && primitives[t.Form]
}

func isNull(t resolve.Type) bool { return t.External && t.Form == "null" }

// widths orders the numeric types: each converts to those of greater width (JLS
// 5.1.2), but neither byte nor short to char.
var widths = map[string]int{"byte": 1, "short": 2, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6}

var boxes = map[string]string{
	"boolean": "java.lang.Boolean", "byte": "java.lang.Byte", "short": "java.lang.Short", "char": "java.lang.Character",
	"int": "java.lang.Integer", "long": "java.lang.Long", "float": "java.lang.Float", "double": "java.lang.Double",
}

var javaUnboxed = func() map[string]string {
	m := map[string]string{}
	for p, b := range boxes {
		m[b] = p
	}
	return m
}()

// boxed returns the class of a primitive type, any other type as it is.
func boxed(t resolve.Type) resolve.Type {
	if b, ok := boxes[t.Form]; ok && isPrimitive(t) {
		return outsideType(b).WithTier(t.Tier)
	}
	return t
}

// unboxed returns the primitive type that t is or converts to; ok is false without
// one.
func unboxed(t resolve.Type) (p resolve.Type, ok bool) {
	if isPrimitive(t) {
		return t, true
	}
	if u := javaUnboxed[t.Form]; u != "" && t.External {
		return outsideType(u).WithTier(t.Tier), true
	}
	return resolve.Unknown, false
}

// An openness says which parts of a type's hierarchy are unknown.
type openness uint8

const (
	openClass openness = 1 << iota // a superclass
	openInterface
)

// A base is a direct supertype and whether it can be a class or an interface.
type base struct {
	resolve.Type
	as openness
}

// supers visits t and its supertypes, the nearest first, superclasses before
// interfaces and Object last, until visit returns false. It returns the parts of the
// hierarchy that are unknown, as far as it was visited.
func (j *tree) supers(t resolve.Type, visit func(resolve.Type) bool) (open openness) {
	queue := make([]base, 1, 8)
	queue[0] = base{t, openClass | openInterface}
	for i := 0; i < len(queue); i++ {
		t := queue[i]
		if j.isObject(t.Type) && i > 0 || slices.ContainsFunc(queue[:i], func(o base) bool { return sameClass(o.Type, t.Type) }) {
			continue
		}
		if !j.declares(t.Type) {
			open |= t.as
			continue
		}
		if !visit(t.Type) {
			return open
		}
		queue = append(queue, j.basesWithRole(t.Type)...)
	}
	if !j.isObject(t) && j.declares(object) {
		visit(object)
	}
	return open
}

func (j *tree) isObject(t resolve.Type) bool { return t.Def == resolve.None && t.Form == object.Form }

// declares reports whether the members and bases of t are known.
func (j *tree) declares(t resolve.Type) bool {
	return t.Def != resolve.None || j.libraryClass(t) != nil
}

// sameClass reports whether two types are of one class, whatever their arguments.
func sameClass(a, b resolve.Type) bool {
	if a.Def != resolve.None || b.Def != resolve.None {
		return a.Def == b.Def
	}
	return a.External && b.External && a.Form == b.Form && a.Form != unknownOutside.Form
}

// basesWithRole lists the direct supertypes of t with its type arguments put in.
func (j *tree) basesWithRole(t resolve.Type) []base {
	bases := j.baseTypes(t)
	out := make([]base, len(bases))
	for i, b := range bases {
		out[i] = base{b, openClass | openInterface}
		if t.Def == resolve.None {
			continue
		}
		switch kinds := j.table.Def(t.Def).BaseKind; {
		case i >= len(kinds):
		case kinds[i]:
			out[i].as = openInterface
		default:
			out[i].as = openClass
		}
	}
	return out
}

// baseTypes lists the direct supertypes of t, the superclass first, with its type
// arguments put in. Object is left out.
func (j *tree) baseTypes(t resolve.Type) []resolve.Type {
	var bases []resolve.Type
	if t.Def != resolve.None {
		bases = j.basesOf(t.Def)
	} else if c := j.libraryClass(t); c != nil {
		bases = c.bases
	}
	if len(bases) == 0 || !slices.ContainsFunc(bases, func(b resolve.Type) bool { return len(b.Args) > 0 }) {
		return bases
	}
	out := make([]resolve.Type, len(bases))
	for i, b := range bases {
		out[i] = j.put(b, t)
	}
	return out
}

// implicitBase is the class that every enum, record or annotation type extends.
func (j *tree) implicitBase(d *resolve.Def) (resolve.Type, bool) {
	switch {
	case d.Kind == graph.KindEnum:
		return outsideType("java.lang.Enum", resolve.Type{Def: d.ID, Owner: resolve.None}), true
	case d.Kind == graph.KindRecord:
		return outsideType("java.lang.Record"), true
	case d.Kind == graph.KindInterface && isAnnotationType(d):
		return outsideType("java.lang.annotation.Annotation"), true
	}
	return resolve.Unknown, false
}

// isAnnotationType reports whether an interface is that of an annotation.
func isAnnotationType(d *resolve.Def) bool { return strings.Contains(d.Signature, "@interface ") }

// thisType is the type d with its own type parameters as arguments.
func (j *tree) thisType(d resolve.DefID) resolve.Type {
	t := resolve.Type{Def: d, Owner: resolve.None}
	for i, p := range j.table.Def(d).TypeParams {
		t.Args = append(t.Args, resolve.Type{Def: resolve.None, Owner: d, Param: i, Form: p})
	}
	return t
}

// typeVars returns the number of type parameters of the class t.
func (j *tree) typeVars(t resolve.Type) int {
	if t.Def != resolve.None {
		return len(j.table.Def(t.Def).TypeParams)
	}
	if c := j.libraryClass(t); c != nil {
		return len(c.bounds)
	}
	return 0
}

// put replaces the type parameters of the class owner in x by owner's arguments, and
// where it has none, since it is a raw type, by their bounds (JLS 4.8).
func (j *tree) put(x, owner resolve.Type) resolve.Type {
	if x.Owner == resolve.None && len(x.Args) == 0 {
		return x
	}
	id, args := owner.Def, owner.Args
	if id == resolve.None {
		id = libraryTypeVar
	}
	if n := j.typeVars(owner); len(args) < n {
		args = make([]resolve.Type, n)
		for i := range args {
			args[i] = j.eraseVar(resolve.Type{Def: resolve.None, Owner: id, Param: i}, owner)
		}
	}
	return resolve.Substitute(x, id, j.bounded(args, owner))
}

// bounded replaces the wildcards ? among the type arguments of a class by those of
// the bounds that the class declares (JLS 5.1.10).
func (j *tree) bounded(args []resolve.Type, owner resolve.Type) []resolve.Type {
	var out []resolve.Type
	for i, a := range args {
		if !a.External || a.Form != wildAny {
			continue
		}
		if out == nil {
			out = slices.Clone(args)
		}
		if b := j.declaredBound(owner, i); !j.isObject(b) {
			out[i] = resolve.Type{Def: resolve.None, Owner: resolve.None, Form: wildExtends, Args: []resolve.Type{b}}
		}
	}
	if out == nil {
		return args
	}
	return out
}

// declaredBound is the bound of a type parameter of the class owner, without type
// arguments, in which the parameter may occur itself.
func (j *tree) declaredBound(owner resolve.Type, i int) resolve.Type {
	b := object
	if owner.Def != resolve.None {
		b = j.boundOf(resolve.Type{Def: resolve.None, Owner: owner.Def, Param: i})
	} else if c := j.libraryClass(owner); c != nil && i < len(c.bounds) {
		b = c.bounds[i]
	}
	if b.Owner != resolve.None {
		b = j.classOf(b)
	}
	return withoutArguments(b)
}

// withoutArguments drops the type arguments of a class, or of each in an intersection.
func withoutArguments(t resolve.Type) resolve.Type {
	if t.Form != "&" {
		t.Args = nil
		return t
	}
	t.Args = slices.Clone(t.Args)
	for i := range t.Args {
		t.Args[i].Args = nil
	}
	return t
}

// eraseVar is the erasure of a type parameter of the class owner.
func (j *tree) eraseVar(v, owner resolve.Type) resolve.Type {
	if v.Owner == libraryTypeVar {
		v = j.libraryClass(owner).bounds[v.Param]
	}
	b := j.classOf(v)
	b.Args = nil
	return b
}

// boundOf is the declared bound of a type parameter, Object without one.
func (j *tree) boundOf(v resolve.Type) resolve.Type {
	if b, ok := j.bounds[resolve.TypeVar{Owner: v.Owner, Param: v.Param}]; ok && (b.Owner != v.Owner || b.Param != v.Param) {
		return b.WithTier(v.Tier)
	}
	return object
}

// upper is the type of a value whose type is t: that of a wildcard is its bound.
func upper(t resolve.Type) resolve.Type {
	switch {
	case t.Form == wildExtends && len(t.Args) == 1:
		return t.Args[0].WithTier(t.Tier)
	case isWildcard(t):
		return object.WithTier(t.Tier)
	}
	return t
}

// lower is the type that a wildcard has as a parameter of a function type (JLS 9.9)
// or of a method.
func lower(t resolve.Type) resolve.Type {
	switch {
	case (t.Form == wildExtends || t.Form == wildSuper) && len(t.Args) == 1:
		return t.Args[0].WithTier(t.Tier)
	case isWildcard(t):
		return object.WithTier(t.Tier)
	}
	return t
}

// subtype reports whether a value of type a is one of type p without boxing (JLS
// 4.10, 5.3: strict invocation).
func (j *tree) subtype(a, p resolve.Type) answer { return j.subtypeIn(a, p, resolve.MaxAliases) }

func (j *tree) subtypeIn(a, p resolve.Type, depth int) answer {
	a, p = upper(a), lower(p)
	switch {
	case depth == 0 || !a.Known() || !p.Known():
		return maybe
	case isPrimitive(a) || isPrimitive(p):
		return widens(a, p)
	case isNull(a) || j.isObject(p):
		return yes
	case a.Owner != resolve.None && a.Owner == p.Owner && a.Param == p.Param:
		return yes
	case a.Form == "|":
		return weakest(a.Args, func(x resolve.Type) answer { return j.subtypeIn(x, p, depth-1) })
	case p.Form == "&":
		return weakest(p.Args, func(x resolve.Type) answer { return j.subtypeIn(a, x, depth-1) })
	case a.Form == "&":
		return strongest(a.Args, func(x resolve.Type) answer { return j.subtypeIn(x, p, depth-1) })
	case a.Owner != resolve.None:
		return j.subtypeIn(j.boundOf(a), p, depth-1)
	case p.Owner != resolve.None:
		return no
	case isArray(p):
		return j.subarray(a, p, depth)
	case isArray(a):
		return arraySuper(p)
	}
	return j.subclass(a, p, depth)
}

// weakest returns the worst of the answers for ts.
func weakest(ts []resolve.Type, ask func(resolve.Type) answer) answer {
	out := yes
	for _, t := range ts {
		out = min(out, ask(t))
	}
	return out
}

// strongest returns the best of the answers for ts.
func strongest(ts []resolve.Type, ask func(resolve.Type) answer) answer {
	out := no
	for _, t := range ts {
		out = max(out, ask(t))
	}
	return out
}

// widens reports whether a is a primitive type that is or widens to p (JLS 5.1.2).
func widens(a, p resolve.Type) answer {
	if !isPrimitive(a) || !isPrimitive(p) {
		return no
	}
	if a.Form == p.Form {
		return yes
	}
	x, y := widths[a.Form], widths[p.Form]
	if x == 0 || y == 0 || x >= y || p.Form == "char" || a.Form == "char" && p.Form == "short" {
		return no
	}
	return yes
}

func (j *tree) subarray(a, p resolve.Type, depth int) answer {
	if !isArray(a) {
		if a.External && a.Form == unknownOutside.Form {
			return maybe
		}
		return no
	}
	x, y := a.Args[0], p.Args[0]
	if isPrimitive(x) && isPrimitive(y) {
		if x.Form == y.Form {
			return yes
		}
		return no
	}
	return j.subtypeIn(x, y, depth-1)
}

// arraySuper reports whether the class p is a supertype of all arrays (JLS 4.10.3).
func arraySuper(p resolve.Type) answer {
	switch {
	case p.Def != resolve.None:
		return no
	case p.Form == "java.lang.Cloneable" || p.Form == "java.io.Serializable":
		return yes
	case p.Form == unknownOutside.Form:
		return maybe
	}
	return no
}

// subclass compares two classes or interfaces.
func (j *tree) subclass(a, p resolve.Type, depth int) answer {
	if a.Form == unknownOutside.Form || p.Form == unknownOutside.Form {
		return maybe
	}
	s, found, open := j.asSuper(a, p)
	switch {
	case found:
		return j.contains(s, p, depth)
	case open == 0 || j.isFinal(p):
		return no
	case open&openClass == 0 && j.declares(p) && !j.isInterface(p):
		return no
	}
	return maybe
}

// asSuper finds the supertype of a that is of the class of p.
func (j *tree) asSuper(a, p resolve.Type) (s resolve.Type, found bool, open openness) {
	if sameClass(a, p) {
		return a, true, 0
	}
	open = j.supers(a, func(t resolve.Type) bool {
		if found = sameClass(t, p); found {
			s = t
			return false
		}
		for _, b := range j.baseTypes(t) { // the unknown ones are not visited
			if !found && sameClass(b, p) {
				s, found = b, true
			}
		}
		return !found
	})
	return s, found, open
}

// contains reports whether the type arguments of p contain those of s, both of one
// class (JLS 4.5.1). Only arguments that are different classes for certain are told
// apart.
func (j *tree) contains(s, p resolve.Type, depth int) answer {
	for i := range min(len(s.Args), len(p.Args)) {
		x, y := s.Args[i], p.Args[i]
		if isWildcard(x) || isWildcard(y) || x.Owner != resolve.None || y.Owner != resolve.None {
			continue
		}
		if j.isClass(x) && j.isClass(y) && !sameClass(x, y) && j.declares(x) && j.declares(y) {
			return no
		}
	}
	return yes
}

// isClass reports whether t is a class or interface.
func (j *tree) isClass(t resolve.Type) bool {
	return t.Def != resolve.None || t.External && !isPrimitive(t) && !isNull(t) && !isWildcard(t) && t.Form != unknownOutside.Form
}

func (j *tree) isFinal(t resolve.Type) bool {
	if t.Def != resolve.None {
		d := j.table.Def(t.Def)
		return resolve.HasModifier(d, "final") || d.Kind == graph.KindEnum || d.Kind == graph.KindRecord
	}
	c := j.libraryClass(t)
	return c != nil && c.final
}

func (j *tree) isInterface(t resolve.Type) bool {
	if t.Def != resolve.None {
		return j.table.Def(t.Def).Kind == graph.KindInterface
	}
	c := j.libraryClass(t)
	return c != nil && c.iface
}

// loose reports whether a value of type a may be given for type p, boxing included
// (JLS 5.3: loose invocation).
func (j *tree) loose(a, p resolve.Type) answer {
	switch {
	case isPrimitive(a) == isPrimitive(p) || !a.Known() || !p.Known():
		if isVoid(a) && !isVoid(p) {
			return no
		}
		return j.subtype(a, p)
	case isPrimitive(a):
		return j.subtype(boxed(a), p)
	}
	return j.unboxes(a, p)
}

func isVoid(t resolve.Type) bool { return t.External && t.Form == "void" }

// unboxes reports whether a reference of type a converts to the primitive type p.
func (j *tree) unboxes(a, p resolve.Type) answer {
	for range resolve.MaxAliases {
		if a.Owner == resolve.None {
			break
		}
		a = j.boundOf(a)
	}
	switch {
	case a.Form == unknownOutside.Form:
		return maybe
	case a.Form == "|" && len(a.Args) > 0:
		return weakest(a.Args, func(x resolve.Type) answer { return j.loose(x, p) })
	}
	if u, ok := unboxed(a); ok {
		return widens(u, p)
	}
	return no
}

// join is the type of an expression that is of one of several types (JLS 4.10.4);
// unknown when the hierarchy of one is.
func (j *tree) join(ts []resolve.Type) resolve.Type {
	var refs []resolve.Type
	for _, t := range ts {
		if !t.Known() {
			return resolve.Unknown
		}
		if !isNull(t) && !slices.ContainsFunc(refs, func(o resolve.Type) bool { return j.sameType(o, boxed(t)) }) {
			refs = append(refs, boxed(t))
		}
	}
	switch len(refs) {
	case 0:
		return resolve.Unknown
	case 1:
		return refs[0]
	}
	for _, c := range refs {
		if weakest(refs, func(x resolve.Type) answer { return j.subtype(x, c) }) == yes {
			return c.WithTier(graph.Typed)
		}
	}
	return j.commonSuper(refs)
}

// commonSuper is the least type that all of ts extend, an intersection if there are
// several.
func (j *tree) commonSuper(ts []resolve.Type) resolve.Type {
	var least []resolve.Type
	open := j.supers(ts[0], func(s resolve.Type) bool {
		for _, t := range ts[1:] {
			if j.subtype(t, s) != yes {
				return true
			}
		}
		if !slices.ContainsFunc(least, func(l resolve.Type) bool { return j.subtype(l, s) == yes }) {
			least = append(least, s)
		}
		return true
	})
	switch {
	case open != 0 || len(least) == 0:
		return resolve.Unknown
	case len(least) == 1:
		return least[0].WithTier(graph.Typed)
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "&", Args: least, Tier: graph.Typed}
}

// sameType reports whether two types are the same, arguments included.
func (j *tree) sameType(a, b resolve.Type) bool {
	if len(a.Args) != len(b.Args) || a.Owner != b.Owner || a.Owner != resolve.None && a.Param != b.Param || a.Def != b.Def {
		return false
	}
	if a.Def == resolve.None && a.Owner == resolve.None && (a.Form != b.Form || a.Form == unknownOutside.Form) {
		return false
	}
	for i := range a.Args {
		if !j.sameType(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// sameErasure compares types without their arguments, as overriding does (JLS 8.4.2).
func (j *tree) sameErasure(x, y resolve.Type) bool {
	x, y = j.erased(x), j.erased(y)
	if x.Owner != resolve.None && y.Owner != resolve.None {
		return x.Owner == y.Owner && x.Param == y.Param
	}
	x, y = j.classOf(x), j.classOf(y)
	switch {
	case !x.Known() || !y.Known():
		return true
	case x.Def != resolve.None || y.Def != resolve.None:
		return x.Def == y.Def
	case isArray(x) && isArray(y):
		return j.sameErasure(x.Args[0], y.Args[0])
	case x.Form == y.Form:
		return true
	}
	// A name whose package is unknown may be the same class as a full name.
	unsure := x.External && y.External && (x.Form[0] == '*' || y.Form[0] == '*')
	return unsure && resolve.LastName(x.Form) == resolve.LastName(y.Form)
}

// erased is the type that the type parameter of a method stands for; those of types
// are kept.
func (j *tree) erased(t resolve.Type) resolve.Type {
	t = lower(t)
	for range resolve.MaxAliases {
		switch {
		case t.Form == "&" && len(t.Args) > 0:
			t = t.Args[0]
		case t.Owner == libraryMethodVar || t.Owner == libraryTypeVar:
			return object
		case t.Owner == resolve.None || j.table.Def(t.Owner).Kind.IsType():
			return t
		default:
			t = j.boundOf(t)
		}
	}
	return object
}

// classOf is the first class or interface that a type parameter is bounded by, any
// other type as it is.
func (j *tree) classOf(t resolve.Type) resolve.Type {
	for range resolve.MaxAliases {
		switch {
		case t.Form == "&" && len(t.Args) > 0:
			t = t.Args[0]
		case t.Owner == resolve.None:
			return t
		case t.Owner < 0:
			return object
		default:
			t = j.boundOf(t)
		}
	}
	return object
}
