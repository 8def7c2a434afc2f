package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/cli"
)

// program holds the form of messages and the exit codes.
var program = cli.Program{
	Name: "query",
	Classes: []cli.Class{
		{Err: artifacts.ErrNotFound, Code: cli.NoArtifacts, Hint: "build them with `indexer build`, or say where they are with --artifacts DIR"},
		{Err: artifacts.ErrVersion, Code: cli.UnknownFormat, Hint: "build the artifacts again with an indexer of this version"},
		{Err: artifacts.ErrCorrupt, Code: cli.Corrupt, Hint: "`indexer verify` says what is damaged; build the artifacts again"},
	},
}

// version is set by the linker for releases.
var version = "dev"

// Where artifacts are looked for when no flag says so.
const (
	artifactsVariable = "SEEDGRAPH_ARTIFACTS"
	artifactsFolder   = ".seedgraph"
)

// globals is what all commands share.
type globals struct {
	streams   cli.Streams
	artifacts string // folder of the artifacts; empty: looked for
	json      bool
	limit     int // items printed at most; 0: each command's own default
	access    accessOptions
}

const rootLong = `query answers from artifacts that the program indexer wrote, and from nothing
else: it finds nodes for a text, expands them along dependencies, and prints their
texts within a budget of tokens or characters.

Wherever an ID is asked for, any of these will do:
  csharp:Shop#OrderService.Place(Order)@k3v9x2m4qd   a canonical id, also with /2 for a part
  k3v9x2m4qd                                         a handle, as every answer prints it
  src/OrderService.cs:42                             the innermost definition at a line
  OrderService.Place                                 the end of a name, if only one node has it

The artifacts are those in --artifacts DIR, else in $SEEDGRAPH_ARTIFACTS, else in a
folder .seedgraph here or further up.

` + accessHelp

const rootExample = `  query search "retry when the connection is lost"
  query show OrderService.Place
  query search OrderService --json | query expand - --max-depth 1
  query expand k3v9x2m4qd --json | query fetch - --budget-tokens 4000
  query context "how are orders billed" --budget-tokens 2000`

const exitHelp = `EXIT STATUS
  0 ok, 1 failure or wrong usage, 4 nothing found, 10 no artifacts there,
  11 format not understood, 12 artifacts corrupt, 13 unknown or ambiguous id,
  130 interrupted`

func newRootCommand(g *globals) *cobra.Command {
	root := &cobra.Command{
		Use:           "query",
		Short:         "Answer from artifacts",
		Long:          rootLong + "\n\n" + exitHelp,
		Example:       rootExample,
		Version:       cli.Version(version),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SuggestionsMinimumDistance = 2
	root.SetIn(g.streams.In)
	root.SetOut(g.streams.Out)
	root.SetErr(g.streams.Err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return cli.WithHint(err, "see "+c.CommandPath()+" --help")
	})
	f := root.PersistentFlags()
	f.StringVarP(&g.artifacts, "artifacts", "a", "", "folder of the artifacts (default $"+artifactsVariable+", else "+artifactsFolder+" here or further up)")
	f.BoolVar(&g.json, "json", false, "print one JSON object")
	f.VarP((*count)(&g.limit), "limit", "n", "print so many items at most (default: see each command)")
	g.access.addFlags(f)
	root.AddCommand(
		newSearchCommand(g), newExpandCommand(g), newFetchCommand(g), newContextCommand(g), newIndexCommand(g),
		newShowCommand(g), newPathCommand(g), newMapCommand(g), newEvalCommand(g), newRunCommand(g),
	)
	for _, c := range append(root.Commands(), root) {
		explainArgs(c)
	}
	return root
}

// explainArgs adds to what is wrong with the arguments of a command how they
// should be.
func explainArgs(c *cobra.Command) {
	check := c.Args
	if check == nil {
		return
	}
	c.Args = func(c *cobra.Command, args []string) error {
		err := check(c, args)
		if err == nil {
			return nil
		}
		if c.HasSubCommands() && len(args) > 0 {
			if like := c.SuggestionsFor(args[0]); len(like) > 0 {
				return cli.WithHint(err, fmt.Sprintf("did you mean `%s %s`?", c.CommandPath(), strings.Join(like, "` or `")))
			}
		}
		return cli.WithHint(err, fmt.Sprintf("use %s; see %s --help", c.UseLine(), c.CommandPath()))
	}
}

// A count is a flag: a number of at least 1.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }
func (c *count) Type() string   { return "int" }
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("it must be a number of at least 1")
	}
	*c = count(n)
	return nil
}

// limitOr returns the limit, or other where none was given.
func (g *globals) limitOr(other int) int {
	if g.limit > 0 {
		return g.limit
	}
	return other
}

// find returns the folder of the artifacts.
func (g *globals) find() (string, error) {
	if g.artifacts != "" {
		return g.artifacts, nil
	}
	if dir := os.Getenv(artifactsVariable); dir != "" {
		return dir, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find artifacts: %w", err)
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		candidate := filepath.Join(dir, artifactsFolder)
		if info, err := os.Stat(candidate); err == nil && info.IsDir() {
			return candidate, nil
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("find artifacts: %w", err)
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%w: no folder %s here or further up", artifacts.ErrNotFound, artifactsFolder)
		}
	}
}

// with opens the artifacts for the time of f.
func (g *globals) with(f func(*session) error) error {
	dir, err := g.find()
	if err != nil {
		return err
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	if r, err = g.access.restrict(r); err != nil {
		return err
	}
	return f(&session{Reader: r, globals: g, nodes: map[uint32]*graph.Node{}, here: folderIn(dir)})
}

// folderIn is the folder that the program runs in, relative to the tree that the
// artifacts in dir lie in; empty if it is the tree's own or does not lie below it.
func folderIn(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil || filepath.Base(dir) != artifactsFolder {
		return ""
	}
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(filepath.Dir(dir), here)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// warn tells the person at the terminal; the answer goes on.
func (g *globals) warn(format string, args ...any) {
	program.Message(g.streams.Err, format, args...)
}
