package paths_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

// TestChains checks in a small but complete application that the path from a page to a
// table follows, hop by hop, the request, the route, its handler and the service to the
// query, and that a migration reaches the table.
func TestChains(t *testing.T) {
	for _, c := range []struct{ app, from, to, want string }{
		{"blazor", "Web/Pages/Orders.razor:15", "sales.CustomerOrders", `
method Shop.Web.Pages.Orders.Close
Calls method Shop.Web.OrdersClient.CloseAsync
Requests route POST /api/Orders/{}/close
Routes method Shop.Api.OrdersController.Close
Calls method Shop.Api.IOrderService.CloseAsync
Dispatches method Shop.Api.OrderService.CloseAsync
ReadsFrom TABLE sales.CustomerOrders`},
		{"blazor", "Web/Pages/Orders.razor:13", "sales.CustomerOrders", `
method Shop.Web.Pages.Orders.OnInitializedAsync
Calls method Shop.Web.OrdersClient.OpenAsync
Requests route GET /api/Orders
Routes method Shop.Api.OrdersController.List
Calls method Shop.Api.IOrderService.OpenAsync
Dispatches method Shop.Api.OrderService.OpenAsync
ReadsFrom TABLE sales.CustomerOrders`},
		{"blazor", "Shop.Api.Migrations.Init", "sales.CustomerOrders", `
class Shop.Api.Migrations.Init
SchemaChange TABLE sales.CustomerOrders`},
		{"blazor", "Shop.Web.Pages.Orders", "Orders:MaxOpen", `
component Shop.Web.Pages.Orders
Contains method Shop.Web.Pages.Orders.Close
Calls method Shop.Web.OrdersClient.OpenAsync
Requests route GET /api/Orders
Routes method Shop.Api.OrdersController.List
Calls method Shop.Api.IOrderService.OpenAsync
Dispatches method Shop.Api.OrderService.OpenAsync
ReadsConfig config key Orders:MaxOpen`},
		{"nest-react", "OrdersPage.OrdersPage", "public.customer_orders", `
function OrdersPage.OrdersPage
Calls function orders.useOrders
Requests route GET /api/orders
Routes method orders.controller.OrdersController.list
Calls method orders.service.OrdersService.open
ReadsFrom TABLE public.customer_orders`},
		{"nest-react", "OrdersPage.OrdersPage", "orders.closeOrder", `
function OrdersPage.OrdersPage
Renders function OrdersPage.OrderLine
Calls function orders.closeOrder`},
		{"nest-react", "OrderLine", "public.customer_orders", `
function OrdersPage.OrderLine
Calls function orders.closeOrder
Requests route POST /api/orders/{}/close
Routes method orders.controller.OrdersController.close
Calls method orders.service.OrdersService.close
WritesTo TABLE public.customer_orders`},
		{"nest-react", "migration.sql", "public.customer_orders", `
file api/prisma/migrations/20240101000000_init/migration.sql
Contains TABLE public.customer_orders`},
		{"fastapi-vue", "OrdersPage", "dbo.customer_orders", `
component OrdersPage
Calls function orders.openOrders
Requests route GET /api/orders
Routes function routes.list_orders
Calls method service.OrderService.open_orders
Dispatches method service.SqlOrderService.open_orders
ReadsFrom TABLE dbo.customer_orders`},
		{"fastapi-vue", "OrderLine", "SqlOrderService.close", `
component OrderLine
Contains function OrderLine.close
Calls function orders.closeOrder
Requests route POST /api/orders/{}/close
Routes function routes.close_order
Calls method service.OrderService.close
Dispatches method service.SqlOrderService.close`},
		{"fastapi-vue", "orders.closeOrder", "SqlOrderService.close", `
function orders.closeOrder
Requests route POST /api/orders/{}/close
Routes function routes.close_order
Calls method service.OrderService.close
Dispatches method service.SqlOrderService.close`},
		{"fastapi-vue", "orders.openOrders", "dbo.customer_orders", `
function orders.openOrders
Requests route GET /api/orders
Routes function routes.list_orders
Calls method service.OrderService.open_orders
Dispatches method service.SqlOrderService.open_orders
ReadsFrom TABLE dbo.customer_orders`},
		{"fastapi-vue", "GET /api/orders", "SHOP_DATABASE_URL", `
route GET /api/orders
Routes function routes.list_orders
Calls function service.order_service
Calls function database.get_session
Calls function database.make_engine
ReadsConfig config key SHOP_DATABASE_URL`},
		{"fastapi-vue", "0001_init.py", "dbo.customer_orders", `
file api/alembic/versions/0001_init.py
SchemaChange TABLE dbo.customer_orders`},
		{"spring-thymeleaf", "OrdersController.list", "Order.getId", `
method shop.OrdersController.list
Renders template src/main/resources/templates/orders
Calls method shop.Order.getId`},
		{"spring-thymeleaf", "src/main/resources/templates/orders", "dbo.customer_orders", `
template src/main/resources/templates/orders
Requests route POST /orders/{}/close
Routes method shop.OrdersController.close
Calls method shop.OrderService.close
Dispatches method shop.JpaOrderService.close
ReadsFrom TABLE dbo.customer_orders`},
		{"spring-thymeleaf", "POST /orders/{}/close", "dbo.customer_orders", `
route POST /orders/{}/close
Routes method shop.OrdersController.close
Calls method shop.OrderService.close
Dispatches method shop.JpaOrderService.close
ReadsFrom TABLE dbo.customer_orders`},
		{"spring-thymeleaf", "GET /orders", "dbo.customer_orders", `
route GET /orders
Routes method shop.OrdersController.list
Calls method shop.OrderService.open
Dispatches method shop.JpaOrderService.open
Calls method shop.OrderRepository.findByState
ReadsFrom TABLE dbo.customer_orders`},
		{"spring-thymeleaf", "OrdersController.close", "dbo.order_audit", `
method shop.OrdersController.close
Calls method shop.OrderService.close
Dispatches method shop.JpaOrderService.close
Requests record shop.OrderClosed
Handles method shop.OrderAudit.closed
WritesTo TABLE dbo.order_audit`},
		{"spring-thymeleaf", "V1__init.sql", "dbo.customer_orders", `
file src/main/resources/db/migration/V1__init.sql
Contains TABLE dbo.customer_orders`},
		{"go-templates", "internal/web/templates/orders.html:4", "dbo.customer_orders", `
template orders.orders.html
Requests route POST /orders/{}/close
Routes method web.server.close
Calls method orders.Service.Close
Dispatches method orders.Store.Close
WritesTo TABLE dbo.customer_orders`},
		{"go-templates", "GET /orders", "orders.orders.html", `
route GET /orders
Routes method web.server.list
Renders template orders.orders.html`},
		{"go-templates", "POST /orders/{}/close", "dbo.customer_orders", `
route POST /orders/{}/close
Routes method web.server.close
Calls method orders.Service.Close
Dispatches method orders.Store.Close
WritesTo TABLE dbo.customer_orders`},
		{"go-templates", "GET /orders", "dbo.customer_orders", `
route GET /orders
Routes method web.server.list
Calls method orders.Service.Open
Dispatches method orders.Store.Open
ReadsFrom TABLE dbo.customer_orders`},
		{"go-templates", "0001_init.up.sql", "dbo.customer_orders", `
file migrations/0001_init.up.sql
Contains TABLE dbo.customer_orders`},
	} {
		if got := hops(t, c.app, c.from, c.to); got != strings.TrimSpace(c.want) {
			t.Errorf("%s: from %s to %s:\n%s\nwant\n%s", c.app, c.from, c.to, got,
				strings.TrimSpace(c.want))
		}
	}
}

// hops formats the best path of an application as its nodes, each with the edge by which
// it is reached.
func hops(t *testing.T, app, from, to string) string {
	t.Helper()
	index, err := sourceindex.Of(sources(t, "../../../testdata/apps/"+app))
	if err != nil {
		t.Fatal(err)
	}
	a, err := find(t, answertest.Open(t, index), from, to, paths.Options{})
	if err != nil || len(a.Paths) == 0 {
		t.Fatalf("%s: from %s to %s: %v, %v", app, from, to, a, err)
	}
	items := map[string]string{}
	for _, it := range a.Items {
		items[it.ID] = it.Kind + " " + it.Name
	}
	p := a.Paths[0]
	out := items[p.Nodes[0]]
	for i, e := range p.Edges {
		out += "\n" + e.Type + " " + items[p.Nodes[i+1]]
	}
	return out
}

// sources reads the files of an application: a folder, or an archive.
func sources(t *testing.T, path string) map[string]string {
	t.Helper()
	root := os.DirFS(path)
	if archive, err := txtar.ParseFile(path + ".txtar"); err == nil {
		if root, err = txtar.FS(archive); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{}
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
