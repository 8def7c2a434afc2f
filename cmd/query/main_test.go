package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"seedgraph/testkit/longtest"
)

var update = flag.Bool("update", false, "rewrite the wanted output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(rarelyCollecting{m}, map[string]func(){
		"query": func() { os.Exit(program.Main(run)) },
	})
}

// rarelyCollecting runs tests with a garbage collector that suits thousands of commands in
// a process; commands in other processes keep their own.
type rarelyCollecting struct{ *testing.M }

func (m rarelyCollecting) Run() int {
	longtest.CollectRarely()
	return m.M.Run()
}

// TestScripts runs the scripts in testdata/script. Each begins in an empty folder, with the
// artifacts $SHOP next to it, which no variable of the programs names, and $GUARDED, the same
// with access rules. $ORDERS are the artifacts of sourceindex.Shop, $OPEN those with open ends,
// $EMBEDDED is the guarded shop with vectors, $FLEET a linked index, of $LIB and $APP.
func TestScripts(t *testing.T) {
	shop := filepath.Join(t.TempDir(), "shop.sg")
	writeShop(t, shop)
	guarded := filepath.Join(t.TempDir(), "guarded.sg")
	writeGuarded(t, guarded)
	orders := filepath.Join(t.TempDir(), "orders.sg")
	writeOrders(t, orders)
	open := filepath.Join(t.TempDir(), "open.sg")
	writeOpen(t, open)
	embedded := filepath.Join(t.TempDir(), "embedded.sg")
	writeEmbedded(t, embedded)
	fleet := filepath.Join(t.TempDir(), "fleet.sg")
	members := writeFleet(t, fleet)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": scriptExits},
		Setup: func(e *testscript.Env) error {
			e.Setenv("SHOP", shop)
			e.Setenv("GUARDED", guarded)
			e.Setenv("ORDERS", orders)
			e.Setenv("OPEN", open)
			e.Setenv("EMBEDDED", embedded)
			e.Setenv("FLEET", fleet)
			e.Setenv("LIB", filepath.Join(members, "lib"))
			e.Setenv("APP", filepath.Join(members, "app"))
			e.Setenv("SEEDGRAPH_MUTANT", os.Getenv("SEEDGRAPH_MUTANT")) // of internal/mutants
			return nil
		},
	})
}

// scriptExits implements the command `exits CODE query ARGS`: the exit code must be
// CODE.
func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}
