package git

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"

	"seedgraph/internal/lazyregexp"
	"seedgraph/internal/regular"
)

// maxAttributes is the size in bytes from which a .gitattributes file is not read: the
// files that it may apply to cannot be compared.
const maxAttributes = 1 << 20

// An attributes is the configuration, by .gitattributes and settings, of how git
// stores a file.
type attributes struct {
	text     string // set, unset, auto, input or unspecified
	eol      string
	filter   string
	ident    string
	encoding string
	auto     string // core.autocrlf: true, input or false
	unread   bool   // a .gitattributes file that may apply is not read
}

// attributes asks git for the attributes of the changed files, by path. Git reads them
// from the .gitattributes files of the work tree, which only name drivers: the programs
// of the drivers are configured in settings, which the private repository does not
// have.
func (w *worktree) attributes(ctx context.Context) (map[string]attributes, error) {
	auto, err := w.autocrlf(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]attributes{}
	safe := map[string]bool{}
	var ask bytes.Buffer
	for _, e := range w.changed {
		a := attributes{auto: auto, unread: !w.safeAttributes(path.Dir(e.path), safe)}
		out[e.path] = a
		if !a.unread {
			ask.WriteString(e.path + "\x00")
		}
	}
	if ask.Len() == 0 {
		return out, nil
	}
	if info, err := regular.Read(filepath.Join(w.repo.Common, "info", "attributes"),
		maxAttributes); err == nil {
		if err := w.put("info/attributes", string(info)); err != nil {
			return nil, err
		}
		defer os.Remove(filepath.Join(w.home, "info", "attributes"))
	}
	said, err := w.run(ctx, &ask, "--work-tree="+w.repo.Top, "-c", "core.bare=false", "-C", w.repo.Top,
		"check-attr", "-z", "--stdin", "text", "crlf", "eol", "filter", "ident",
		"working-tree-encoding")
	if err != nil {
		return nil, err
	}
	fields := strings.Split(said, "\x00")
	for ; len(fields) >= 3; fields = fields[3:] {
		a := out[fields[0]]
		a.set(fields[1], fields[2])
		out[fields[0]] = a
	}
	return out, nil
}

// safeAttributes reports whether git can read the .gitattributes of a folder and of
// its ancestors.
func (w *worktree) safeAttributes(dir string, known map[string]bool) bool {
	if safe, ok := known[dir]; ok {
		return safe
	}
	safe := dir == "." || w.safeAttributes(path.Dir(dir), known)
	info, err := w.root.Lstat(filepath.Join(filepath.FromSlash(dir), ".gitattributes"))
	if err == nil {
		safe = safe && info.Mode().IsRegular() && info.Size() <= maxAttributes
	}
	known[dir] = safe
	return safe
}

// autocrlf returns core.autocrlf: that of the repository or, if unset, that of the user
// and the machine, whose settings are not part of the tree.
func (w *worktree) autocrlf(ctx context.Context) (string, error) {
	value := w.repo.config("core", "autocrlf")
	if value == "" {
		var err error
		if value, err = w.userSetting(ctx, "core.autocrlf"); err != nil {
			return "", err
		}
	}
	if isTrue(value) {
		return "true", nil
	}
	return strings.ToLower(value), nil
}

// set records the value that git reports for an attribute.
func (a *attributes) set(name, value string) {
	switch name {
	case "text":
		a.text = value
	case "crlf": // an old name of text
		if a.text == "unspecified" {
			a.text = value
		}
	case "eol":
		a.eol = value
	case "filter":
		a.filter = value
	case "ident":
		a.ident = value
	case "working-tree-encoding":
		a.encoding = value
	}
}

// given reports whether an attribute is set.
func given(value string) bool {
	switch value {
	case "", "unspecified", "unset", "set":
		return false
	}
	return true
}

// pointerOfLFS is the beginning of the pointer file that replaces a file of Git
// LFS.
var pointerOfLFS = []byte("version https://git-lfs.github.com/spec/")

// ident is a keyword that git expands when it checks a file out.
var ident = lazyregexp.New(`\$Id:[^$\n]*\$`)

// clean returns the text that git would store for a text of the work tree, given the
// previously stored one, or the reason why it is unknown.
func (a attributes) clean(text, stored []byte) (clean []byte, why string) {
	switch {
	case a.unread:
		return nil, "its .gitattributes cannot be read"
	case given(a.filter):
		return nil, "filter " + a.filter
	case given(a.encoding):
		return nil, "encoding " + a.encoding
	case bytes.HasPrefix(stored, pointerOfLFS) && !bytes.HasPrefix(text, pointerOfLFS):
		return nil, "a pointer of Git LFS"
	}
	if a.convertsLineEnds(text, stored) {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	if a.ident == "set" {
		text = []byte(ident.ReplaceAllString(string(text), "$$Id$$"))
	}
	return text, ""
}

// convertsLineEnds reports whether CR LF is stored as LF, according to the rules of
// git.
func (a attributes) convertsLineEnds(text, stored []byte) bool {
	set := a.text
	if set == "" || set == "unspecified" {
		switch {
		case a.eol == "lf" || a.eol == "crlf":
			set = "set"
		case a.auto == "true" || a.auto == "input":
			set = "auto"
		}
	}
	switch cmp.Or(set, "unset") {
	case "set", "input":
		return true
	case "auto":
		of, before := countText(text), countText(stored)
		return !of.binary() && (before.crlf == 0 || before.binary())
	}
	return false
}

// A textCount counts classes of bytes, as git does to distinguish text from binary
// files.
type textCount struct{ zero, cr, crlf, printable, other int }

func countText(text []byte) (n textCount) {
	for i, c := range text {
		switch {
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
			n.crlf++
		case c == '\r':
			n.cr++
		case c == '\n':
		case c == 0:
			n.zero++
			n.other++
		case c == 127 || c < 32 && !strings.ContainsRune("\b\t\033\014", rune(c)):
			n.other++
		default:
			n.printable++
		}
	}
	if len(text) > 0 && text[len(text)-1] == 26 { // end of file on some old systems
		n.other--
	}
	return n
}

// binary reports whether the counts are those of a binary file.
func (n textCount) binary() bool {
	return n.cr > 0 || n.zero > 0 || n.printable>>7 < n.other
}
