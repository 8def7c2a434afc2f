// Awkward writes artifacts with names and texts that are hard to export to a folder, for
// scripts/exports/check.sh:
//
//	go run ./scripts/exports/awkward DIR
//
// They are the artifacts whose exports the tests of package export compare.
package main

import (
	"context"
	"fmt"
	"os"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: awkward DIR")
		os.Exit(1)
	}
	err := artifacts.Write(context.Background(), os.Args[1], artifactstest.Awkward(), graphstore.Create,
		artifacts.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, "awkward:", err)
		os.Exit(1)
	}
}
