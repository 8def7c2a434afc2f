package walk

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"seedgraph/testkit/fuzzseed"
	"seedgraph/testkit/longtest"
)

// encode encodes text as UTF-16.
func encode(text string, order binary.AppendByteOrder, bom bool) []byte {
	var out []byte
	if bom {
		out = order.AppendUint16(out, 0xfeff)
	}
	for _, u := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, u)
	}
	return out
}

func TestDecode(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	const program = "class Grüße { } // €😀\r\n"
	for _, c := range []struct {
		name     string
		raw      []byte
		text     string
		encoding string
		bad      int
	}{
		{"empty", nil, "", EncodingUTF8, 0},
		{"ascii", []byte("a\r\nb"), "a\r\nb", EncodingUTF8, 0},
		{"utf-8", []byte(program), program, EncodingUTF8, 0},
		{"utf-8 mark", []byte("\ufeff" + program), program, EncodingUTF8BOM, 0},
		{"mark alone", []byte("\ufeff"), "", EncodingUTF8BOM, 0},
		{"utf-16le", encode(program, le, true), program, EncodingUTF16LE, 0},
		{"utf-16be", encode(program, be, true), program, EncodingUTF16BE, 0},
		{"utf-16le unmarked", encode(program, le, false), program, EncodingUTF16LE, 0},
		{"utf-16be unmarked", encode(program, be, false), program, EncodingUTF16BE, 0},
		{"utf-16 odd", append(encode("abc", le, true), 'x'), "abc\ufffd", EncodingUTF16LE, 0},
		{"utf-16 halves", []byte{0xff, 0xfe, 0x00, 0xd8, 'a', 0, 0x00, 0xdc, 0x3d, 0xd8},
			"\ufffda\ufffd\ufffd", EncodingUTF16LE, 0},
		{"windows-1252", []byte("Gr\xfc\xdfe \x80 \x81"), "Grüße € \u0081", EncodingWindows1252, 0},
		{"damaged utf-8", []byte("äöüßäöüß\xff!"), "äöüßäöüß\ufffd!", EncodingUTF8, 1},
		{"damaged with mark", []byte("\ufeffa\xffb"), "a\ufffdb", EncodingUTF8BOM, 1},
		{"escapes", []byte("\x1b[1mbold\x1b[0m\f\v"), "\x1b[1mbold\x1b[0m\f\v", EncodingUTF8, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, reason, why := decode(c.raw, false, declared{})
			if reason != "" || s.Text != c.text || s.Encoding != c.encoding || s.BadBytes != c.bad {
				t.Fatalf("got %q, %s, %d bad (%s %s), want %q, %s, %d", s.Text, s.Encoding,
					s.BadBytes, reason, why, c.text, c.encoding, c.bad)
			}
			checkOffsets(t, &s, c.raw)
		})
	}
}

func TestBinary(t *testing.T) {
	for name, raw := range map[string]string{
		"zero byte":     "text\x00text",
		"png":           "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
		"controls":      "\x01\x02\x03\x04abcdefgh",
		"utf-32":        "\xff\xfe\x00\x00a\x00\x00\x00",
		"marked noise":  "\xff\xfe" + strings.Repeat("\x01\x00\x02\x00", 50),
		"small numbers": strings.Repeat("\x01\x00\x02\x00", 50),
	} {
		if s, reason, _ := decode([]byte(raw), false, declared{}); reason != ReasonBinary {
			t.Errorf("%s: reason %q, text %q", name, reason, s.Text)
		}
		s, reason, why := decode([]byte(raw), true, declared{})
		if reason != "" {
			t.Errorf("%s, anyway: %s %s", name, reason, why)
		}
		checkOffsets(t, &s, []byte(raw))
	}
	if _, reason, _ := decode([]byte(strings.Repeat("x", sniffed)+"\x00"), false, declared{}); reason != "" {
		t.Errorf("a zero byte behind the first %d makes it %s", sniffed, reason)
	}
}

// TestBinaryOption reads a binary file through a tree.
func TestBinaryOption(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a.sql", "a\x00b\xe9")
	if got := outcome(t, root, Options{}); !strings.HasPrefix(got,
		"read skip a.sql binary: zero byte at offset 1\n") {
		t.Errorf("got %s", got)
	}
	if got := outcome(t, root, Options{Binary: true}); !strings.HasPrefix(got, "list a.sql\n") {
		t.Errorf("got %s", got)
	}
}

// checkOffsets iterates over the text and the file in parallel: the bytes
// between the offsets of two adjacent characters must decode to the character
// between them.
func checkOffsets(t *testing.T, s *Source, raw []byte) {
	t.Helper()
	if s.Text == "" {
		if s.Offset(0) != len(raw) {
			t.Fatalf("the end of nothing is at %d of %d", s.Offset(0), len(raw))
		}
		return
	}
	for i, r := range s.Text {
		n := utf8.RuneLen(r)
		if n < 0 || i == 0 && s.Offset(0) > 3 {
			t.Fatalf("character %d at %d, start at %d", r, i, s.Offset(0))
		}
		part := raw[s.Offset(i):s.Offset(i+n)]
		if got := decodeOne(part, s); got != r {
			t.Fatalf("text %d-%d is %q, file %d-%d is % x (%s)", i, i+n, r, s.Offset(i),
				s.Offset(i+n), part, s.Encoding)
		}
		if n > 1 && s.Offset(i+1) != s.Offset(i) {
			t.Fatalf("inside the character at %d: %d, want %d", i, s.Offset(i+1), s.Offset(i))
		}
	}
	if s.Offset(len(s.Text)) != len(raw) || s.Offset(len(s.Text)+9) != len(raw) ||
		s.Offset(-1) != s.Offset(0) {
		t.Fatalf("end of the text is at %d of %d", s.Offset(len(s.Text)), len(raw))
	}
}

// decodeOne decodes one character according to the definition of the encoding.
func decodeOne(b []byte, s *Source) rune {
	switch s.Encoding {
	case EncodingWindows1252:
		if len(b) == 1 {
			r, _ := utf8.DecodeRuneInString(decodeWindows1252(b))
			return r
		}
	case EncodingUTF16LE, EncodingUTF16BE:
		var units []uint16
		for i := 0; i+1 < len(b); i += 2 {
			u := binary.LittleEndian.Uint16(b[i:])
			if s.Encoding == EncodingUTF16BE {
				u = binary.BigEndian.Uint16(b[i:])
			}
			units = append(units, u)
		}
		if len(b) == 1 {
			return utf8.RuneError
		}
		if rs := utf16.Decode(units); len(rs) == 1 {
			return rs[0]
		}
	default:
		if r, n := utf8.DecodeRune(b); n == len(b) {
			return r
		}
	}
	return -1
}

func TestOffsetLongTexts(t *testing.T) {
	text := strings.Repeat("aä€😀\n", 2000)
	latin := []byte(strings.Repeat("a\xe4\x80\n", 3000))
	damaged := []byte(strings.Repeat("äöüäöü\xff", 900))
	for _, raw := range [][]byte{encode(text, binary.LittleEndian, true),
		encode(text, binary.BigEndian, true), latin, damaged, []byte("\ufeff" + text)} {
		s, reason, why := decode(raw, false, declared{})
		if reason != "" {
			t.Fatal(reason, why)
		}
		checkOffsets(t, &s, raw)
	}
}

func FuzzDecode(f *testing.F) {
	longtest.NotRaced(f)
	for _, s := range []string{"", "a", "\xff", "\xef\xbb\xbf\xff", "\xff\xfea\x00\x00\xd8",
		"\xfe\xff\x00a\xdc\x00x", "Gr\xfc\xdfe", "a\x00b\x00c\x00d\x00", "äöü\xffä",
		"\x01\x00\x02"} {
		fuzzseed.Add(f, []byte(s), []byte(strings.Repeat(s, 200)))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, anyway := range []bool{false, true} {
			s, reason, _ := decode(raw, anyway, declared{})
			if reason != "" {
				if anyway || s.Text != "" {
					t.Fatalf("reason %s, text %q", reason, s.Text)
				}
				continue
			}
			if !utf8.ValidString(s.Text) {
				t.Fatalf("text %q", s.Text)
			}
			checkOffsets(t, &s, raw)
		}
	})
}

// TestReadSize checks the byte counts returned by Read.
func TestReadSize(t *testing.T) {
	root := t.TempDir()
	must(t, os.WriteFile(filepath.Join(root, "a.sql"),
		encode("select 1", binary.LittleEndian, true), 0o666))
	tree, err := Walk(t.Context(), root, Options{})
	must(t, err)
	s, err := tree.Read(tree.Files[0])
	must(t, err)
	if s.Size != 18 || s.Size != tree.Files[0].Size || s.Text != "select 1" ||
		s.Hash == [32]byte{} {
		t.Errorf("got %+v", s)
	}
}
