package history

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// A Commit is what is read of a commit.
type Commit struct {
	Hash    string
	Time    int64  // of the committer, in seconds
	Subject string // the first paragraph of the message, in one line
	// Files are those below the root of the tree, relative to it.
	Files []string
	Total int // all files that it changes, in the tree or not
}

// The separators of what git is asked to print.
const (
	recordMark = "\x1e"
	fieldMark  = "\x1f"
)

// Read returns the newest commits of the repository that root is in, at most most of
// them, the newest first. Merges are left out: what they merge is there itself. It runs git log
// once, and grows with the commits and the files that they change.
func Read(ctx context.Context, root string, most int) ([]Commit, error) {
	prefix, err := git(ctx, root, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	out, err := git(ctx, root, "-c", "core.quotepath=off", "-c", "log.showSignature=false", "log",
		"-z", "--no-merges", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv",
		"--name-only", "--max-count="+strconv.Itoa(most),
		"--format="+recordMark+"%H"+fieldMark+"%ct"+fieldMark+"%s"+fieldMark, "HEAD")
	if err != nil {
		return nil, err
	}
	return parseLog(out, strings.TrimSuffix(prefix, "\n"))
}

// git runs git in a folder, and returns what it prints.
func git(ctx context.Context, root string, args ...string) (string, error) {
	var out, msg bytes.Buffer
	c := exec.CommandContext(ctx, "git", append([]string{"-C", root}, args...)...)
	c.Stdout, c.Stderr = &out, &msg
	if err := c.Run(); err != nil {
		if text := strings.TrimSpace(msg.String()); text != "" {
			err = fmt.Errorf("%s", strings.ReplaceAll(text, "\n", " "))
		}
		return "", fmt.Errorf("read the history of %s: git: %w", root, err)
	}
	return out.String(), nil
}

// parseLog reads what git printed. Names of files are relative to the root of the
// repository; those that do not begin with prefix are only counted.
func parseLog(out, prefix string) ([]Commit, error) {
	var commits []Commit
	records := strings.Split(out, recordMark)
	for _, record := range records[1:] {
		hash, rest, _ := strings.Cut(record, fieldMark)
		head, rest, ok := strings.Cut(rest, fieldMark)
		subject, names, ok2 := strings.Cut(rest, fieldMark)
		time, err := strconv.ParseInt(head, 10, 64)
		if !ok || !ok2 || err != nil {
			return nil, fmt.Errorf("read the history: git printed %q", head)
		}
		c := Commit{Hash: hash, Time: time, Subject: subject}
		for _, name := range strings.Split(names, "\x00") {
			if name = strings.TrimPrefix(name, "\n"); name == "" {
				continue
			}
			c.Total++
			if inside, ok := strings.CutPrefix(name, prefix); ok {
				c.Files = append(c.Files, inside)
			}
		}
		commits = append(commits, c)
	}
	return commits, nil
}
