// Fleet indexes repositories and joins their indexes with Apache Beam. docs/fleet.md explains it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"seedgraph/fleet/pipeline"
	"seedgraph/internal/cli"
)

var version = "dev" // set by the linker

const usage = `Usage: fleet --work DIR --out DIR [--list FILE] [[NAME=]PATH…] [flags of the runner]

Fleet indexes the repositories in the folders and archives (.tar, .tar.gz, .tgz, .zip), and writes the linked
index that indexer link would write. Every worker must see these paths, and the folders of --work and
--out. Without --runner everything runs in this process.

The exit code is 3 if a repository was left out.

`

var (
	work = flag.String("work", "", "folder of the indexes, which is kept for the next time")
	out  = flag.String("out", "", "folder to write the linked index to")
	list = flag.String("list", "", "file with one [NAME=]PATH per line, relative to its folder")
	name = flag.String("name", "", "name of the linked index (default fleet)")
)

func main() {
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "fleet:", err)
	}
	switch {
	case errors.Is(err, pipeline.ErrLeftOut):
		os.Exit(3)
	case err != nil:
		os.Exit(1)
	}
}

// run builds the pipeline and waits for it.
func run(ctx context.Context, sources []string) error {
	if *list != "" {
		listed, err := readList(*list)
		if err != nil {
			return fmt.Errorf("--list: %w", err)
		}
		sources = append(sources, listed...)
	}
	o := pipeline.Options{Sources: sources, Name: *name, Tool: cli.Version(version)}
	for _, folder := range []struct {
		flag string
		from string
		to   *string
	}{{"work", *work, &o.Work}, {"out", *out, &o.Out}} {
		if folder.from == "" {
			return fmt.Errorf("--%s is missing", folder.flag)
		}
		abs, err := filepath.Abs(folder.from)
		if err != nil {
			return err
		}
		*folder.to = abs
	}
	p, s := beam.NewPipelineWithRoot()
	if err := pipeline.Build(s, o); err != nil {
		return err
	}
	if err := beamx.Run(ctx, p); err != nil {
		return err
	}
	return pipeline.Report(os.Stderr, o)
}

// readList reads a file of repositories.
func readList(file string) ([]string, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		out = append(out, pipeline.Below(filepath.Dir(file), line))
	}
	return out, nil
}
