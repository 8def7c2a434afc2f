package java

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// declareJVMFile records the declarations of a file in another JVM language, by the
// rules of that language. Only types of the tree are resolved: a type such as Int
// corresponds to several Java types, and a parameter of unknown type accepts any
// argument.
func (j *tree) declareJVMFile(f *resolve.File) {
	for p := f.Module; p != "" && !j.packages[p]; p = parentPackage(p) {
		j.packages[p] = true
	}
	b := resolve.NewBinder(j.table, f)
	for i := range f.Definitions {
		d := j.table.Def(f.ID(int32(i)))
		if t := b.TypeOf(d.Type, d.ID, d.NameAt); t.Def > resolve.None {
			j.declared[d.ID] = t
		} else {
			j.declared[d.ID] = resolve.Unknown
		}
		if len(d.Params) > 0 {
			j.parameters[d.ID] = make([]resolve.Type, len(d.Params))
			for k := range d.Params {
				j.parameters[d.ID][k] = resolve.Unknown
			}
		}
		for _, base := range d.Bases {
			if t := b.TypeOf(base, d.Outer, d.NameAt); d.Kind.IsType() && t.Def > resolve.None {
				j.bases[d.ID] = append(j.bases[d.ID], t)
			}
		}
	}
}

// fileFunctions lists the functions of a class that are visible to Java code but declared
// outside any class.
//
//	TextKt.slug("x")    // the function slug of the file Text.kt
func (j *tree) fileFunctions(s resolve.Type, name string) []member {
	pkg, class := parentPackage(s.Name), resolve.LastName(s.Name)
	file, ok := strings.CutSuffix(class, "Kt")
	if !ok {
		return nil
	}
	var out []member
	for _, id := range j.table.Top("java", pkg, name) {
		d := j.table.Def(id)
		base := strings.TrimSuffix(path.Base(d.File.Path), ".kt")
		if d.Kind == graph.KindFunction && d.File.Language == "kotlin" && strings.EqualFold(base, file) {
			out = append(out, member{id, nil, s})
		}
	}
	return out
}

// companions lists the methods of the companion object of a Scala class, which Java
// calls through the class.
func (j *tree) companions(s resolve.Type, name string) []member {
	d := j.table.Def(s.Def)
	if d.File.Language == "java" || d.Outer == resolve.None {
		return nil
	}
	var out []member
	for _, t := range j.table.Own(d.Outer, d.Name) {
		o := j.table.Def(t)
		if t == s.Def || !o.Kind.IsType() || !slices.Contains(o.Modifiers, "object") && !slices.Contains(d.Modifiers, "object") {
			continue
		}
		for _, id := range j.table.Own(t, name) {
			if j.table.Def(id).Kind == graph.KindMethod {
				out = append(out, member{id, nil, s})
			}
		}
	}
	return out
}
