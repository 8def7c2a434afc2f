package walk

import (
	"crypto/sha256"
	"errors"
	"io"
	"path"
	"slices"
	"sync"
	"syscall"
)

// A Source is the content of one file as text.
type Source struct {
	Text     string            // UTF-8 without byte order mark; line ends as in the file
	Encoding string            // one of the Encoding constants, or the name of a declared one
	Size     int64             // bytes of the file as read
	Hash     [sha256.Size]byte // SHA-256 of those bytes
	// bytes that are not valid UTF-8, each replaced by U+FFFD; only with
	// EncodingUTF8 and EncodingUTF8BOM
	BadBytes int

	Generated bool // judged by its name, folder or content
	Minified  bool // judged by its name or content

	offsets offsets
}

// TextHash returns the SHA-256 of the text of a source that was not streamed.
func (s *Source) TextHash() [sha256.Size]byte {
	if s.Encoding == EncodingUTF8 && s.BadBytes == 0 {
		return s.Hash // of the same bytes
	}
	return sha256.Sum256([]byte(s.Text))
}

// A SkipError is the reason why a listed file has no Source.
type SkipError struct {
	Skip Skip
	err  error
}

// Error returns the path and the reason.
func (e *SkipError) Error() string {
	msg := "skip " + e.Skip.Path + ": " + e.Skip.Reason
	if e.Skip.Detail != "" {
		msg += ": " + e.Skip.Detail
	}
	return msg
}

// Unwrap returns the error of the system, if there was one.
func (e *SkipError) Unwrap() error { return e.err }

// Read reads, classifies and decodes one listed file. For a file that turns out
// not to be indexed, or cannot be read, it returns a [*SkipError]; there are no
// other errors. Read is safe for concurrent use.
func (t *Tree) Read(f File) (Source, error) {
	buf, _ := buffers.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	defer giveBack(buf)
	raw, err := t.readRaw(f, *buf)
	if err != nil {
		return Source{}, err
	}
	*buf = raw
	s, reason, why := decode(raw, t.opts.Binary, t.declared(f.Path, raw))
	if reason == "" {
		reason, why = t.judge(f, &s)
	}
	if reason != "" {
		return Source{}, &SkipError{Skip: Skip{Path: f.Path, Reason: reason, Detail: why}}
	}
	s.Size, s.Hash = int64(len(raw)), sha256.Sum256(raw)
	return s, nil
}

// DeclareEncodings makes Read use the encoding declared by the project for files that
// do not declare one themselves: of returns its name or the number of a code page for a
// path, or empty. Declarations in .gitattributes take precedence.
func (t *Tree) DeclareEncodings(of func(path string) string) { t.encodingOf = of }

// declared returns the declared encodings of a file.
func (t *Tree) declared(path string, raw []byte) declared {
	d := declared{file: declaredIn(path, raw)}
	if d.project = t.attributes.value(encodingAttribute, path); d.project == "" && t.encodingOf != nil {
		d.project = t.encodingOf(path)
	}
	return d
}

// buffers has buffers for reading files, as *[]byte.
var buffers sync.Pool

// maxBuffer limits the size of a buffer kept for the next file.
const maxBuffer = 1 << 20

// giveBack keeps a buffer for the next file; texts are copies, not slices of it.
func giveBack(buf *[]byte) {
	if cap(*buf) <= maxBuffer {
		buffers.Put(buf)
	}
}

// judge classifies the text. The reason is empty if it is to be indexed.
func (t *Tree) judge(f File, s *Source) (reason, why string) {
	s.Generated, s.Minified = f.Generated, f.Minified
	ext := path.Ext(f.Path)
	if f.plain {
		return "", ""
	}
	if what := minifiedText(ext, s.Text); what != "" {
		if !t.opts.Minified {
			return ReasonMinified, what
		}
		s.Minified = true
	}
	if what := compiledText(ext, s.Text); what != "" {
		if !t.opts.BuildOutput {
			return ReasonBuildOutput, what
		}
		s.Generated = true
	}
	if what := generatedText(ext, s.Text); what != "" {
		if t.opts.NoGenerated && !modelSnapshot(path.Base(f.Path)) {
			return ReasonGenerated, what
		}
		s.Generated = true
	}
	return "", ""
}

// readRaw reads a whole file into buf, which grows as needed, unless the file is larger
// than the limit.
func (t *Tree) readRaw(f File, buf []byte) ([]byte, error) {
	file, size, err := t.open(f)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	limit := t.opts.fileLimit(f.Path)
	// One byte more than the size, so that the end is detected without growing.
	buf = slices.Grow(buf[:0], int(min(size, limit)+1))
	raw, err := readUpTo(file, buf, limit+1)
	if err != nil {
		return nil, systemSkip(f.Path, err)
	}
	if size := max(int64(len(raw)), size); int64(len(raw)) > limit {
		return nil, &SkipError{Skip: Skip{Path: f.Path, Reason: ReasonTooLarge,
			Detail: tooLarge(size, limit)}}
	}
	return raw, nil
}

// readUpTo reads to the end of r, at most limit bytes, into buf, which must be
// empty.
func readUpTo(r io.Reader, buf []byte, limit int64) ([]byte, error) {
	for int64(len(buf)) < limit {
		buf = slices.Grow(buf, 1)
		n, err := r.Read(buf[len(buf):min(int64(cap(buf)), limit)])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return buf, nil
}

// systemSkip converts an error of the system into a skip.
func systemSkip(path string, err error) error {
	reason := reasonOf(err)
	switch {
	case errors.Is(err, syscall.ELOOP): // it was replaced by a link, which is not followed
		reason = ReasonSymlink
	case errors.Is(err, syscall.ENOTDIR): // its folder was replaced by a file
		reason = ReasonVanished
	}
	return &SkipError{Skip: Skip{Path: path, Reason: reason, Detail: detail(err)}, err: err}
}
