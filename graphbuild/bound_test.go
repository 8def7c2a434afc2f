package graphbuild_test

import (
	"testing"

	"seedgraph/graph"
	"seedgraph/testkit/sourceindex"
)

// TestRegistrationsDecide: registered implementations of a service share the confidence
// of a call of it; the others keep theirs. An uncertain registration has no effect. The
// registration is the provenance of the edge.
func TestRegistrationsDecide(t *testing.T) {
	in, err := sourceindex.Archive(`-- Shop.cs --
using Microsoft.Extensions.DependencyInjection;
public interface IStore { void Save(); }
public class Sql : IStore { public void Save() { } }
public class File : IStore { public void Save() { } }
public class Cloud : IStore { public void Save() { } }
public interface IMail { void Send(); }
public class Smtp : IMail { public void Send() { } }
public class Fake : IMail { public void Send() { } }
public interface ILog { void Log(); }
public class LogBase : ILog { public void Log() { } }
public class Console : LogBase { }
public class Silent : ILog { public void Log() { } }
public static class Setup
{
    public static void ConfigureServices(IServiceCollection services, bool fake)
    {
        services.AddScoped<IStore, Sql>();
        services.AddScoped<ILog, Console>();
        if (fake) services.AddScoped<IMail, Fake>();
    }
}
`)
	if err != nil {
		t.Fatal(err)
	}
	shares, binds := map[string]uint16{}, map[string]string{}
	for _, e := range in.Graph.Edges {
		to := in.Graph.Nodes[e.To].Name
		switch e.Kind {
		case graph.Dispatches:
			shares[to] = e.Share
		case graph.Binds:
			binds[to] = e.Tier.String() + " " + e.Via.String()
			if e.Line == 0 {
				t.Errorf("the edge to %s has no line", to)
			}
		}
	}
	for name, want := range map[string]uint16{"Sql.Save": 1, "File.Save": 3, "Cloud.Save": 3,
		"Smtp.Send": 2, "Fake.Send": 2, "LogBase.Log": 1, "Silent.Log": 2} {
		if shares[name] != want {
			t.Errorf("%s stands among %d, want %d", name, shares[name], want)
		}
	}
	if binds["Sql"] != "exact scoped" || binds["Fake"] != "heuristic scoped" || len(binds) != 3 {
		t.Errorf("the bindings are %v", binds)
	}
}

// TestPrimaryDecides: the primary one of several beans gets the confidence of a call of
// the service.
func TestPrimaryDecides(t *testing.T) {
	in, err := sourceindex.Archive(`-- shop/Shop.java --
package shop;
import org.springframework.context.annotation.Primary;
import org.springframework.stereotype.Component;
interface Mail { void send(); }
@Component @Primary class Smtp implements Mail { public void send() { } }
@Component class Null implements Mail { public void send() { } }
`)
	if err != nil {
		t.Fatal(err)
	}
	shares := map[string]uint16{}
	for _, e := range in.Graph.Edges {
		if e.Kind == graph.Dispatches {
			shares[in.Graph.Nodes[e.To].Name] = e.Share
		}
	}
	if shares["shop.Smtp.send"] != 1 || shares["shop.Null.send"] != 2 || len(shares) != 2 {
		t.Errorf("the shares are %v", shares)
	}
}
