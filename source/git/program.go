package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Reader reads the commits of a repository with the git program.
//
// Git runs programs and opens connections that the settings of a repository configure:
// file system monitors, filters, diff drivers, pagers, signature verifiers, transports
// that fetch missing objects, hooks. The set of these settings changes from version to
// version. So git never sees the repository: it is started in a private, empty one,
// which only shares the objects, as alternates. It has no settings, hooks, attributes,
// grafts, replacements or remotes. Those of them that are data (line endings,
// boundaries of shallow clones) are read by this package and passed to git.
//
// The environment is that of this process without GIT_* variables; the settings of the
// user and of the machine are not read.
type Reader struct {
	repo    Repository
	prefix  string // the folder that is read, relative to the top, with a trailing slash; may be empty
	home    string // the private repository
	shallow []string
	gaps    []Gap
}

// A Gap is a reason why only part of the history may be readable.
type Gap struct {
	Reason string // one of the Gap constants
	Detail string // for people; contains no absolute path
}

// Reasons of a [Gap].
const (
	GapShallow    = "shallow"    // the clone ends at some commits; these count as unread
	GapPartial    = "partial"    // files of older commits are on a server, and are not fetched
	GapGrafts     = "grafts"     // the repository replaces parents: this is ignored
	GapAlternates = "alternates" // objects are borrowed from another repository
	GapElsewhere  = "elsewhere"  // .git names a repository outside the tree that does not refer to the tree
	GapDamaged    = "damaged"    // something could not be read
)

// ErrNoRepository matches the errors for folders outside any repository.
var ErrNoRepository = errors.New("not in a work tree of git")

// Open prepares to read the repository that contains root. The caller must close
// the Reader.
func Open(root string) (*Reader, error) {
	abs, err := realPath(root)
	if err != nil {
		return nil, err
	}
	repo, ok := Find(abs)
	if !ok {
		return nil, ErrNoRepository
	}
	r := &Reader{repo: repo}
	if rel, err := filepath.Rel(repo.Top, abs); err == nil && rel != "." {
		r.prefix = filepath.ToSlash(rel) + "/"
	}
	if r.home, err = os.MkdirTemp("", "seedgraph-git-"); err != nil {
		return nil, err
	}
	if err := r.furnish(); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// Close removes the private repository.
func (r *Reader) Close() error { return os.RemoveAll(r.home) }

// Gaps returns the known gaps, in the order of the constants.
func (r *Reader) Gaps() []Gap { return r.gaps }

// HasGap reports whether there is a gap with the given reason.
func (r *Reader) HasGap(reason string) bool {
	return slices.ContainsFunc(r.gaps, func(g Gap) bool { return g.Reason == reason })
}

// AddDamage records a gap for something unreadable.
func (r *Reader) AddDamage(detail string) { r.gap(GapDamaged, detail) }

// furnish creates the private repository, and records the gaps of the real one.
func (r *Reader) furnish() error {
	objects, err := r.checkObjects()
	if err != nil {
		return err
	}
	settings := "[core]\n\trepositoryformatversion = 1\n\tbare = true\n"
	if r.repo.sha256() {
		settings += "[extensions]\n\tobjectFormat = sha256\n"
	}
	r.findGaps()
	if err := os.Mkdir(filepath.Join(r.home, "refs"), 0o700); err != nil {
		return err
	}
	files := map[string]string{"HEAD": "ref: refs/heads/none\n", "config": settings,
		"objects/info/alternates": quotePath(objects) + "\n"}
	if len(r.shallow) > 0 {
		files["shallow"] = strings.Join(r.shallow, "\n") + "\n"
	}
	for name, text := range files {
		if err := r.put(name, text); err != nil {
			return err
		}
	}
	return nil
}

// put writes a file of the private repository.
func (r *Reader) put(name, text string) error {
	path := filepath.Join(r.home, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// quotePath quotes a path for the list of alternates.
func quotePath(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(path) + `"`
}

// maxDiffBytes is the size from which a file of a commit counts as binary: its lines
// are not compared. It limits the memory that git uses when a small pack expands to
// large files.
const maxDiffBytes = 16 << 20

// overrides are settings passed to git on every call. The private repository has none
// of the dangerous settings, whatever the version of git; these are a second line of
// defense.
var overrides = []string{
	"core.fsmonitor=false", "core.hooksPath=" + os.DevNull, "core.pager=cat",
	"core.attributesFile=" + os.DevNull, "core.excludesFile=" + os.DevNull,
	"core.sshCommand=false", "core.gitProxy=false", "core.askPass=false", "core.editor=false",
	"core.alternateRefsCommand=false", "core.commitGraph=false", "core.multiPackIndex=false",
	"core.untrackedCache=false", "core.splitIndex=false", "core.useReplaceRefs=false",
	"core.quotePath=true", "core.autocrlf=false", "core.protectNTFS=false",
	"core.protectHFS=false", fmt.Sprintf("core.bigFileThreshold=%d", maxDiffBytes),
	"credential.helper=", "protocol.allow=never", "gpg.program=false", "log.showSignature=false",
	"log.mailmap=false", "diff.renames=false", "diff.algorithm=myers",
	"i18n.logOutputEncoding=UTF-8", "gc.auto=0", "maintenance.auto=false", "index.sparse=false",
	"submodule.recurse=false",
}

// command returns a git command in the private repository.
func (r *Reader) command(ctx context.Context, args ...string) *exec.Cmd {
	all := []string{"--no-pager", "--no-replace-objects", "--no-optional-locks",
		"-c", "safe.directory=" + r.repo.Top}
	for _, o := range overrides {
		all = append(all, "-c", o)
	}
	c := exec.CommandContext(ctx, "git", append(all, args...)...)
	c.Dir, c.Env = r.home, environment(os.Environ(), r.home)
	c.WaitDelay = 2 * time.Second
	return c
}

// environment returns the environment of this process without variables for git, and
// with those that keep git from running and reading anything else.
func environment(of []string, home string) []string {
	var out []string
	for _, entry := range of {
		name, _, _ := strings.Cut(entry, "=")
		switch name = strings.ToUpper(name); {
		case strings.HasPrefix(name, "GIT_"), strings.HasPrefix(name, "LC_"),
			name == "HOME", name == "XDG_CONFIG_HOME", name == "USERPROFILE",
			name == "LANG", name == "LANGUAGE",
			name == "SSH_ASKPASS", name == "PAGER", name == "EDITOR", name == "VISUAL":
		default:
			out = append(out, entry)
		}
	}
	return append(out, "HOME="+home, "XDG_CONFIG_HOME="+home, "USERPROFILE="+home, "LC_ALL=C",
		"GIT_DIR="+home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ATTR_NOSYSTEM=1", "GIT_NO_LAZY_FETCH=1",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
		"GIT_ASKPASS=false", "GIT_ALLOW_PROTOCOL=none", "GIT_PAGER=cat", "GIT_EDITOR=false",
		"GIT_SSH_COMMAND=false", "GIT_GRAFT_FILE="+os.DevNull)
}

// userSetting returns a setting of the user or the machine, which the tree cannot
// influence; empty if it is not set.
func (r *Reader) userSetting(ctx context.Context, name string) (string, error) {
	c := exec.CommandContext(ctx, "git", "config", "--get", name)
	c.Dir, c.Env = r.home, environment(os.Environ(), r.home)
	c.Env = slices.DeleteFunc(c.Env, func(entry string) bool {
		return strings.HasPrefix(entry, "GIT_CONFIG_") || strings.HasPrefix(entry, "HOME=") ||
			strings.HasPrefix(entry, "XDG_CONFIG_HOME=") || strings.HasPrefix(entry, "USERPROFILE=")
	})
	for _, key := range []string{"HOME", "XDG_CONFIG_HOME", "USERPROFILE"} {
		if value, ok := os.LookupEnv(key); ok {
			c.Env = append(c.Env, key+"="+value)
		}
	}
	out, err := c.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil { // git's exit status if the setting does not exist
		return "", nil
	}
	return strings.TrimSpace(string(out)), nil
}

// run runs git and returns its output.
func (r *Reader) run(ctx context.Context, in io.Reader, args ...string) (string, error) {
	var out strings.Builder
	err := r.stream(ctx, in, func(from io.Reader) error {
		_, err := io.Copy(&out, from)
		return err
	}, args...)
	return out.String(), err
}

// stream runs git and passes its output to read as it arrives.
func (r *Reader) stream(ctx context.Context, in io.Reader, read func(io.Reader) error,
	args ...string) error {
	var msg tail
	c := r.command(ctx, args...)
	c.Stdin, c.Stderr = in, &msg
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return fmt.Errorf("git: %w", err)
	}
	failed := read(out)
	if failed != nil {
		out.Close() // otherwise git would block until somebody reads the rest
	}
	if err := c.Wait(); err != nil && (failed == nil || errors.Is(failed, io.ErrUnexpectedEOF)) {
		failed = msg.said(err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if failed != nil {
		return fmt.Errorf("git: %w", failed)
	}
	return nil
}

// maxMessage limits the stored error messages of git, in bytes.
const maxMessage = 4096

// A tail keeps the beginning of git's error messages.
type tail struct{ bytes.Buffer }

// Write keeps as much as there is room for, and reports that all was written.
func (t *tail) Write(p []byte) (int, error) {
	t.Buffer.Write(p[:min(len(p), max(0, maxMessage-t.Len()))])
	return len(p), nil
}

// said returns an error with git's message, in one line.
func (t *tail) said(err error) error {
	if text := strings.TrimSpace(t.String()); text != "" {
		return errors.New(strings.Join(strings.Fields(text), " "))
	}
	return err
}
