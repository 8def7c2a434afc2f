package csharp

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/internal/msbuild"
	"seedgraph/resolve"
)

// How a file sees another, the nearest first. Several projects of a tree often declare one
// full name: test doubles, copies for another framework, reference assemblies.
const (
	sameProject = iota // compiled into the same project
	referredTo         // of a project that its own refers to, or nothing is known of projects
	uncompiled         // compiled by no project
	unreferred         // of a project that its own does not refer to, as far as is known
	invisible          // of such a project, and all references are known; or internal there
)

// nearness tells how a file sees another.
//
// Where project files are missing nothing is known, and every file sees every other. What no
// project compiles is seen by the way, if nothing that is compiled has the name.
func (t *tree) nearness(f, other *resolve.File) int {
	if other == t.platform.file {
		return referredTo
	}
	from, to := t.files[f], t.files[other]
	a, near := from.project, unreferred
	// -1 is the project of the file's own folder.
	for i := -1; i < len(to.linkers); i++ {
		b := to.project
		if i >= 0 {
			b = to.linkers[i]
		}
		switch {
		case a == b:
			near = sameProject
		case a.refers == nil || b.refers == nil || a.refers.lead(a.dir, b.dir):
			near = min(near, referredTo)
		}
	}
	if near < uncompiled && to.loose && !from.loose && a.refers != nil {
		return uncompiled
	}
	return near
}

// typeNearness tells how a file sees a type that is declared at the top of its namespace.
//
// A file with code that is not compiled may need references that are gone as well.
//
//	<InternalsVisibleTo Include="Shop.Tests" />      // in the project file
//	[assembly: InternalsVisibleTo("Shop.Tests")]     // in any file of the project
func (t *tree) typeNearness(f *resolve.File, d *resolve.Def) int {
	near := t.nearness(f, d.File)
	switch from := t.files[f]; {
	case near == referredTo && d.ID > resolve.None && !t.exposed[t.table.Canon[d.ID]] &&
		!t.seesInternal(f, d.File):
		// An internal type of another project, which does not call this one a friend (C# 7.5.2).
		return invisible
	case near == unreferred && !from.loose && !from.project.open && len(f.Inactive) == 0:
		return invisible
	}
	return near
}

// seesInternal reports whether code of a file sees what is internal in another.
func (t *tree) seesInternal(f, other *resolve.File) bool {
	if near := t.nearness(f, other); near == sameProject || near == uncompiled {
		return true
	}
	a, b := t.files[f].project, t.files[other].project
	return a.refers == nil || b.refers == nil || b.open || b.friends[anyFriend] ||
		slices.ContainsFunc(a.files, func(p *msbuild.Project) bool {
			return b.friends[strings.ToLower(p.Assembly)]
		})
}

// anyFriend stands for an assembly whose name is not known.
const anyFriend = "?"

var friendAttribute = regexp.MustCompile(
	`^InternalsVisibleTo(?:Attribute)?\s*\(\s*(?:"([\w.\-]+)\s*(?:,[^"]*"|"\s*[,)])|)`)

// addFriends enters the assemblies that a file says see what is internal in its project.
func (p *project) addFriends(f *resolve.File) {
	if p.friends == nil {
		return
	}
	for i := range f.References {
		r := &f.References[i]
		if r.Def != 0 || !msbuild.IsFriendAttribute(r.Name) {
			continue
		}
		if m := friendAttribute.FindStringSubmatch(f.Text[r.At:]); m != nil && m[1] != "" {
			p.friends[strings.ToLower(m[1])] = true
		} else {
			p.friends[anyFriend] = true
		}
	}
}

// PartScopes implements [resolve.Parter]: the parts of a type are of one project. Of files that
// several projects compile, or none, nobody can say of which type they are a part.
func (r *rules) PartScopes(p *resolve.Project, files []string) []string {
	if r.projects == nil {
		all := projects(p)
		r.projects = &all
	}
	scopes := make([]string, len(files))
	for i, file := range files {
		own, loose := compilerOf(*r.projects, file)
		if loose || len(own.files) == 0 {
			return nil
		}
		if len(linkersOf(*r.projects, file, own)) > 0 {
			return nil
		}
		scopes[i] = own.dir + "/"
	}
	return scopes
}
