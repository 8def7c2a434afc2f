package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
	"seedgraph/query/answer/seeds"
)

// seedOptions are the flags for seeds that are not arguments.
type seedOptions struct {
	file string
	flag string // for the file; empty: --seeds
	rows bool

	lenient bool // see seeds.Input
}

func (o *seedOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.file, "seeds", "",
		"file of IDs, a state, or retrieval results (query help seeds)")
	f.BoolVar(&o.rows, "rows", false,
		"IDs are row numbers of unified_metadata.jsonl, as returned by vector stores")
}

// seedsHelp documents standard input and --seeds.
const seedsHelp = `Seeds are IDs as arguments, on standard input ("-"), or in the file of --seeds: one per line,
optionally with a tab and a score, or JSON: the answer of another command, the state of a pipeline, or
the results of a retriever.

Results are a list of IDs, of objects with chunk_id, node_key or id (also inside metadata, payload,
_source or node), or of pairs with a score, under keys such as results, matches, hits, points,
source_nodes or ids. With --rows a result is identified by row_id, otherwise by its number; -1, the
padding of FAISS, is ignored.

Results that are missing or hidden by access flags are skipped with a warning. IDs given as arguments,
or one per line, must exist.`

// readSeeds reads IDs or rows from a file, the arguments and standard input; the
// last is also read if neither of the others is given.
func (s *session) readSeeds(args []string, o seedOptions) (*seeds.Input, error) {
	flag := cmp.Or(o.flag, "--seeds")
	in := seeds.New(s.names, s.index)
	in.Lenient = o.lenient
	if o.file != "" {
		raw, err := os.ReadFile(o.file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", flag, err)
		}
		if err := in.Read(raw, o.rows); err != nil {
			return nil, fmt.Errorf("%s %s: %w", flag, o.file, err)
		}
	} else if len(args) == 0 {
		args = []string{"-"}
	}
	for _, a := range args {
		if err := s.readSeed(in, a, o.rows); err != nil {
			return nil, err
		}
	}
	leftOut, hits, err := in.Check()
	if err == nil && leftOut > 0 {
		s.warn("skipped %d of %d results that are not in the artifacts", leftOut, hits)
	}
	return in, err
}

// readSeed reads one argument: an ID, rows, or "-" for standard input.
func (s *session) readSeed(in *seeds.Input, arg string, rows bool) error {
	switch {
	case arg == "-":
		raw, err := s.readStandardInput()
		if err != nil {
			return err
		}
		return in.Read(raw, rows)
	case rows:
		return in.TypeRows(arg)
	}
	return in.Type(arg)
}

func (s *session) readStandardInput() ([]byte, error) {
	if f, ok := s.streams.In.(*os.File); ok && cli.IsTerminal(f) {
		return nil, hint.With(errors.New("no IDs"), "give IDs as arguments, or on standard input")
	}
	raw, err := io.ReadAll(s.streams.In)
	if err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	return raw, nil
}
