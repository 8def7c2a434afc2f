package resolve

import (
	"regexp"
	"slices"
	"strings"
)

// Messages of one subject may be of several kinds, which receivers tell apart by a member:
//
//	messages.next({ event: Events.Saved, payload })
//	messages.subscribe((m) => { if (m.event === Events.Deleted) … })    // ignores Saved

// A sentKind is the member of an enumeration in an object that is sent.
type sentKind struct{ enum, member string }

// sentMember matches the call that sends such an object.
var sentMember = regexp.MustCompile(`^\w+\(\s*\{[^{}()]*?\b\w+\s*:\s*([A-Z]\w*)\.(\w+)`)

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

// receivers are the receivers of one channel. What follows from them and a kind is computed once.
type receivers struct {
	takes []end
	all   []DefID
	asked map[sentKind][]DefID
}

// list lists the definitions that receive, in order.
func (r *receivers) list() []DefID {
	if r.all == nil {
		r.all = receiving(r.takes)
	}
	return r.all
}

// of lists the definitions that receive what a sender sends: in scripts, without those that ask for
// other kinds of messages alone.
func (r *receivers) of(s end) []DefID {
	kind, ok := s.kind()
	if !ok {
		return r.list()
	}
	if list, known := r.asked[kind]; known {
		return list
	}
	if r.asked == nil {
		r.asked = map[sentKind][]DefID{}
	}
	r.asked[kind] = receiving(slices.DeleteFunc(slices.Clone(r.takes),
		func(t end) bool { return t.ignores(kind) }))
	return r.asked[kind]
}

func receiving(takes []end) []DefID {
	var out []DefID
	for _, t := range takes {
		if !slices.Contains(out, t.use.by) {
			out = append(out, t.use.by)
		}
	}
	return out
}

// kind returns the kind of the message that is sent; ok is false if the call states none.
func (s end) kind() (kind sentKind, ok bool) {
	if s.b.File.Family != "typescript" {
		return kind, false
	}
	text := s.b.File.Text[s.use.at:]
	m := sentMember.FindStringSubmatch(text[:min(len(text), maxSent)])
	if m == nil {
		return kind, false
	}
	return sentKind{m[1], m[2]}, true
}

// ignores reports whether a receiver asks for members of the enumeration of a kind, and not for it.
func (t end) ignores(kind sentKind) bool {
	start, end := t.statement()
	others := false
	for at := start; ; {
		i := strings.Index(t.b.File.Text[at:end], kind.enum+".")
		if i < 0 {
			return others
		}
		at += i + len(kind.enum) + 1
		if wordAt(t.b.File, uint32(at)) == kind.member {
			return false
		}
		others = true
	}
}

// statement returns the part of the text with the statement that receives, from its start to the
// end of the call.
func (t end) statement() (start, end int) {
	text, at := t.b.File.Text, int(t.use.at)
	start = max(strings.LastIndexAny(text[:at], ";{}"), at-maxFiltered, 0)
	end = min(len(text), at+maxReceiver)
	depth := 0
	for i := at; i < end; i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return start, i
			}
		}
	}
	return start, end
}
