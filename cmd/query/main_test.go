package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the wanted output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"query": func() { os.Exit(program.Main(run)) },
	})
}

// TestScripts runs the scripts in testdata/script. Each begins in an empty
// folder beside the artifacts $SHOP, which no variable names, and $GUARDED, the same with
// access rules.
func TestScripts(t *testing.T) {
	shop := filepath.Join(t.TempDir(), "shop.sg")
	writeShop(t, shop)
	guarded := filepath.Join(t.TempDir(), "guarded.sg")
	writeGuarded(t, guarded)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SHOP", shop)
			e.Setenv("GUARDED", guarded)
			return nil
		},
	})
}
