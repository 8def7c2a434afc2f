package impact_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/query/answer/impact"
	"seedgraph/testkit/answertest"
)

// TestRegistration checks that code that registers a handler for a route is affected by
// changes of its signature, but not of its callees, and that the routes of handlers
// nested in that code are not affected. A lambda that handles requests is not registering
// code.
func TestRegistration(t *testing.T) {
	x := answertest.Sources(t, `-- Api.cs --
using Microsoft.AspNetCore.Builder;
namespace Shop;
public static class Api
{
    public static void Map(WebApplication app)
    {
        app.MapGet("/a", One);
        app.MapGet("/b", () => Two());
        app.MapGet(
            "/c",
            Four);
        var other = Three;
    }
    public static string One() { return Deep(); }
    public static string Two() { return ""; }
    public static string Three() { return Deep(); }
    public static string Four() { return Deep(); }
    static string Deep() { return ""; }
}
public static class Start
{
    public static void Main() { Api.Map(WebApplication.Create()); }
}
`)
	for name, want := range map[string]string{
		"Shop.Api.One": "Api.Map 1, GET /a 1",
		"Shop.Api.Two": "Api.Map.MapGet(/b) 1, GET /b 2",
		// the reference is on another line than the call
		"Shop.Api.Four": "Api.Map 1, GET /c 1",
		// a method group that is not registered for a route may run
		"Shop.Api.Three": "Api.Map 1, Start.Main 2",
		"Shop.Api.Deep":  "Api.Four 1, Api.Map 2, Api.One 1, Api.Three 1, GET /a 2, GET /c 2, Start.Main 3",
	} {
		a, err := impact.Find(x, []uint32{answertest.Node(t, x, name)},
			impact.Options{MaxDepth: 5, MaxNodes: 50})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Split(names(a.Items[1:]), ", ")
		slices.Sort(got)
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
