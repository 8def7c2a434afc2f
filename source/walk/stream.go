package walk

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"seedgraph/internal/regular"
)

// streamBlock is the number of bytes of a large file that are in memory at a time.
const streamBlock = 1 << 20

// badByte replaces an invalid byte of a large file. Unlike U+FFFD it is as long as the
// byte.
const badByte = '\x1a'

// Stream reads a large file piece by piece. It calls take with each text and the
// encoding as far as it is known; it stops at an error of take and returns it. The
// returned source has no text; see [Source.SetText]. For a file that turns out not to
// be indexed it returns a [*SkipError]. It takes linear time and constant memory.
//
// A large file is classified by its first piece. It counts as windows-1252 if its first
// piece with non-ASCII characters does.
func (t *Tree) Stream(ctx context.Context, f File,
	take func(text, encoding string) error) (Source, error) {
	file, _, err := t.open(f)
	if err != nil {
		return Source{}, err
	}
	defer file.Close()
	s := Source{}
	d := &streamDecoder{hash: sha256.New()}
	buf := make([]byte, streamBlock)
	for first := true; ; first = false {
		if err := ctx.Err(); err != nil {
			return Source{}, err
		}
		n, err := io.ReadFull(file, buf)
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return Source{}, systemSkip(f.Path, err)
		}
		s.Size += int64(n)
		d.hash.Write(buf[:n])
		if first {
			if why := d.begin(buf[:n]); why != "" && !t.opts.Binary {
				return Source{}, &SkipError{Skip: Skip{Path: f.Path, Reason: ReasonBinary,
					Detail: why}}
			}
		}
		text := d.text(buf[:n], last)
		if first {
			if reason, why := t.judgeHead(f, text, &s); reason != "" {
				return Source{}, &SkipError{Skip: Skip{Path: f.Path, Reason: reason, Detail: why}}
			}
		}
		if err := take(text, d.encoding); err != nil {
			return Source{}, err
		}
		if last {
			break
		}
	}
	d.finish(&s)
	return s, nil
}

// Hash returns the SHA-256 of the bytes of a listed file, if Read or Stream would
// return its text.
func (t *Tree) Hash(ctx context.Context, f File) ([sha256.Size]byte, error) {
	if f.Large {
		s, err := t.Stream(ctx, f, func(_, _ string) error { return nil })
		return s.Hash, err
	}
	s, err := t.Read(f)
	return s.Hash, err
}

// judgeHead classifies the beginning of a large file.
func (t *Tree) judgeHead(f File, text string, s *Source) (reason, why string) {
	head := Source{Text: text}
	reason, why = t.judge(f, &head)
	s.Generated, s.Minified = head.Generated, head.Minified
	return reason, why
}

// open opens a listed file, which must still be regular, and returns its size.
func (t *Tree) open(f File) (file *os.File, size int64, err error) {
	file, err = regular.OpenNoFollow(filepath.Join(t.Root, filepath.FromSlash(f.Path)))
	if errors.Is(err, regular.ErrNotRegular) {
		return nil, 0, &SkipError{Skip: Skip{Path: f.Path, Reason: ReasonSpecial,
			Detail: "no longer a regular file"}}
	}
	if err != nil {
		return nil, 0, systemSkip(f.Path, err)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, 0, systemSkip(f.Path, err)
	}
	return file, info.Size(), nil
}

// SetText sets the text to keep for a source that was streamed. Offset then returns
// offsets in a file that contains only this text.
func (s *Source) SetText(text string) {
	s.Text = text
	if s.offsets.width = encodingWidths[s.Encoding]; s.offsets.width != (widths{}) {
		s.offsets.mark(text, s.Encoding)
	}
	s.offsets.original = s.offsets.start + int(Width(text, s.Encoding))
}

// Width returns the number of bytes of a text in an encoding.
func Width(text, encoding string) int64 {
	w := encodingWidths[encoding]
	if w == (widths{}) {
		return int64(len(text))
	}
	var sum int64
	for i := 0; i < len(text); {
		_, n := utf8.DecodeRuneInString(text[i:])
		sum += int64(w[n])
		i += n
	}
	return sum
}

// A streamDecoder decodes a file piece by piece.
type streamDecoder struct {
	hash     hash.Hash
	order    binary.ByteOrder // of UTF-16; nil for other encodings
	encoding string           // empty until non-ASCII characters determine it
	start    int              // bytes of the byte order mark
	carry    []byte           // of an incomplete character
	bad      int
}

// begin determines the encoding from the first bytes, as far as possible. It returns
// the reason if they are not text.
func (d *streamDecoder) begin(raw []byte) (why string) {
	order, body := utf16Order(raw)
	switch {
	case order == nil:
		if strings.HasPrefix(string(raw[:min(len(raw), len(bomUTF8))]), string(bomUTF8)) {
			d.encoding, d.start = EncodingUTF8BOM, len(bomUTF8)
		}
		return binaryBytes(raw)
	case order == binary.ByteOrder(binary.BigEndian):
		d.encoding = EncodingUTF16BE
	default:
		d.encoding = EncodingUTF16LE
	}
	d.order, d.start = order, len(raw)-len(body)
	return ""
}

// text decodes a piece of the file. last marks the last piece.
func (d *streamDecoder) text(raw []byte, last bool) string {
	if d.carry == nil {
		raw = raw[d.start:]
	}
	raw = append(d.carry, raw...)
	n := len(raw)
	if !last {
		n = d.whole(raw)
	}
	d.carry = append(make([]byte, 0, 4), raw[n:]...)
	raw = raw[:n]
	if d.order != nil {
		return d.utf16(raw)
	}
	if utf8.Valid(raw) {
		if d.encoding == "" && !ascii(raw) {
			d.encoding = EncodingUTF8
		}
	} else if d.encoding == "" {
		d.encoding = EncodingUTF8
		if sound, bad := countRunes(raw); sound <= 4*bad {
			d.encoding = EncodingWindows1252
		}
	}
	if d.encoding == EncodingWindows1252 {
		return decodeWindows1252(raw)
	}
	return d.mended(raw)
}

// mended returns the text as UTF-8, with each invalid byte replaced by badByte.
func (d *streamDecoder) mended(raw []byte) string {
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			raw[i] = badByte
			d.bad++
		}
		i += n
	}
	return string(raw)
}

// whole returns the number of bytes of complete characters in a piece.
func (d *streamDecoder) whole(raw []byte) int {
	n := len(raw)
	if d.order != nil {
		n -= n % 2
		if n >= 2 && utf16.IsSurrogate(rune(d.order.Uint16(raw[n-2:]))) {
			n -= 2
		}
		return n
	}
	for i := n - 1; i >= 0 && i >= n-utf8.UTFMax; i-- {
		if utf8.RuneStart(raw[i]) {
			if !utf8.FullRune(raw[i:]) {
				return i
			}
			break
		}
	}
	return n
}

func (d *streamDecoder) utf16(raw []byte) string {
	s := decodeUTF16(raw, raw, d.order)
	return s.Text
}

// finish sets the properties of the file in s.
func (d *streamDecoder) finish(s *Source) {
	if s.Encoding = d.encoding; s.Encoding == "" {
		s.Encoding = EncodingUTF8
	}
	s.offsets.start, s.BadBytes = d.start, d.bad
	d.hash.Sum(s.Hash[:0])
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// large reports whether a file beyond the limit of its kind is streamed.
func (o Options) large(path string, size int64) bool {
	return o.MaxFileBytes == 0 && o.Large != nil && size <= o.Large(path)
}
