package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"seedgraph/testkit/benchtree"
)

// A set has the tasks of one repository at one commit.
type set struct {
	Name, Repo, Base, Folder string
	Newest                   string // commit: derived tasks are the commits after Base up to it
	File                     string // of the tasks; default NAME.jsonl
	Folders, Extensions      []string
	Exclude                  string // matching paths are excluded
	Files                    int    // the expected number of files; 0 if not specified
	Gold                     string // "files": tasks with whole files as answers
	Queries                  string `json:"query_folder"` // not empty: queries are in files

	group   group  // whose sets are averaged
	derived bool   // tasks are derived from the contents of the repository
	dir     string // of the task file
}

// A group is a group of similar sets, which are measured in the same way.
type group string

// The groups, in the order of the tables.
const (
	commits       group = "commits"
	seeded        group = "seeded"
	reports       group = "bug reports"
	questions     group = "questions"
	documentation group = "documentation"
)

var groups = []group{commits, seeded, reports, questions, documentation}

// readSets reads the descriptions of all sets: those of dir, which are commits, and of
// its folders that are named after groups. Names of sets must be unique.
func readSets(dir string) ([]set, error) {
	var sets []set
	folders := 0
	for _, folder := range []struct {
		name    string
		of      group
		derived bool
	}{
		{"", commits, false},
		{string(commits), commits, true},
		{string(questions), questions, false},
		{string(documentation), documentation, true},
	} {
		described, err := readDescriptions(filepath.Join(dir, folder.name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		folders++
		for i := range described {
			described[i].join(folder.of, folder.derived)
		}
		sets = slices.Concat(sets, described, seededOf(described))
	}
	if folders == 0 {
		return nil, fmt.Errorf("%s: no repos.json in it or its folders commits, questions and documentation", dir)
	}
	return sets, differ(sets)
}

// differ returns an error if two sets have the same key, by which a run and the
// cache identify them.
func differ(sets []set) error {
	seen := map[string]bool{}
	for _, s := range sets {
		if seen[s.key()] {
			return fmt.Errorf("two sets are named %s", s.key())
		}
		seen[s.key()] = true
	}
	return nil
}

// join records the group of a set and whether its tasks are derived, and sets the
// defaults for its files.
func (s *set) join(g group, derived bool) {
	s.group, s.derived = g, derived
	switch {
	case g == commits && s.Queries != "":
		s.group = reports
	case g == documentation:
		s.Extensions, s.Exclude = documentationSource, documentationExclude
	case derived:
		s.defaultTo(commitsSource, commitsExclude)
	}
}

// defaultTo sets the selection of files of a set, as far as it does not specify one
// itself.
func (s *set) defaultTo(extensions []string, exclude string) {
	if s.Extensions == nil {
		s.Extensions = extensions
	}
	s.Exclude = cmp.Or(s.Exclude, exclude)
}

// readDescriptions reads the file repos.json of a folder.
func readDescriptions(dir string) ([]set, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "repos.json"))
	if err != nil {
		return nil, err
	}
	var sets []set
	if err := json.Unmarshal(raw, &sets); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, "repos.json"), err)
	}
	for i := range sets {
		s := &sets[i]
		s.dir = dir
		if s.Name == "" {
			s.Name = strings.TrimSuffix(s.File, ".jsonl")
		}
		if s.File == "" {
			s.File = s.Name + ".jsonl"
		}
		if s.Folder != "" {
			s.Folders = []string{s.Folder + "/"}
		}
	}
	return sets, nil
}

// measure returns the measures of all tasks of a set.
func (c *config) measure(s set) ([]Item, error) {
	git, err := benchtree.Clone(c.repos, s.Repo)
	if err != nil {
		return nil, err
	}
	p := &benchtree.Place{Dir: filepath.Join(c.cache, s.Name), Git: git, Commit: s.Base}
	if err := c.prepare(s, p); err != nil {
		return nil, err
	}
	if s.derived {
		s.dir = p.Dir
		if err := c.deriveTasks(s, p); err != nil {
			return nil, err
		}
	}
	args := append([]string{"eval", filepath.Join(s.dir, s.File), "-a", p.Artifacts(), "--json",
		"--queries", p.Tree(), "--tokens", "chars4"}, strings.Fields(c.args)...)
	if s.hasLines() {
		return c.besidePlain(s, p, args)
	}
	return c.runEval(args...)
}

// prepare checks out the files of a set, and its queries, into its place, and
// builds the index.
func (c *config) prepare(s set, p *benchtree.Place) error {
	list, err := s.files(p)
	if err != nil {
		return err
	}
	if err := p.CheckOut(list); err != nil {
		return err
	}
	if err := p.Link(); err != nil {
		return err
	}
	args := []string{"--history", strconv.Itoa(c.history)}
	if s.Queries != "" {
		args = append(args, "--exclude", s.Queries+"/")
	}
	return p.Index(c.indexer, args...)
}

// runEval runs query eval, and returns the measures of the tasks.
func (c *config) runEval(args ...string) ([]Item, error) {
	raw, err := benchtree.Output(c.query, args...)
	if err != nil {
		return nil, err
	}
	var answer struct{ Items []Item }
	return answer.Items, json.Unmarshal(raw, &answer)
}

// files returns the files of a set, and those of its queries.
func (s *set) files(p *benchtree.Place) ([]string, error) {
	files, err := p.Files()
	if err != nil {
		return nil, err
	}
	return s.choose(files)
}

// choose selects the files of a set, and those of its queries, from the files of a
// commit.
func (s *set) choose(files []benchtree.File) ([]string, error) {
	isSource, err := s.filter()
	if err != nil {
		return nil, err
	}
	var list, queries []string
	for _, f := range files {
		switch {
		case !f.HasText():
		case s.Queries != "" && strings.HasPrefix(f.Path, s.Queries+"/"):
			queries = append(queries, f.Path)
		case isSource(f.Path):
			list = append(list, f.Path)
		}
	}
	if s.Files != 0 && len(list) != s.Files {
		return nil, fmt.Errorf("%d files, want %d", len(list), s.Files)
	}
	if s.group == documentation {
		list = append(list, documents(files)...)
	}
	return append(list, queries...), nil
}

// filter returns a function that reports whether a path is one of the sources of a
// set.
func (s *set) filter() (func(path string) bool, error) {
	exclude, err := regexp.Compile(s.Exclude)
	if err != nil {
		return nil, err
	}
	return func(path string) bool {
		inFolder := func(folder string) bool { return strings.HasPrefix(path, folder) }
		extension := strings.TrimPrefix(filepath.Ext(path), ".")
		return (len(s.Folders) == 0 || slices.ContainsFunc(s.Folders, inFolder)) &&
			(len(s.Extensions) == 0 || slices.Contains(s.Extensions, extension)) &&
			(s.Exclude == "" || !exclude.MatchString(path))
	}, nil
}
