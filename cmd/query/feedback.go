package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/query/answer/feedback"
	"seedgraph/query/render"
)

// feedbackOptions are the flags of feedback.
type feedbackOptions struct {
	file            string
	useful, useless []string
	at              string
}

const feedbackLong = `Feedback appends to a file which results were useful for a query, and which were not. With --feedback,
search and context rank useful nodes higher and useless ones lower for queries that share words with an
earlier one; entries lose half of their effect in 30 days (--half-life). An entry is a line of JSON
with canonical IDs, which survive rebuilds:

  {"time": "2024-05-01T12:00:00Z", "query": "…", "useful": ["…"], "useless": ["…"]}`

const feedbackExample = `  query feedback "how are orders billed" --file learned.jsonl --useful OrderService.Place
  query search "billing of orders" --feedback learned.jsonl`

func newFeedbackCommand(g *globals) *cobra.Command {
	var o feedbackOptions
	c := &cobra.Command{
		Use:     "feedback TEXT…",
		Short:   "Record which results were useful for a query",
		Long:    feedbackLong,
		Example: feedbackExample,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error {
				return runFeedback(s, strings.Join(args, " "), o)
			})
		},
	}
	f := c.Flags()
	f.StringVar(&o.file, "file", "", "file to append to (required); created if missing")
	f.StringArrayVar(&o.useful, "useful", nil, "ID of a node that was useful (repeatable)")
	f.StringArrayVar(&o.useless, "useless", nil, "ID of a node that was useless (repeatable)")
	f.StringVar(&o.at, "at", "", "time of the entry, as in 2024-05-01T12:00:00Z (default now)")
	_ = c.RegisterFlagCompletionFunc("useful", completeIDs(g))
	_ = c.RegisterFlagCompletionFunc("useless", completeIDs(g))
	return c
}

func runFeedback(s *session, text string, o feedbackOptions) error {
	if o.file == "" {
		return errors.New("--file is missing: name the file to append to")
	}
	if len(o.useful)+len(o.useless) == 0 {
		return errors.New("nothing to record: give --useful or --useless")
	}
	rec := feedback.Record{Time: time.Now().UTC().Truncate(time.Second), Query: text}
	var err error
	if o.at != "" {
		if rec.Time, err = time.Parse(time.RFC3339, o.at); err != nil {
			return fmt.Errorf("--at %s: write a time as 2024-05-01T12:00:00Z", o.at)
		}
	}
	if rec.Useful, err = s.nodeIDs(o.useful); err != nil {
		return err
	}
	if rec.Useless, err = s.nodeIDs(o.useless); err != nil {
		return err
	}
	if err := feedback.Append(o.file, rec); err != nil {
		return fmt.Errorf("--file: %w", err)
	}
	if s.json {
		return render.JSON(s.streams.Out, rec)
	}
	return nil
}

// nodeIDs resolves arguments to the ids of whole nodes.
func (s *session) nodeIDs(typed []string) ([]string, error) {
	var out []string
	for _, name := range typed {
		ref, err := s.names.Resolve(name)
		if err != nil {
			return nil, err
		}
		node, err := s.index.Node(ref.Node)
		if err != nil {
			return nil, err
		}
		out = append(out, string(node.ID))
	}
	return out, nil
}
