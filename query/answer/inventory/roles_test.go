package inventory_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/query/answer/inventory"
	"seedgraph/query/answer/layout"
	"seedgraph/testkit/answertest"
)

const application = `-- Shop.csproj --
<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</TargetFramework>
<ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>
-- Data.cs --
using Microsoft.EntityFrameworkCore;
namespace Shop;
public class Order { public int Id { get; set; } }
public class OrderDto { public int Id { get; set; } }
public class ShopContext : DbContext { public DbSet<Order> Orders { get; set; } }
-- Migrations/First.cs --
using Microsoft.EntityFrameworkCore.Migrations;
namespace Shop.Migrations;
[Migration("1")]
public class First : Migration
{
    protected override void Up(MigrationBuilder m) { m.CreateTable("Orders", t => new { }); }
}
public class Firstly { }
-- Messages.cs --
using MediatR;
namespace Shop;
public class Place : IRequest<int> { }
public class Unheard { }
public class PlaceHandler : IRequestHandler<Place, int>
{
    public Task<int> Handle(Place p, CancellationToken c) => Task.FromResult(1);
    public void Help() { }
}
-- Jobs.cs --
using Microsoft.Extensions.Hosting;
using Microsoft.AspNetCore.SignalR;
using Quartz;
namespace Shop;
public abstract class Loop : BackgroundService { }
public class Cleanup : Loop { protected override Task ExecuteAsync(CancellationToken c) => null; }
public class Nightly : IJob { public Task Execute(IJobExecutionContext c) => null; }
public interface IWorker : IHostedService { }
public class Worker { }
public class OrdersHub : Hub { public Task Send() => null; }
public class Hub2 { }
-- Program.cs --
using Shop;
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddScoped<IMail, Mail>();
var app = builder.Build();
app.MapHub<OrdersHub>("/orders");
app.MapRazorPages();
app.MapGet("/api/orders", () => Mail.All());
-- Mail.cs --
namespace Shop;
public interface IMail { }
public interface IOther { }
public class Mail : IMail { public static string All() => ""; }
-- Client.cs --
using System.Net.Http;
namespace Shop;
public class Client
{
    private readonly HttpClient http;
    public Task<string> Load() => http.GetStringAsync("/api/orders");
    public Task<string> Elsewhere() => http.GetStringAsync("https://example.org/");
}
-- Pages/Index.cshtml --
@page
<p>Welcome</p>
-- Pages/_Part.cshtml --
<p>Part</p>
-- web/tasks.service.ts --
import { Cron } from '@nestjs/schedule';
import { WebSocketGateway } from '@nestjs/websockets';
@WebSocketGateway()
export class Live { }
export class Tasks {
  @Cron('* * * * *')
  tick() { }
  tock() { }
}
-- py/tasks.py --
import click
from celery import shared_task

@shared_task
def mail(): pass

def post(): pass

@click.command()
def load(): pass
-- java/Timer.java --
package shop;
import org.springframework.scheduling.annotation.Scheduled;
class Timer { @Scheduled(cron = "0 0 * * *") void run() { } void walk() { } }
`

// TestRoles checks for the words of each role that exactly its nodes are listed.
func TestRoles(t *testing.T) {
	x := answertest.Sources(t, application)
	for words, want := range map[string][]string{
		"entities": {"Shop.Order  maps to dbo.Orders"},
		"entity":   {"Shop.Order  maps to dbo.Orders"},
		"commands": {"tasks.load"},
		"handlers": {"Shop.PlaceHandler.Handle  handles Place",
			"tasks.mail  handles TASK py.tasks.mail"},
		"message": {"Shop.Place  handled by PlaceHandler.Handle",
			"TASK py.tasks.mail  handled by tasks.mail"},
		// a task is no route
		"routes": {"ANY /  handled by Pages/Index", "ANY /Index  handled by Pages/Index",
			"ANY /orders  handled by OrdersHub", "ANY /orders/negotiate  handled by OrdersHub",
			"GET /api/orders  handled by Program.MapGet(/api/orders)"},
		"hubs": {"Shop.OrdersHub  at ANY /orders/negotiate, ANY /orders",
			"tasks.service.Live"},
		"jobs": {"Shop.Cleanup.ExecuteAsync", "Shop.Nightly.Execute", "shop.Timer.run",
			"tasks.service.Tasks.tick"},
		"migrations": {"Shop.Migrations.First  changes dbo.Orders"},
		"pages":      {"Pages/Index  at ANY /, ANY /Index"},
		"requests":   {"Shop.Client.Load  requests GET /api/orders"},
		"services":   {"Shop.IMail  provided by Mail"},
		"templates":  {"Pages/Index", "Pages/_Part"},
	} {
		a, err := inventory.Find(x, []string{words}, inventory.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range rowsOf(a) {
			name := row.Item.Name
			if row.Rest != "" {
				name += "  " + row.Rest
			}
			got = append(got, name)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

// TestRolesWithKinds checks that a node selected by two words is listed once, by kind and
// location, and that filters and pages apply to roles.
func TestRolesWithKinds(t *testing.T) {
	x := answertest.Sources(t, application)
	for _, c := range []struct {
		words string
		o     inventory.Options
		want  string
		total int
	}{
		{"messages entities classes", inventory.Options{Name: "order"},
			"Order OrderDto OrdersHub", 3},
		{"jobs", inventory.Options{Name: "shop."}, "ExecuteAsync Execute run", 3},
		{"jobs", inventory.Options{Offset: 1, Limit: 2}, "Execute run", 4},
	} {
		a, err := inventory.Find(x, strings.Fields(c.words), c.o)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, it := range a.Items {
			names = append(names, it.Name[strings.LastIndexByte(it.Name, '.')+1:])
		}
		if got := strings.Join(names, " "); got != c.want || a.Total != c.total {
			t.Errorf("%s %+v: %s (%d), want %s (%d)", c.words, c.o, got, a.Total, c.want, c.total)
		}
	}
}

// TestTies checks that a route is listed with its handler, and that at most two names are
// shown.
func TestTies(t *testing.T) {
	x := answertest.Sources(t, application+`-- More.cs --
using MediatR;
namespace Shop;
public class Sent : INotification { }
public class One : INotificationHandler<Sent>
{
    public Task Handle(Sent s, CancellationToken c) => null;
}
public class Two : INotificationHandler<Sent>
{
    public Task Handle(Sent s, CancellationToken c) => null;
}
public class Three : INotificationHandler<Sent>
{
    public Task Handle(Sent s, CancellationToken c) => null;
}
`)
	a, err := inventory.Find(x, []string{"messages", "routes"}, inventory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(a.Sheet().Lines(nil, 0), "\n")
	for _, want := range []string{" handled by One.Handle, Three.Handle + 1 more",
		"\nProgram.cs\n iml65z3yys ANY /orders/negotiate :5 handled by OrdersHub\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %q", text, want)
		}
	}
	for _, it := range a.Items {
		if it.Name == "Shop.Sent" && (len(it.Connections) != 3 || it.Connections[0].Type != "Handles" ||
			it.Connections[0].Incoming || it.Connections[0].Kind != "method" || it.Connections[0].ID == "") {
			t.Errorf("ties %+v", it.Connections)
		}
	}
}

// rowsOf lists the rows of a printed list.
func rowsOf(a *inventory.Answer) (rows []layout.Row) {
	for _, g := range a.Sheet().Groups {
		rows = append(rows, g.Rows...)
	}
	return rows
}
