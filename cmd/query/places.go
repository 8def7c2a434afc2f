package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/artifacts/stale"
	"seedgraph/build/fleet"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
)

// places are the artifacts of a command line: one folder, or several indexes to be linked.
type places []fleet.Source

// find finds the artifacts that --artifacts names. A single one is a linked index only if it has a name.
func (g *globals) find() (places, error) {
	if g.completes {
		slices.Sort(g.artifacts)
		g.artifacts = slices.Compact(g.artifacts)
	}
	if len(g.artifacts) <= 1 {
		text := strings.Join(g.artifacts, "")
		if s := fleet.ParseSource(text); s.Name == "" || exists(text) {
			dir, err := open.Find(text)
			return places{{Dir: dir}}, err
		}
	}
	var out places
	for _, text := range g.artifacts {
		s := fleet.ParseSource(text)
		if exists(text) {
			s = fleet.Source{Dir: text}
		}
		if s.Dir == "" {
			return nil, fmt.Errorf("--artifacts %q: give a folder, as DIR or NAME=DIR", text)
		}
		var err error
		if s.Dir, err = open.Find(s.Dir); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// linked reports whether the indexes are to be linked.
func (in places) linked() bool { return len(in) > 1 || in[0].Name != "" }

// dir is the folder of the artifacts; empty if several are linked.
func (in places) dir() string {
	if in.linked() {
		return ""
	}
	return in[0].Dir
}

// dirs lists the folders.
func (in places) dirs() []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = s.Dir
	}
	return out
}

// patience is how long linking may take without a message.
const patience = 2 * time.Second

// open opens the artifacts, and links several in memory. Indexes that cannot be read are left out with
// a warning, and counted.
func (g *globals) open(in places) (*artifacts.Reader, error) {
	if !in.linked() {
		if g.groups != "" {
			return nil, hint.With(errors.New("--access is for several --artifacts, which are linked in memory"),
				"omit it, or give it to `indexer link`")
		}
		return artifacts.Open(in[0].Dir)
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	opts := fleet.Options{Tool: cli.Version(version), Jobs: runtime.GOMAXPROCS(0)}
	if g.groups != "" {
		var err error
		if opts.Groups, err = fleet.ReadGroups(g.groups); err != nil {
			return nil, fmt.Errorf("--access: %w", err)
		}
	}
	slow := time.AfterFunc(patience, func() {
		g.warn("linking %d indexes; `indexer link` stores the result for further questions", len(in))
	})
	defer slow.Stop()
	linked, err := fleet.Link(g.ctx, in, opts)
	g.leftOut = 0
	if linked != nil {
		defer linked.Close()
		g.leftOut = len(linked.Faults)
		for _, f := range linked.Faults {
			g.warn("warning: left out: %v", f.Err)
		}
	}
	if errors.Is(err, fleet.ErrGroups) {
		err = fmt.Errorf("--access %s: %w", g.groups, err)
	}
	if err != nil {
		return nil, err
	}
	return artifacts.OpenTransient(g.ctx, linked.Index, 0)
}

// check refuses two names of one folder, which would be an index linked with itself.
func (in places) check() error {
	seen := map[string]string{}
	for _, s := range in {
		real, err := filepath.EvalSymlinks(s.Dir)
		if err != nil {
			continue // reported when it is opened
		}
		if was, ok := seen[real]; ok {
			return fmt.Errorf("--artifacts names %s twice", cmp.Or(was, s.Dir))
		}
		seen[real] = s.Dir
	}
	return nil
}

// olderTrees reports how the trees differ from the artifacts in their folders.
func olderTrees(r *artifacts.Reader, in places) []string {
	if !in.linked() {
		if report := glanceAt(r, in[0].Dir); report != nil && !report.Current() {
			return []string{fmt.Sprintf("the tree has changed since it was indexed: %s; `indexer build` updates the index",
				report)}
		}
		return nil
	}
	var out []string
	for _, s := range in {
		member, err := artifacts.Open(s.Dir)
		if err != nil {
			continue // which was reported
		}
		if report := glanceAt(member, s.Dir); report != nil && !report.Current() {
			out = append(out, fmt.Sprintf("%s: %s; `indexer build` updates the index",
				s.NameIn(member.Manifest()), report.Since()))
		}
		member.Close()
	}
	slices.Sort(out)
	return out
}

// glanceAt compares artifacts with the tree around their folder; nil without a tree, or if it cannot be read: a
// failure must not replace the answer.
func glanceAt(r *artifacts.Reader, dir string) *stale.Report {
	root, ok := treeOf(dir)
	if !ok {
		return nil
	}
	report, err := stale.Glance(r, root)
	if err != nil {
		return nil
	}
	return report
}

// memberHere returns the repository whose tree has the current folder, and its tree: of linked indexes that
// of the nearest index, by its folder or by its name.
func (s *session) memberHere() (name, root string, err error) {
	dir, err := open.Near()
	if errors.Is(err, artifacts.ErrNotFound) {
		return "", "", nil
	}
	if err != nil {
		return "", "", err
	}
	root, _ = treeOf(dir)
	for _, m := range s.from {
		if s.from.linked() && sameFolder(m.Dir, dir) {
			name, err := nameAt(m)
			return name, root, err
		}
	}
	if s.from.linked() {
		return "", "", nil
	}
	name, err = nameAt(fleet.Source{Dir: dir})
	if err != nil || !slices.Contains(s.index.Manifest().Members(), name) {
		return "", "", err
	}
	return name, root, nil
}

// treeOfMember returns the tree of a repository of linked indexes.
func (s *session) treeOfMember(repo string) (string, error) {
	for _, m := range s.from {
		if !s.from.linked() {
			break
		}
		name, err := nameAt(m)
		if err != nil {
			continue // left out
		}
		if root, ok := treeOf(m.Dir); ok && name == repo {
			return root, nil
		}
	}
	name, root, err := s.memberHere()
	if err == nil && name == repo {
		return root, nil
	}
	return ".", err
}

// nameAt returns the name of an index to be linked.
func nameAt(s fleet.Source) (string, error) {
	r, err := artifacts.Open(s.Dir)
	if err != nil {
		return "", err
	}
	defer r.Close()
	return s.NameIn(r.Manifest()), nil
}

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
