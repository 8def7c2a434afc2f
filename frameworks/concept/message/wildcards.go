package message

import (
	"slices"
	"strings"
)

// Wildcards are the parts of a name by which listeners name several topics; without a
// separator, there are none.
//
//	shop.*.paid, shop.>    // of NATS: one token, or the rest
type Wildcards struct {
	Separator string // between the tokens of a name
	One       string // any token
	Rest      string // last: one or more tokens
}

// in reports whether a name has a wildcard.
func (w Wildcards) in(name string) bool {
	if w.Separator == "" {
		return false
	}
	for token := range strings.SplitSeq(name, w.Separator) {
		if token == w.One || token == w.Rest {
			return true
		}
	}
	return false
}

// match reports whether a name with wildcards includes another name.
func (w Wildcards) match(pattern, name string) bool {
	want, have := strings.Split(pattern, w.Separator), strings.Split(name, w.Separator)
	for i, token := range want {
		switch {
		case i >= len(have):
			return false
		case token == w.Rest && i == len(want)-1:
			return true
		case token != w.One && token != have[i]:
			return false
		}
	}
	return len(want) == len(have)
}

// maxMatched bounds the ends that wildcards add.
const maxMatched = 10_000

// matched lists the ends of listeners for the topics that their wildcards include, of
// those to which something sends.
func matched(all []ChannelEnd) []ChannelEnd {
	var wild []ChannelEnd
	for _, e := range all {
		if !e.Sends && e.Wild.in(e.Name) {
			wild = append(wild, e)
		}
	}
	if len(wild) == 0 {
		return nil
	}
	sent := map[Topic]bool{}
	var out []ChannelEnd
	for _, e := range sorted(slices.Clone(all)) {
		if !e.Sends || sent[e.Topic] {
			continue
		}
		sent[e.Topic] = true
		for _, h := range wild {
			pattern := h.Name
			if h.Name = e.Name; h.Topic == e.Topic && pattern != e.Name && h.Wild.match(pattern, e.Name) && len(out) < maxMatched {
				out = append(out, h)
			}
		}
	}
	return out
}
