package mybatisplus

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// readCalls records the calls of methods that mappers, services and records inherit
// from the library, or from a generic class or interface of the tree. Other methods of
// the tree are read separately.
func (r *reader) readCalls() {
	var own []eval.Expr // calls with a target in the tree
	r.EachCall(language, func(x eval.Expr) {
		if d := x.Callee(); d != resolve.None {
			own = append(own, x)
			return
		}
		ops, ok := calls[x.Expr.Text]
		if !ok || x.Referent().Def != resolve.None {
			return
		}
		of := r.receiver(x)
		r.out.Use(x, r.stored(of), ops, resolve.WeakerTier(of.Tier, graph.Exact))
		r.does(x, of, ops)
	})
	for range maxGeneric {
		r.grown = false
		for _, x := range own {
			for _, ops := range r.generic[x.Callee()] {
				r.does(x, r.receiver(x), ops)
			}
		}
		if !r.grown {
			break
		}
	}
	for _, x := range own {
		of := r.receiver(x)
		for _, ops := range r.generic[x.Callee()] {
			r.out.Use(x, r.stored(of), ops, resolve.WeakerTier(of.Tier, graph.Typed))
		}
	}
}

// maxGeneric bounds chains of calls between generic methods.
const maxGeneric = 5

// does records an operation of a method of a generic class on the rows of the class
// bound to its type parameter, which is known at call sites.
//
//	interface BaseMapperX<T> extends BaseMapper<T> {
//	    default T first(Object id) { return selectById(id); }
//	}
func (r *reader) does(x eval.Expr, of resolve.Type, ops graph.Ops) {
	d := r.method(x.Def)
	if d == resolve.None || of.Def <= resolve.None || slices.Contains(r.generic[d], ops) {
		return
	}
	if of.Def == r.Table.EnclosingType(d) && r.storesParam(of) {
		r.generic[d] = append(r.generic[d], ops)
		r.grown = true
	}
}

// method returns the innermost method around a definition, or None.
func (r *reader) method(d resolve.DefID) resolve.DefID {
	for ; d > resolve.None; d = r.Table.Def(d).Outer {
		if r.Table.Def(d).Kind == graph.KindMethod {
			return d
		}
	}
	return resolve.None
}

// storesParam reports whether a type stores objects of the class bound to one of its
// type parameters.
func (r *reader) storesParam(t resolve.Type) bool {
	for _, s := range data.Supertypes(r.Table, t) {
		if s.Def > resolve.None {
			continue
		}
		if at, ok := stores[r.name(s)]; ok && at < len(s.Args) {
			return s.Args[at].Owner != resolve.None
		}
	}
	return false
}

// stored lists the tables of the class that a type stores.
func (r *reader) stored(t resolve.Type) []data.TableMapping {
	if t.Def == resolve.None && !t.External {
		return nil
	}
	for _, s := range data.Supertypes(r.Table, t) {
		if s.Def > resolve.None {
			continue
		}
		at, ok := stores[r.name(s)]
		if !ok || at >= len(s.Args) {
			continue
		}
		if of := s.Args[at]; of.Def > resolve.None && r.Table.Def(of.Def).Kind.IsType() {
			return r.tablesOf(of.Def)
		}
	}
	return nil
}

// name returns the full name of an external type, or "" if the library has no such
// type.
func (r *reader) name(s data.Supertype) string {
	known := func(name string) bool { _, ok := stores[name]; return ok }
	if s.By == resolve.None {
		if known(s.Name) {
			return s.Name
		}
		return ""
	}
	return data.KnownName(r.Table.Def(s.By).File, s.Name, known)
}

// receiver returns the type of the receiver of a call: the enclosing class, if it is
// implicit or the mapper that a service inherits from the library.
//
//	list()    this.save(order)    baseMapper.selectById(1)    getBaseMapper().insert(order)
func (r *reader) receiver(x eval.Expr) resolve.Type {
	if x.Recv == nil {
		return r.self(x.Def)
	}
	on := x.Sub(x.Recv)
	switch on.Expr.Text {
	case "this", "super":
		return r.self(x.Def)
	case "baseMapper", "getBaseMapper":
		if on.Referent().Def == resolve.None && (on.Recv == nil || on.Recv.Text == "this") {
			return r.self(x.Def)
		}
	}
	if on.Kind == parse.ExprNew {
		if d := on.Referent().Def; d != resolve.None {
			return r.self(d)
		}
	}
	return x.In.ValueType(on.At)
}

// self returns the class around a definition.
func (r *reader) self(d resolve.DefID) resolve.Type {
	if c := r.Table.EnclosingType(d); c != resolve.None {
		return resolve.Type{Def: c, Owner: resolve.None}
	}
	return resolve.Unknown
}
