package fleet

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"seedgraph/graph"
)

// ErrGroups is the error class of groups of members that no index has.
var ErrGroups = errors.New("groups of readers")

// Groups are the groups of readers of a linked index, made of those of its members.
type Groups struct {
	lines []groupLine
	text  string // without comments, for the manifest
}

// A groupLine states one group of the linked index.
type groupLine struct {
	number int
	name   string
	of     []string // groups of members, NAME:group, or *:group for all
}

// ReadGroups reads the lines of a file as ParseGroups does.
func ReadGroups(file string) (*Groups, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	g, err := ParseGroups(string(raw))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return g, nil
}

// ParseGroups reads lines such as
//
//	staff = *:staff, orders:developers
//
// which let the group staff see what these groups of the members see. A group that no line has
// stays NAME:group.
func ParseGroups(text string) (*Groups, error) {
	g := &Groups{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, list, ok := strings.Cut(line, "=")
		l := groupLine{number: number, name: strings.TrimSpace(name)}
		for of := range strings.SplitSeq(list, ",") {
			of = strings.TrimSpace(of)
			member, group, isGroup := strings.Cut(of, ":")
			ok = ok && isGroup && group != "" && (member == "*" || graph.IsRepositoryName(member))
			l.of = append(l.of, of)
		}
		if !ok || l.name == "" {
			return nil, fmt.Errorf("line %d: %q is not GROUP = NAME:group, …", number, line)
		}
		g.lines = append(g.lines, l)
		g.text += l.name + " = " + strings.Join(l.of, ", ") + "\n"
	}
	if len(g.lines) == 0 {
		return nil, fmt.Errorf("there is no line GROUP = NAME:group, …")
	}
	return g, nil
}

// String returns the lines without comments.
func (g *Groups) String() string {
	if g == nil {
		return ""
	}
	return g.text
}

// named lists the groups of the linked index for a group of a member.
func (g *Groups) named(member, group string) []string {
	var out []string
	if g != nil {
		for _, l := range g.lines {
			if slices.Contains(l.of, member+":"+group) || slices.Contains(l.of, "*:"+group) {
				out = append(out, l.name)
			}
		}
	}
	if len(out) == 0 {
		return []string{member + ":" + group}
	}
	return out
}

// check reports a group that no member has, which is likely misspelt.
func (g *Groups) check(indexes []*Index) error {
	if g == nil {
		return nil
	}
	known := map[string]bool{}
	for _, m := range indexes {
		for i := range m.files {
			for _, group := range m.files[i].Allow {
				known[m.Name+":"+group], known["*:"+group] = true, true
			}
		}
	}
	for _, l := range g.lines {
		for _, of := range l.of {
			if !known[of] {
				return fmt.Errorf("%w: line %d: no index has the group %s", ErrGroups, l.number, of)
			}
		}
	}
	return nil
}
