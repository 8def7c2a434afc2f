// Package benchtree keeps the trees of commits, and their indexes, for benchmarks that
// run the programs on clones of repositories.
//
// A [Place] is a folder of a cache. Its contents are rebuilt only if their inputs
// change: the commit and the list of its files, the program that builds the index, its
// flags. Clones are never written to.
package benchtree

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Clone returns the git folder of a repository OWNER/NAME: OWNER+NAME/repo, OWNER/NAME
// or NAME in dir, bare or not. The error is [fs.ErrNotExist] if no such clone exists.
func Clone(dir, repository string) (string, error) {
	owner, name, _ := strings.Cut(repository, "/")
	for _, candidate := range []string{owner + "+" + name + "/repo", owner + "/" + name, name} {
		clone := filepath.Join(dir, candidate)
		for _, git := range []string{filepath.Join(clone, ".git"), clone} {
			if _, err := os.Stat(filepath.Join(git, "objects")); err == nil {
				return filepath.Abs(git)
			}
		}
	}
	return "", fmt.Errorf("no clone of %s: %w", repository, fs.ErrNotExist)
}

// A Place is a folder with the tree of a commit and the index of that tree.
type Place struct {
	Dir    string
	Git    string // folder of the clone
	Commit string
}

// Tree returns the folder of the tree.
func (p *Place) Tree() string { return filepath.Join(p.Dir, "tree") }

// Artifacts returns the folder of the index.
func (p *Place) Artifacts() string { return filepath.Join(p.Dir, "artifacts") }

// A File is a file of a commit.
type File struct {
	Mode   string // as git prints it
	Object string // id of the content
	Path   string // relative to the root, with slashes
}

// The modes of entries without text.
const (
	symbolicLink = "120000"
	submodule    = "160000"
)

// HasText reports whether a file has text, unlike a symbolic link or a submodule.
func (f *File) HasText() bool { return f.Mode != symbolicLink && f.Mode != submodule }

// Files returns the files of the commit, by path.
func (p *Place) Files() ([]File, error) {
	raw, err := Output("git", "--git-dir", p.Git, "ls-tree", "-r", "-z", p.Commit)
	if err != nil {
		return nil, err
	}
	return readFiles(string(raw)), nil
}

// readFiles parses the output of git ls-tree -z: MODE TYPE OBJECT, a tab, and the
// path.
func readFiles(printed string) []File {
	var files []File
	for entry := range strings.SplitSeq(printed, "\x00") {
		info, path, ok := strings.Cut(entry, "\t")
		if fields := strings.Fields(info); ok && len(fields) == 3 {
			files = append(files, File{Mode: fields[0], Object: fields[2], Path: path})
		}
	}
	return files
}

// Missing returns the paths of files whose content the clone lacks, in their order.
func (p *Place) Missing(files []File) ([]string, error) {
	var ids strings.Builder
	for _, f := range files {
		ids.WriteString(f.Object + "\n")
	}
	check := exec.Command("git", "--git-dir", p.Git, "cat-file", "--batch-check")
	check.Stdin = strings.NewReader(ids.String())
	// Do not fetch missing objects of a partial clone from its origin.
	check.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1")
	raw, err := check.Output()
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	lines := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	var missing []string
	for i, f := range files {
		if i < len(lines) && strings.HasSuffix(lines[i], " missing") {
			missing = append(missing, f.Path)
		}
	}
	return missing, nil
}

// CheckOut writes files of the commit to the tree, unless they exist already.
func (p *Place) CheckOut(paths []string) error {
	list := strings.Join(paths, "\x00")
	stamp := Sum(strings.NewReader(p.Commit + "\n" + list))
	return Once(p.treeStamp(), stamp, func() error {
		if err := os.RemoveAll(p.Tree()); err != nil {
			return err
		}
		if err := os.MkdirAll(p.Tree(), 0o755); err != nil {
			return err
		}
		// Leave the clone's own index alone.
		index := filepath.Join(p.Dir, "index")
		defer os.Remove(index)
		for _, step := range []struct{ args, stdin string }{
			{"read-tree " + p.Commit, ""},
			{"checkout-index -q -z --stdin", list},
		} {
			cmd := exec.Command("git", append([]string{"--git-dir", p.Git, "--work-tree", "."},
				strings.Fields(step.args)...)...)
			cmd.Dir, cmd.Stdin = p.Tree(), strings.NewReader(step.stdin)
			cmd.Env = append(os.Environ(), "GIT_INDEX_FILE="+index, "GIT_NO_LAZY_FETCH=1")
			if out, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("git %s: %w: %s", step.args, err, out)
			}
		}
		return nil
	})
}

func (p *Place) treeStamp() string { return filepath.Join(p.Dir, "tree.stamp") }

// Link turns the tree into a work tree of the commit, whose objects stay in the
// clone.
func (p *Place) Link() error {
	for name, text := range map[string]string{"HEAD": p.Commit + "\n",
		"objects/info/alternates": filepath.Join(p.Git, "objects") + "\n", "refs/heads/.keep": ""} {
		path := filepath.Join(p.Tree(), ".git", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Track makes git track the files of the commit in the linked tree, as in a normal
// clone. Files that are not checked out count as deleted.
func (p *Place) Track() error {
	_, err := Output("git", "-C", p.Tree(), "read-tree", p.Commit)
	return err
}

// Index builds the index of the tree with a program and further arguments, unless it
// exists and was built by the same program with the same arguments from the same files.
func (p *Place) Index(indexer string, args ...string) error {
	program, err := os.Open(indexer)
	if err != nil {
		return err
	}
	defer program.Close()
	checkedOut, err := os.ReadFile(p.treeStamp())
	if err != nil {
		return err
	}
	stamp := Sum(io.MultiReader(program, bytes.NewReader(checkedOut),
		strings.NewReader(strings.Join(args, "\x00"))))
	return Once(p.ArtifactsStamp(), stamp, func() error {
		_, err := Output(indexer, append([]string{"build", p.Tree(), "--out", p.Artifacts(),
			"--quiet", "--no-cache"}, args...)...)
		return err
	})
}

// ArtifactsStamp returns the file that records the inputs of the index.
func (p *Place) ArtifactsStamp() string { return p.Artifacts() + ".stamp" }
