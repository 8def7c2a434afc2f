package git

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/internal/order"
)

// A State describes the commit that is checked out, as far as git's files show.
// The zero State is that of a tree without git.
type State struct {
	Root string // absolute path of the work tree's top, symbolic links resolved
	// last segment of the URL of remote "origin"; empty without one, because the
	// name of a folder is not a property of the tree
	Name   string
	Branch string // short name; empty if HEAD is detached
	Commit string // hexadecimal; empty before the first commit
	Tag    string // a tag of Commit, the one with the highest version; empty without one
	Dirty  bool   // files differ from Commit, if the caller checked: see the function Dirty
}

// Describe describes the git repository that root is or is in, without running
// git. For a tree outside any repository it returns the zero State and no
// error. Refs that cannot be read, as in the reftable format, are not an error
// either: they leave Branch, Commit and Tag empty. Only the last segment of the
// URL of a remote is returned, since the URL may contain a password.
func Describe(root string) (State, error) {
	abs, err := realPath(root)
	if err != nil {
		return State{}, fmt.Errorf("find repository of %s: %w", root, err)
	}
	place, ok := Find(abs)
	if !ok {
		return State{}, nil
	}
	r := State{Root: place.Top, Name: repoName(place)}
	r.Branch, r.Commit = place.head()
	if r.Commit != "" {
		r.Tag = place.tagOf(r.Commit)
	}
	return r, nil
}

func repoName(p Repository) string {
	return lastSegment(p.config(`remote "origin"`, "url"))
}

// lastSegment extracts a repository's name from its URL. The host with its
// credentials, the query and the fragment are removed first, so that none of
// them can be mistaken for a name.
func lastSegment(url string) string {
	url = strings.ReplaceAll(url, `\`, "/")
	url, _, _ = strings.Cut(url, "?")
	url, _, _ = strings.Cut(url, "#")
	if _, rest, ok := strings.Cut(url, "://"); ok {
		_, url, _ = strings.Cut(rest, "/")
	} else if host, path, ok := strings.Cut(url, ":"); ok && !strings.Contains(host, "/") {
		url = path
	} else if strings.Contains(url, "@") && !strings.Contains(url, "/") {
		return ""
	}
	url = strings.TrimSuffix(strings.TrimRight(url, "/"), "/.git")
	url = strings.TrimSuffix(strings.TrimRight(url, "/"), ".git")
	name := url[strings.LastIndexByte(url, '/')+1:]
	if strings.Contains(name, "@") {
		return "" // a password with a slash was mistaken for a path
	}
	return name
}

// head follows HEAD to a branch and a commit.
func (p Repository) head() (branch, commit string) {
	ref, ok := strings.CutPrefix(firstLine(filepath.Join(p.Dir, "HEAD")), "ref:")
	if !ok {
		return "", objectID(firstLine(filepath.Join(p.Dir, "HEAD")))
	}
	ref = strings.TrimSpace(ref)
	if !validRef(ref) || ref == "refs/heads/.invalid" {
		return "", "" // the latter is the content of HEAD in reftable repositories
	}
	return strings.TrimPrefix(ref, "refs/heads/"), p.resolve(ref, 5)
}

// resolve returns the object that a ref points to; a loose ref hides a packed one.
func (p Repository) resolve(ref string, links int) string {
	line := firstLine(filepath.Join(p.Common, filepath.FromSlash(ref)))
	if next, ok := strings.CutPrefix(line, "ref:"); ok {
		if next = strings.TrimSpace(next); links > 0 && validRef(next) {
			return p.resolve(next, links-1)
		}
		return ""
	}
	if h := objectID(line); h != "" {
		return h
	}
	refs, _ := p.packedRefs()
	for _, r := range refs {
		if r.name == ref {
			return r.object
		}
	}
	return ""
}

// A packedRef is one line of packed-refs. Peeled is the commit an annotated tag
// points to, empty for other refs.
type packedRef struct{ name, object, peeled string }

// packedRefs returns packed-refs in the order of the file. Peeled reports
// whether its writer peeled every tag: then one without a peeled commit is not
// an annotated tag.
func (p Repository) packedRefs() (refs []packedRef, peeled bool) {
	data, err := readSmall(filepath.Join(p.Common, "packed-refs"))
	if err != nil {
		return nil, false
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			peeled = peeled || strings.Contains(line, " peeled")
			continue
		}
		if peeled, ok := strings.CutPrefix(line, "^"); ok && len(refs) > 0 {
			refs[len(refs)-1].peeled = objectID(peeled)
			continue
		}
		if object, name, ok := strings.Cut(line, " "); ok && objectID(object) != "" && validRef(name) {
			refs = append(refs, packedRef{name: name, object: object})
		}
	}
	return refs, peeled
}

// tagOf returns the highest tag that points at commit.
func (p Repository) tagOf(commit string) string {
	found := make(map[string]bool)
	packed, peeled := p.packedRefs()
	for _, r := range packed {
		if name, ok := strings.CutPrefix(r.name, "refs/tags/"); ok {
			found[name] = r.object == commit || r.peeled == commit ||
				!peeled && p.peel(r.object) == commit
		}
	}
	for _, name := range p.looseTags() {
		object := p.resolve("refs/tags/"+name, 5)
		found[name] = object == commit || object != "" && p.peel(object) == commit
	}
	best := ""
	for name, points := range found {
		if points && (best == "" || compareTags(name, best) > 0) {
			best = name
		}
	}
	return best
}

// looseTags returns the tags that have their own file, sorted.
func (p Repository) looseTags() []string {
	root := filepath.Join(p.Common, "refs", "tags")
	var names []string
	// Unreadable folders count as empty; the walk continues.
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if rel, err := filepath.Rel(root, path); err == nil &&
			validRef("refs/tags/"+filepath.ToSlash(rel)) {
			names = append(names, filepath.ToSlash(rel))
		}
		return nil
	})
	slices.Sort(names)
	return names
}

// compareTags orders tags by version: names that begin like one ("v1.2", "7")
// above others, numbers by value, a release above its own pre-releases ("v1.0"
// above "v1.0-rc1"). Names that are equal in this order are compared bytewise.
func compareTags(a, b string) int {
	if x, y := isVersion(a), isVersion(b); x != y {
		return order.Bools(x, y)
	}
	x, y := strings.TrimPrefix(a, "v"), strings.TrimPrefix(b, "v")
	for x != "" && y != "" {
		var p, q string
		p, x = versionPart(x)
		q, y = versionPart(y)
		if c := compareParts(p, q); c != 0 {
			return c
		}
	}
	if x != y {
		rest := x + y
		pre := rest[0] == '-' || rest[0] == '~' || isAlpha(rest[0])
		return order.Bools((x != "") != pre, (y != "") != pre)
	}
	return cmp.Compare(a, b)
}

func isVersion(tag string) bool {
	tag = strings.TrimPrefix(tag, "v")
	return tag != "" && isDigit(tag[0])
}

// versionPart splits a run of digits or of other bytes off s.
func versionPart(s string) (part, rest string) {
	n := 1
	for n < len(s) && isDigit(s[n]) == isDigit(s[0]) {
		n++
	}
	return s[:n], s[n:]
}

func compareParts(a, b string) int {
	if isDigit(a[0]) && isDigit(b[0]) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		if c := cmp.Compare(len(a), len(b)); c != 0 {
			return c
		}
	}
	return cmp.Compare(a, b)
}

// objectID returns s if it is an object id, SHA-1 or SHA-256, and "" otherwise.
func objectID(s string) string {
	if len(s) != 40 && len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
		return ""
	}
	return s
}

// validRef reports whether a ref's name could have been written by git and, as
// a path, stays below refs/.
func validRef(ref string) bool {
	return strings.HasPrefix(ref, "refs/") && !strings.Contains(ref, "..") &&
		!strings.ContainsAny(ref, "\x00\\:?*[^~ ") && !strings.HasSuffix(ref, ".lock")
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
