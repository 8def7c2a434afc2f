package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Commit is a commit as read by [Reader.Log].
type Commit struct {
	Hash    string
	Time    int64  // of the committer, in seconds
	Subject string // the first paragraph of the message, in one line, in UTF-8
	// Files are the files changed in the folder that is read, relative to it. For a
	// commit of many files the list may be incomplete.
	Files []string
	Total int // number of changed files, in the folder or not
}

// Limits on the stored parts of a commit, in bytes. Longer ones are truncated.
const (
	maxSubject = 64 << 10
	maxPath    = 4096
)

// Head returns the commit that is checked out; empty before the first commit, or if it
// cannot be read, as with refs in the reftable format.
func (r *Reader) Head() string {
	_, commit := r.repo.head()
	return commit
}

// Log returns the latest commits, up to the one that is checked out: at most the given
// number, the newest first, each with at most files of its files. Merges are omitted,
// because the merged commits are included. So are the last commits of a shallow clone,
// whose changes are unknown.
//
// If git fails midway, Log returns the commits up to there and records a gap.
func (r *Reader) Log(ctx context.Context, most, files int) ([]Commit, error) {
	head := r.Head()
	if head == "" {
		r.gap(GapDamaged, "the checked-out commit cannot be read")
		return nil, nil
	}
	p := logParser{prefix: r.prefix, most: files, last: map[string]bool{}}
	for _, id := range r.shallow {
		p.last[id] = true
	}
	err := r.stream(ctx, nil, p.read, "log", "-z", "--raw", "--no-abbrev", "--no-merges",
		"--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--no-mailmap", "--no-notes",
		"--no-show-signature", "--encoding=UTF-8", "--ignore-submodules=none",
		"--max-count="+strconv.Itoa(most), "--format=%H%x00%ct%x00%s", head, "--")
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		// the last one may lack files
		p.commits = p.commits[:max(0, len(p.commits)-1)]
		r.gap(GapDamaged, "the history cannot be read completely: "+err.Error())
	}
	return p.commits, nil
}

// A logParser parses the output of git log: for each commit its hash, time and subject,
// followed by the raw line and the path of each file, all terminated by a zero byte. A
// raw line begins with a colon, the first of a commit after a line feed.
type logParser struct {
	prefix  string
	most    int             // number of files kept per commit
	last    map[string]bool // commits with missing parents
	commits []Commit
}

func (p *logParser) read(from io.Reader) error {
	in := bufio.NewReaderSize(from, 1<<16)
	var current *Commit
	for {
		token, err := readToken(in, maxSubject)
		if err == io.EOF {
			p.keep(current)
			return nil
		}
		if err == nil && strings.HasPrefix(strings.TrimPrefix(token, "\n"), ":") && current != nil {
			err = p.file(in, current)
		} else if err == nil {
			p.keep(current)
			current, err = readCommit(in, token)
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil // git reports why it stopped
		}
		if err != nil {
			return err
		}
	}
}

// keep appends a complete commit.
func (p *logParser) keep(c *Commit) {
	if c != nil && !p.last[c.Hash] {
		p.commits = append(p.commits, *c)
	}
}

// readCommit reads a commit starting with its time.
func readCommit(in *bufio.Reader, hash string) (*Commit, error) {
	seconds, err := readToken(in, maxPath)
	if err != nil {
		return nil, ended(err)
	}
	subject, err := readToken(in, maxSubject)
	if err != nil {
		return nil, ended(err)
	}
	time, err := strconv.ParseInt(seconds, 10, 64)
	if objectID(hash) == "" || err != nil {
		return nil, fmt.Errorf("it printed %q", hash+" "+seconds)
	}
	return &Commit{Hash: hash, Time: time, Subject: strings.ToValidUTF8(subject, "�")}, nil
}

// file reads the path after a raw line.
func (p *logParser) file(in *bufio.Reader, c *Commit) error {
	name, err := readToken(in, maxPath)
	if err != nil {
		return ended(err)
	}
	c.Total++
	if inside, ok := strings.CutPrefix(name, p.prefix); ok && len(c.Files) < p.most {
		c.Files = append(c.Files, inside)
	}
	return nil
}

// ended converts the end of the output within a commit into [io.ErrUnexpectedEOF].
func ended(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readToken reads up to the next zero byte, which is dropped, and keeps at most limit
// bytes. It returns [io.ErrUnexpectedEOF] for a token without a zero byte, and [io.EOF]
// at the end.
func readToken(in *bufio.Reader, limit int) (string, error) {
	var token []byte
	for {
		part, err := in.ReadSlice(0)
		token = append(token, part[:min(len(part), limit+1-len(token))]...)
		switch {
		case err == nil:
			return strings.TrimSuffix(string(token[:min(len(token), limit+1)]), "\x00"), nil
		case err == io.EOF && len(token) > 0:
			return "", io.ErrUnexpectedEOF
		case err != bufio.ErrBufferFull:
			return "", err
		}
	}
}
