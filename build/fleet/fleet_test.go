package fleet

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// TestFits: a version is one that a requirement asks for, or cannot be compared.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		wanted, have string
		want         bool
	}{
		{"v1.2.0", "v1.2.0", true}, {"v1.2.0", "v1.3.0", false}, {"1.2", "1.2.0", true}, {"==1.0", "1.1", false},
		{"^1.2.0", "1.9.0", true}, {"^1.2.0", "2.0.0", false}, {"^0.2.0", "0.3.0", false}, {"^1.2.0", "1.1.0", false},
		{"~1.2.0", "1.2.9", true}, {"~1.2.0", "1.3.0", false}, {">=2.0", "3.1", true}, {">=2.0", "1.9", false},
		{"<2.0", "1.9", true}, {">1", "1.0.0", false}, {"<=1.2", "1.2", true},
		{"workspace:*", "1.0", true}, {">=1,<2", "3.0", true}, {"1.0", "main", true}, {"latest", "1.0", true},
		{"v1.2.0-rc.1+build", "v1.2.0", true},
	} {
		if got := fits(c.wanted, c.have); got != c.want {
			t.Errorf("%s and %s: %v", c.wanted, c.have, got)
		}
	}
}

// TestFitOf: routes and paths are compared segment by segment from the end.
func TestFitOf(t *testing.T) {
	for _, c := range []struct {
		route, asked string
		want         bool
	}{
		{"/orders/{}", "/orders/{}", true}, {"/orders/{}", "/orders/5", true}, {"/orders/open", "/orders/{}", false},
		{"/orders/{}", "/api/shop/orders/{}", true}, {"/api/orders", "/orders", false}, {"/orders", "/customers", false},
		{"/{}", "/{}", false}, {"/{}/{}", "/a/b", false},
	} {
		if got := fitOf(split(c.route), split(c.asked)) > 0; got != c.want {
			t.Errorf("%s and %s: %v", c.route, c.asked, got)
		}
	}
	if whole, part := fitOf(split("/orders/{}"), split("/orders/{}")), fitOf(split("/orders/{}"), split("/x/orders/{}")); whole <= part {
		t.Errorf("a whole path fits by %d, a part by %d", whole, part)
	}
}

// TestHosts: a host is found by the name of a member, its projects, or what its settings call it,
// in a cluster by its first label.
func TestHosts(t *testing.T) {
	m := &member{Header: Header{Name: "shop/Ordering.API", Packages: []artifacts.Package{{Name: "com.shop:orders"}},
		Endpoints: []artifacts.EndpointRow{{Type: graph.EndpointService, Host: "order-service"}}}}
	r := &requestsOf{hosts: map[string][]*member{}}
	r.name(m)
	for host, want := range map[string]bool{"ordering-api": true, "orders": true, "order-service": true,
		"order-service.shop.svc.cluster.local": true, "orders.internal": true, "orders.example.com": false,
		"api": false, "": false} {
		if got := len(r.found(host)) > 0; got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

// TestSymbols: names of symbols are without parameters and type arguments.
func TestSymbols(t *testing.T) {
	for id, want := range map[graph.NodeID]string{
		"csharp:Shop#Result<>.Get(int,Map<string,int>)@gfcxkkvgsp": "Result.Get",
		"go:text#Trim@gfcxkkvgsp":                                  "Trim",
		"java:com.shop#<package>@gfcxkkvgsp":                       "<package>",
	} {
		if got := symbolIn(graph.LinkedID("a", id)); got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
	for id, want := range map[graph.NodeID]int{"a:b#f@gfcxkkvgsp": -1, "a:b#f()@gfcxkkvgsp": 0,
		"a:b#f(int)@gfcxkkvgsp": 1, "a:b#f(Map<a,b>,int)@gfcxkkvgsp": 2} {
		if got := parameters(id); got != want {
			t.Errorf("%s: %d parameters", id, got)
		}
	}
}

// TestPythonNames: the folder of the manifest and one for sources are not part of a module.
func TestPythonNames(t *testing.T) {
	class := &graph.Node{Kind: graph.KindClass}
	for file, want := range map[string]string{"src/shop/core/a.py": "shop core.a.Box", "shop/__init__.py": "shop Box",
		"libs/x/shop/b.py": "shop b.Box"} {
		got := pythonNames(class, file, "Box", map[bool]string{true: "libs/x/"}[strings.HasPrefix(file, "libs")])[0]
		if got.pkg+" "+got.name != want {
			t.Errorf("%s: %+v", file, got)
		}
	}
}

// TestParseSource: what is before an equals sign is a name if it can be one.
func TestParseSource(t *testing.T) {
	for text, want := range map[string]Source{"a=b": {"a", "b"}, "b": {"", "b"}, "team/a=/b=c": {"team/a", "/b=c"},
		"/x y=b": {"", "/x y=b"}} {
		if got := ParseSource(text); got != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// TestIndirect: a package is required by another one that is, and the evidence says through which.
func TestIndirect(t *testing.T) {
	required := func(name string) artifacts.Package {
		return artifacts.Package{Ecosystem: "nuget", Name: name, Path: "a.csproj", Line: 3, Requires: true}
	}
	own := func(name string) artifacts.Package {
		return artifacts.Package{Ecosystem: "nuget", Name: name, Path: "a.csproj"}
	}
	app := &member{Header: Header{Name: "app", Packages: []artifacts.Package{own("app"), required("bus.rabbit")}}}
	rabbit := &member{Header: Header{Name: "rabbit", Packages: []artifacts.Package{own("bus.rabbit"), required("bus")}}}
	bus := &member{Header: Header{Name: "bus", Packages: []artifacts.Package{own("bus")}}}
	m := newManifests([]*member{app, bus, rabbit})
	r := m.path(app, "src/a.cs", graph.Access{}, m.declares[bus]["nuget"])
	if want := "a.csproj:3 requires bus.rabbit, which leads there through rabbit"; !r.ok || r.says() != want {
		t.Errorf("%v, %s", r.ok, r.says())
	}
	if r := m.path(bus, "a.cs", graph.Access{}, m.declares[app]["nuget"]); r.ok {
		t.Errorf("bus requires app: %s", r.says())
	}
}

// TestCompact: external symbols that nothing refers to are left out, with the packages around them.
func TestCompact(t *testing.T) {
	node := func(name string, kind graph.NodeKind) graph.Node {
		return graph.Node{ID: graph.LinkedID("a", graph.ChunkID("go", "", name, "")), Kind: kind, Name: name}
	}
	g := &graph.Graph{Nodes: []graph.Node{node("f", graph.KindFunction), node("p", graph.KindPackage),
		node("p.Gone", graph.KindExternal), node("q", graph.KindPackage), node("q.Kept", graph.KindExternal)}}
	g.ExternalEdges = []graph.Edge{{From: 0, To: 4, Kind: graph.Calls}, {From: 1, To: 2, Kind: graph.Contains},
		{From: 3, To: 4, Kind: graph.Contains}}
	compact(g)
	var names []string
	for _, n := range g.Nodes {
		names = append(names, n.Name)
	}
	if !slices.Equal(names, []string{"f", "q", "q.Kept"}) {
		t.Errorf("%v", names)
	}
	if want := []graph.Edge{{From: 0, To: 2, Kind: graph.Calls}, {From: 1, To: 2, Kind: graph.Contains}}; !slices.Equal(g.ExternalEdges, want) {
		t.Errorf("%v", g.ExternalEdges)
	}
}

// TestHandleNumbers: no two handles are one number.
func TestHandleNumbers(t *testing.T) {
	seen := map[uint64]string{}
	for _, h := range []string{"aaaaaaaaaa", "baaaaaaaaa", "aaaaaaaaab", "zzzzzzzzzz", "7777777777", "2222222222", "jjjjjjjjjj", "kkkkkkkkkk"} {
		if other, ok := seen[number(h)]; ok {
			t.Errorf("%s and %s", h, other)
		}
		seen[number(h)] = h
	}
}
