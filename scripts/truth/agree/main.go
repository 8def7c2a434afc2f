// Command agree compares `query path` with `query impact` on random pairs of definitions:
// there is a path from the first to the second exactly if a change of the second affects the
// first.
//
//	go run ./scripts/truth/agree [-n 2000] [-seed 1] [-v] INDEX…
//
// It opens an index once and computes both answers in this process. Targets are drawn among the
// callables with code and the database objects; the other ends of half of the pairs are affected
// definitions, as far as there are any.
//
// Two differences are by design, and such pairs are not drawn. A change of a definition affects
// code that only refers to it, overrides it or derives from it, without running it. Paths between
// other code do not lead through tests.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	var o options
	flag.IntVar(&o.pairs, "n", 2000, "number of pairs of each index")
	flag.Uint64Var(&o.seed, "seed", 1, "other seeds draw other pairs")
	flag.IntVar(&o.nodes, "max-nodes", 20000, "leave out targets that affect more definitions")
	flag.BoolVar(&o.verbose, "v", false, "print each disagreement")
	flag.Parse()
	if flag.NArg() == 0 {
		log.Fatal("usage: agree [flags] INDEX…")
	}
	differ := 0
	for _, dir := range flag.Args() {
		found, err := compare(dir, o)
		if err != nil {
			log.Fatalf("%s: %v", dir, err)
		}
		fmt.Printf("%s: %d of %d pairs differ, %d are connected\n", dir, found.differ, found.pairs,
			found.connected)
		differ += found.differ
	}
	if differ > 0 {
		os.Exit(1)
	}
}
