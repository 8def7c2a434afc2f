package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/query/answer/feedback"
	"seedgraph/query/answer/rerank"
	"seedgraph/query/answer/widen"
	"seedgraph/query/search"
)

// retrievalHelp documents the flags that search and context share.
const retrievalHelp = `Retrieval flags of search and context.

VECTORS
  Artifacts built with --embeddings have vectors of nodes, and a table for that of the text: the
  search is hybrid, and --mode keyword turns that off.
  --vectors is a file of vectors from any program, --query-vector the vector of the text: lines such
  as {"id": "…", "vector": [0.1, …]}, or raw 32-bit floats with a file of IDs. --embed-with computes it:
  the program reads {"id": "query", "text"} and writes {"id": "query", "vector"} within 30 seconds. If it
  fails, the search is by words alone. --mode:
    keyword   words only
    semantic  vectors only
    hybrid    words, and vectors with the weight --vector-weight
    rrf       reciprocal rank fusion of both
    rerank    the nearest nodes by vectors, ordered by words

WIDENING
  With --widen N a hit must contain half of the query words, by weight. While there are fewer than ten
  hits, up to N attempts follow: the parts of a long question are searched separately, the share is
  lowered to 0.3 and 0.1, synonyms and inflected forms count, neighbors of hits are added.

RERANKING
  --rerank-with reads a line of JSON for each of the first hits, {"query", "id", "name", "path",
  "score", "text"}, and writes lines {"id", "score"}. If it fails, the order does not change.

DIAGNOSTICS
  With --json the answer has a trace: an id determined by artifacts, text and flags, the ranking
  methods, attempts of widening, and errors that made the answer incomplete.`

// retrievalFlags are the flags of search and context that determine how hits are
// found, except weights and filters.
type retrievalFlags struct {
	vectors  vectorFlags
	feedback feedbackFlags
	rerank   rerankFlags
	widen    int
	trace    traceFlags
}

func (r *retrievalFlags) addFlags(c *cobra.Command) {
	r.vectors.addFlags(c)
	r.feedback.addFlags(c)
	r.rerank.addFlags(c)
	r.trace.addFlags(c)
	c.Flags().IntVar(&r.widen, "widen", 0,
		"search strictly, then widen up to this many times")
}

// rerankFlags name a program that reorders hits.
type rerankFlags struct {
	program string
	most    int
	time    time.Duration
}

func (r *rerankFlags) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&r.program, "rerank-with", "",
		"program that reorders the first hits, with space-separated arguments")
	f.IntVar(&r.most, "rerank-most", 50, "number of hits to rerank")
	f.DurationVar(&r.time, "rerank-time", 10*time.Second, "time limit of the program")
}

// feedbackFlags name a file written by query feedback.
type feedbackFlags struct {
	file string
	now  string
	half float64
}

func (o *feedbackFlags) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.file, "feedback", "", "file written by query feedback")
	f.StringVar(&o.now, "now", "",
		"reference time for the age of feedback (default the newest entry)")
	f.Float64Var(&o.half, "half-life", feedback.HalfLife.Hours()/24,
		"half-life of feedback in days")
}

// read returns the feedback on nodes for a text in the file; nil without a file.
func (o *feedbackFlags) read(s *session, text string) (map[uint32]float64, error) {
	opts := feedback.Options{HalfLife: time.Duration(o.half * 24 * float64(time.Hour))}
	if opts.HalfLife <= 0 {
		return nil, fmt.Errorf("--half-life %g: it must be greater than 0", o.half)
	}
	var err error
	if o.now != "" {
		if opts.Now, err = time.Parse(time.RFC3339, o.now); err != nil {
			return nil, fmt.Errorf("--now %s: write a time as 2024-05-01T12:00:00Z", o.now)
		}
	}
	if o.file == "" {
		return nil, nil
	}
	f, err := os.Open(o.file)
	if err != nil {
		return nil, hint.With(fmt.Errorf("--feedback: %w", err), "query feedback writes such a file")
	}
	defer f.Close()
	records, err := feedback.Read(f)
	if err != nil {
		return nil, fmt.Errorf("--feedback %s: %w", o.file, err)
	}
	out := map[uint32]float64{}
	for id, x := range feedback.Count(records, text, opts) {
		n, ok, err := s.index.Lookup(graph.NodeID(id))
		if err != nil {
			return nil, err
		}
		if ok {
			out[n] = x
		}
	}
	return out, nil
}

// changes reports whether hits are found other than by the words of the text.
func (r *retrievalFlags) changes() bool {
	return r.vectors.ranks() || r.rerank.program != "" || r.widen > 0
}

// check validates the flags that need no index.
func (r *retrievalFlags) check() error {
	flags := r.trace.command.Flags()
	for _, pair := range [][2]string{{"query-vector", "vectors"}, {"embed-with", "vectors"}, {"vector-ids", "vectors"},
		{"rerank-most", "rerank-with"}, {"rerank-time", "rerank-with"},
		{"now", "feedback"}, {"half-life", "feedback"}} {
		if flags.Changed(pair[0]) && !flags.Changed(pair[1]) {
			return fmt.Errorf("--%s requires --%s", pair[0], pair[1])
		}
	}
	switch {
	case r.widen < 0:
		return fmt.Errorf("--widen %d: it must not be negative", r.widen)
	case r.widen > 0 && r.vectors.ranks():
		return errors.New("--widen and vectors are mutually exclusive: vectors need no widening")
	case r.vectors.query != "" && r.vectors.program != "":
		return errors.New("--query-vector and --embed-with are mutually exclusive")
	case flags.Changed("embed-with") && len(strings.Fields(r.vectors.program)) == 0:
		return errors.New("--embed-with: the program is missing")
	case r.rerank.program != "" && len(strings.Fields(r.rerank.program)) == 0:
		return errors.New("--rerank-with: the program is missing")
	case r.rerank.most < 1:
		return fmt.Errorf("--rerank-most %d: it must be at least 1", r.rerank.most)
	case r.rerank.time <= 0:
		return fmt.Errorf("--rerank-time %s: it must be greater than 0", r.rerank.time)
	}
	return r.trace.check()
}

// retrieve searches as specified by the flags, and records the mode in the tracer.
func (s *session) retrieve(ctx context.Context, text string, opts search.Options,
	r retrievalFlags, t *tracer) (res *search.Result, err error) {
	asked := opts.Limit
	if r.rerank.program != "" {
		opts.Limit = max(opts.Limit, r.rerank.most)
	}
	mode, err := r.vectors.modeOf(s)
	if err != nil {
		return nil, err
	}
	t.Mode = string(mode)
	err = t.stage("search", func() error {
		switch {
		case r.vectors.ranks():
			res, err = s.searchVectors(ctx, text, opts, r.vectors, mode, t)
		case r.widen > 0:
			res, t.Attempts, err = widen.Search(s.index, text, widen.Options{Search: opts,
				Attempts: r.widen, Enough: min(asked, searchLimit)})
		default:
			res, err = search.Search(s.index, text, opts)
		}
		return err
	})
	if err != nil || r.rerank.program == "" {
		return res, err
	}
	err = t.stage("rerank", func() error {
		return rerank.Hits(ctx, res, text, rerank.Options{Command: strings.Fields(r.rerank.program),
			Most: r.rerank.most, Time: r.rerank.time}, s.index.Text)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		s.warn("the reranker failed, hits keep the order of the search: %v", err)
		t.Fail("rerank", err)
	}
	t.Reranked = err == nil && len(res.Hits) > 0
	res.Hits = res.Hits[:min(len(res.Hits), asked)]
	return res, nil
}

// reportAttempts reports to the user which attempts were made; JSON has them in the
// trace, the log in its last line.
func (t *tracer) reportAttempts() {
	for _, a := range t.Attempts {
		if t.s.json || t.log {
			return
		}
		line := fmt.Sprintf("attempt %d: %s, floor %g: %d hits, %d new", a.Number, a.Change,
			a.Floor, a.Found, a.Gain)
		if a.Gain == 0 && a.Number > 0 {
			line += " (no change)"
		}
		t.s.warn("%s", line)
	}
}
