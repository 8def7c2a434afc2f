package git

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// diffFormat returns the options for printing diffs: hunks without context, paths
// relative to the folder that is read, quoted as in git's default.
func (r *Reader) diffFormat() []string {
	format := []string{"-r", "-p", "-U0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=none", "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/"}
	if r.prefix != "" {
		format = append(format, "--relative="+r.prefix)
	}
	return format
}

// Diff passes to read the differences between two trees, as git prints them. Options of
// git diff-tree may be given, and path patterns.
func (r *Reader) Diff(ctx context.Context, from, to string, read func(io.Reader) error,
	options, patterns []string) error {
	args := append([]string{"diff-tree"}, append(r.diffFormat(), options...)...)
	return r.stream(ctx, nil, read, append(append(args, from, to, "--"), patterns...)...)
}

// Diffs passes to read the changes of the given commits, in their order: the hash of
// each in a line, if it changed something, and the differences from its parent. A root
// commit has none.
func (r *Reader) Diffs(ctx context.Context, hashes []string, read func(io.Reader) error,
	options, patterns []string) error {
	in := bytes.NewReader([]byte(strings.Join(append(hashes, ""), "\n")))
	args := append([]string{"diff-tree", "--stdin"}, append(r.diffFormat(), options...)...)
	return r.stream(ctx, in, read, append(append(args, "--"), patterns...)...)
}

// Pattern converts a path pattern relative to the folder that is read into one for
// [Reader.Diff]: "*" does not match a slash, and "**" matches any folders.
func (r *Reader) Pattern(glob string) string {
	return ":(top,glob)" + escapeGlob.Replace(r.prefix) + glob
}

var escapeGlob = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)

// EscapeGlob returns a pattern that matches only path.
func EscapeGlob(path string) string { return escapeGlob.Replace(path) }

// revisionNames matches the operators between the names of a revision.
var revisionNames = lazyregexp.New(`\.\.\.?|@\{[^}]*\}|[\^~:{}]+`)

// Revision returns the tree that a revision names, in any of the forms of git
// rev-parse: a branch, a tag, an object id, HEAD~3, main@{yesterday}, @{upstream}.
// "A..B" and "A...B" name both sides of a comparison. Otherwise to is empty and means
// the work tree.
func (r *Reader) Revision(ctx context.Context, rev string) (from, to string, err error) {
	if strings.HasPrefix(rev, "-") || strings.ContainsAny(rev, "\x00\n") {
		return "", "", fmt.Errorf("%q is not a revision", rev)
	}
	if err := r.nameRefs(rev); err != nil {
		return "", "", err
	}
	a, b, symmetric := strings.Cut(rev, "...")
	two := symmetric
	if !symmetric {
		a, b, two = strings.Cut(rev, "..")
	}
	if from, err = r.tree(ctx, a); err != nil || !two {
		return from, "", err
	}
	if to, err = r.tree(ctx, b); err != nil || !symmetric {
		return from, to, err
	}
	base, err := r.run(ctx, nil, "merge-base", "--", r.upstream(headed(a)), r.upstream(headed(b)))
	if err != nil {
		return "", "", fmt.Errorf("%s: no common ancestor: %w", rev, err)
	}
	from, err = r.tree(ctx, strings.TrimSpace(base))
	return from, to, err
}

// headed returns a revision, or HEAD if it is empty.
func headed(rev string) string {
	if rev == "" {
		return "HEAD"
	}
	return rev
}

// tree returns the tree of a revision.
func (r *Reader) tree(ctx context.Context, rev string) (string, error) {
	out, err := r.run(ctx, nil, "rev-parse", "--verify", "--quiet",
		r.upstream(headed(rev))+"^{tree}")
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("unknown revision %s", headed(rev))
	}
	return strings.TrimSpace(out), err
}

// upstreamOf matches the upstream branch of a branch.
var upstreamOf = lazyregexp.New(`^([^@^~:]*)@\{(?:u|upstream|U|UPSTREAM)\}`)

// upstream replaces @{upstream} by the name of the ref, which is in the settings.
func (r *Reader) upstream(rev string) string {
	m := upstreamOf.FindStringSubmatch(rev)
	if m == nil {
		return rev
	}
	branch := m[1]
	if branch == "" {
		branch, _ = r.repo.head()
	}
	section := `branch "` + branch + `"`
	remote, merge := r.repo.config(section, "remote"), r.repo.config(section, "merge")
	name, ok := strings.CutPrefix(merge, "refs/heads/")
	if !ok || remote == "" {
		return rev
	}
	if remote != "." {
		merge = "refs/remotes/" + remote + "/" + name
	}
	return merge + rev[len(m[0]):]
}

// nameRefs copies to the private repository the refs that a revision may refer to, with
// their reflogs.
func (r *Reader) nameRefs(rev string) error {
	if head := r.Head(); head != "" {
		if err := r.put("HEAD", head+"\n"); err != nil {
			return err
		}
	}
	r.takeLog("HEAD")
	names := revisionNames.Split(rev, -1)
	for _, side := range strings.Split(strings.ReplaceAll(rev, "...", ".."), "..") {
		names = append(names, r.upstream(side))
	}
	var packed strings.Builder
	done := map[string]bool{}
	for _, name := range names {
		if pseudo := objectID(firstLine(filepath.Join(r.repo.Dir, name))); pseudo != "" &&
			strings.HasSuffix(name, "_HEAD") && !strings.ContainsAny(name, `/\`) {
			if err := r.put(name, pseudo+"\n"); err != nil {
				return err
			}
		}
		for _, format := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s",
			"refs/remotes/%s", "refs/remotes/%s/HEAD"} {
			ref := fmt.Sprintf(format, name)
			if done[ref] || !validRef(ref) {
				continue
			}
			done[ref] = true
			if id := r.repo.resolve(ref, 5); id != "" {
				fmt.Fprintln(&packed, id, ref)
				r.takeLog(ref)
			}
		}
	}
	return r.put("packed-refs", packed.String())
}

// takeLog copies the reflog of a ref, if there is one.
func (r *Reader) takeLog(ref string) {
	from := r.repo.Common
	if ref == "HEAD" {
		from = r.repo.Dir
	}
	if log, err := readSmall(filepath.Join(from, "logs", filepath.FromSlash(ref))); err == nil {
		_ = r.put("logs/"+ref, string(log)) // without it git reports that it does not know
	}
}
