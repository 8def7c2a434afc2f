package walk

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Encodings of a [Source].
const (
	EncodingUTF8        = "utf-8"
	EncodingUTF8BOM     = "utf-8-bom"
	EncodingUTF16LE     = "utf-16le"
	EncodingUTF16BE     = "utf-16be"
	EncodingWindows1252 = "windows-1252"
)

const (
	sniffed = 8 << 10 // bytes that are checked to distinguish text from other content
	// Control characters beyond one in this many make a file binary.
	controlShare = 10
)

var (
	bomUTF8    = []byte("\xef\xbb\xbf")
	bomUTF16LE = []byte("\xff\xfe")
	bomUTF16BE = []byte("\xfe\xff")
	bomUTF32LE = []byte("\xff\xfe\x00\x00")
)

// decode turns the bytes of a file into text. The reason is empty unless they
// are not text; with anyway, binary bytes are decoded as 8-bit text.
//
// The encoding is determined, in this order, by a byte order mark, by the zero
// bytes of UTF-16, by a declaration in the file, by validity as UTF-8, and by
// the declaration of its project. Any other text is windows-1252, unless nearly
// all non-ASCII characters are valid UTF-8: such a file is UTF-8 with damaged
// bytes, and decoding it otherwise would damage all of it.
func decode(raw []byte, anyway bool, d declared) (s Source, reason, why string) {
	order, body := utf16Order(raw)
	if order == nil {
		order = d.order(raw)
	}
	if order != nil {
		s = decodeUTF16(raw, body, order)
		if why = controls(s.Text[:min(len(s.Text), sniffed)]); why == "" {
			return s, "", ""
		}
	} else if why = binaryBytes(raw); why == "" {
		return d.decode(raw), "", ""
	}
	if anyway {
		return decode8(raw), "", ""
	}
	return Source{}, ReasonBinary, why
}

// A declared has the declared encodings of a file; empty if not declared.
type declared struct {
	file    string // by the file itself
	project string // by the project that it belongs to
}

// order returns the byte order of UTF-16 without a mark, if a project declares it.
func (d declared) order(raw []byte) binary.ByteOrder {
	name := strings.ToLower(d.project)
	if !strings.HasPrefix(name, "utf-16") || len(raw)%2 != 0 || bytes.HasPrefix(raw, bomUTF8) {
		return nil
	}
	if strings.HasPrefix(name, "utf-16le") {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

// decode decodes text, in the declared encoding if there is one and the text is valid
// in it.
func (d declared) decode(raw []byte) Source {
	if bytes.HasPrefix(raw, bomUTF8) || ascii(raw) {
		return decode8(raw)
	}
	name := d.file
	if name == "" && !utf8.Valid(raw) {
		name = d.project
	}
	if c, ok := charsetOf(name); ok {
		if s, ok := c.decode(raw); ok {
			return s
		}
	}
	return decode8(raw)
}

// binaryBytes returns the reason why bytes that are not UTF-16 are not text; ""
// if they may be.
func binaryBytes(raw []byte) string {
	head := raw[:min(len(raw), sniffed)]
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return fmt.Sprintf("zero byte at offset %d", i)
	}
	return controls(head)
}

// controls returns the reason if a text has too many control characters, and ""
// otherwise.
func controls[T string | []byte](head T) string {
	n := 0
	for i := range len(head) {
		if c := head[i]; c < ' ' && (c < '\t' || c > '\r') && c != 0x1b {
			n++
		}
	}
	if n*controlShare > len(head) {
		return fmt.Sprintf("%d of the first %d bytes are control characters", n, len(head))
	}
	return ""
}

// decode8 decodes UTF-8 or windows-1252.
func decode8(raw []byte) Source {
	s := Source{Encoding: EncodingUTF8}
	body := raw
	if bytes.HasPrefix(raw, bomUTF8) {
		s.Encoding, body = EncodingUTF8BOM, raw[len(bomUTF8):]
	}
	s.offsets = offsets{original: len(raw), start: len(raw) - len(body)}
	if utf8.Valid(body) {
		s.Text = string(body)
		return s
	}
	sound, bad := countRunes(body)
	if s.Encoding == EncodingUTF8BOM || sound > 4*bad {
		s.BadBytes = bad
		s.Text, s.offsets.bad = replaceBad(body, bad)
		return s
	}
	s.Encoding = EncodingWindows1252
	s.Text = decodeWindows1252(body)
	s.offsets.mark(s.Text, s.Encoding)
	return s
}

// countRunes returns the number of valid multi-byte characters, and of bytes
// that do not belong to a character.
func countRunes(b []byte) (sound, bad int) {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			sound++
		}
		b = b[n:]
	}
	return sound, bad
}

// replaceBad replaces each invalid byte by U+FFFD, and returns the offsets of
// these characters in the text, ascending.
func replaceBad(b []byte, bad int) (string, []int) {
	var text strings.Builder
	text.Grow(len(b) + 2*bad)
	places := make([]int, 0, bad)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			places = append(places, text.Len())
			text.WriteRune(utf8.RuneError)
		} else {
			text.Write(b[:n])
		}
		b = b[n:]
	}
	return text.String(), places
}

// high1252 has the characters of the bytes 0x80 to 0x9f in windows-1252, as in
// browsers: the five undefined ones are the control characters of the same
// number.
var high1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}

func decodeWindows1252(b []byte) string {
	var text strings.Builder
	text.Grow(len(b) + len(b)/8)
	for _, c := range b {
		switch {
		case c < 0x80:
			text.WriteByte(c)
		case c < 0xa0:
			text.WriteRune(high1252[c-0x80])
		default:
			text.WriteRune(rune(c))
		}
	}
	return text.String()
}

// utf16Order returns the byte order of UTF-16 and the bytes after its mark; nil
// if the bytes are not UTF-16.
func utf16Order(raw []byte) (binary.ByteOrder, []byte) {
	switch {
	case bytes.HasPrefix(raw, bomUTF32LE) && len(raw)%4 == 0:
		return nil, nil // zero bytes mark it as binary
	case bytes.HasPrefix(raw, bomUTF16LE):
		return binary.LittleEndian, raw[2:]
	case bytes.HasPrefix(raw, bomUTF16BE):
		return binary.BigEndian, raw[2:]
	case len(raw)%2 != 0:
		return nil, nil
	}
	head := raw[:min(len(raw), sniffed)]
	switch {
	case looksUTF16(head, 0):
		return binary.LittleEndian, raw
	case looksUTF16(head, 1):
		return binary.BigEndian, raw
	}
	return nil, nil
}

// looksUTF16 reports whether the bytes at one parity are like ASCII text and
// those at the other are mostly zero.
func looksUTF16(head []byte, low int) bool {
	const least = 4 // units; fewer prove nothing
	units, ascii := len(head)/2, 0
	for i := 0; i+1 < len(head); i += 2 {
		c, h := head[i+low], head[i+1-low]
		switch {
		case h == 0 && (c >= ' ' && c < 0x7f || c >= '\t' && c <= '\r'):
			ascii++
		case h == 0 && c < ' ':
			return false
		}
	}
	return units >= least && ascii*10 >= units*7
}

// decodeUTF16 decodes body, the end of raw. Unpaired surrogates, and an odd
// byte at the end, become U+FFFD.
func decodeUTF16(raw, body []byte, order binary.ByteOrder) Source {
	s := Source{Encoding: EncodingUTF16LE}
	if order == binary.ByteOrder(binary.BigEndian) {
		s.Encoding = EncodingUTF16BE
	}
	var text strings.Builder
	text.Grow(len(body)/2 + len(body)/16)
	unit := func(i int) rune { return rune(order.Uint16(body[i:])) }
	i := 0
	for ; i+1 < len(body); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			second := rune(0)
			if i+3 < len(body) {
				second = unit(i + 2)
			}
			if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
				i += 2
			}
		}
		text.WriteRune(r)
	}
	if i < len(body) {
		text.WriteRune(utf8.RuneError)
	}
	s.Text = text.String()
	s.offsets = offsets{original: len(raw), start: len(raw) - len(body)}
	s.offsets.mark(s.Text, s.Encoding)
	return s
}
