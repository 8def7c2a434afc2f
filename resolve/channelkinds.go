package resolve

import (
	"regexp"
	"strings"
)

// Messages of one channel may be of several kinds, which receivers tell apart by a member:
//
//	messages.next({ event: Events.Saved, payload })
//	messages.subscribe((m) => { if (m.event === Events.Deleted) … })    // ignores Saved

// sentKind matches the call that sends an object with a member of an enumeration.
var sentKind = regexp.MustCompile(`^\w+\(\s*\{[^{}()]*?\b\w+\s*:\s*([A-Z]\w*)\.(\w+)`)

// maxSubscribers bounds the receivers of one message of a subject. With more, it is a bus of the
// application, whose messages most receivers ignore: sending to it is an open end.
const maxSubscribers = 4

// The parts of a text that are read for the message that is sent, in front of the call that
// receives, and of its argument.
const (
	maxSent     = 400
	maxFiltered = 600
	maxReceiver = 20_000
)

// ignores reports whether a receiver asks for other kinds of messages than the one that is sent:
// members of the same enumeration, without that one.
func (t end) ignores(s end) bool {
	if s.b.File.Family != "typescript" || t.b.File.Family != "typescript" {
		return false
	}
	text := s.b.File.Text[s.use.at:]
	m := sentKind.FindStringSubmatch(text[:min(len(text), maxSent)])
	if m == nil {
		return false
	}
	others := false
	for rest := t.received(); ; {
		_, after, ok := strings.Cut(rest, m[1]+".")
		if !ok {
			return others
		}
		if name := wordAtStart(after); name == m[2] {
			return false
		}
		others, rest = true, after
	}
}

// received returns the text of the statement that receives, from its start to the end of the call.
func (t end) received() string {
	text, at := t.b.File.Text, int(t.use.at)
	start := max(strings.LastIndexAny(text[:at], ";{}"), at-maxFiltered, 0)
	depth, end := 0, min(len(text), at+maxReceiver)
	for i := at; i < end; i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[start:i]
			}
		}
	}
	return text[start:end]
}

// wordAtStart returns the identifier that a text begins with.
func wordAtStart(text string) string {
	end := strings.IndexFunc(text, func(c rune) bool {
		return c != '_' && c != '$' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	if end < 0 {
		return text
	}
	return text[:end]
}
