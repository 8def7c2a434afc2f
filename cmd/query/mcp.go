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
	"seedgraph/artifacts/open"
	"seedgraph/artifacts/stale"
	"seedgraph/internal/cli"
	"seedgraph/query/agent"
	"seedgraph/query/agent/stdio"
	"seedgraph/query/render"
)

const mcpLong = `Mcp serves the answers of query to coding agents: a server of the Model Context Protocol
on standard input and output. It runs until its client closes them.

The tools answer as the commands do; --print-tools lists them as JSON, with their arguments,
for runtimes without the protocol. Each takes the definitions in question as id or ids; the
tools that list take files and folders there. Each takes budget_tokens, a hard limit on the
whole answer as JSON, structured content included; an answer that does not fit is summarised
and ends with a cursor for the next call. Errors have the messages and hints of the commands;
an answer without results is not an error. The server also has resources (brief, structure, tables) and
prompts (before_change, review, trace).

The server starts without artifacts and says how to build them. Artifacts that a build
replaces are reopened. An answer from artifacts that are older than their tree begins with a
line that says so.

A message has at most 1 MiB, the text of a query 64 KiB, and at most 32 calls are answered
at the same time. A line that is no message is answered with an error of JSON-RPC, and the
session goes on. All that was asked before the end of the input is answered.

The access flags state what the agent may see. ` + "`indexer init`" + ` writes the configuration that
registers the server with an agent.`

const mcpExample = `  query mcp
  query mcp --artifacts ~/src/shop --acl-any staff
  query mcp --print-tools
  claude mcp add seedgraph -- query mcp`

func newMCPCommand(g *globals) *cobra.Command {
	var counter string
	var printTools bool
	c := &cobra.Command{
		Use:     "mcp",
		Short:   "Serve the answers to coding agents, over the Model Context Protocol",
		Long:    mcpLong,
		Example: mcpExample,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if printTools {
				return render.JSON(g.streams.Out, agent.Tools())
			}
			return runMCP(c.Context(), g, counter)
		},
	}
	addCounterFlag(c, &counter)
	c.Flags().BoolVar(&printTools, "print-tools", false,
		"print name, description and input schema of every tool as JSON, and exit")
	return c
}

func runMCP(ctx context.Context, g *globals, counter string) error {
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
	o := agent.Options{Find: func() (string, error) { return open.Find(g.artifacts) },
		Restrict: g.access.Restrict, Tokens: counter, Version: cli.Version(version),
		Older: (&glances{}).say, Diff: g.changesSince}
	server, closer := agent.NewServer(o)
	defer closer.Close()
	err = server.Run(ctx, &stdio.Transport{In: g.streams.In, Out: g.streams.Out})
	if errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return err
}

// changesSince returns the changes of the tree since a revision.
func (g *globals) changesSince(ctx context.Context, revision string) ([]byte, error) {
	if strings.HasPrefix(revision, "-") {
		return nil, fmt.Errorf("revision %s: not a revision", revision)
	}
	return (&session{globals: g}).readDiff(ctx, revision)
}

// glances report how a tree differs from its artifacts. Calls come in quick succession,
// and a glance takes milliseconds, so its result is reused for some time.
type glances struct {
	mu   sync.Mutex
	of   *artifacts.Reader
	at   time.Time
	said string
}

// glanceHolds is how long the result of a glance is reused.
const glanceHolds = time.Second

// say returns the first line of answers; empty if the artifacts are up to date with
// the tree.
func (g *glances) say(dir string, r *artifacts.Reader) string {
	root, ok := treeOf(dir)
	if !ok {
		return ""
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.of == r && time.Since(g.at) < glanceHolds {
		return g.said
	}
	g.of, g.said = r, ""
	if report, err := stale.Glance(r, root); err == nil { // a failure must not replace the answer
		g.said = report.Since()
	}
	g.at = time.Now()
	return g.said
}
