package main

import (
	"context"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"seedgraph/agent"
	"seedgraph/internal/cli"
	"seedgraph/internal/open"
)

const mcpLong = `Mcp serves the answers of query to coding agents: a server of the Model Context Protocol
on standard input and output. It runs until its client closes them.

The tools are search_nodes, query_context, get_node_info, find_callers, find_callees,
impact, path, fetch, list, unused and map. Each takes budget_tokens, a hard limit of the
whole answer as JSON; an answer that does not fit ends with a cursor for the next call.
Errors have the messages and hints of the commands. Artifacts that a build replaces are
reopened, so that the server need not be restarted.

The access flags state what the agent may see. ` + "`indexer init`" + ` writes the configuration that
registers the server with an agent.`

const mcpExample = `  query mcp
  query mcp --artifacts ~/src/shop --acl-any staff
  claude mcp add seedgraph -- query mcp`

func newMCPCommand(g *globals) *cobra.Command {
	var counter string
	c := &cobra.Command{
		Use:     "mcp",
		Short:   "Serve the answers to coding agents, over the Model Context Protocol",
		Long:    mcpLong,
		Example: mcpExample,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return runMCP(c.Context(), g, counter)
		},
	}
	addCounterFlag(c, &counter)
	return c
}

func runMCP(ctx context.Context, g *globals, counter string) error {
	// What is wrong with the artifacts or the flags is said at once, not at the first call.
	if err := g.with(func(s *session) error {
		_, err := s.counter(counter)
		return err
	}); err != nil {
		return err
	}
	dir, err := open.Find(g.artifacts)
	if err != nil {
		return err
	}
	server, closer := agent.NewServer(agent.Options{Dir: dir, Restrict: g.access.Restrict,
		Tokens: counter, Version: cli.Version(version)})
	defer closer.Close()
	err = server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(g.streams.In),
		Writer: nopWriteCloser{g.streams.Out}})
	if errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return err
}

// A nopWriteCloser is a writer whose Close does nothing.
type nopWriteCloser struct{ io.Writer }

func (nopWriteCloser) Close() error { return nil }
