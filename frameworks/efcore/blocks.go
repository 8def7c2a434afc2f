package efcore

import (
	"cmp"
	"path"
	"slices"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// A block is a unit of execution: the body of a definition, or of a lambda in it, which
// begins at body.
type block struct {
	def  resolve.DefID
	body uint32
}

// A statement is a site at its place.
type statement struct {
	*parse.Site
	in  *resolve.Binder
	def resolve.DefID // the innermost definition around it, or the one it annotates
}

// addFile indexes the types, members and statements of a file.
func (r *reader) addFile(b *resolve.Binder) {
	f := b.File
	for i := 1; i < len(f.Definitions); i++ {
		d := r.table.Def(f.ID(int32(i)))
		if d.Kind.IsType() && r.table.Canon[d.ID] == d.ID {
			r.classes = append(r.classes, d.ID)
		}
		if d.Outer != resolve.None && r.table.Def(d.Outer).Kind.IsType() {
			owner := r.table.Canon[d.Outer]
			r.members[owner] = append(r.members[owner], d.ID)
		}
	}
	bodies := lambdaBodies(f)
	for i := range f.Sites {
		s := statement{&f.Sites[i], b, f.ID(f.Sites[i].Def)}
		if s.Kind == parse.SiteAttribute {
			if r.table.Def(s.def).Kind.IsType() {
				s.def = r.table.Canon[s.def]
			}
			r.attributes[s.def] = append(r.attributes[s.def], s)
			continue
		}
		in := block{s.def, innermost(bodies, s.Expr.At)}
		r.blocks[in] = append(r.blocks[in], s)
	}
}

// lambdaBodies lists the bodies of the lambdas in a file, outer ones first.
func lambdaBodies(f *resolve.File) []parse.Range {
	var out []parse.Range
	for i := range f.Sites {
		f.Sites[i].Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprLambda {
				out = append(out, e.Body)
			}
		})
	}
	slices.SortFunc(out, func(a, b parse.Range) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), -cmp.Compare(a.End, b.End))
	})
	return out
}

// innermost returns the start of the innermost body around a position, or 0.
func innermost(bodies []parse.Range, at uint32) uint32 {
	i, _ := slices.BinarySearchFunc(bodies, at, func(b parse.Range, at uint32) int {
		if b.Start <= at {
			return -1
		}
		return 1
	})
	for i--; i >= 0; i-- {
		if bodies[i].Contains(at) {
			return bodies[i].Start
		}
	}
	return 0
}

// addProjects records the folders that have a project file.
func (r *reader) addProjects() {
	for file := range r.table.Project.Files {
		if path.Ext(file) == ".csproj" {
			r.projects = append(r.projects, path.Dir(file))
		}
	}
	slices.Sort(r.projects)
}

// project returns the folder of the project of a file, "." if no enclosing folder has a
// project file.
func (r *reader) project(f *resolve.File) string {
	dir := path.Dir(f.Path)
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if _, ok := slices.BinarySearch(r.projects, dir); ok {
			break
		}
	}
	return dir
}
