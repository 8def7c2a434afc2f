package walk

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"seedgraph/internal/lazyregexp"
)

// A charset is an encoding declared by a file or its project. Its bytes below 0x80 are
// ASCII at the beginning of a character.
type charset struct {
	name string
	encoding.Encoding
}

// pages are the encodings that browsers do not support, and those whose names in
// Windows, Java and Python differ from the web, by their names without separators.
var pages = map[string]encoding.Encoding{
	"ibm437": charmap.CodePage437, "ibm850": charmap.CodePage850, "ibm852": charmap.CodePage852,
	"ibm855": charmap.CodePage855, "ibm858": charmap.CodePage858, "ibm860": charmap.CodePage860,
	"ibm862": charmap.CodePage862, "ibm863": charmap.CodePage863, "ibm865": charmap.CodePage865,
	"macroman": charmap.Macintosh, "iso88591": charmap.ISO8859_1, "latin1": charmap.ISO8859_1,
	"l1": charmap.ISO8859_1, "28591": charmap.ISO8859_1,
}

// webNames maps other names of encodings to their names on the web.
var webNames = map[string]string{
	"932": "shift_jis", "ms932": "shift_jis", "windows31j": "shift_jis", "sjis": "shift_jis",
	"ms949": "euc-kr", "949": "euc-kr", "51949": "euc-kr", "uhc": "euc-kr", "936": "gbk",
	"ms936": "gbk", "54936": "gb18030", "950": "big5", "ms950": "big5", "big5hkscs": "big5",
	"51932": "euc-jp", "eucjp": "euc-jp", "euckr": "euc-kr", "20866": "koi8-r", "21866": "koi8-u",
	"koi8r": "koi8-r", "koi8u": "koi8-u", "874": "windows-874", "10000": "macintosh",
	"maccyrillic": "x-mac-cyrillic", "866": "ibm866", "20932": "euc-jp", "65001": "utf-8",
	"utf8": "utf-8",
}

// charsetOf returns the encoding with a name or the number of a code page; false if
// it is unknown, if it is UTF-8 or UTF-16, or if it is not a superset of ASCII.
func charsetOf(name string) (charset, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	plain := strings.NewReplacer("-", "", "_", "", " ", "").Replace(name)
	number := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(plain, "windows"), "cp"), "ibm")
	for _, key := range []string{plain, number, "ibm" + number} {
		if e, ok := pages[key]; ok {
			return charset{name, e}, true
		}
	}
	candidates := []string{webNames[plain], webNames[number], name, strings.ReplaceAll(name, "_", "-")}
	if strings.Trim(number, "0123456789") == "" && len(number) == 4 && number[:2] == "12" {
		candidates = append(candidates, "windows-"+number)
	}
	if n, ok := strings.CutPrefix(plain, "iso8859"); ok {
		candidates = append(candidates, "iso-8859-"+n)
	}
	if n, ok := strings.CutPrefix(plain, "latin"); ok {
		candidates = append(candidates, "latin"+n)
	}
	for _, c := range candidates {
		e, err := htmlindex.Get(c)
		if c == "" || err != nil {
			continue
		}
		canonical, err := htmlindex.Name(e)
		if err != nil || strings.HasPrefix(canonical, "utf-") || canonical == "iso-2022-jp" ||
			canonical == "replacement" || canonical == "x-user-defined" {
			return charset{}, false
		}
		return charset{canonical, e}, true
	}
	return charset{}, false
}

// declarations match declarations of encodings in files: Python (PEP 263) and Ruby in a
// comment in the first two lines, XML in its declaration.
var (
	magicComment = lazyregexp.New(`\A(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)`)
	xmlPrologue  = lazyregexp.New(`\A\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.\-]*)["']`)
)

// declaredIn returns the name of the encoding declared in the file itself, or
// empty.
func declaredIn(path string, raw []byte) string {
	head := string(raw[:min(len(raw), 500)])
	if strings.Contains(head, "coding") && hasAnySuffix(path, ".py", ".pyw", ".pyi", ".rb", ".rake") {
		if m := magicComment.FindStringSubmatch(head); m != nil {
			return m[1]
		}
	}
	if strings.Contains(head, "<?xml") {
		if m := xmlPrologue.FindStringSubmatch(head); m != nil {
			return m[1]
		}
	}
	return ""
}

// decode decodes raw. It fails if more than one in four of the non-ASCII characters is
// invalid: then the declaration is for another file.
func (c charset) decode(raw []byte) (Source, bool) {
	s := Source{Encoding: c.name, offsets: offsets{original: len(raw), width: widths{}}}
	o, decoder := &s.offsets, c.NewDecoder()
	var text strings.Builder
	text.Grow(len(raw) + len(raw)/2)
	beyond, bad := 0, 0
	for i := 0; i < len(raw); {
		if text.Len() >= len(o.marks)*markEvery {
			o.marks = append(o.marks, mark{text.Len(), i, len(o.lengths)})
		}
		if raw[i] < utf8.RuneSelf {
			text.WriteByte(raw[i])
			o.lengths = append(o.lengths, 1)
			i++
			continue
		}
		char, n := character(decoder, raw[i:])
		beyond++
		for k, r := range char {
			if r == utf8.RuneError {
				bad++
			}
			o.lengths = append(o.lengths, uint8(n))
			if k == 0 {
				n, i = 0, i+n // one character in the file may be two in the text
			}
		}
		text.WriteString(char)
	}
	s.Text = text.String()
	return s, bad*4 <= beyond
}

// character decodes the first character of raw, and returns the number of its
// bytes.
func character(decoder *encoding.Decoder, raw []byte) (string, int) {
	var out [2 * utf8.UTFMax]byte
	for n := 1; n <= min(4, len(raw)); n++ {
		decoder.Reset()
		to, from, err := decoder.Transform(out[:], raw[:n], n == len(raw))
		if err == transform.ErrShortSrc || from == 0 || to == 0 {
			continue
		}
		return string(out[:to]), from
	}
	return string(utf8.RuneError), 1
}
