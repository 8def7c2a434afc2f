package java

import (
	"slices"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// bindLibraryRuns emits the calls of methods of the tree by methods of the library that are given
// objects. They are no references: an object of another class runs no code of the tree.
//
//	prices.put(key, 1)              // Key.hashCode and Key.equals
//	Collections.sort(ranks)         // Rank.compareTo
//	names.sort(new ByLength())      // ByLength.compare
func (e *eval) bindLibraryRuns() {
	for i := range e.b.File.References {
		r := &e.b.File.References[i]
		if r.Kind != parse.RefCall && r.Kind != parse.RefCreate || r.Args < 0 {
			continue
		}
		isNamed := r.Kind == parse.RefCall && external.HasRuns("java", r.Name)
		if r.Args == 0 && !isNamed {
			continue
		}
		e.budget.Next(r.At)
		c := e.choice(int32(i))
		if !c.done || c.why != resolve.Resolved {
			continue
		}
		if c.member.library != nil && !c.member.inTree() {
			e.runsFunctions(r, c)
		}
		if isNamed && !slices.ContainsFunc(c.cands, member.inTree) {
			if of, on := e.describedRuns(c.on, r.Name); of != nil {
				e.runsDescribed(r, c, of, on)
			}
		}
	}
}

// runsFunctions emits the calls of methods by which arguments implement a functional interface of
// the library that they are passed as. Whether the library calls them is not known.
func (e *eval) runsFunctions(r *parse.Reference, c *call) {
	params := paramTypes(e.j.params(c.member), int(r.Args), c.varargs)
	var args []arg
	for k, p := range params {
		if p.Def != resolve.None || !e.j.isInterface(p) || k >= int(r.Args) {
			continue
		}
		name := e.j.functionName(p)
		if name == "" || len(e.b.Table.Named("java", name)) == 0 {
			continue
		}
		if args == nil {
			args = e.arguments(r)
		}
		if args[k].fn != nil || args[k].Def == resolve.None {
			continue
		}
		f, _ := e.j.function(p)
		from, object := e.b.File.ID(r.Def), args[k].WithTier(graph.Unique)
		e.runsWith(e.b, from, object, name, unknowns(len(f.params)), r.At)
	}
}

// functionName returns the name of the method of a functional interface of the library, or "".
func (j *tree) functionName(t resolve.Type) string {
	if _, is := j.function(t); is != yes {
		return ""
	}
	name := ""
	j.supers(lower(t), func(s resolve.Type) bool {
		for _, m := range j.interfaceMethods(s) {
			if name == "" && j.hasFlag(m, "abstract") && !j.isObjectMethod(m) {
				name = j.nameOf(m)
			}
		}
		return name == ""
	})
	return name
}

// describedRuns returns what a method of a class of the library runs, with the class for which it is
// described: the nearest.
func (e *eval) describedRuns(t resolve.Type, name string) (*external.Run, resolve.Type) {
	var of *external.Run
	on := resolve.Unknown
	e.j.supers(t, func(s resolve.Type) bool {
		if s.Def == resolve.None {
			of, on = external.RunsOf("java", s.Name+"."+name), s
		}
		return of == nil
	})
	return of, on
}

// runsDescribed emits the calls that a described method makes. Which class the receiver has decides
// if that is known as an interface: a map may be sorted.
func (e *eval) runsDescribed(r *parse.Reference, c *call, of *external.Run, on resolve.Type) {
	if !slices.ContainsFunc(of.Methods, func(names []string) bool {
		return len(e.b.Table.Named("java", names[0])) > 0
	}) {
		return
	}
	args := e.arguments(r)
	values := make([]resolve.Type, 0, len(args))
	if of.First == external.Receiver {
		values = append(values, c.on)
	}
	for k := range args {
		if of.First >= 0 && of.Applies(k) {
			values = append(values, args[k].Type)
		}
		if a := &args[k]; len(of.Unless) > 0 && (a.fn != nil || e.isOrMayBe(a.Type, of.Unless)) {
			return
		}
	}
	unsure := of.Perhaps || !c.on.Static && of.First >= 0 && e.j.isInterface(c.on)
	for _, t := range values {
		if of.Elements {
			t = e.elements(t, on)
		}
		if unsure {
			t = t.WithTier(graph.Unique)
		}
		for _, names := range of.Methods {
			if names[0] == textMethod {
				e.runsText(e.b, e.b.File.ID(r.Def), t, r.At)
				continue
			}
			e.runsWith(e.b, e.b.File.ID(r.Def), t, names[0], runParams[names[0]], r.At)
		}
	}
}

// textMethod is the method that makes a string of an object.
const textMethod = "toString"

// textContainers are the types of the library whose text consists of those of the objects that
// their type arguments have.
var textContainers = []resolve.Type{
	outsideType("java.util.Collection"), outsideType("java.util.Map"), outsideType("java.util.Optional"),
}

// maxTextNesting bounds the containers within one another.
const maxTextNesting = 4

// runsText emits the call of the method that makes a string of a value; of one of a collection of the
// library, the calls of its elements'. Whether the collection has elements is not known.
//
//	"orders: " + orders    // Order.toString, of a List<Order>
func (e *eval) runsText(b *resolve.Binder, from resolve.DefID, t resolve.Type, at uint32) {
	e.runsTextWithin(b, from, t, at, 0)
}

func (e *eval) runsTextWithin(b *resolve.Binder, from resolve.DefID, t resolve.Type, at uint32, depth int) {
	if e.runsWith(b, from, t, textMethod, nil, at).inTree() || depth > maxTextNesting ||
		!t.Known() || t.Static || isArray(t) || t.Def == resolve.None && len(t.Args) == 0 {
		return
	}
	for _, of := range textContainers {
		if s, found, _ := e.j.asSuper(t, of); found {
			for _, element := range s.Args {
				tier := resolve.WeakerTier(t.Tier, graph.Unique)
				e.runsTextWithin(b, from, lower(element).WithTier(tier), at, depth+1)
			}
			return
		}
	}
}

// runParams are the parameters of the methods that the library runs.
var runParams = map[string][]resolve.Type{"equals": {object}, "compareTo": {resolve.Unknown}}

// isOrMayBe reports whether a value is of one of some types of the library, or of an unknown one.
func (e *eval) isOrMayBe(t resolve.Type, names []string) bool {
	if isUnknown(t) {
		return true
	}
	if !e.j.isClass(t) || t.Name == "null" {
		return false
	}
	return slices.ContainsFunc(names, func(name string) bool {
		_, found, open := e.j.asSuper(t, outsideType(name))
		return found || open != 0
	})
}

// elements returns the type of the elements of an array, a collection or a stream.
func (e *eval) elements(t, on resolve.Type) resolve.Type {
	if isArray(t) {
		return t.Args[0].WithTier(t.Tier)
	}
	for _, of := range []resolve.Type{outsideType("java.lang.Iterable"), on} {
		if s, found, _ := e.j.asSuper(t, of); found && len(s.Args) == 1 {
			return lower(s.Args[0]).WithTier(t.Tier)
		}
	}
	return resolve.Unknown
}
