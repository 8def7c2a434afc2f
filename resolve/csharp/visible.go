package csharp

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/internal/msbuild"
	"seedgraph/resolve"
)

// The visibility of a file to another, nearest first. Several projects of a tree often
// declare one full name: test doubles, copies for another framework, reference
// assemblies.
const (
	sameProject = iota // compiled into the same project
	referredTo         // of a referenced project, or projects are unknown
	linkedWith         // of another project that compiles the file, or referenced by one
	uncompiled         // compiled by no project
	unreferred         // of a project that is not referenced, as far as is known
	invisible          // of such a project, with all references known; or internal there
)

// nearness returns the visibility of other in f.
//
// If project files are missing, nothing is known, and every file sees every other. Files
// that no project compiles are visible as a fallback, if no compiled file has the name.
func (t *tree) nearness(f, other *resolve.File) int {
	if other == t.platform.file {
		return referredTo
	}
	from, to := t.files[f], t.files[other]
	near := nearnessIn(from.project, to)
	if near < uncompiled && to.loose && !from.loose && from.project.refers != nil {
		return uncompiled
	}
	for _, p := range from.copies() {
		if near > linkedWith && nearnessIn(p, to) < linkedWith {
			return linkedWith
		}
	}
	return near
}

// nearnessIn returns the visibility of a file in a project.
func nearnessIn(a *project, to *file) int {
	near := unreferred
	// -1 is the project of the file's own folder.
	for i := -1; i < len(to.linkers); i++ {
		b := to.project
		if i >= 0 {
			b = to.linkers[i]
		}
		switch {
		case a == b:
			near = sameProject
		case a.refers == nil || b.refers == nil || a.refers.reaches(a.dir, b.dir):
			near = min(near, referredTo)
		}
	}
	return near
}

// typeNearness returns the visibility in a file of a type declared at the top level of
// its namespace.
//
// A file with inactive code may also need references that have been removed.
//
//	<InternalsVisibleTo Include="Shop.Tests" />      // in the project file
//	[assembly: InternalsVisibleTo("Shop.Tests")]     // in any file of the project
func (t *tree) typeNearness(f *resolve.File, d *resolve.Def) int {
	near := t.nearness(f, d.File)
	switch from := t.files[f]; {
	case near == referredTo && d.ID > resolve.None && !t.exposed[t.table.Canon[d.ID]] &&
		!t.seesInternal(f, d.File):
		// An internal type of another project that does not declare this one a friend
		// (C# 7.5.2).
		return invisible
	case near == unreferred && !from.loose && !from.project.open && len(f.Inactive) == 0:
		return invisible
	}
	return near
}

// seesInternal reports whether code of a file has access to internal declarations of
// another.
func (t *tree) seesInternal(f, other *resolve.File) bool {
	if near := t.nearness(f, other); near == sameProject || near == uncompiled ||
		slices.ContainsFunc(t.files[f].copies(), func(p *project) bool { return t.compiledIn(other, p) }) {
		return true
	}
	a, b := t.files[f].project, t.files[other].project
	return a.refers == nil || b.refers == nil || b.open || b.friends[anyFriend] ||
		slices.ContainsFunc(a.files, func(p *msbuild.Project) bool {
			return b.friends[strings.ToLower(p.Assembly)]
		})
}

// anyFriend denotes an assembly of unknown name.
const anyFriend = "?"

var friendAttribute = regexp.MustCompile(
	`^InternalsVisibleTo(?:Attribute)?\s*\(\s*(?:"([\w.\-]+)\s*(?:,[^"]*"|"\s*[,)])|)`)

// addFriends records the assemblies to which a file grants access to the internals of its
// project.
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

// PartScopes implements [resolve.Parter]: the parts of a type belong to one project, or to several
// that compile a part together: one that links a file of another. If no project compiles a part, the
// type is unknown.
func (r *rules) PartScopes(p *resolve.Project, files []string) []string {
	if r.projects == nil {
		all := projects(p)
		r.projects = &all
	}
	compilers, joined := make([]*project, len(files)), map[*project]*project{}
	top := func(p *project) *project {
		for joined[p] != nil {
			p = joined[p]
		}
		return p
	}
	for i, file := range files {
		own, loose := compilerOf(*r.projects, file)
		if loose || len(own.files) == 0 {
			return nil
		}
		compilers[i] = own
		for _, other := range linkersOf(*r.projects, file, own) {
			if from, to := top(other), top(own); from != to {
				joined[from] = to
			}
		}
	}
	scopes := make([]string, len(files))
	for i, own := range compilers {
		scopes[i] = top(own).dir + "/"
	}
	return scopes
}
