package graphbuild

import (
	"strings"

	"seedgraph/parse"
)

var javaPrimitives = map[string]bool{
	"boolean": true, "byte": true, "short": true, "char": true, "int": true, "long": true, "float": true, "double": true, "void": true,
}

func isPrimitive(t typ) bool { return t.def == none && t.external && javaPrimitives[t.form] }

// outsideType is a type that the tree does not declare.
func outsideType(name string, args ...typ) typ {
	return typ{def: none, owner: none, external: true, form: lastName(name), args: args}
}

// resolve finds the type that is written in the definition ctx of a file.
func (j *java) resolve(jf *javaFile, ctx defID, ref parse.TypeRef) typ {
	if ref.IsZero() || jf == nil {
		return unknown
	}
	var args []typ
	if len(ref.Args) > 0 {
		args = make([]typ, len(ref.Args))
		for i, a := range ref.Args {
			args[i] = j.resolve(jf, ctx, a)
		}
	}
	switch {
	case ref.Name == "[]" || ref.Name == "|" || ref.Name == "func":
		return typ{def: none, owner: none, form: ref.Name, args: args}
	case ref.Name == "?":
		return outsideType("Object")
	case javaPrimitives[ref.Name] || ref.Name == "null":
		return typ{def: none, owner: none, form: ref.Name, external: true}
	}
	first, rest, dotted := strings.Cut(ref.Name, ".")
	t := j.simpleType(jf, ctx, first)
	if !dotted {
		if t.def != none || t.external {
			t.args = args
		}
		return t
	}
	id := t.def
	if id == none {
		id = j.qualified(jf.file, ref.Name)
	} else {
		for _, part := range strings.Split(rest, ".") {
			if id = j.memberType(id, part); id == none {
				break
			}
		}
	}
	if id == none {
		return outsideType(ref.Name, args...)
	}
	return typ{def: id, owner: none, args: args}
}

// simpleType finds the type that a simple name means in the definition ctx.
func (j *java) simpleType(jf *javaFile, ctx defID, name string) typ {
	for d := ctx; d != none; d = j.ix.defs[d].parent {
		x := j.ix.def(d)
		for i, p := range x.TypeParams {
			if p == name {
				return typ{def: none, owner: d, param: i, form: name}
			}
		}
		if x.parent == none {
			break
		}
		if x.Kind.IsType() {
			if x.Name == name {
				return typ{def: d, owner: none}
			}
			if id := j.memberType(d, name); id != none {
				return typ{def: id, owner: none}
			}
		} else if id := j.nearest(jf.file, j.ix.own(d, name)); id != none {
			return typ{def: id, owner: none}
		}
	}
	if id := j.fileType(jf, name); id != none {
		return typ{def: id, owner: none}
	}
	return outsideType(name)
}

// fileType finds a type beyond the enclosing definitions: imported by name,
// declared in the package, imported on demand.
func (j *java) fileType(jf *javaFile, name string) defID {
	if q, ok := jf.single[name]; ok {
		return j.qualified(jf.file, q)
	}
	for _, owner := range jf.static[name] {
		if t := j.qualified(jf.file, owner); t != none {
			if id := j.memberType(t, name); id != none {
				return id
			}
		}
	}
	if id := j.nearest(jf.file, j.ix.top("java", jf.Module, name)); id != none {
		return id
	}
	for _, list := range [][]string{jf.demand, jf.staticDemand} {
		for _, p := range list {
			if id := j.nearest(jf.file, j.ix.top("java", p, name)); id != none {
				return id
			}
			if t := j.qualified(jf.file, p); t != none {
				if id := j.memberType(t, name); id != none {
					return id
				}
			}
		}
	}
	return none
}

// qualified finds a type by its full name, packages first.
func (j *java) qualified(f *file, name string) defID {
	for i := len(name); i >= 0; i = strings.LastIndexByte(name[:i], '.') {
		pkg := name[:i]
		if i == len(name) || !j.packages[pkg] {
			continue
		}
		parts := strings.Split(name[i+1:], ".")
		id := j.nearest(f, j.ix.top("java", pkg, parts[0]))
		for _, p := range parts[1:] {
			if id == none {
				break
			}
			id = j.memberType(id, p)
		}
		if id != none {
			return id
		}
	}
	first, rest, dotted := strings.Cut(name, ".")
	id := j.nearest(f, j.ix.top("java", "", first))
	for dotted && id != none {
		first, rest, dotted = strings.Cut(rest, ".")
		id = j.memberType(id, first)
	}
	return id
}

// memberType finds a type that t declares or inherits.
func (j *java) memberType(t defID, name string) defID {
	if id := j.ownType(t, name); id != none {
		return id
	}
	queue, seen := []defID{t}, map[defID]bool{t: true}
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		if id := j.ownType(d, name); id != none {
			return id
		}
		for _, b := range j.basesOf(d) {
			if b.def != none && !seen[b.def] {
				seen[b.def] = true
				queue = append(queue, b.def)
			}
		}
	}
	return none
}

func (j *java) ownType(t defID, name string) defID {
	for _, id := range j.ix.own(t, name) {
		if j.ix.def(id).Kind.IsType() {
			return id
		}
	}
	return none
}
