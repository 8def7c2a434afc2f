package walk

import (
	"sort"
	"unicode/utf8"
)

// markEvery is the distance between marks, in bytes of text, and so the maximum
// number of bytes that Offset scans.
const markEvery = 1 << 10

// offsets maps offsets in a text to offsets in the bytes from which it was
// decoded.
//
// In UTF-8 they differ by start, and by two bytes for each replaced byte before
// the offset. In other encodings the length of a character in the file follows
// from its length in the text, so the offset is computed from the nearest of
// the marks at fixed distances.
type offsets struct {
	start    int   // bytes of the byte order mark
	original int   // bytes of the file
	bad      []int // offsets in the text of replaced bytes, ascending
	marks    []mark
	width    widths
	lengths  []uint8 // of each character in the file, if its length in the text does not determine it
}

// A mark has the offset of the first character at or after a multiple of
// markEvery, in the text and in the file.
type mark struct {
	text, file int
	char       int // its index; only with lengths
}

// widths has the length of a character in the file, by its length in UTF-8.
type widths [utf8.UTFMax + 1]int

var encodingWidths = map[string]widths{
	EncodingWindows1252: {0, 1, 1, 1, 1},
	EncodingUTF16LE:     {0, 2, 2, 2, 4},
	EncodingUTF16BE:     {0, 2, 2, 2, 4},
}

// mark fills marks and width for a text in an encoding.
func (o *offsets) mark(text, encoding string) {
	o.width = encodingWidths[encoding]
	o.marks = make([]mark, 0, len(text)/markEvery+1)
	file := o.start
	for i := 0; i < len(text); {
		if i >= len(o.marks)*markEvery {
			o.marks = append(o.marks, mark{text: i, file: file})
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		file += o.width[n]
		i += n
	}
}

// Offset returns the offset in the file, as read, of an offset in Text; both in
// bytes. Inside a character it returns the offset of the character, beyond the
// text the size of the file.
func (s *Source) Offset(textOffset int) int {
	o := &s.offsets
	if textOffset >= len(s.Text) {
		return o.original
	}
	textOffset = max(textOffset, 0)
	for textOffset > 0 && !utf8.RuneStart(s.Text[textOffset]) {
		textOffset--
	}
	if len(o.marks) == 0 {
		const grown = len(string(utf8.RuneError)) - 1
		return o.start + textOffset - grown*sort.SearchInts(o.bad, textOffset)
	}
	at := o.marks[textOffset/markEvery]
	for at.text < textOffset {
		_, n := utf8.DecodeRuneInString(s.Text[at.text:])
		at.text += n
		if o.lengths == nil {
			at.file += o.width[n]
		} else {
			at.file += int(o.lengths[at.char])
			at.char++
		}
	}
	return at.file
}
