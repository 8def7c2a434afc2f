package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"seedgraph/testkit/benchtree"
)

// The subject of a commit is a request, and its changes are the answer, as far as they
// are also in the tree of an earlier commit, the base. The tasks of a set of commits
// are such subjects.

const (
	leastSubjectWords = 4
	mostChangedFiles  = 5
	mostNewFiles      = 5
	mostChangedParts  = 10 // definitions, and edits outside them
	mostPerFirstFile  = 3  // tasks whose answers begin in the same file
	mostCommits       = 32 // tasks of a set
	linesBesideEdit   = 10 // of context for an edit outside definitions
)

// commitsSource and commitsExclude are the default selection of files for a set of
// commits.
var (
	commitsSource  = append(slices.Clone(documentationSource), "sql")
	commitsExclude = `(?i)(^|/)(tests?|specs?|__tests__|testing|testdata|testsuite[^/]*|samples?|` +
		`examples?|docs?|doc|benchmarks?|perf|node_modules|vendor|third_party|dist|build|bench|` +
		`scripts?|website|e2e|fixtures|playground)/|([._-](test|spec|tests)\.[a-z]+$)|(_test\.go$)|` +
		`\.min\.|\.designer\.|\.generated\.|\.g\.cs$|AssemblyInfo|Tests?\.(cs|java)$|\.pb\.go$|` +
		`\.d\.ts$|zz_generated`
)

var (
	issueNumber = regexp.MustCompile(`\s*\(?#\d+\)?`)
	subjectLink = regexp.MustCompile(`https?://\S+`)
	fixedPrefix = regexp.MustCompile(`^(Fixed|Fixes|Closes) *[:#]\s*`)
	// choreSubject matches subjects of maintenance: changes of the formatting, or
	// outside the sources.
	choreSubject = regexp.MustCompile(`(?i)\b(release|version|bump|format|formatting|lint|renamed?|` +
		`typo|tests?|testing|docs?|documentation|readme|changelog|comments?|spelling|merge|revert|` +
		`cleanup|style|copyright|license|ci|deps|dependency|dependencies|upgrade|prettier|` +
		`whitespace|nit|translations?|i18n)\b`)
	// remarkLine matches lines of comments and imports, including Go's import
	// lists, and blank lines.
	remarkLine = regexp.MustCompile(
		`^\s*(//.*|/\*.*|\*.*|#.*|--.*|import\b.*|from .* import .*|using [\w.]+;|"[^"]*"|)\s*$`)
)

// A definition is a function or the like.
type definition struct {
	span
	name string
}

// A deriver derives tasks from the commits of a set.
type deriver struct {
	history
	set         *set
	files       map[string]bool // of the base
	isSource    func(path string) bool
	definitions map[string][]definition // of the base, by path
}

// commitTasks derives tasks from the commits after the base. It runs git once per
// commit, and twice per file that one of these changed.
func (s *set) commitTasks(p *benchtree.Place, nodes []node) ([]task, error) {
	files, err := s.files(p)
	if err != nil {
		return nil, err
	}
	isSource, err := s.filter()
	if err != nil {
		return nil, err
	}
	d := deriver{history{p.Git}, s, map[string]bool{}, isSource, definitionsOf(nodes)}
	for _, path := range files {
		d.files[path] = true
	}
	commits, err := d.commits(s.Base, s.Newest)
	if err != nil {
		return nil, err
	}
	tasks, err := d.tasks(commits)
	return sampleCommits(tasks), err
}

// definitionsOf returns functions and the like by path, in order, and each before
// those nested in it.
func definitionsOf(nodes []node) map[string][]definition {
	byPath := map[string][]definition{}
	for _, n := range nodes {
		if n.isFunction() {
			byPath[n.Path] = append(byPath[n.Path], definition{n.span(), n.Name})
		}
	}
	for _, list := range byPath {
		slices.SortStableFunc(list, func(a, b definition) int {
			return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(b.last, a.last))
		})
	}
	return byPath
}

// tasks returns a task for each suitable commit, but only a few whose answers begin
// in the same file.
func (d *deriver) tasks(commits []commit) ([]task, error) {
	var tasks []task
	per := map[string]int{}
	for _, c := range commits {
		query := requestOfSubject(c.subject)
		if query == "" {
			continue
		}
		gold, err := d.answerOf(c.id)
		if err != nil {
			return nil, fmt.Errorf("commit %s: %w", c.id, err)
		}
		if len(gold) == 0 || len(gold) > mostChangedParts || per[gold[0].Path] == mostPerFirstFile {
			continue
		}
		per[gold[0].Path]++
		tasks = append(tasks, task{ID: fmt.Sprintf("%s-%.10s", d.set.Name, c.id), Query: query,
			Gold: gold, Commit: c.id, Split: splitOfCommit(c.id)})
	}
	return tasks, nil
}

// requestOfSubject returns a subject without numbers and links, or "" if that is
// not a suitable request.
func requestOfSubject(subject string) string {
	subject = subjectLink.ReplaceAllString(issueNumber.ReplaceAllString(subject, ""), "")
	subject = strings.TrimSpace(fixedPrefix.ReplaceAllString(subject, ""))
	if len(strings.Fields(subject)) < leastSubjectWords || choreSubject.MatchString(subject) {
		return ""
	}
	return subject
}

// splitOfCommit returns the first split for commits whose first eight digits are an even number.
func splitOfCommit(id string) string {
	return splits[strings.IndexByte("0123456789abcdef", id[7])%2]
}

// answerOf returns the changes of a commit, located in the base, or nothing if they are
// not all there, or if the commit changed too many files.
func (d *deriver) answerOf(id string) ([]entry, error) {
	changes, err := d.changes(id)
	if err != nil {
		return nil, err
	}
	var gold []entry
	for _, path := range d.changedFiles(changes) {
		edits, ok, err := d.editsOf(id, path)
		if err != nil || !ok {
			return nil, err
		}
		for _, edit := range edits {
			gold = addEntry(gold, d.entryAt(path, edit))
		}
	}
	return gold, nil
}

// changedFiles returns the files of the base that a commit changed, or nothing if it
// also deleted or renamed one, or if there are too many changed or new ones.
func (d *deriver) changedFiles(changes []fileChange) []string {
	var changed []string
	added := 0
	for _, c := range changes {
		switch {
		case c.status == 'D' && d.files[c.path]:
			return nil
		case c.status == 'M' && d.files[c.path]:
			changed = append(changed, c.path)
		case c.status == 'A' && d.isSource(c.path):
			added++
		}
	}
	if len(changed) > mostChangedFiles || added > mostNewFiles {
		return nil
	}
	return changed
}

// editsOf returns the lines of a file of the base that a commit touched. It reports
// whether all touched lines exist there.
func (d *deriver) editsOf(id, path string) ([]span, bool, error) {
	hunks, err := d.hunks(id+"^", id, path)
	if err != nil {
		return nil, false, err
	}
	since, err := d.hunks(d.set.Base, id+"^", path)
	if err != nil {
		return nil, false, err
	}
	var edits []span
	for _, h := range hunks {
		if isRemarks(h.lines) {
			continue
		}
		edit, ok := origin(since, h.touched())
		if !ok {
			return nil, false, nil
		}
		edits = append(edits, edit)
	}
	return edits, true, nil
}

// isRemarks reports whether all lines are comments, imports or blank.
func isRemarks(lines []string) bool {
	return !slices.ContainsFunc(lines, func(line string) bool { return !remarkLine.MatchString(line) })
}

// entryAt returns the outermost definition in which an edit begins, with the lines of
// the edit in it, or, without one, the edit with its context.
func (d *deriver) entryAt(path string, edit span) entry {
	for _, in := range d.definitions[path] {
		if in.first <= edit.first && edit.first <= in.last {
			return entry{Path: path, Name: in.name, Start: in.first, End: in.last,
				Edits: [][2]int{{edit.first, min(edit.last, in.last)}}}
		}
	}
	return entry{Path: path, Start: max(1, edit.first-linesBesideEdit), End: edit.last + linesBesideEdit,
		Edits: [][2]int{{edit.first, edit.last}}}
}

// addEntry adds an entry to others, or its edits to the entry of the same
// definition.
func addEntry(gold []entry, e entry) []entry {
	for i := range gold {
		have := &gold[i]
		if have.Path == e.Path && have.Name == e.Name && have.span() == e.span() {
			have.Edits = append(have.Edits, e.Edits...)
			return gold
		}
	}
	return append(gold, e)
}

// sampleCommits returns some tasks, chosen and sorted by hashes of their commits.
func sampleCommits(tasks []task) []task {
	tasks = byHash(tasks, func(t task) string { return t.Commit })
	return tasks[:min(mostCommits, len(tasks))]
}
