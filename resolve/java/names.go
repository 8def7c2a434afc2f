package java

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

var primitives = map[string]bool{
	"boolean": true, "byte": true, "short": true, "char": true, "int": true, "long": true, "float": true, "double": true, "void": true,
}

func isPrimitive(t resolve.Type) bool {
	return t.Def == resolve.None && t.External && primitives[t.Form]
}

// outsideType is a type that the tree does not declare.
func outsideType(name string, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: resolve.LastName(name), Args: args}
}

// resolve finds the type that is written in the definition ctx of a file.
func (j *tree) resolve(jf *file, ctx resolve.DefID, ref parse.TypeRef) resolve.Type {
	if ref.IsZero() || jf == nil {
		return resolve.Unknown
	}
	var args []resolve.Type
	if len(ref.Args) > 0 {
		args = make([]resolve.Type, len(ref.Args))
		for i, a := range ref.Args {
			args[i] = j.resolve(jf, ctx, a)
		}
	}
	switch {
	case ref.Name == "[]" || ref.Name == "|" || ref.Name == "func":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, Args: args}
	case ref.Name == "?":
		return outsideType("Object")
	case primitives[ref.Name] || ref.Name == "null":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, External: true}
	}
	first, rest, dotted := strings.Cut(ref.Name, ".")
	t := j.simpleType(jf, ctx, first)
	if !dotted {
		if t.Def != resolve.None || t.External {
			t.Args = args
		}
		return t
	}
	id := t.Def
	if id == resolve.None {
		id = j.qualified(jf.File, ref.Name)
	} else {
		for _, part := range strings.Split(rest, ".") {
			if id = j.memberType(id, part); id == resolve.None {
				break
			}
		}
	}
	if id == resolve.None {
		return outsideType(ref.Name, args...)
	}
	return resolve.Type{Def: id, Owner: resolve.None, Args: args}
}

// simpleType finds the type that a simple name means in the definition ctx.
func (j *tree) simpleType(jf *file, ctx resolve.DefID, name string) resolve.Type {
	for d := ctx; d != resolve.None; d = j.table.Defs[d].Outer {
		x := j.table.Def(d)
		for i, p := range x.TypeParams {
			if p == name {
				return resolve.Type{Def: resolve.None, Owner: d, Param: i, Form: name}
			}
		}
		if x.Outer == resolve.None {
			break
		}
		if x.Kind.IsType() {
			if x.Name == name {
				return resolve.Type{Def: d, Owner: resolve.None}
			}
			if id := j.memberType(d, name); id != resolve.None {
				return resolve.Type{Def: id, Owner: resolve.None}
			}
		} else if id := j.nearest(jf.File, j.table.Own(d, name)); id != resolve.None {
			return resolve.Type{Def: id, Owner: resolve.None}
		}
	}
	if id := j.fileType(jf, name); id != resolve.None {
		return resolve.Type{Def: id, Owner: resolve.None}
	}
	return outsideType(name)
}

// fileType finds a type beyond the enclosing definitions: imported by name,
// declared in the package, imported on demand.
func (j *tree) fileType(jf *file, name string) resolve.DefID {
	if q, ok := jf.single[name]; ok {
		return j.qualified(jf.File, q)
	}
	for _, owner := range jf.static[name] {
		if t := j.qualified(jf.File, owner); t != resolve.None {
			if id := j.memberType(t, name); id != resolve.None {
				return id
			}
		}
	}
	if id := j.nearest(jf.File, j.table.Top("java", jf.Module, name)); id != resolve.None {
		return id
	}
	for _, list := range [][]string{jf.demand, jf.staticDemand} {
		for _, p := range list {
			if id := j.nearest(jf.File, j.table.Top("java", p, name)); id != resolve.None {
				return id
			}
			if t := j.qualified(jf.File, p); t != resolve.None {
				if id := j.memberType(t, name); id != resolve.None {
					return id
				}
			}
		}
	}
	return resolve.None
}

// qualified finds a type by its full name, packages first.
func (j *tree) qualified(f *resolve.File, name string) resolve.DefID {
	for i := len(name); i >= 0; i = strings.LastIndexByte(name[:i], '.') {
		pkg := name[:i]
		if i == len(name) || !j.packages[pkg] {
			continue
		}
		parts := strings.Split(name[i+1:], ".")
		id := j.nearest(f, j.table.Top("java", pkg, parts[0]))
		for _, p := range parts[1:] {
			if id == resolve.None {
				break
			}
			id = j.memberType(id, p)
		}
		if id != resolve.None {
			return id
		}
	}
	first, rest, dotted := strings.Cut(name, ".")
	id := j.nearest(f, j.table.Top("java", "", first))
	for dotted && id != resolve.None {
		first, rest, dotted = strings.Cut(rest, ".")
		id = j.memberType(id, first)
	}
	return id
}

// memberType finds a type that t declares or inherits.
func (j *tree) memberType(t resolve.DefID, name string) resolve.DefID {
	if id := j.ownType(t, name); id != resolve.None {
		return id
	}
	queue, seen := []resolve.DefID{t}, map[resolve.DefID]bool{t: true}
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		if id := j.ownType(d, name); id != resolve.None {
			return id
		}
		for _, b := range j.basesOf(d) {
			if b.Def != resolve.None && !seen[b.Def] {
				seen[b.Def] = true
				queue = append(queue, b.Def)
			}
		}
	}
	return resolve.None
}

func (j *tree) ownType(t resolve.DefID, name string) resolve.DefID {
	for _, id := range j.table.Own(t, name) {
		if j.table.Def(id).Kind.IsType() {
			return id
		}
	}
	return resolve.None
}
