package lookup

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// descriptorMethods are the methods of Python's descriptors that get the object whose attribute is
// accessed (data model 3.3.2.2).
var descriptorMethods = []string{"__get__", "__set__", "__delete__"}

// described returns the object that a method of a descriptor gets: one of a class whose body has a
// descriptor of that class. It is not known if the tree also creates descriptors elsewhere.
//
//	class Price:
//	    def __get__(self, order, cls): return getattr(order, self.field)
//	class Order:
//	    total = Price()    # order is an Order
func (r *reader) described(x eval.Expr) (of object, ok bool) {
	if x.Kind != parse.ExprName || x.In.File.Family != "python" || x.Def <= resolve.None {
		return object{}, false
	}
	method := r.Table.Def(x.Def)
	if !slices.Contains(descriptorMethods, method.Name) || len(method.Params) == 0 ||
		method.Params[0].Name != x.Expr.Text || len(r.Assigned(x)) > 0 {
		return object{}, false
	}
	class := r.Table.EnclosingType(x.Def)
	if class == resolve.None {
		return object{}, false
	}
	made := append(r.callersOf("python").Descendants(class), class)
	for _, call := range r.creations(class, made) {
		owner := call.Def
		for owner > resolve.None && !r.Table.Def(owner).Kind.IsType() &&
			!r.Table.Def(owner).Kind.IsCallable() {
			owner = r.Table.Def(owner).Outer
		}
		if owner <= resolve.None || !r.Table.Def(owner).Kind.IsType() {
			return object{}, false
		}
		of.classes = append(of.classes, r.Table.Canon[owner])
	}
	slices.Sort(of.classes)
	of.classes = slices.Compact(of.classes)
	return of, len(of.classes) > 0 && len(of.classes) <= maxMembers
}

// creations lists the calls that may create objects of some classes, which derive from
// the first one. The referent of such a call is the class or its constructor, which may be inherited:
// then the name tells the class.
func (r *reader) creations(first resolve.DefID, made []resolve.DefID) []eval.Expr {
	var names []string
	for _, c := range made {
		names = append(names, r.Table.Def(c).Name)
	}
	var out []eval.Expr
	for _, c := range slices.Concat(made, r.Lineage(first)[1:]) {
		isMade := slices.Contains(made, c)
		for _, callee := range append(slices.Clone(r.own(c)), c) {
			if name := r.Table.Def(callee).Name; callee != c && name != "__init__" && name != "__new__" {
				continue
			}
			for _, call := range r.callsOf("python")[callee] {
				isBase := call.Recv != nil && r.IsSelf(call.Sub(call.Recv))
				if !call.In.File.Test && !isBase && (isMade || slices.Contains(names, call.Expr.Text)) {
					out = append(out, call)
				}
			}
		}
	}
	return out
}
