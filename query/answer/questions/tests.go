package questions

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/impact"
)

// Tests lists the tests that execute definitions, the nearest first. Tests that reach a
// definition through a member that it implements, from a file that uses a mocking
// library, may execute a mock instead: they form a separate group, and so do tests that
// reach it through code that runs one of many definitions, if there are others.
func Tests(x Index, nodes []uint32) (*Answer, error) {
	a, err := newAnswer(x, "tests", nodes)
	if err != nil {
		return nil, err
	}
	o := everything
	o.Exactly, o.Until = false, impact.UntilTests
	found, err := impact.Find(x, nodes, o)
	if err != nil {
		return nil, err
	}
	mocks := mocking{x: x, of: map[string]bool{}}
	general := generality{x: x, walker: dispatch.NewWalker(x), wide: map[dispatch.Step]bool{}}
	var run, mocked, far []Row
	for _, it := range found.All() {
		if it.End != impact.EndTest || it.Depth == 0 {
			continue
		}
		row, _, err := newRow(x, it.Node)
		if err != nil {
			return nil, err
		}
		row.Steps, row.Through = it.Depth, wayOf(found, &it)
		may, err := mocks.may(found, &it)
		if err != nil {
			return nil, err
		}
		by, err := general.on(found, &it)
		if err != nil {
			return nil, err
		}
		switch {
		case by != "":
			row.by = by
			far = append(far, row)
		case may:
			mocked = append(mocked, row)
		default:
			run = append(run, row)
		}
	}
	if len(run) == 0 {
		run, far = far, nil
	}
	a.add("tests", byDistance(run))
	a.add("tests that may use a mock", byDistance(mocked))
	a.add(generalTests, byDistance(far))
	return a, nil
}

// generalTests is the group of tests that run one of many definitions, with no
// information about which one.
const generalTests = "tests through code with many targets"

// manyAlike is the number of definitions that may run in place of one, or of possible
// target routes of a request, from which code counts as general.
const manyAlike = 5

// A generality determines which code runs one of many definitions.
type generality struct {
	x      Index
	walker *dispatch.Walker
	wide   map[dispatch.Step]bool
}

// on returns the name of the first general call site on the path from a test, a call that
// may run any of many definitions, or "" if the path has none.
func (g *generality) on(a *impact.Answer, it *impact.Item) (string, error) {
	for _, at := range append([]*impact.Item{it}, a.Way(it)...) {
		step := at.Step()
		wide, ok := g.wide[step]
		if !ok {
			var err error
			if wide, err = g.isWide(step); err != nil {
				return "", err
			}
			g.wide[step] = wide
		}
		if wide {
			return at.Label(), nil
		}
	}
	return "", nil
}

func (g *generality) isWide(s dispatch.Step) (bool, error) {
	switch {
	case s.Dispatched():
		below, err := g.walker.Below(s.To)
		return len(below) >= manyAlike, err
	case s.Kind != graph.Requests || s.Tier != graph.Hierarchy:
		return false, nil
	}
	out, err := g.x.Out(s.From)
	alike := 0
	for _, e := range out {
		if e.Kind == s.Kind && e.Tier == s.Tier {
			alike++
		}
	}
	return alike >= manyAlike, err
}

// byDistance sorts tests by their distance from the definition, then by path and line.
func byDistance(rows []Row) []Row {
	for i := range rows {
		rows[i].Test = false // shown by the heading
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Steps, b.Steps), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.ID, b.ID))
	})
	return rows
}

// mockLibraries lists prefixes of the names of mocking libraries.
var mockLibraries = []string{"Moq", "NSubstitute", "FakeItEasy", "Rhino.Mocks", "org.mockito",
	"org.easymock", "io.mockk", "unittest.mock", "mock", "pytest_mock", "sinon", "ts-mockito",
	"vitest", "@jest/globals", "jest", "github.com/stretchr/testify/mock", "go.uber.org/mock",
	"github.com/golang/mock"}

// A mocking determines which tests use a mocking library.
type mocking struct {
	x  Index
	of map[string]bool // by path of the file
}

// may reports whether a test may reach a mock: its own call refers to a member of an
// interface or base, and its file uses a mocking library.
func (m *mocking) may(a *impact.Answer, it *impact.Item) (bool, error) {
	if it.Via == nil || !it.Via.Dispatched {
		return false, nil
	}
	if uses, ok := m.of[it.Path]; ok {
		return uses, nil
	}
	uses := false
	for _, other := range a.All() {
		if other.Path != it.Path || uses {
			continue
		}
		edges, err := dispatch.Wide(m.x).Out(other.Node)
		if err != nil {
			return false, err
		}
		for _, e := range edges {
			node, err := m.x.Node(e.To)
			if err != nil {
				return false, err
			}
			uses = uses || node.Kind.IsExternal() && isMockLibrary(node)
		}
	}
	m.of[it.Path] = uses
	return uses, nil
}

func isMockLibrary(n *graph.Node) bool {
	return slices.ContainsFunc(mockLibraries, func(lib string) bool {
		rest, ok := strings.CutPrefix(n.Name, lib)
		return ok && (rest == "" || strings.ContainsRune("./:#<", rune(rest[0])))
	})
}
