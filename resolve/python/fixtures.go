package python

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// fixtureDecorator makes a function a pytest fixture: a test, or another fixture,
// with a parameter of its name receives the value that it returns or yields.
const fixtureDecorator = "pytest.fixture"

// fixture finds the fixture that a parameter of d receives: from its class, its
// module, or the conftest files of its folder and the folders above. A fixture that
// overrides another of the same name receives that one.
//
//	@pytest.fixture
//	def shop(shop): ...    # overrides the shop of a conftest above, and receives it
func (p *evaluator) fixture(d *resolve.Def, name string) resolve.DefID {
	if !d.Test && !p.isFixture(d) || isParametrized(d, name) {
		return resolve.None
	}
	if class := p.table.Def(d.Outer); class.Kind.IsType() {
		for _, c := range p.mro(class.ID) {
			if c.def == resolve.None {
				continue
			}
			for _, id := range p.table.Own(c.def, name) {
				if id != d.ID && p.isFixture(p.table.Def(id)) {
					return id
				}
			}
		}
	}
	if id := p.fixtureOf(d.File, name); id != resolve.None && id != d.ID {
		return id
	}
	// From the folder of the test upwards: the nearest conftest wins.
	for dir := path.Dir(d.File.Path); ; dir = path.Dir(dir) {
		m := p.modules.at(path.Join(dir, "conftest"))
		if m != nil && m.file != nil && m.file != d.File {
			if id := p.fixtureOf(m.file, name); id != resolve.None {
				return id
			}
		}
		if dir == "." || dir == "/" {
			return resolve.None
		}
	}
}

// fixtureTier returns the tier of the binding of d to the visible fixture of a name.
// Pytest looks a name up from the test that it runs, not from the requesting fixture:
// one nearer to that test takes precedence. Only a fixture that overrides another is
// certain to get the overridden one.
func fixtureTier(d *resolve.Def, name string) graph.Tier {
	if d.Test || d.Name == name {
		return graph.Typed
	}
	return graph.Unique
}

// isParametrized reports whether a decorator of a test lists the values of a
// parameter: @pytest.mark.parametrize("a, b", …).
func isParametrized(d *resolve.Def, name string) bool {
	_, rest, ok := strings.Cut(d.File.Text[d.Range.Start:d.NameAt], "parametrize(")
	if !ok {
		return false
	}
	// The names come before the list of values.
	names, _, _ := strings.Cut(rest, "[")
	split := func(r rune) bool { return strings.ContainsRune(" \t\n\"',()", r) }
	return slices.Contains(strings.FieldsFunc(names, split), name)
}

// fixtureOf finds the fixture that a file defines or imports with a name.
//
//	from .fixtures import shop    # a conftest may import its fixtures
func (p *evaluator) fixtureOf(f *resolve.File, name string) resolve.DefID {
	refs, _ := p.topLevel(f, name, anywhere, false, 0)
	for i := range refs {
		if id := refs[i].def; id != resolve.None && p.isFixture(p.table.Def(id)) {
			return id
		}
	}
	for i := range f.Definitions { // @fixture(name="…")
		d := p.table.Def(f.ID(int32(i)))
		if d.Outer == f.First && len(d.Decorators) > 0 && p.fixtureName(d) == name && p.isFixture(d) {
			return d.ID
		}
	}
	return resolve.None
}

// isFixture reports whether a decorator makes d a fixture.
//
//	@pytest.fixture
//	@pytest.fixture(name="shop", scope="module")
func (p *evaluator) isFixture(d *resolve.Def) bool {
	for _, name := range d.Decorators {
		if !strings.Contains(name, "fixture") {
			continue
		}
		for _, v := range p.dotted(name, d.Range.Start, d.Outer) {
			if e := p.entity(v.name); v.kind == kindExternal && e != nil &&
				e.name == fixtureDecorator {
				return true
			}
		}
	}
	return false
}

// fixtureName returns the name that the decorator of a fixture specifies, empty for
// the function's name.
func (p *evaluator) fixtureName(d *resolve.Def) string {
	head := d.File.Text[d.Range.Start:d.NameAt]
	_, rest, ok := strings.Cut(head, "name=")
	if !ok || len(rest) < 2 {
		return ""
	}
	name, _, _ := strings.Cut(rest[1:], rest[:1])
	return name
}

// fixtureValue returns the value that requesters of a fixture receive. Pytest runs a
// generator up to its first yield and passes on that value; the rest cleans up.
//
//	@pytest.fixture
//	def shop():
//	    yield Shop()    # a Shop, not a generator
func (p *evaluator) fixtureValue(id resolve.DefID) set {
	d := p.table.Def(id)
	s := p.each(p.result(id, nil, noArguments), func(v val) set {
		if v.kind == kindObject && v.name == "typing.Coroutine" {
			return p.awaited(v)
		}
		return set{v}
	})
	if d.Yields {
		s = p.each(s, p.elementOf)
	}
	return s.withTier(graph.Typed)
}

// bindFixtures binds tests, and the fixtures of test code, to the fixtures that they
// request.
//
//	def test_open(shop): ...    # uses the fixture shop
func (p *evaluator) bindFixtures(b *resolve.Binder) {
	for i := range b.File.Definitions {
		d := p.table.Def(b.File.ID(int32(i)))
		if !d.Kind.IsCallable() || !d.Test && !d.File.Test {
			continue
		}
		for _, param := range d.Params {
			if id := p.fixture(d, param.Name); id != resolve.None {
				b.Bindings = append(b.Bindings, resolve.Binding{
					From: d.ID, To: id, Kind: graph.References, Tier: fixtureTier(d, param.Name),
					At: d.NameAt, Via: graph.ViaImplicit, // pytest runs the fixture
				})
			}
		}
	}
}
