package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A set is the tasks of one repository at one commit.
type set struct {
	Name, Repo, Base, Folder string
	Newest                   string // commit: derived tasks are the commits from Base up to it
	File                     string // of the tasks; default NAME.jsonl
	Folders, Extensions      []string
	Exclude                  string // paths that match are left out
	Files                    int    // number of files that must come out; 0: not stated
	Gold                     string // "files": tasks with whole files as answers
	Queries                  string `json:"query_folder"` // not empty: queries are in files

	group   group  // what the figures are averaged over
	derived bool   // tasks are made of what is in the repository
	dir     string // of the task file
}

// A group is sets of one sort, which are measured alike.
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

// readSets reads the descriptions of all sets: those of dir, which are commits, and of its
// folders that are named by groups. Names of sets differ.
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

// differ returns an error if two sets have one key, by which a run and the cache know them.
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

// join notes the group of a set and whether its tasks are derived, and what that says of its files.
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

// defaultTo sets which files a set has, as far as it does not say so itself.
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

// clone finds the git folder of a repository.
func (c *config) clone(repo string) (string, error) {
	owner, name, _ := strings.Cut(repo, "/")
	for _, candidate := range []string{owner + "+" + name + "/repo", owner + "/" + name, name} {
		dir := filepath.Join(c.repos, candidate)
		for _, git := range []string{filepath.Join(dir, ".git"), dir} {
			if _, err := os.Stat(filepath.Join(git, "objects")); err == nil {
				return git, nil
			}
		}
	}
	return "", fmt.Errorf("no clone of %s: %w", repo, fs.ErrNotExist)
}

// measure returns the measures of all tasks of a set.
func (c *config) measure(s set) ([]Item, error) {
	git, err := c.clone(s.Repo)
	if err != nil {
		return nil, err
	}
	place := filepath.Join(c.cache, s.Name)
	tree, artifacts := filepath.Join(place, "tree"), filepath.Join(place, "artifacts")
	if err := s.checkOut(git, place, tree); err != nil {
		return nil, err
	}
	if err := s.link(git, tree); err != nil {
		return nil, err
	}
	if err := c.index(s, place, tree, artifacts); err != nil {
		return nil, err
	}
	if s.derived {
		s.dir = place
		if err := c.deriveTasks(s, git, tree, artifacts); err != nil {
			return nil, err
		}
	}
	args := append([]string{"eval", filepath.Join(s.dir, s.File), "-a", artifacts, "--json",
		"--queries", tree, "--tokens", "chars4"}, strings.Fields(c.args)...)
	if s.hasLines() {
		return c.besidePlain(s, tree, artifacts, args)
	}
	return c.runEval(args...)
}

// runEval runs query eval, and returns the measures of the tasks.
func (c *config) runEval(args ...string) ([]Item, error) {
	raw, err := output(c.query, args...)
	if err != nil {
		return nil, err
	}
	var answer struct{ Items []Item }
	return answer.Items, json.Unmarshal(raw, &answer)
}

// checkOut brings the files of a set, and its queries, into tree, unless a stamp
// says that they are there.
func (s *set) checkOut(git, place, tree string) error {
	list, err := s.files(git)
	if err != nil {
		return err
	}
	stamp := sum(strings.NewReader(s.Base + "\n" + strings.Join(list, "\n")))
	return once(filepath.Join(place, "tree.stamp"), stamp, func() error {
		if err := os.RemoveAll(tree); err != nil {
			return err
		}
		if err := os.MkdirAll(tree, 0o755); err != nil {
			return err
		}
		restore := exec.Command("git", "--git-dir", git, "--work-tree", ".", "restore", "--worktree",
			"--source", s.Base, "--pathspec-from-file=-")
		restore.Dir, restore.Stdin = tree, strings.NewReader(strings.Join(list, "\n"))
		// The clone's own index is not to be touched.
		restore.Env = append(os.Environ(), "GIT_INDEX_FILE="+filepath.Join(place, "index"),
			"GIT_LITERAL_PATHSPECS=1")
		if out, err := restore.CombinedOutput(); err != nil {
			return fmt.Errorf("git restore: %w: %s", err, out)
		}
		return os.RemoveAll(filepath.Join(place, "index"))
	})
}

// link makes the tree a work tree of the commit, whose objects stay in the clone.
func (s *set) link(git, tree string) error {
	objects, err := filepath.Abs(filepath.Join(git, "objects"))
	if err != nil {
		return err
	}
	for name, text := range map[string]string{"HEAD": s.Base + "\n",
		"objects/info/alternates": objects + "\n", "refs/heads/.keep": ""} {
		path := filepath.Join(tree, ".git", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files lists the files of a set, and those of its queries.
func (s *set) files(git string) ([]string, error) {
	raw, err := output("git", "--git-dir", git, "-c", "core.quotepath=off", "ls-tree", "-r", s.Base)
	if err != nil {
		return nil, err
	}
	return s.choose(string(raw))
}

// choose picks the files of a set, and those of its queries, from what git ls-tree
// lists.
func (s *set) choose(tree string) ([]string, error) {
	isSource, err := s.filter()
	if err != nil {
		return nil, err
	}
	var list, queries []string
	for _, line := range strings.Split(tree, "\n") {
		info, path, ok := strings.Cut(line, "\t")
		switch {
		case !ok || strings.HasPrefix(info, "120000"):
		case s.Queries != "" && strings.HasPrefix(path, s.Queries+"/"):
			queries = append(queries, path)
		case isSource(path):
			list = append(list, path)
		}
	}
	if s.Files != 0 && len(list) != s.Files {
		return nil, fmt.Errorf("%d files, want %d", len(list), s.Files)
	}
	if s.group == documentation {
		list = append(list, documents(tree)...)
	}
	return append(list, queries...), nil
}

// filter returns whether a path is one of the sources of a set.
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

// index builds the artifacts of a tree, unless they are there, made by the same
// program from the same files.
func (c *config) index(s set, place, tree, artifacts string) error {
	program, err := os.Open(c.indexer)
	if err != nil {
		return err
	}
	defer program.Close()
	checkedOut, err := os.ReadFile(filepath.Join(place, "tree.stamp"))
	if err != nil {
		return err
	}
	stamp := sum(io.MultiReader(program, bytes.NewReader(checkedOut),
		strings.NewReader(strconv.Itoa(c.history))))
	return once(filepath.Join(place, "artifacts.stamp"), stamp, func() error {
		args := []string{"build", tree, "--out", artifacts, "--quiet",
			"--history", strconv.Itoa(c.history)}
		if s.Queries != "" {
			args = append(args, "--exclude", s.Queries+"/")
		}
		_, err := output(c.indexer, args...)
		return err
	})
}

// once runs f and writes the stamp, unless the file has that stamp.
func once(file, stamp string, f func() error) error {
	if have, err := os.ReadFile(file); err == nil && string(have) == stamp {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(stamp), 0o644)
}

func sum(r io.Reader) string {
	h := sha256.New()
	_, _ = io.Copy(h, r) // an unreadable stamp is never equal
	return fmt.Sprintf("%x", h.Sum(nil))
}

// output runs a program and returns its standard output. The exit code of a build
// that skipped files is a success.
func output(program string, args ...string) ([]byte, error) {
	cmd := exec.Command(program, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w: %s", program, args[0], err, stderr.Bytes())
	}
	return out, nil
}
