package cli

import (
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// HasColor reports whether w takes colours: a terminal that is not dumb, unless
// the environment sets NO_COLOR.
func HasColor(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(w)
}

// A Screen writes lines for a person: wrapped at the width of a terminal, with handles
// in colour if it supports colours. Other writers get the lines unchanged.
type Screen struct {
	width int  // 0: do not wrap
	color bool // highlight handles
}

// minWidth is the minimum width at which lines are wrapped.
const minWidth = 40

// NewScreen returns the screen of a stream.
func NewScreen(w io.Writer) Screen {
	f, ok := w.(*os.File)
	if !ok || !IsTerminal(w) {
		return Screen{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		width = 0
	}
	return Screen{width, HasColor(w)}
}

// The escape codes around highlighted text.
const (
	colorOn  = "\x1b[36m"
	colorOff = "\x1b[0m"
)

// Line returns a line as displayed on the screen.
func (s Screen) Line(line string) string {
	if strings.Contains(line, "\n") {
		parts := strings.Split(line, "\n")
		for i := range parts {
			parts[i] = s.Line(parts[i])
		}
		return strings.Join(parts, "\n")
	}
	line = Plain(line)
	if s.width >= minWidth && utf8.RuneCountInString(line) > s.width {
		line = wrap(line, s.width)
	}
	if !s.color {
		return line
	}
	start, end := handleIn(line)
	if start == end {
		return line
	}
	return line[:start] + colorOn + line[start:end] + colorOff + line[end:]
}

// hanging is the additional indentation of continuation lines.
const hanging = 4

// wrap breaks a line between columns, or between words if one column is too long. A
// word is never broken, so that a path with its line can be copied.
func wrap(line string, width int) string {
	indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " "))+hanging)
	var lines []string
	for utf8.RuneCountInString(line) > width {
		start := len(line) - len(strings.TrimLeft(line, " "))
		at := breakAt(line, start, width)
		if at < 0 {
			break
		}
		lines = append(lines, strings.TrimRight(line[:at], " "))
		line = indent + strings.TrimLeft(line[at:], " ")
	}
	return strings.Join(append(lines, line), "\n")
}

// breakAt returns the position, after start, at which to break a line of more than
// width characters: the last gap between columns that fits, or the last space, or the
// first space; -1 if there is no space.
func breakAt(line string, start, width int) int {
	fits, n := start, 0
	for i := range line {
		if n++; n > width {
			break
		}
		fits = i
	}
	if i := strings.LastIndex(line[start:max(start, fits)], "  "); i > 0 {
		return start + i
	}
	if i := strings.LastIndexByte(line[start:max(start, fits+1)], ' '); i > 0 {
		return start + i
	}
	if i := strings.IndexByte(line[start:], ' '); i > 0 {
		return start + i
	}
	return -1
}

// handleLength is the number of characters of a handle, and leastHandle that of the shortest
// abbreviated one.
const (
	handleLength = 10
	leastHandle  = 4
)

// handleIn finds a handle among the first two words of a line, or an abbreviated one at the
// beginning of an indented row that states a line of a file.
func handleIn(line string) (start, end int) {
	row := strings.HasPrefix(line, " ") && statesLine(line)
	for i := range 2 {
		for start < len(line) && strings.IndexByte(" -`", line[start]) >= 0 {
			start++
		}
		end = start
		for end < len(line) && (line[end] >= 'a' && line[end] <= 'z' ||
			line[end] >= '2' && line[end] <= '7') {
			end++
		}
		after := end == len(line) || line[end] == ' ' || line[end] == '`'
		n := end - start
		if after && (n == handleLength || n >= leastHandle && n < handleLength && row && i == 0) {
			return start, end
		}
		i := strings.IndexByte(line[start:], ' ')
		if i < 0 {
			break
		}
		start += i
	}
	return 0, 0
}

// statesLine reports whether a word of a line ends like a place in a file, with a colon and a
// number.
func statesLine(line string) bool {
	for i := 0; i+1 < len(line); i++ {
		if line[i] == ':' && line[i+1] >= '0' && line[i+1] <= '9' {
			return true
		}
	}
	return false
}

// Plain removes terminal control characters from a text: names of files may contain
// anything. Line feeds and tabs are kept.
func Plain(text string) string {
	if strings.IndexFunc(text, controls) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if controls(r) {
			return -1
		}
		return r
	}, text)
}

func controls(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }
