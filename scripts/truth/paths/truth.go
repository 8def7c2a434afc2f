package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
)

// A definition is a definition found by the compiler.
type definition struct {
	path       string
	line       int // of its name
	start, end int
	kind       string
}

// A truth is a call graph. Definitions in several parts are represented by the
// first part.
type truth struct {
	defs   map[int]definition
	part   map[int]int // of a definition: its representative
	calls  map[int][]int
	others map[int][]int // other uses
	over   map[int][]int // overrides of a member
	under  map[int][]int // members that a member overrides
}

// A pair is two members; steps is the distance of the second, 0 if it is not
// reachable from the first.
type pair struct{ from, to, steps int }

func readTruth(file string) (*truth, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r io.Reader = bytes.NewReader(raw)
	if bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		if r, err = gzip.NewReader(r); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return parseTruth(r)
}

// parseTruth parses the lines described in the package comment.
func parseTruth(r io.Reader) (*truth, error) {
	t := &truth{defs: map[int]definition{}, part: map[int]int{}, calls: map[int][]int{},
		others: map[int][]int{}, over: map[int][]int{}, under: map[int][]int{}}
	var edges, overrides [][]any
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row []any
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil || len(row) < 3 {
			continue // about the repository
		}
		switch row[0] {
		case "d":
			if len(row) < 8 {
				return nil, fmt.Errorf("a definition of %d columns: %s", len(row), lines.Bytes())
			}
			t.defs[number(row[1])] = definition{row[2].(string), number(row[3]), number(row[4]),
				number(row[5]), row[6].(string)}
		case "a":
			t.join(number(row[1]), number(row[2]))
		case "e":
			edges = append(edges, row)
		case "i":
			overrides = append(overrides, row)
		}
	}
	for _, row := range overrides {
		base, member := t.of(number(row[1])), t.of(number(row[2]))
		t.over[base] = append(t.over[base], member)
		t.under[member] = append(t.under[member], base)
	}
	for _, row := range edges {
		from, to := t.of(number(row[1])), t.of(number(row[2]))
		if row[3] == "call" {
			t.calls[from] = append(t.calls[from], to)
		} else {
			t.others[from] = append(t.others[from], to)
		}
	}
	return t, lines.Err()
}

func number(v any) int {
	n, _ := v.(float64)
	return int(n)
}

// of returns the representative of a definition.
func (t *truth) of(id int) int {
	for {
		next, ok := t.part[id]
		if !ok || next == id {
			return id
		}
		id = next
	}
}

// join records that two definitions are parts of one.
func (t *truth) join(a, b int) {
	a, b = t.of(a), t.of(b)
	if a != b {
		t.part[max(a, b)] = min(a, b)
	}
}

// next returns the members that are run or, with others, used when a member runs.
func (t *truth) next(m int, others bool) []int {
	var out []int
	for _, callee := range t.calls[m] {
		out = append(out, callee)
		base := t.defs[callee].kind != "imethod" &&
			slices.Contains(reach(m, func(n int) []int { return t.under[n] }), callee)
		if !base || others {
			out = append(out, reach(callee, func(n int) []int { return t.over[n] })...)
		}
	}
	if others {
		for _, used := range t.others[m] {
			out = append(out, used)
			out = append(out, reach(used, func(n int) []int { return t.over[n] })...)
		}
	}
	return out
}

// reach returns the nodes reachable from a node, without the node itself.
func reach(n int, next func(int) []int) []int {
	list := []int{n}
	for i := 0; i < len(list); i++ {
		for _, m := range next(list[i]) {
			if !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list[1:]
}

// distances returns the distance from a member to each reachable one.
func (t *truth) distances(m int, others bool) map[int]int {
	far := map[int]int{m: 0}
	list := []int{m}
	for i := 0; i < len(list); i++ {
		for _, n := range t.next(list[i], others) {
			if _, ok := far[n]; !ok {
				far[n] = far[list[i]] + 1
				list = append(list, n)
			}
		}
	}
	return far
}

// draw draws pairs of members: connected ones by their distance, equally many of
// each, or unconnected ones.
func (t *truth) draw(pairs, steps int, seed uint64, connected bool) []pair {
	members := t.members()
	r := rand.New(rand.NewPCG(seed, 1))
	var out []pair
	drawn := map[pair]bool{}
	for tries := 0; len(out) < pairs && tries < 200*pairs && len(members) > 1; tries++ {
		from := members[r.IntN(len(members))]
		p := pair{from: from, to: members[r.IntN(len(members))]}
		if connected {
			p.steps = 1 + tries%steps
			if p.to = at(t.distances(from, false), p.steps, members, r); p.to < 0 {
				continue
			}
		} else if _, ok := t.distances(from, true)[p.to]; ok {
			continue
		}
		if !drawn[p] && p.from != p.to {
			drawn[p] = true
			out = append(out, p)
		}
	}
	return out
}

// members returns the members that have a body with call sites, by id.
func (t *truth) members() []int {
	var out []int
	for id, d := range t.defs {
		if t.of(id) == id && (d.kind == "method" || d.kind == "function" || d.kind == "constructor") {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// at picks a member at a distance, or -1.
func at(far map[int]int, steps int, members []int, r *rand.Rand) int {
	var there []int
	for _, m := range members {
		if d, ok := far[m]; ok && d == steps {
			there = append(there, m)
		}
	}
	if len(there) == 0 {
		return -1
	}
	return there[r.IntN(len(there))]
}

// place returns the place to query for a member: the longest of its parts, which
// has the body.
func (t *truth) place(m int) string {
	best := t.defs[m]
	var ids []int
	for id := range t.part {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if d := t.defs[id]; t.of(id) == m && d.end-d.start > best.end-best.start {
			best = d
		}
	}
	return fmt.Sprintf("%s:%d", best.path, best.line)
}
