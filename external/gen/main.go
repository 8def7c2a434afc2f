// Gen generates the tables of package outside.
//
//	go run seedgraph/outside/gen [-check] [PLATFORM…]
//	go run seedgraph/outside/gen -show PLATFORM NAME…
//
// It reads the published sources of the platforms and writes
// outside/data/PLATFORM.tbl. With -check it writes nothing and reports every entry
// that differs. Without names it processes all platforms. With -show it prints
// entries of the tables: types by full name, the names in a namespace.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"seedgraph/external"
	"seedgraph/external/gen/check"
	"seedgraph/external/gen/dotnet"
	"seedgraph/external/gen/golang"
	"seedgraph/external/gen/jdk"
	"seedgraph/external/gen/libraries"
	"seedgraph/external/gen/notation"
	"seedgraph/external/gen/python"
	"seedgraph/external/gen/r"
	"seedgraph/external/gen/source"
	"seedgraph/external/gen/typescript"
)

// A generator generates one table.
type generator struct {
	table   string // data/TABLE.tbl
	declare func() ([]external.Declared, error)
}

var generators = []generator{
	{"dotnet", dotnet.Declare},
	{"jdk", jdk.Declare},
	{"go", golang.Declare},
	{"typescript", typescript.Declare},
	{"python", python.Declare},
	{"r", r.Declare},
	{"dotnet-libraries", libraries.Dotnet}, // after the platforms that they refer to
	{"jdk-libraries", libraries.JDK},
	{"go-libraries", libraries.Go},
	{"python-libraries", libraries.Python},
	{"typescript-libraries", libraries.TypeScript},
}

func main() {
	checking := flag.Bool("check", false, "report what differs, write nothing")
	dir := flag.String("dir", "data", "folder of the tables")
	show := flag.String("show", "", "platform whose types or namespaces to print")
	flag.Parse()
	if *show != "" {
		for _, name := range flag.Args() {
			printName(external.Open(*show), name)
		}
		return
	}
	failed := false
	for _, g := range generators {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), g.table) {
			continue
		}
		err := g.run(*dir, *checking)
		switch {
		case errors.Is(err, source.ErrUnavailable):
			fmt.Fprintf(os.Stderr, "%s: skipped: %v\n", g.table, err)
		case err != nil:
			fmt.Fprintf(os.Stderr, "%s: %v\n", g.table, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// printName prints the type or the namespace with the given name.
func printName(p *external.Platform, name string) {
	if t := p.Type(name); t != nil {
		fmt.Print(notation.Type(t))
	}
	n := p.Namespace(name)
	if n == nil {
		return
	}
	fmt.Println("namespace", n.Name, n.Short())
	for _, t := range n.TypeNames() {
		fmt.Println("    type", t)
	}
	for _, name := range n.MemberNames() {
		for _, m := range n.Member(name) {
			fmt.Println("    " + notation.Member(&m))
		}
	}
	for _, e := range n.Exports() {
		fmt.Println("    export", e.Name, "=", e.Target)
	}
}

// run writes or checks a table.
func (g generator) run(dir string, checking bool) error {
	all, err := g.declare()
	if err != nil {
		return err
	}
	data, err := external.Encode(all)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, g.table+".tbl")
	if !checking {
		return os.WriteFile(file, data, 0o644)
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := check.Differences(external.New(g.table, string(old)), all)
	for _, line := range lines {
		fmt.Println(line)
	}
	if len(lines) > 0 {
		return fmt.Errorf("%d entries differ; go generate ./outside makes the table again",
			len(lines))
	}
	fmt.Printf("%s: %d bytes, as published\n", g.table, len(old))
	return nil
}
