package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"seedgraph/query/answer/brief"
	"seedgraph/query/answer/inventory"
	"seedgraph/query/answer/structure"
)

// A resource is a text about the whole code base.
type resource struct {
	name, description string
	read              func(*index) (string, error)
}

// resourceBudget is the maximum number of tokens of a resource.
const resourceBudget = 2000

var resources = []resource{
	{"brief", "The code base in a few hundred tokens: languages, entry points, tests, central definitions",
		func(x *index) (string, error) {
			b, err := brief.Make(x)
			if err != nil {
				return "", err
			}
			return b.Text(x.counter, resourceBudget), nil
		}},
	{"structure", "Its parts, their dependencies and the cycles",
		func(x *index) (string, error) {
			s, err := structure.Find(x, structure.Options{By: structure.Folders})
			if err != nil {
				return "", err
			}
			return s.Fit(structure.Budget{Counter: x.counter, Tokens: resourceBudget}).Text, nil
		}},
	{"tables", "Its database tables",
		func(x *index) (string, error) {
			a, err := inventory.Find(x, []string{"tables"}, inventory.Options{})
			if err != nil || a.Total == 0 {
				return "no tables\n", err
			}
			sheet := a.Sheet()
			sheet.Handles = x.Index
			return strings.Join(sheet.Lines(x.counter, resourceBudget), "\n") + "\n", nil
		}},
}

// addResources registers all resources.
func (s *server) addResources(to *mcp.Server) {
	for _, r := range resources {
		uri := "seedgraph://" + r.name
		to.AddResource(&mcp.Resource{URI: uri, Name: r.name, Description: r.description,
			MIMEType: "text/plain"},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				var text string
				err := s.store.with(func(x *index, older string) (err error) {
					if text, err = r.read(x); older != "" {
						text = older + "\n" + text
					}
					return err
				})
				if err != nil {
					return nil, err
				}
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri,
					MIMEType: "text/plain", Text: text}}}, nil
			})
	}
}

// A prompt is a task that a person may start by its name. Its text has a format verb for
// the argument.
type prompt struct {
	name, description, argument, about, text string
}

var prompts = []prompt{
	{"before_change", "Checks before a definition is changed", "name", "the definition",
		"I want to change %s. Before any edit: get_node_info of it, find_callers, impact with until " +
			"routes, and find_tests; for a table also find_writers, find_readers and changes. Then report " +
			"the affected code, the tests to run, and open ends."},
	{"review", "Review of the uncommitted changes, or of those since a revision", "revision",
		"the revision, or HEAD",
		"Review the changes since %s: diff with that revision for the changed definitions, impact of " +
			"these, find_tests of each, fetch of the code you need. Report possible breakage, each with " +
			"file:line, and missing tests."},
	{"trace", "Trace of a process from its entry points to the data", "what", "the process",
		"Explain how %s happens: query_context for it, path from its entry points to the tables, " +
			"find_handlers of messages on the way. Give file:line for each step, and name open ends."},
}

// addPrompts registers all prompts.
func addPrompts(to *mcp.Server) {
	for _, p := range prompts {
		to.AddPrompt(&mcp.Prompt{Name: p.name, Description: p.description,
			Arguments: []*mcp.PromptArgument{{Name: p.argument, Description: p.about, Required: true}}},
			func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
				given := req.Params.Arguments[p.argument]
				if given == "" {
					return nil, missing(p.argument, false)
				}
				return &mcp.GetPromptResult{Description: p.description,
					Messages: []*mcp.PromptMessage{{Role: "user",
						Content: &mcp.TextContent{Text: fmt.Sprintf(p.text, given)}}}}, nil
			})
	}
}
