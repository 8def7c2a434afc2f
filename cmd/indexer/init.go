package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts/open"
	"seedgraph/build"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
	"seedgraph/internal/regular"
	"seedgraph/internal/section"
)

// initOptions are the flags of init.
type initOptions struct {
	dir   string
	force bool
}

const initLong = `Init prepares a tree for indexing and for coding agents. It writes:

  ` + build.ConfigFile + `  options of build with their defaults (see CONFIGURATION in indexer help build)
  .gitignore      a line for the artifact folder
  .mcp.json       registration of the server query mcp, for agents that read this file
  AGENTS.md       instructions for agents

Existing files are not changed, except for the line in .gitignore; their new contents are printed
instead. --force replaces the files, but in AGENTS.md only the marked section.`

const initExample = `  indexer init && indexer build --config ` + build.ConfigFile + `
  indexer init ~/src/shop`

func newInitCommand(g *globals) *cobra.Command {
	var o initOptions
	c := &cobra.Command{
		Use:               "init [DIR]",
		Short:             "Create a configuration file and agent setup",
		Long:              initLong,
		Example:           initExample,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeDirs,
		RunE: func(_ *cobra.Command, args []string) error {
			if o.dir = "."; len(args) > 0 {
				o.dir = args[0]
			}
			return runInit(o, g.streams)
		},
	}
	c.Flags().BoolVar(&o.force, "force", false, "replace existing files")
	return c
}

// configText returns a configuration that leaves all options at their defaults.
func configText() string {
	return `# Options of indexer build; flags take precedence. See indexer help build.
# Pass this file with --config: options marked (*) are ignored in a file that is only found in
# the tree, because a tree may come from an untrusted source.

` + build.Template() + `
# database:                   # scripts that define the current schema
#   current: ["/db/schema/"]

# access:                     # access rules: indexer help access
#   rules:
#     - path: /src/payroll
#       allow: [hr]
`
}

const mcpText = `{
  "mcpServers": {
    "seedgraph": {
      "command": "query",
      "args": ["mcp"]
    }
  }
}
`

// agentsText is the section on seedgraph in AGENTS.md.
var agentsText = section.Agents.Wrap(section.Guide)

func runInit(o initOptions, s cli.Streams) error {
	if info, err := os.Stat(o.dir); err != nil || !info.IsDir() {
		return hint.With(fmt.Errorf("%s is not a folder", o.dir), "give the folder of the tree")
	}
	for _, step := range []func(initOptions, cli.Streams) error{
		func(o initOptions, s cli.Streams) error { return o.write(build.ConfigFile, configText(), s) },
		addIgnoreLine,
		func(o initOptions, s cli.Streams) error { return o.write(".mcp.json", mcpText, s) },
		writeAgents,
	} {
		if err := step(o, s); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(s.Out, "%-10s indexer build%s --config %s\n", "next",
		strings.TrimSuffix(" "+o.dir, " ."), filepath.Join(o.dir, build.ConfigFile))
	return err
}

// read reads a file that will be written. The tree must not redirect the write
// elsewhere.
func (o initOptions) read(name string) ([]byte, error) {
	path := filepath.Join(o.dir, name)
	if build.Leaves(o.dir, &path) {
		return nil, hint.With(fmt.Errorf("%s is outside the tree", path), "remove the link")
	}
	return regular.Read(path, build.MaxConfig)
}

// say reports the result for a file.
func (o initOptions) say(s cli.Streams, what, name string) error {
	_, err := fmt.Fprintf(s.Out, "%-10s %s\n", what, filepath.Join(o.dir, name))
	return err
}

// write writes a file that does not exist yet.
func (o initOptions) write(name, text string, s cli.Streams) error {
	path := filepath.Join(o.dir, name)
	old, err := o.read(name)
	switch {
	case err == nil && string(old) == text:
		return o.say(s, "unchanged", name)
	case err == nil && !o.force:
		if err := o.say(s, "kept", name); err != nil {
			return err
		}
		_, err := fmt.Fprintf(s.Out, "           its contents would be:\n%s", indent(text))
		return err
	case err == nil:
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
		return o.say(s, "replaced", name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		return err
	}
	return o.say(s, "wrote", name)
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("             " + line)
	}
	return b.String()
}

// addIgnoreLine adds the folder of the artifacts to .gitignore, unless a line
// already does.
func addIgnoreLine(o initOptions, s cli.Streams) error {
	const name = ".gitignore"
	path := filepath.Join(o.dir, name)
	old, err := o.read(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	same := func(line string) bool {
		return strings.Trim(strings.TrimSpace(line), "/") == open.Folder
	}
	if slices.ContainsFunc(strings.Split(string(old), "\n"), same) {
		return o.say(s, "unchanged", name)
	}
	text := slices.Clone(old)
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	text = append(text, open.Folder+"/\n"...)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		return err
	}
	if len(old) == 0 {
		return o.say(s, "wrote", name)
	}
	return o.say(s, "added to", name)
}

// writeAgents writes AGENTS.md, or replaces its section if requested.
func writeAgents(o initOptions, s cli.Streams) error {
	const name = "AGENTS.md"
	path := filepath.Join(o.dir, name)
	old, err := o.read(name)
	if err != nil || !o.force || string(old) == agentsText {
		return o.write(name, agentsText, s)
	}
	text := section.Agents.Replace(string(old), section.Guide)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		return err
	}
	return o.say(s, "added to", name)
}
