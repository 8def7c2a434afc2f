package questions

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/lazyregexp"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/impact"
	"seedgraph/query/answer/openends"
)

// Tests lists the tests that execute definitions, the nearest first. Other groups have
// tests that may execute a mock instead, tests that only enqueue a task or message which
// runs the definition, and tests that reach it through code that runs one of many
// definitions.
func Tests(x Index, nodes []uint32) (*Answer, error) {
	a, err := newAnswer(x, "tests", nodes)
	if err != nil {
		return nil, err
	}
	o := everything
	o.Exactly, o.Until = false, impact.UntilTests
	found, err := impact.Follow(x, nodes, o)
	if err != nil {
		return nil, err
	}
	s := newTestSorter(x, found)
	rows := map[string][]Row{}
	for _, n := range found.Nodes() {
		if found.End(n) != impact.EndTest || found.Depth(n) == 0 {
			continue
		}
		row, _, err := newRow(x, n)
		if err != nil {
			return nil, err
		}
		row.Steps = found.Depth(n)
		if row.Through, err = wayOf(x, found, n); err != nil {
			return nil, err
		}
		group, err := s.groupOf(n, &row)
		if err != nil {
			return nil, err
		}
		rows[group] = append(rows[group], row)
	}
	if len(rows[runTests]) == 0 {
		rows[runTests], rows[generalTests] = rows[generalTests], nil
	}
	for _, group := range []string{runTests, mockedTests, queuedTests, generalTests} {
		a.add(group, byDistance(rows[group]))
	}
	if a.Total > 0 {
		return a, nil
	}
	users := found.Nodes()
	open, err := openends.Users(x, users[:min(len(users), maxUsers)])
	if err == nil {
		a.OpenEnds, a.Open = open.List, open.Total
	}
	return a, err
}

// maxUsers bounds the nodes on the way to a definition whose unknown callers are looked for.
const maxUsers = 200

// The groups of tests.
const (
	runTests    = "tests"
	mockedTests = "tests that may use a mock"
	queuedTests = "tests that only enqueue it"
	// tests that run one of many definitions, with no information about which one
	generalTests = "tests through code with many targets"
)

// A testSorter assigns tests to groups.
type testSorter struct {
	x       Index
	found   *impact.Walk
	mocks   mocking
	general generality
}

func newTestSorter(x Index, found *impact.Walk) *testSorter {
	return &testSorter{x: x, found: found,
		mocks:   mocking{x: x, library: map[string]bool{}, of: map[uint32]map[string]use{}},
		general: generality{x: x, walker: dispatch.NewWalker(x), wide: map[dispatch.Step]bool{}}}
}

// groupOf returns the group of a test, and sets the general code on its path.
func (s *testSorter) groupOf(n uint32, row *Row) (string, error) {
	by, err := s.general.on(s.found, n)
	if err != nil {
		return "", err
	}
	if row.by = by; by != "" {
		return generalTests, nil
	}
	may, err := s.mocks.may(s.found, n, row.Path)
	if err != nil {
		return "", err
	}
	if may {
		return mockedTests, nil
	}
	queued, err := s.queued(n)
	if queued {
		return queuedTests, err
	}
	return runTests, err
}

// queued reports whether a test reaches the definition only through a queue of a broker,
// whose worker runs it outside of the test. Events of an emitter are handled within it.
func (s *testSorter) queued(n uint32) (bool, error) {
	for _, at := range append([]uint32{n}, s.found.Way(n)...) {
		queued, err := s.enqueues(s.found.Step(at))
		if queued || err != nil {
			return queued, err
		}
	}
	return false, nil
}

// enqueues reports whether a step leads through a queue: from a topic to its handler, or
// from code that refers to a handler to send to its topic.
//
//	build.delay(order)
func (s *testSorter) enqueues(step dispatch.Step) (bool, error) {
	switch step.Kind {
	case graph.Handles:
		topic, err := s.x.Node(step.From)
		return err == nil && topic.IsTopic() && topic.Signature != inProcess, err
	case graph.References:
	default:
		return false, nil
	}
	topics, err := answer.Tasks(s.x, step.To)
	if err != nil || len(topics) == 0 {
		return false, err
	}
	out, err := s.x.Out(step.From)
	return slices.ContainsFunc(out, func(e graph.Edge) bool {
		return e.Kind == graph.Requests && slices.Contains(topics, e.To)
	}), err
}

// inProcess is the messaging system whose handlers run in the process of the sender.
const inProcess = "events"

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
func (g *generality) on(found *impact.Walk, n uint32) (string, error) {
	for _, at := range append([]uint32{n}, found.Way(n)...) {
		step := found.Step(at)
		wide, ok := g.wide[step]
		if !ok {
			var err error
			if wide, err = g.isWide(step); err != nil {
				return "", err
			}
			g.wide[step] = wide
		}
		if wide {
			return labelOf(g.x, at)
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

// A mocking determines which tests may execute a mock.
type mocking struct {
	x       Index
	library map[string]bool           // files that use a mocking library
	of      map[uint32]map[string]use // by type and file; see usesOf
}

// A use is how the tests of a file use a type.
type use uint8

const (
	mocksIt   use = 1 << iota // they create a mock of it
	createsIt                 // they create an object of it
)

// may reports whether a test may reach a mock: its file mocks a type whose member is on
// the path; or the call of the test itself refers to a member of an interface or base,
// and its file uses a mocking library and does not create the type that implements it.
func (m *mocking) may(found *impact.Walk, n uint32, path string) (bool, error) {
	var own use
	for i, at := range append([]uint32{n}, found.Way(n)...) {
		step := found.Step(at)
		for _, member := range []uint32{step.To, step.Used} {
			uses, err := m.memberUse(member, path)
			if err != nil || uses&mocksIt != 0 {
				return err == nil, err
			}
			if i == 0 {
				own |= uses
			}
		}
	}
	if !found.Step(n).Dispatched() || own&createsIt != 0 {
		return false, nil
	}
	return m.usesLibrary(found, path)
}

// memberUse returns how a file uses the type of a member.
func (m *mocking) memberUse(member uint32, path string) (use, error) {
	class, ok, err := m.x.Parent(member)
	if err != nil || !ok {
		return 0, err
	}
	uses, ok := m.of[class]
	if !ok {
		if uses, err = m.usesOf(class); err != nil {
			return 0, err
		}
		m.of[class] = uses
	}
	return uses[path], nil
}

// usesOf returns how tests use a type, by file.
func (m *mocking) usesOf(class uint32) (map[string]use, error) {
	node, err := m.x.Node(class)
	if err != nil || !node.Kind.IsType() {
		return nil, err
	}
	edges, err := m.x.In(class)
	if err != nil {
		return nil, err
	}
	uses := map[string]use{}
	mock := mockOf(node.Name)
	for _, e := range edges {
		from, err := m.x.Node(e.From)
		if err != nil {
			return nil, err
		}
		if !from.Flags.Has(graph.Test) || e.Kind == graph.Contains {
			continue
		}
		mocked, err := m.isMocked(e, mock)
		if err != nil {
			return nil, err
		}
		switch {
		case mocked:
			uses[from.Path] |= mocksIt
		case e.Kind == graph.Creates:
			uses[from.Path] |= createsIt
		}
	}
	return uses, m.constructed(class, uses)
}

// constructed adds the files that create objects of a type by its constructors.
func (m *mocking) constructed(class uint32, uses map[string]use) error {
	out, err := m.x.Out(class)
	if err != nil {
		return err
	}
	for _, e := range out {
		if e.Kind != graph.Contains {
			continue
		}
		in, err := m.x.In(e.To)
		if err != nil {
			return err
		}
		for _, made := range in {
			if made.Kind != graph.Creates {
				continue
			}
			from, err := m.x.Node(made.From)
			if err != nil {
				return err
			}
			uses[from.Path] |= createsIt
		}
	}
	return nil
}

// isMocked reports whether a line of an edge to a type, or an annotation on the line
// before, creates a mock of the type.
func (m *mocking) isMocked(e graph.Edge, mock *regexp.Regexp) (bool, error) {
	lines, err := m.x.Lines(e)
	if err != nil {
		return false, err
	}
	for _, line := range lines {
		text, err := lineWithin(m.x, e.From, line)
		if err != nil {
			return false, err
		}
		before, err := lineWithin(m.x, e.From, line-1)
		if err != nil {
			return false, err
		}
		if mock.MatchString(text) || mockAnnotation.MatchString(before) {
			return true, nil
		}
	}
	return false, nil
}

// mockAnnotation matches the line of an annotation that makes a field a mock: @Mock,
// @MockBean, @MockitoBean.
var mockAnnotation = lazyregexp.New(`^\s*@Mock(?:ito)?(?:Bean)?\b[^;]*$`)

// mockOf returns a pattern of the forms in which mocking libraries of C#, Java,
// TypeScript and Python name the type to mock:
//
//	Substitute.For<IStore>()   new Mock<IStore>()   A.Fake<IStore>()   mock(Store.class)
//	@Mock Store store          Mocked<Store>        createMock<Store>()
//	{ save: jest.fn() } as unknown as Store         create_autospec(Store)   Mock(spec=Store)
func mockOf(name string) *regexp.Regexp {
	name = `(?:\w+\.)*` + regexp.QuoteMeta(name[strings.LastIndexAny(name, ".#:")+1:]) + `\b`
	return regexp.MustCompile(`(?:\bSubstitute\.For\w*|\w*Mock(?:ed|Proxy)?|\bmock|\bFake|\bStub|\bcreate_autospec|` +
		`\bpatch\.object|\bDependency)\s*[<(](?:[^<>()]*,)?\s*(?:spec\w*=)?` + name + `|\bspec\w*\s*=\s*` + name +
		`|@Mock\w*(?:\([^)]*\))?[\w\s]*\b` + name + `|\bas unknown as ` + name)
}

// usesLibrary reports whether the tests of a file use a mocking library.
func (m *mocking) usesLibrary(found *impact.Walk, path string) (bool, error) {
	if uses, ok := m.library[path]; ok {
		return uses, nil
	}
	uses := false
	for _, other := range found.Nodes() {
		node, err := m.x.Node(other)
		if err != nil {
			return false, err
		}
		if node.Path != path || uses {
			continue
		}
		edges, err := dispatch.Wide(m.x).Out(other)
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
	m.library[path] = uses
	return uses, nil
}

func isMockLibrary(n *graph.Node) bool {
	return slices.ContainsFunc(mockLibraries, func(lib string) bool {
		rest, ok := strings.CutPrefix(n.Name, lib)
		return ok && (rest == "" || strings.ContainsRune("./:#<", rune(rest[0])))
	})
}
