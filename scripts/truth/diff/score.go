package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A score counts agreements and disagreements.
type score struct {
	commits              int
	both, only, missed   int // definitions that differ: in both, only in the report, only in git
	wrong                int // reported as removed or added, and are not, or the other way round
	pairs, falsePairs    int // moved or renamed ones, and those of them with little in common
	exact, missedPairs   int // equal except for the name, and those of them reported as removed and added
	followed, slid, skip int
}

func (s score) String() string {
	return fmt.Sprintf(`commits                                %d
definitions that git's hunks touch     %d
  named by the report                  %d
  not named                            %d
named, but not touched                 %d
removed or added in one of them alone  %d
moved or renamed                       %d
  with less than half of it in common  %d
equal but for name and place           %d
  reported as removed and added        %d
moved with their file, without hunks   %d
in hunks, yet the same text            %d
declared several times, left out       %d`, s.commits, s.both+s.missed, s.both, s.missed, s.only,
		s.wrong, s.pairs, s.falsePairs, s.exact, s.missedPairs, s.followed, s.slid, s.skip)
}

// A named has the reports on one definition, by its key on either side.
type named struct {
	old, new string
	r        *reported
}

// keyOf returns the key that the definition of a node has in the truth.
func (l language) keyOf(kind, file, name, id string) string {
	switch {
	case kind == "file":
		return file
	case l.byID:
		return l.key(file, id)
	}
	return l.key(file, l.symbol(file, name))
}

// stated are the kinds of nodes that definitions declare, but do not define.
var stated = []string{"route", "config key", "config file", "template", "namespace", "external",
	"package"}

// compare compares the report of a commit with the truth.
func (s *score) compare(l language, report []reported, t *truth, say func(format string, args ...any)) {
	byOld, byNew := map[string]*named{}, map[string]*named{}
	for i := range report {
		r := &report[i]
		if r.Path == "" || slices.Contains(stated, r.Kind) {
			continue
		}
		n := &named{r: r}
		if r.Change != "added" {
			n.old = l.keyOf(r.Kind, or(r.OldPath, r.Path), or(r.OldName, r.Name), or(r.OldID, r.ID))
			byOld[n.old] = n
		}
		if r.Change != "removed" {
			n.new = l.keyOf(r.Kind, r.Path, r.Name, r.ID)
			byNew[n.new] = n
		}
	}
	seen := map[*named]bool{}
	s.kept(t, byNew, seen, say)
	s.gone(l, t, byOld, byNew, seen, say)
	for _, n := range byNew {
		s.unexplained(t, n, seen, say)
	}
	for _, n := range byOld {
		s.unexplained(t, n, seen, say)
	}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// kept compares the definitions that both revisions have.
func (s *score) kept(t *truth, byNew map[string]*named, seen map[*named]bool,
	say func(string, ...any)) {
	for k, d := range t.new {
		was := t.old[k]
		n := byNew[k]
		switch {
		case was == nil:
			continue
		case t.double[k]:
			s.skip++
		case !d.touched && !was.touched && (d.blank || was.blank):
			s.slid++
		case !d.touched && !was.touched:
			if n != nil && n.r.Change == "moved" && len(n.r.Aspects) == 0 {
				s.followed++
				seen[n] = true
			}
			continue
		case d.own == was.own && (n == nil || len(n.r.Aspects) == 0):
			s.slid++
		case n == nil || len(n.r.Aspects) == 0 || n.r.Change == "added":
			s.missed++
			say("not named: %s (lines %d-%d of %s)", k, d.first, d.last, d.path)
		default:
			s.both++
		}
		if n != nil {
			seen[n] = true
		}
	}
}

// gone compares the definitions that only one revision has.
func (s *score) gone(l language, t *truth, byOld, byNew map[string]*named, seen map[*named]bool,
	say func(string, ...any)) {
	for _, side := range []struct {
		mine, other map[string]*def
		named       map[string]*named
		change      string
	}{{t.old, t.new, byOld, "removed"}, {t.new, t.old, byNew, "added"}} {
		for k, d := range side.mine {
			if side.other[k] != nil {
				continue
			}
			n := side.named[k]
			switch {
			case t.double[k]:
				s.skip++
			case n == nil:
				s.missed++
				say("not named: %s is %s (lines %d-%d of %s)", k, side.change, d.first, d.last, d.path)
			case n.r.Change == side.change:
				s.both++
			case n.r.Change == "moved" || n.r.Change == "renamed" || l.byID && n.r.Change == "changed":
				s.both++ // ids contain the parameter types
				if side.change == "added" {
					s.pair(t, n, say)
				}
			default:
				s.wrong++
				say("%s is %s, not %s", k, side.change, n.r.Change)
			}
			if n != nil {
				seen[n] = true
			}
		}
	}
	s.equals(t, byOld, byNew, say)
}

// pair scores a definition that is reported as moved or renamed.
func (s *score) pair(t *truth, n *named, say func(string, ...any)) {
	was, is := t.old[n.old], t.new[n.new]
	if was == nil || is == nil {
		return
	}
	s.pairs++
	if common := inCommon(was.own, is.own); common < 0.5 && n.r.With == "" {
		s.falsePairs++
		say("%s from %s has %.2f in common", n.new, n.old, common)
	}
}

// inCommon returns the fraction of the words that two texts have in common, in
// order.
func inCommon(a, b string) float64 {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x)+len(y) == 0 {
		return 1
	}
	row := make([]int, len(y)+1)
	for _, w := range x {
		last := 0
		for j, v := range y {
			above := row[j+1]
			if w == v {
				row[j+1] = last + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			last = above
		}
	}
	return 2 * float64(row[len(y)]) / float64(len(x)+len(y))
}

// equals finds definitions that are equal except for their name and were reported as
// two. Definitions of less than three lines, or with one word, may be equal by
// chance.
func (s *score) equals(t *truth, byOld, byNew map[string]*named, say func(string, ...any)) {
	byText := map[string][]string{}
	text := func(d *def) string {
		name := d.symbol[strings.LastIndexByte(d.symbol, '.')+1:]
		return strings.Join(strings.Fields(strings.ReplaceAll(d.own, name, "·")), " ")
	}
	for k, d := range t.new {
		if t.old[k] == nil && d.symbol != "" && !t.double[k] && telling(d.own) {
			byText[text(d)] = append(byText[text(d)], k)
		}
	}
	for k, d := range t.old {
		if t.new[k] != nil || d.symbol == "" || t.double[k] {
			continue
		}
		list := byText[text(d)]
		if len(list) == 0 {
			continue
		}
		s.exact++
		if n := byOld[k]; n == nil || n.r.Change == "removed" {
			if !slices.ContainsFunc(list,
				func(to string) bool { return byNew[to] != nil && byNew[to].r.Change != "added" }) {
				s.missedPairs++
				say("%s is equal to %s", k, strings.Join(list, ", "))
			}
		}
	}
}

// telling reports whether a text has three lines, two of them with a word.
func telling(own string) bool {
	words := 0
	for line := range strings.Lines(own) {
		if strings.ContainsFunc(line, unicode.IsLetter) {
			words++
		}
	}
	return words >= 2 && strings.Count(own, "\n") >= 3
}

// unexplained counts reported definitions that no hunk touches.
func (s *score) unexplained(t *truth, n *named, seen map[*named]bool, say func(string, ...any)) {
	if seen[n] {
		return
	}
	seen[n] = true
	if t.double[n.old] || t.double[n.new] {
		s.skip++
		return
	}
	s.only++
	say("named, but not touched: %s %s %s %v", n.r.Change, or(n.new, n.old), n.r.Path, n.r.Aspects)
}
