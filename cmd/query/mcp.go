package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/internal/cli"
	"seedgraph/query/agent"
	"seedgraph/query/agent/refresh"
	"seedgraph/query/agent/stdio"
	"seedgraph/query/render"
)

const mcpLong = `Mcp serves query to coding agents: a Model Context Protocol server on standard input and output. It
runs until the client closes them.

The tools correspond to the commands. Each takes definitions as id or ids, list tools also files and
folders, and budget_tokens, a hard limit on the whole answer as JSON; an answer that does not fit is
summarized and ends with a cursor for the next call. An answer without results is not an error. The
server also has resources (brief, structure, tables) and prompts (before_change, review, trace).

With --refresh SRC the server runs indexer watch, which rebuilds the artifacts whenever the tree changes; the
program is the indexer next to query, otherwise that on PATH, of the same version. It ends with the server.

The server starts without artifacts, reopens rebuilt ones, and marks answers from artifacts older than
the tree. Limits: 1 MiB per message, 64 KiB per query text, 32 concurrent calls. An invalid line is
answered with a JSON-RPC error.

The access flags restrict what the agent may see (query help access). ` + "`indexer init`" + ` writes the
configuration that registers the server with an agent.`

const mcpExample = `  query mcp
  query mcp --artifacts ~/src/shop --acl-any staff
  query mcp --refresh .                keep the artifacts of this tree up to date
  query mcp --print-tools
  claude mcp add seedgraph -- query mcp`

func newMCPCommand(g *globals) *cobra.Command {
	var counter, source string
	var printTools bool
	c := &cobra.Command{
		Use:     "mcp",
		Short:   "Serve coding agents over the Model Context Protocol",
		Long:    mcpLong,
		Example: mcpExample,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if printTools {
				return render.JSON(g.streams.Out, agent.Tools())
			}
			return runMCP(c.Context(), g, counter, source)
		},
	}
	addCounterFlag(c, &counter)
	c.Flags().StringVar(&source, "refresh", "",
		"rebuild the artifacts of this tree whenever it changes (default no tree)")
	c.Flags().BoolVar(&printTools, "print-tools", false,
		"print the name, description and input schema of every tool as JSON, and exit")
	return c
}

func runMCP(ctx context.Context, g *globals, counter, source string) error {
	if source != "" {
		stop, err := g.refresh(ctx, source)
		if err != nil {
			return err
		}
		defer stop()
	}
	// Report errors in the artifacts or the flags at once, not at the first call.
	err := g.with(func(s *session) error {
		_, err := s.counter(counter)
		return err
	})
	switch {
	case errors.Is(err, artifacts.ErrNotFound):
		g.warn("no artifacts yet: `indexer build` writes them, and the next call reads them")
	case err != nil:
		return err
	}
	o := agent.Options{
		Find: func() ([]string, error) {
			in, err := g.find()
			return in.dirs(), err
		},
		Link: func([]string) (*artifacts.Reader, error) {
			in, err := g.find()
			if err != nil {
				return nil, err
			}
			return g.open(in)
		},
		Restrict: g.access.Restrict, Tokens: counter, Version: cli.Version(version),
		Older: (&glances{find: g.find}).say, Diff: g.changesSince}
	server, closer := agent.NewServer(o)
	defer closer.Close()
	err = server.Run(ctx, &stdio.Transport{In: g.streams.In, Out: g.streams.Out})
	if errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return err
}

// refresh starts a watcher that keeps the artifacts of a tree up to date, and returns a function that ends
// it. Without --artifacts the server answers from the artifacts in the tree.
func (g *globals) refresh(ctx context.Context, source string) (stop func(), err error) {
	if len(g.artifacts) > 1 {
		return nil, errors.New("--refresh rebuilds one index: give one --artifacts")
	}
	ctx, cancel := context.WithCancel(ctx)
	ended, wait, err := refresh.Start(ctx, refresh.Options{Source: source, Out: strings.Join(g.artifacts, ""),
		Version: cli.Version(version), Stderr: g.streams.Err})
	if err != nil {
		cancel()
		return nil, err
	}
	if len(g.artifacts) == 0 {
		g.artifacts = []string{source}
	}
	go func() {
		if <-ended; ctx.Err() == nil {
			g.warn("--refresh: the watcher of %s has ended (%v): the artifacts are not rebuilt", source, wait())
		}
	}()
	return func() { cancel(); _ = wait() }, nil
}

// changesSince returns the changes of the tree since a revision.
func (g *globals) changesSince(ctx context.Context, revision string) ([]byte, error) {
	if strings.HasPrefix(revision, "-") {
		return nil, fmt.Errorf("revision %s: not a revision", revision)
	}
	in, err := g.find()
	if err != nil {
		return nil, err
	}
	return (&session{globals: g, from: in}).readDiff(ctx, revision, "")
}

// glances report how a tree differs from its artifacts. Calls come in quick succession,
// and a glance takes milliseconds, so its result is reused for some time.
type glances struct {
	find func() (places, error)
	mu   sync.Mutex
	of   *artifacts.Reader
	at   time.Time
	said string
}

// glanceHolds is how long the result of a glance is reused.
const glanceHolds = time.Second

// say returns the first line of answers; empty if the artifacts are up to date with
// the tree.
func (g *glances) say(_ []string, r *artifacts.Reader) string {
	in, err := g.find()
	if err != nil {
		return ""
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.of == r && time.Since(g.at) < glanceHolds {
		return g.said
	}
	g.of, g.said = r, ""
	if in.linked() {
		g.said = strings.Join(olderTrees(r, in), "; ")
	} else if report := glanceAt(r, in.dir()); report != nil {
		g.said = report.Since()
	}
	g.at = time.Now()
	return g.said
}
