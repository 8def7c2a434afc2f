package config

import (
	"slices"
	"testing"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// TestKeys: the components of a key, its variable, and its readers, by the rules of its
// space.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		space          keyfile.Space
		name           string
		last, variable string
		platform       bool
	}{
		{keyfile.DotNet, "Smtp:Port", "Port", "SMTP__PORT", false},
		{keyfile.DotNet, "Logging:LogLevel:Default", "Default", "LOGGING__LOGLEVEL__DEFAULT", true},
		{keyfile.DotNet, "AllowedHosts", "AllowedHosts", "ALLOWEDHOSTS", true},
		{keyfile.DotNet, "LoggingShop", "LoggingShop", "LOGGINGSHOP", false}, // only has the same prefix
		{keyfile.Spring, "server.servlet.path", "path", "SERVER_SERVLET_PATH", true},
		{keyfile.Spring, "shop.max-items", "max-items", "SHOP_MAXITEMS", false},
		{keyfile.Spring, "shop.hosts[0]", "hosts[0]", "SHOP_HOSTS_0", false},
		{keyfile.Variables, "POSTGRES_DB", "POSTGRES_DB", "", true}, // of an image, recognized by its prefix
		{keyfile.Variables, "PATH", "PATH", "", true},
		{keyfile.Variables, "PATHS", "PATHS", "", false},
		{keyfile.Dotted, "logging.level", "level", "", false}, // no platform reads it
		{keyfile.Terraform, "db_size", "db_size", "TF_VAR_DB_SIZE", false},
		{keyfile.Flags, "--port", "--port", "", true},
		{keyfile.Helm, "db.host", "host", "", false},
	} {
		k := Key{Space: c.space, Name: c.name}
		if k.Last() != c.last || k.Variable() != c.variable || k.ReadByPlatform() != c.platform {
			t.Errorf("%s: last %q, variable %q, read by the platform %v", c.name, k.Last(),
				k.Variable(), k.ReadByPlatform())
		}
	}
}

// TestBelow: a prefix ends at a separator, and has the same space.
func TestBelow(t *testing.T) {
	for name, want := range map[string]bool{
		"smtp:port": true, "smtp.port": true, "smtp[0]": true,
		"smtp": false, "smtps:port": false, "mail:smtp": false,
	} {
		if got := (Key{Space: keyfile.DotNet, Name: name}).Below(Key{Space: keyfile.DotNet,
			Name: "smtp"}); got != want {
			t.Errorf("%s is below smtp: %v", name, got)
		}
	}
	if (Key{Space: keyfile.Spring, Name: "smtp.port"}).Below(Key{Space: keyfile.DotNet,
		Name: "smtp"}) {
		t.Error("a key of Spring is below one of .NET")
	}
	chart := Key{Space: keyfile.Helm, Scope: "charts/a", Name: "db"}
	if other := (Key{Space: keyfile.Helm, Scope: "charts/b", Name: "db.host"}); other.Below(chart) {
		t.Error("a key of one chart is below one of another")
	}
}

// TestPath: a key is split only at the separators of its space.
func TestPath(t *testing.T) {
	for _, c := range []struct {
		space keyfile.Space
		name  string
		want  []string
	}{
		{keyfile.DotNet, "Smtp:Hosts:0", []string{"Smtp", "Hosts", "0"}},
		{keyfile.DotNet, "Logging:Microsoft.AspNetCore",
			[]string{"Logging", "Microsoft.AspNetCore"}},
		{keyfile.Spring, "shop.hosts[0].a", []string{"shop", "hosts", "0", "a"}},
		{keyfile.Dotted, "db.pool", []string{"db", "pool"}},
		{keyfile.Helm, "db.host", []string{"db", "host"}},
		{keyfile.Variables, "A_B.C", []string{"A_B.C"}},
	} {
		if got := (Key{Space: c.space, Name: c.name}).Path(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// TestSpaceNames: every space has a name, and no two share one.
func TestSpaceNames(t *testing.T) {
	seen := map[string]bool{"": true}
	for _, s := range []keyfile.Space{keyfile.Variables, keyfile.DotNet, keyfile.Spring,
		keyfile.Dotted, keyfile.Helm, keyfile.Kubernetes, keyfile.Terraform, keyfile.Flags,
		Django} {
		if name := SpaceName(s); seen[name] {
			t.Errorf("space %d is called %q", s, name)
		} else {
			seen[name] = true
		}
	}
}

// TestOrder: reads are sorted by definition, place and key, fills by member and key;
// the surest of duplicates is kept.
func TestOrder(t *testing.T) {
	a, b := Key{Space: keyfile.DotNet, Name: "A"}, Key{Space: keyfile.DotNet, Name: "B"}
	spring := Key{Space: keyfile.Spring, Name: "A"}
	read := func(by resolve.DefID, at uint32, k Key, tier graph.Tier) Read {
		return Read{Key: k, By: by, At: eval.Place{At: at}, Tier: tier}
	}
	m := Model{
		Reads: []Read{
			read(2, 1, a, graph.Exact), read(1, 5, b, graph.Exact),
			read(1, 5, a, graph.Heuristic), read(1, 5, a, graph.Exact), read(1, 3, b, graph.Exact),
		},
		Fills: []Fill{{Key: spring, Member: 1}, {Key: a, Member: 1}, {Key: a, Member: 0}},
		Sets: []Fill{{Key: b, Member: 1}, {Key: a, Member: 1, Tier: graph.Heuristic},
			{Key: a, Member: 1, Tier: graph.Exact}},
	}
	m.sort()
	want := []Read{
		read(1, 3, b, graph.Exact), read(1, 5, a, graph.Exact), read(1, 5, b, graph.Exact),
		read(2, 1, a, graph.Exact),
	}
	if !slices.Equal(m.Reads, want) {
		t.Errorf("reads: %+v", m.Reads)
	}
	if want := []Fill{{Key: a, Member: 0}, {Key: a, Member: 1},
		{Key: spring, Member: 1}}; !slices.Equal(m.Fills, want) {
		t.Errorf("fills: %+v", m.Fills)
	}
	if want := []Fill{{Key: a, Member: 1, Tier: graph.Exact},
		{Key: b, Member: 1}}; !slices.Equal(m.Sets, want) {
		t.Errorf("sets: %+v", m.Sets)
	}
}
