package inventory_test

import (
	"strings"
	"testing"

	"seedgraph/internal/hint"
	"seedgraph/query/answer/inventory"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

func TestFind(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop+`-- tests/MoreTests.cs --
public class MoreTests { public MoreTests() { Log.Write(1); } }
`)
	for _, c := range []struct {
		words string
		o     inventory.Options
		want  string // short names in order
		total int
	}{
		{"tables", inventory.Options{}, "Orders Lines", 2},
		{"TABLE PROC", inventory.Options{}, "Clear Orders Lines", 3},
		{"interfaces", inventory.Options{}, "IStore", 1},
		{"tests", inventory.Options{}, "PlaceSaves CancelLogs", 2},
		// the target of interface calls counts as used
		{"entries", inventory.Options{}, "Clear Main Unused", 3},
		{"entries", inventory.Options{Filter: search.Selection{Filter: search.Filter{Paths: []search.Glob{"db"}}}}, "Clear", 1},
		{"types", inventory.Options{Name: "store"}, "Store SqlStore FileStore IStore", 4},
		{"constructors", inventory.Options{}, "Orders MoreTests", 2},
		{"classes", inventory.Options{Offset: 1, Limit: 2}, "Program Store", 8},
		{"classes", inventory.Options{Offset: 90}, "", 8},
		{"externals", inventory.Options{}, "Execute Query Db", 3},
		{"packages", inventory.Options{}, "Shop", 1},
	} {
		a, err := inventory.Find(x, strings.Fields(c.words), c.o)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, it := range a.Items {
			names = append(names, it.Name[strings.LastIndexByte(it.Name, '.')+1:])
		}
		if got := strings.Join(names, " "); got != c.want || a.Total != c.total ||
			len(rowsOf(a)) != len(a.Items) {
			t.Errorf("%s %+v: %s (%d), want %s (%d)", c.words, c.o, got, a.Total, c.want, c.total)
		}
	}
}

func TestErrors(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	if _, err := inventory.Find(x, []string{"gadgets"}, inventory.Options{}); err == nil ||
		!strings.Contains(err.Error(), "node kind \"gadgets\" is unknown") ||
		!strings.Contains(hint.Of(err), "or one of tests, entries, types") {
		t.Error(err)
	}
	if _, err := inventory.Find(x, []string{"tables"}, inventory.Options{Offset: -1}); err == nil {
		t.Error("a negative offset is no error")
	}
}

// TestUnused checks the definitions without references, and their caveats.
func TestUnused(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop+`-- src/Extra.cs --
namespace Shop;
public class Watcher : IDisposable
{
    public void Dispose() { }
    private void Never() { Never(); }
    [Timer]
    private void Tick() { }
}
internal class Closer : Watcher { private void Late() { } }
internal interface INever { void Go(); }
internal class Goes : INever { public void Go() { } }
internal class Lonely { void Alone() { Beside(); } void Beside() { } int _; }
internal class Row
{
    public string Label { get; set; }
    private string Hidden { get; set; }
    void Deconstruct(out int a) { a = 0; }
}
internal static class Reach
{
    internal static void Outwards(this Foreign.Type f) { }
    internal static void Twice(int a) { }
    internal static void Twice(string a) { }
}
internal class Caller
{
    void Call(Foreign.Type f) { f.Made().Outwards(); Reach.Twice(1); }
    string Say() { return "Spoken or Quietly unsaid"; }
    void Quiet() { }
    void Ask() { new Other().Twin(); }
    void Twin() { }
    void Spoken() { }
}
internal class Other { internal void Twin() { } }
-- web/view.ts --
declare module 'charts' {
  interface Options { size: number }
}
function toJSON() { return 1; }
export const shown = 1;
const { readIt, unread } = Files;
namespace Files { export function readIt() { } export function unread() { } }
function one() { readIt(); make(class Made { }); }
enum Hue { Red, Blue }
@Component({ templateUrl: './view.html' })
export class View { hues = Hue; }
-- web/script.js --
function onPageLoad() { }
-- web/chart.tsx --
import { shown } from './view';
declare module 'react' {
  interface Attributes { tw?: string }
}
-- web/global.d.ts --
interface Window { extra: number }
-- cmd/sort.go --
package main

type byAge []int

func (b byAge) Len() int { return 0 }
func (b byAge) quiet() {}
func (b byAge) sigil() {}

type item[T any] interface{ sigil() }

var _ = func() {}
-- py/box.py --
class Box:
    def __len__(self): return 0
    def plain(self): pass
class _Lock:
    def acquire(self): pass
    def _held(self): pass
    def _free(self): pass
class _Base:
    def _free(self): pass
    def go(self): return self._free()
class _Both(_Lock, _Base): pass
-- src/Page.xaml.cs --
namespace Shop;
internal class Page { private void OnScrolled(object sender) { } }
-- src/Polyfills.cs --
namespace System.Runtime.CompilerServices { internal static class IsExternalInit { } }
-- src/Move.cs --
internal class AddOrders : Migration { }
internal class Start { private static void Main() { } }
internal class Reads
{
    // Over is said here, and in the comment of its namesake.
    void Two() { new First().Over(); var said = "Over"; }
}
internal class First
{
    /// Over is not the other one.
    internal void Over() { }
}
internal class Second { internal void Over() { } internal void Once() { } }
internal class Third
{
    /// Once is not the other one.
    internal void Once() { }
    void Do() { Once(); }
}
-- java/Bean.java --
package shop;
class Bean {
    void getName() { }
    void gather() { Object o = new Object() { }; }
    private static final long serialVersionUID = 1L;
}
class Found { private void hidden() { } }
class Finds { Object find(Found of, String name) throws Exception { return of.getClass().getDeclaredMethod(name); } }
`)
	a, err := inventory.Unused(x, inventory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, it := range a.Items {
		got[it.Name] = strings.Join(it.Caveats, ", ")
		if strings.Contains(it.Name, "Object$1") || it.Name == "cmd._" ||
			strings.HasSuffix(it.Name, ".Made") {
			t.Errorf("%s is used where it is, or nothing can name it", it.Name)
		}
	}
	for name, want := range map[string]string{
		"Shop.Lonely":            "",
		"Shop.Lonely.Alone":      "",
		"shop.Found.hidden":      "dynamic name",
		"Shop.Watcher.Dispose":   "exported, base outside, convention",
		"Shop.Watcher.Never":     "base outside",
		"Shop.Watcher.Tick":      "base outside, attribute",
		"Shop.Closer.Late":       "base outside",
		"Shop.Program.Main":      "exported, entry point",
		"Shop.Log.Unused":        "exported",
		"Shop.INever.Go":         "implemented",
		"Shop.Goes.Go":           "overrides",
		"Shop.Row.Label":         "reflection",
		"Shop.Row.Hidden":        "",
		"Shop.Row.Deconstruct":   "convention",
		"Shop.Reach.Outwards":    "named",
		"Shop.Caller.Quiet":      "",
		"Shop.Caller.Twin":       "",
		"Shop.Caller.Spoken":     "named",
		"dbo.Clear":              "exported",
		"view.charts.Options":    "ambient",
		"view.toJSON":            "convention",
		"view.readIt":            "named",
		"view.unread":            "",
		"view.Hue.Red":           "exported, template",
		"script.onPageLoad":      "template",
		"chart.react.Attributes": "ambient",
		"Shop.Page.OnScrolled":   "template",
		"System.Runtime.CompilerServices.IsExternalInit": "convention",
		"AddOrders":                  "base outside",
		"Start":                      "entry point",
		"Second.Over":                "named",
		"Second.Once":                "",
		"box._Lock.acquire":          "base outside",
		"box._Lock._held":            "",
		"global.d.Window":            "ambient",
		"cmd.byAge.Len":              "base outside",
		"cmd.byAge.sigil":            "overrides",
		"cmd.byAge.quiet":            "",
		"box.Box.__len__":            "exported, convention",
		"box.Box.plain":              "exported",
		"shop.Bean.getName":          "reflection",
		"shop.Bean.gather":           "",
		"shop.Bean.serialVersionUID": "convention",
	} {
		if doubts, ok := got[name]; !ok || doubts != want {
			t.Errorf("%s: %q, listed %v, want %q", name, doubts, ok, want)
		}
	}
	for _, name := range []string{"Shop.Lonely.Beside", "Shop.SqlStore.Save",
		"Shop.FileStore.Count", "Shop.Store", "dbo.Orders", "OrdersTests.PlaceSaves",
		"Shop.Orders.Cancel", "Shop.Reach", "box._Lock._free"} {
		if _, ok := got[name]; ok {
			t.Errorf("%s is used", name)
		}
	}
	page, err := inventory.Unused(x, inventory.Options{Offset: 1, Limit: 1})
	if err != nil || len(page.Items) != 1 || page.Items[0].ID != a.Items[1].ID ||
		page.Total != a.Total || len(page.Sheet().Lines(nil, 0)) != 1 {
		t.Errorf("page %+v, %v", page, err)
	}
	if _, err := inventory.Unused(x, inventory.Options{Offset: -1}); err == nil {
		t.Error("a negative offset is no error")
	}
}
