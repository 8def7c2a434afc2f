package walk

import (
	"sort"
	"unicode/utf8"
)

// markEvery is the distance of the marks of offsets, in bytes of text: the
// most that Offset looks at.
const markEvery = 1 << 10

// offsets maps places in a text to places in the bytes that it was decoded
// from.
//
// In UTF-8 they differ by start, and by two bytes for each replaced byte
// before the place. In other encodings the length of a character in the file
// follows from its length in the text, so marks at known distances and a short
// count from the nearest one give the place.
type offsets struct {
	start    int   // bytes of the byte order mark
	original int   // bytes of the file
	bad      []int // offsets in the text of replaced bytes, ascending
	marks    []mark
	width    widths
	lengths  []uint8 // of each character in the file, where its length in the text does not tell
}

// A mark says where the first character at or behind a multiple of markEvery
// is, in the text and in the file.
type mark struct {
	text, file int
	char       int // its number; only with lengths
}

// widths is the bytes in the file of a character, by its bytes in UTF-8.
type widths [utf8.UTFMax + 1]int

var encodingWidths = map[string]widths{
	EncodingWindows1252: {0, 1, 1, 1, 1},
	EncodingUTF16LE:     {0, 2, 2, 2, 4},
	EncodingUTF16BE:     {0, 2, 2, 2, 4},
}

// mark fills marks and width for a text of the encoding.
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

// Offset gives the place in the file, as read, of a place in Text; both in
// bytes. Inside a character it gives the character's start, beyond the text
// the end of the file.
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
