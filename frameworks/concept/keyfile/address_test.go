package keyfile_test

import (
	"testing"

	"seedgraph/frameworks/concept/keyfile"
)

// TestAddresses: of addresses and connection strings the parts are kept that are no credentials.
func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		line string
		want keyfile.Address
	}{
		{"A=http://u:p@catalog:8080/api/v1?key=k#f", keyfile.Address{Host: "catalog", BasePath: "/api/v1"}},
		{"A=lb://customers-service", keyfile.Address{Host: "customers-service"}},
		{"A=https://api.shop.com/", keyfile.Address{Host: "api.shop.com"}},
		{"A=jdbc:mysql://db.local:3306/shop?user=u&password=p", keyfile.Address{Host: "db.local", Database: "shop"}},
		{"A=jdbc:sqlserver://db:1433;databaseName=shop;user=u;password=p", keyfile.Address{Host: "db", Database: "shop"}},
		{"A=postgres://u:p@db/shop", keyfile.Address{Host: "db", Database: "shop"}},
		{"A=Server=tcp:db.net,1433;Initial Catalog=Shop;User Id=u;Password=p", keyfile.Address{Host: "db.net", Database: "Shop"}},
		{"A=host=db user=u password=p dbname=shop", keyfile.Address{Host: "db", Database: "shop"}},
		{"A=redis://:p@cache:6379/0", keyfile.Address{Host: "cache"}},
		{"ORDER_TOPIC=orders.placed", keyfile.Address{Topic: "orders.placed"}},
		// what is a part of a secret, may be a token, or is not known
		{"SLACK_WEBHOOK=https://hooks.slack.com/services/T0/B0", keyfile.Address{Host: "hooks.slack.com"}},
		{"A=https://x.com/services/abcdefghijklmnopqrstuvwxyz0123", keyfile.Address{Host: "x.com"}},
		{"A=http://${HOST}/api", keyfile.Address{BasePath: "/api"}},
		{"TOPIC_PASSWORD=orders", keyfile.Address{}},
		{"A=orders", keyfile.Address{}},
		{"A=user=u;password=p", keyfile.Address{}},
	} {
		f := keyfile.Read(".env", c.line)
		if len(f.Keys) != 1 || f.Keys[0].Address != c.want {
			t.Errorf("%s: %+v, want %+v", c.line, f.Keys, c.want)
		}
	}
	f := keyfile.Read("application.yml", "spring:\n  application:\n    name: Customers-Service\n")
	if f.Keys[0].Address != (keyfile.Address{Service: "customers-service"}) {
		t.Errorf("%+v", f.Keys)
	}
}
