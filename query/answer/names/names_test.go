package names_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

func shop(t *testing.T) *names.Resolver { return &names.Resolver{Index: answertest.Shop(t)} }

// TestFormsOfNames checks that each form of a name resolves to the node, in canonical
// form.
func TestFormsOfNames(t *testing.T) {
	const save = "csharp:Shop.Data#OrderRepository.Save(Order)@ufyobnnog7"
	const load = "csharp:Shop.Data#OrderRepository.GetById(int)@"
	r := shop(t)
	for name, want := range map[string]string{
		save:                                    save,
		"ufyobnnog7":                            save,
		"src/data/OrderRepository.cs:5":         save,
		"OrderRepository.cs:5":                  save,
		"./OrderRepository.cs:5":                save,
		"OrderRepository.Save":                  save,
		"Shop.Data.OrderRepository.Save(Order)": save,
		"OrderRepository#Save":                  save,
		"Data::OrderRepository::Save":           save,
		"(*OrderRepository).Save":               save,
		"shop::any-snapshot::method::" + save:   save,
		"dbo.Order|TABLE":                       "dbo.Order|TABLE",
		"dbo.Order":                             "dbo.Order|TABLE",
		"shop::s::TABLE::dbo.Order|TABLE":       "dbo.Order|TABLE",
		"OrderRepository.GetById":               load,
	} {
		ref, err := r.Resolve(name)
		if err != nil || !strings.HasPrefix(ref.ID, want) || !ref.Known {
			t.Errorf("%s: got %+v (%v), want %s", name, ref, err, want)
		}
	}
}

func TestPartsOfNodes(t *testing.T) {
	r := shop(t)
	whole, err := r.Resolve("OrderRepository.GetById")
	if err != nil {
		t.Fatal(err)
	}
	second, err := r.Resolve(whole.ID + "/2")
	if err != nil || second.Part != 2 || second.Node != whole.Node || second.ID != whole.ID+"/2" {
		t.Errorf("second part: %+v (%v)", second, err)
	}
	first, err := r.Resolve(whole.ID + "/1")
	if err != nil || first.ID != whole.ID || first == whole || first.Key() != whole.Key() {
		t.Errorf("first part: %+v (%v): its key must be that of the node", first, err)
	}
	if _, err := r.Resolve(whole.ID + "/3"); !errors.Is(err, answer.ErrUnknownID) {
		t.Errorf("third part of two: %v", err)
	}
}

// TestPathsHere checks that paths are relative to the folder of the caller.
func TestPathsHere(t *testing.T) {
	r := shop(t)
	r.Here = "src/data"
	for _, name := range []string{"OrderRepository.cs:5", "../data/OrderRepository.cs:5",
		"src/data/OrderRepository.cs:5"} {
		if ref, err := r.Resolve(name); err != nil ||
			ref.ID != "csharp:Shop.Data#OrderRepository.Save(Order)@ufyobnnog7" {
			t.Errorf("%s: %v (%v)", name, ref, err)
		}
	}
	if folder, files, err := r.Folder("."); err != nil || folder != "src/data" ||
		!slices.Equal(files, []string{"src/data/OrderRepository.cs"}) {
		t.Errorf("folder . is %s %q (%v)", folder, files, err)
	}
	if folder, files, _ := r.Folder("src"); folder != "src" || len(files) != 3 {
		t.Errorf("folder src is %s %q", folder, files)
	}
	if _, files, _ := r.Folder("nowhere"); len(files) != 0 {
		t.Errorf("folder nowhere has %q", files)
	}
}

// TestLikeliest checks that definitions precede external names, code precedes tests, and
// a type precedes its constructor.
func TestLikeliest(t *testing.T) {
	r := shop(t)
	ref, err := r.Resolve("OrderService")
	if err != nil || !strings.HasPrefix(ref.ID, "csharp:Shop#OrderService@") {
		t.Errorf("OrderService: %v (%v), want the class", ref, err)
	}
	nodes, err := r.Candidates("OrderService.Place")
	if err != nil || len(nodes) != 2 {
		t.Errorf("OrderService.Place: %d candidates (%v), want its overloads", len(nodes), err)
	}
	if nodes, err = r.Candidates("nothing.at.all"); err != nil || len(nodes) != 0 {
		t.Errorf("candidates of an unknown name: %v (%v)", nodes, err)
	}
}

// TestErrors checks that the message for an unknown or ambiguous name helps to find the
// right one, and that its hint explains how.
func TestErrors(t *testing.T) {
	r := shop(t)
	for _, c := range []struct{ name, message, hint string }{
		{"OrderService.Place", "\"OrderService.Place\" matches 2 nodes:\n  ",
			"give a longer name"},
		{"OrderService.Place", "public void Place(Order order, int priority)", "a handle"},
		{"OrderRepository.Sav", "\n  ufyo  method      Shop.Data.OrderRepository.Save  src/data/OrderRepository.cs:5", "or search"},
		{"OrderRepository.Remove", "class       Shop.Data.OrderRepository", "or search"},
		{"src/data", "src/data is a folder (files: 1), not a node", "query map --path 'src/data'"},
		{"src/data/OrderRepository.cs:999",
			"nothing was indexed at line 999 of src/data/OrderRepository.cs, which ends at line",
			"may have changed"},
		{"zzzzqqqq", "no definition is named \"zzzzqqqq\"", "search with"},
	} {
		_, err := r.Resolve(c.name)
		if !errors.Is(err, answer.ErrUnknownID) || !strings.Contains(err.Error(),
			c.message) || !strings.Contains(hint.Of(err), c.hint) {
			t.Errorf("%s: %v\nhint: %s\nwant %q and %q", c.name, err, hint.Of(err), c.message,
				c.hint)
		}
	}
}

// TestFoundAndCanonical checks that programs may use names that are not in the artifacts.
func TestFoundAndCanonical(t *testing.T) {
	r := shop(t)
	if ref, ok, err := r.Found("gone@aaaaaaaaaa"); ok || err != nil {
		t.Errorf("unknown: %v %v %v", ref, ok, err)
	}
	if _, ok, err := r.Found("OrderService.Place"); ok || !errors.Is(err, answer.ErrUnknownID) {
		t.Errorf("ambiguous: %v %v", ok, err)
	}
	for id, want := range map[string]answer.Ref{
		" ufyobnnog7 ": {ID: "csharp:Shop.Data#OrderRepository.Save(Order)@ufyobnnog7",
			Known: true},
		"dbo.Gone|TABLE":             {ID: "dbo.Gone|TABLE"},
		"r::s::TABLE::dbo.Gone|VIEW": {ID: "dbo.Gone|VIEW"},
		"OrderService.Place":         {ID: "OrderService.Place"},
	} {
		ref, err := r.Canonical(id)
		if err != nil || ref.ID != want.ID || ref.Known != want.Known {
			t.Errorf("%q: %+v (%v), want %+v", id, ref, err, want)
		}
	}
}

func TestResolveAll(t *testing.T) {
	r := shop(t)
	refs, err := r.ResolveAll([]string{"dbo.Order", "dbo.BillOrder"})
	if err != nil || len(refs) != 2 || refs[0].ID != "dbo.Order|TABLE" ||
		refs[1].ID != "dbo.BillOrder|PROC" {
		t.Errorf("%v (%v)", refs, err)
	}
	if _, err := r.ResolveAll([]string{"dbo.Order", "gone"}); !errors.Is(err, answer.ErrUnknownID) {
		t.Errorf("with an unknown one: %v", err)
	}
}

func TestComplete(t *testing.T) {
	r := shop(t)
	for typed, want := range map[string]names.Completion{
		"src/d": {Name: "src/data/OrderRepository.cs"},
		"OrderRepository.Sa": {Name: "OrderRepository.Save", Note: string(graph.KindMethod) +
			" src/data/OrderRepository.cs"},
		"save": {Name: "Save", Note: string(graph.KindMethod) +
			" src/data/OrderRepository.cs"},
		"dbo.Bill": {Name: "dbo.BillOrder", Note: "PROC sql/schema.sql"},
	} {
		got, err := r.Complete(typed)
		if err != nil || !slices.Contains(got, want) {
			t.Errorf("%q: %v (%v), want %v", typed, got, err, want)
		}
	}
	if got, err := r.Complete(""); err != nil || len(got) == 0 ||
		slices.ContainsFunc(got, func(c names.Completion) bool { return c.Note != "" }) {
		t.Errorf("nothing typed: %v (%v), want paths only", got, err)
	}
}

// TestMeant checks that an unknown identifier gets suggestions of similar ones.
func TestMeant(t *testing.T) {
	r := &names.Resolver{Index: answertest.Shop(t)}
	for text, want := range map[string]string{
		"OrderServce": "OrderService", "OrderService.Validte": "Validate", "orderline": "",
		"OrderService": "", "words of prose": "", "Zzzzzzzzzz": "", "Val": "", "a+b-c*d": "",
		"Valida": "Validate", "ordersrevice": "OrderService", "OrderServ": "OrderService",
	} {
		got, err := r.Suggestions(text)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s means %q, %v; want %q", text, got, err, want)
		}
	}
}

// TestMeantIsTheMostCentral checks that a suggested name has the case of its most central
// definition.
func TestMeantIsTheMostCentral(t *testing.T) {
	r := &names.Resolver{Index: answertest.Sources(t, `-- a.cs --
namespace A;
class One { int ledger; }
class Ledger { public void Add() { } }
class Two { void Use(Ledger l) { l.Add(); } Ledger Make() => new Ledger(); }
`)}
	if got, err := r.Suggestions("Legder"); err != nil || strings.Join(got, " ") != "Ledger" {
		t.Errorf("Legder means %q, %v", got, err)
	}
}

// TestTypesBeforeMembers checks that a name refers to the only type of that name rather
// than to members.
func TestTypesBeforeMembers(t *testing.T) {
	const members = `-- src/Order.cs --
namespace Shop;
public class Order { }
public class Basket { public Order Order { get; set; } void Pay() { } }
public class Invoice { public Order Order { get; set; } void Pay() { } }
public class Single { }
`
	for _, c := range []struct{ more, name, want, aside string }{
		{"", "Order", "Shop.Order",
			"Order: class Shop.Order; 2 members have that name, too"},
		{"public class Bill { int Single; }", "Single", "Shop.Single",
			"Single: class Shop.Single; 1 member has that name, too"},
		{"", "Pay", "", ""},
		{"public class Other { class Order { } }", "Order", "", ""},
		{"-- db.sql --\nCREATE TABLE dbo.[Order] (Id int);\n", "Order", "", ""},
		{"", "Basket", "Shop.Basket", ""},
	} {
		var aside string
		r := names.Resolver{Index: answertest.Sources(t, members+c.more),
			Note: func(note string) { aside += note }}
		ref, err := r.Resolve(c.name)
		if c.want == "" {
			if !errors.Is(err, answer.ErrAmbiguousID) {
				t.Errorf("%s %s: %+v, %v, want it ambiguous", c.name, c.more, ref, err)
			}
		} else if node, nerr := r.Index.Node(ref.Node); err != nil || nerr != nil ||
			node.Name != c.want {
			t.Errorf("%s %s: %+v, %v", c.name, c.more, ref, err)
		}
		if aside != c.aside {
			t.Errorf("%s %s: said %q, want %q", c.name, c.more, aside, c.aside)
		}
		r.Note = nil
		if _, silent := r.Resolve(c.name); (silent == nil) != (err == nil) {
			t.Errorf("%s: %v without a listener", c.name, silent)
		}
	}
}

func TestCompletionsOfMembersAndPaths(t *testing.T) {
	r := names.Resolver{Index: answertest.Sources(t, sourceindex.Shop)}
	list, err := r.Complete("FileStore.")
	if err != nil || len(list) != 2 || list[0].Name != "FileStore.Count" ||
		list[1].Name != "FileStore.Save" {
		t.Errorf("members %v, %v", list, err)
	}
	for typed, want := range map[string]string{"": "db/ src/ tests/", "src/O": "src/Orders.cs",
		"tests/": "tests/OrdersTests.cs", "x": ""} {
		if got, err := r.CompletePath(typed); err != nil || strings.Join(got, " ") != want {
			t.Errorf("paths of %q: %v, %v", typed, got, err)
		}
	}
	if got, err := r.Matching("src/**"); err != nil ||
		strings.Join(got, " ") != "src/Orders.cs src/Store.cs" {
		t.Errorf("matching %v, %v", got, err)
	}
}

// TestOverloads checks that definitions with the same name, kind and file are resolved
// together.
func TestOverloads(t *testing.T) {
	r := names.Resolver{Index: answertest.Sources(t, `-- src/a.cs --
class A { void Twice(int a) { } void Twice(string a) { } void Once() { } }
class B { void Once() { } }
`)}
	for name, want := range map[string]int{"A.Twice": 2, "A.Once": 1, "Once": 0, "Gone": 0} {
		nodes, err := r.Overloads(name)
		if len(nodes) != want || (err == nil) != (want > 0) {
			t.Errorf("%s: %v, %v", name, nodes, err)
		}
	}
}

// TestTablesBeforeSets checks that a name refers to a table rather than to the ORM set
// mapped to it; a type precedes a table known only from the mapping, but not one created
// by a script.
func TestTablesBeforeSets(t *testing.T) {
	const mapped = `-- src/Db.cs --
using Microsoft.EntityFrameworkCore;
namespace Shop;
public class Order { public int Id { get; set; } }
public class Note { public int Id { get; set; } }
public class Db : DbContext
{
    public DbSet<Order> Orders { get; set; }
    public DbSet<Note> Note { get; set; }
}
`
	const created = "-- db.sql --\nCREATE TABLE Orders (Id int);\nCREATE TABLE Note (Id int);\n"
	for _, c := range []struct{ more, name, want, aside string }{
		{"", "Orders", "dbo.Orders",
			"Orders: TABLE dbo.Orders; 1 member has that name, too"},
		{created, "Orders", "dbo.Orders",
			"Orders: TABLE dbo.Orders; 1 member has that name, too"},
		{"", "Note", "Shop.Note",
			"Note: class Shop.Note; 1 table has that name, too"},
		{created, "Note", "", ""},
		{"", "Db.Orders", "Shop.Db.Orders", ""},
		{"", "dbo.Note", "dbo.Note", ""},
		{"public class Other { public int Orders; }", "Orders", "", ""},
	} {
		var aside string
		r := names.Resolver{Index: answertest.Sources(t, mapped+c.more),
			Note: func(note string) { aside += note }}
		ref, err := r.Resolve(c.name)
		if c.want == "" {
			if !errors.Is(err, answer.ErrAmbiguousID) || aside != "" {
				t.Errorf("%s %s: %+v, %v, %q, want it ambiguous", c.name, c.more, ref, err, aside)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %s: %v", c.name, c.more, err)
			continue
		}
		if node, err := r.Index.Node(ref.Node); err != nil || node.Name != c.want ||
			aside != c.aside {
			t.Errorf("%s %s: %s, %v, said %q", c.name, c.more, node.Name, err, aside)
		}
	}
}

// meanings has names with several referents, of which a command supports one.
const meanings = `-- db.sql --
CREATE TABLE shop.allergy (id int);
CREATE TABLE shop.visit (id int);
-- src/Chart.java --
package shop;
class Chart { String allergy; String visit; }
class Other { class visit { } }
-- web/allergy.ts --
export const allergy = 1;
-- app/tasks.py --
from celery import shared_task

@shared_task
def report():
    return 1
-- db/other.sql --
CREATE TABLE one.twice (id int);
GO
CREATE TABLE two.twice (id int);
-- app/use.py --
from app.tasks import report

def later():
    report.delay()
-- app/events.py --
from django.dispatch import Signal, receiver

saved = Signal()

@receiver(saved)
def note(sender, **kwargs):
    return sender

class Consumer:
    def saved(self):
        return 1
`

// TestMeaningsByUse checks that a command selects the referent that it supports, and
// reports the choice and how to refer to the others.
func TestMeaningsByUse(t *testing.T) {
	x := answertest.Sources(t, meanings)
	for _, c := range []struct {
		use              names.Use
		name, want, said string // want: names of nodes, or part of the error
	}{
		{names.MappedToTable, "allergy", "shop.allergy", "allergy: also "},
		{names.MappedToTable, "shop.allergy", "shop.allergy", ""},
		{names.Any, "allergy", "\"allergy\" matches 3 nodes", ""},
		{names.Run, "allergy", "\"allergy\" matches 3 nodes", ""},
		{names.Run, "visit", "shop.Other.visit", "visit: also "},
		{names.Run, "report", "tasks.report", ""},
		{names.Any, "report", "tasks.report", ""},
		{names.Sent, "report", "tasks.report", ""},
		{names.Handled, "TASK app.tasks.report", "TASK app.tasks.report", ""},
		{names.Handled, "saved", "events.saved", "saved: also "},
		{names.MappedToTable, "saved", "matches 2 nodes", ""},
		{names.MappedToTable, "nowhere", "unknown id", ""},
		{names.MappedToTable, "twice", "one.twice, two.twice", "2 tables are named twice: using all"},
		{names.MappedToTable, "two.twice", "two.twice", ""},
		{names.Run, "twice", "matches 2 nodes", ""},
	} {
		said := ""
		r := names.Resolver{Index: x, Note: func(note string) { said += note }}
		nodes, err := r.For(c.use, c.name)
		got := nameList(t, &r, nodes)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || (err == nil) != (got == c.want) {
			t.Errorf("%v %s: %s, want %s", c.use, c.name, got, c.want)
		}
		if !strings.HasPrefix(said, c.said) || (c.said == "") != (said == "") {
			t.Errorf("%v %s: said %q, want %q", c.use, c.name, said, c.said)
		}
	}
}

func nameList(t *testing.T, r *names.Resolver, nodes []uint32) string {
	t.Helper()
	var list []string
	for _, n := range nodes {
		node, err := r.Index.Node(n)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, node.Name)
	}
	return strings.Join(list, ", ")
}

// TestMessagesOfSeveralLanguages checks that a message name refers to the messages of
// that name in all languages.
func TestMessagesOfSeveralLanguages(t *testing.T) {
	said := ""
	r := names.Resolver{Index: answertest.Sources(t, `-- src/Hub.cs --
namespace Shop;
static class Hub { public const string OrderPlaced = "OrderPlaced"; }
-- web/hub.ts --
export class Hub { static load() { return 1; } }
export const OrderPlaced = 'OrderPlaced';
`), Note: func(note string) { said += note }}
	nodes, err := r.For(names.Sent, "OrderPlaced")
	if err != nil || nameList(t, &r, nodes) != "Shop.Hub.OrderPlaced, hub.OrderPlaced" ||
		said != "2 definitions are named OrderPlaced: using all" {
		t.Errorf("%s, %v, said %q", nameList(t, &r, nodes), err, said)
	}
	if _, err := r.For(names.Any, "OrderPlaced"); !errors.Is(err, answer.ErrAmbiguousID) {
		t.Errorf("for any use: %v", err)
	}
}

// TestRoutes checks that a route can be given in the notation of any framework.
func TestRoutes(t *testing.T) {
	r := names.Resolver{Index: answertest.Sources(t, `-- app/main.py --
from fastapi import FastAPI

app = FastAPI()

@app.get("/api/orders/{id}")
def show(id: int):
    return id

@app.delete("/api/orders/{id}")
def drop(id: int):
    return id

@app.post("/api/orders/{id}/close")
def close(id: int):
    return id

@app.get("/api/bills/{bill}/close")
def settle(bill: int):
    return bill
`)}
	const closed = "POST /api/orders/{}/close"
	for name, want := range map[string]string{
		closed:                               closed,
		"POST /api/orders/:id/close":         closed,
		"post /api/orders/<int:id>/close":    closed,
		"POST /api/orders/{id:int}/close":    closed,
		"POST /api/orders/*/close/":          closed,
		"/orders/[id]/close":                 closed,
		"/orders/$order/close":               closed,
		"POST /v2/shop/api/orders/:id/close": closed,
		"GET /api/orders/:id":                "GET /api/orders/{}",
		"DELETE /orders/:id":                 "DELETE /api/orders/{}",
		"/api/orders/:id":                    "matches 2 nodes",
		"/:a/:b":                             "unknown id",
		"GET /api/orders/:id/close":          "unknown id",
		"POST /api/orders/close":             "unknown id",
		"/:id/close":                         "matches 2 nodes",
	} {
		nodes, err := r.For(names.Requested, name)
		got := nameList(t, &r, nodes)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) || (err == nil) != (got == want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
