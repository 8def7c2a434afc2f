package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/internal/cli"
)

// seedOptions say where seeds come from beside the arguments.
type seedOptions struct {
	file string
	rows bool
}

func (o *seedOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.file, "seeds", "", "file of IDs, of a state, or of the results of a retriever, as on standard input")
	f.BoolVar(&o.rows, "rows", false, "IDs are row numbers of unified_metadata.jsonl, as vector stores and other indexes return them")
}

// seedsHelp says what standard input and --seeds may hold.
const seedsHelp = `Standard input and the file of --seeds hold IDs, one a line (after a tab a score), or
JSON: the answer of another command, the state of a pipeline, or the results of a
retriever. Of those any list will do (of ids, of objects with chunk_id, node_key or
id, also inside metadata, payload, _source or node, of pairs with a score), under
keys such as results, matches, hits, points, source_nodes or ids. With --rows a
result is its row_id, else its number; -1, which FAISS pads lists with, is left out.
So are results that the artifacts, or what --acl-any and so on leave of them, do not
have, with a message; an ID that is typed, or on a line of its own, must be there.`

// addRows adds the nodes of rows.
func (in *input) addRows(s *session, hits []foreignHit) error {
	var rows []int
	for _, h := range hits {
		if h.row == nil {
			return cli.WithHint(fmt.Errorf("--rows: %s is no row", h.says), "give numbers, or objects with row_id")
		}
		rows = append(rows, *h.row)
	}
	ids, err := s.Rows(rows)
	if errors.Is(err, artifacts.ErrRow) {
		return cli.WithHint(fmt.Errorf("%w: %w", cli.ErrUnknownID, err), "rows are counted from 0; they must be of the same build as these artifacts")
	}
	if err != nil {
		return err
	}
	for i, id := range ids {
		if err := in.add(s, id, hits[i].score); err != nil {
			return err
		}
	}
	return nil
}

// addFoundRows adds the nodes of rows that a program found; see addFound.
func (in *input) addFoundRows(s *session, hits []foreignHit) error {
	in.found += len(hits)
	if err := in.addRows(s, hits); !errors.Is(err, artifacts.ErrRow) {
		return err // mostly nil: all at once is fast
	}
	for _, h := range hits {
		err := in.addRows(s, []foreignHit{h})
		if errors.Is(err, artifacts.ErrRow) {
			in.leftOut++
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addResults adds the nodes of the results of a retriever.
func (in *input) addResults(s *session, hits []foreignHit, rows bool) error {
	if rows {
		return in.addFoundRows(s, withoutPadding(hits))
	}
	for _, h := range hits {
		if h.id == "" {
			return cli.WithHint(fmt.Errorf("%s has no id", h.says), "give objects with id, or with row_id and --rows")
		}
		err := in.addFound(s, h.id, h.score)
		if h.row != nil && errors.Is(err, cli.ErrUnknownID) {
			err = cli.WithHint(err, "with --rows numbers are those of rows")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// withoutPadding leaves out the rows -1.
func withoutPadding(hits []foreignHit) []foreignHit {
	return slices.DeleteFunc(hits, func(h foreignHit) bool { return h.row != nil && *h.row == -1 })
}
