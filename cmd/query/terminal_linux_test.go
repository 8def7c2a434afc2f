package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/query/answer/questions"
	"seedgraph/testkit/longtest"
	"seedgraph/testkit/sourceindex"
	"seedgraph/tokens"
)

// answers are command lines whose rows describe definitions, about the tree of
// sourceindex.Shop.
var answers = []string{
	"callers SqlStore.Save", "callees Orders.Place", "callees Orders.Place --lines", "writers dbo.Orders",
	"readers dbo.Orders", "tests Orders.Place", "hierarchy IStore", "impact SqlStore.Save",
	"list classes methods tables", "list externals", "unused", "grep Save", "search save orders",
	"expand Orders.Place", "path Program.Main dbo.Orders", "path src dbo.Orders --all", "show Orders.Place",
	"changes dbo.Orders", "requests Orders.Place", "map", "index --path src",
}

// TestTerminal runs commands on a pseudo-terminal of 80, 120 and 160 columns. Nothing is
// cut to the width: the words are those in a pipe, wrapped at the width and colored, and
// each row has a kind and a name, and a file and line, of which the file may be in the row
// above.
func TestTerminal(t *testing.T) {
	orders := filepath.Join(t.TempDir(), "orders.sg")
	writeOrders(t, orders)
	rows := 0
	for _, line := range answers {
		args := append([]string{"-a", orders}, strings.Fields(line)...)
		piped, err := asCommand(args).Output()
		if err != nil && len(piped) > 0 {
			t.Errorf("%s: %v", line, err)
		}
		for _, columns := range []uint16{80, 120, 160} {
			got := onTerminal(t, columns, func(terminal *os.File) {
				command := asCommand(args)
				command.Stdout = terminal
				_ = command.Run() // some commands find nothing
			})
			got = color.ReplaceAllString(got, "")
			if !slices.Equal(strings.Fields(got), strings.Fields(string(piped))) {
				t.Errorf("%s at %d columns: got\n%s\nwant the words of\n%s", line, columns, got, piped)
			}
			for row := range strings.Lines(got) {
				if n := utf8.RuneCountInString(strings.TrimRight(row, "\n")); n > int(columns) &&
					strings.Contains(strings.TrimSpace(row), "  ") {
					t.Errorf("%s: a row has %d of %d columns: %q", line, n, columns, row)
				}
			}
		}
		for row := range strings.Lines(string(piped)) {
			if !handled.MatchString(row) {
				continue
			}
			if rows++; !whole.MatchString(row) {
				t.Errorf("%s: a row lacks kind, name or line: %q", line, row)
			}
		}
	}
	if rows < 60 {
		t.Errorf("the commands print %d rows", rows)
	}
}

// randomIndex is an environment variable with the folder of artifacts that TestRandomAnswers
// asks about; without it, it asks about a small tree.
const randomIndex = "SEEDGRAPH_RANDOM_INDEX"

// indexForAnswers returns the folder of artifacts and its nodes.
func indexForAnswers(t *testing.T) (dir string, nodes []*graph.Node) {
	if dir = os.Getenv(randomIndex); dir == "" {
		dir = filepath.Join(t.TempDir(), "a.sg")
		in, err := sourceindex.Archive(sourceindex.Shop)
		if err != nil {
			t.Fatal(err)
		}
		in.Tokens = tokens.O200k
		writeRanked(t, dir, in)
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for n := range r.NumNodes() {
		node, err := r.Node(n)
		if err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, node)
	}
	return dir, nodes
}

// TestRandomAnswers runs commands about random nodes: each row of the answer has its place,
// on a terminal of a random width as in a pipe; the answer is within its budget, lists
// all rows with --all, and mentions rows that it leaves out. The commands run in this process:
// TestTerminal starts the program.
func TestRandomAnswers(t *testing.T) {
	dir, nodes := indexForAnswers(t)
	count, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	commands := []string{"callers", "callees", "impact", "grep"}
	for _, q := range questions.All {
		commands = append(commands, q.Name)
	}
	r := rand.New(rand.NewPCG(1, 2))
	run := func(args ...string) string { return outcomeOf("", append([]string{"-a", dir}, args...)).out }
	answered := 0
	for range longtest.Cases(1, 10, 200) {
		for _, command := range commands {
			node := nodes[r.IntN(len(nodes))]
			args := []string{command, string(node.ID)}
			if command == "grep" {
				args[1] = node.Short
			}
			budget := 20 + r.IntN(60)
			short := run(append(args, fmt.Sprint("--budget-tokens=", budget))...)
			if n := count.Count(short); n > budget {
				t.Errorf("%v: %d tokens of %d:\n%s", args, n, budget, short)
			}
			all, ids := run(append(args, "--all")...), handles.FindAllString(run(append(args, "--json", "--limit=0")...), -1)
			left := false
			for _, id := range ids {
				handle := id[strings.LastIndexByte(id, '@')+1 : len(id)-1]
				if !hasRow(all, handle) && command != "impact" { // it names the changed ones
					t.Errorf("%v: --all lacks %s:\n%s", args, handle, all)
				}
				left = left || hasRow(all, handle) && !hasRow(short, handle)
			}
			if left && short != "" && !omits.MatchString(short) {
				t.Errorf("%v: rows are left out silently:\n%s", args, short)
			}
			columns := []uint16{80, 120, 160}[r.IntN(3)]
			got := color.ReplaceAllString(onTerminal(t, columns, func(terminal *os.File) {
				runOn(terminal, append([]string{"-a", dir}, args...))
			}), "")
			piped := run(args...)
			if !slices.Equal(strings.Fields(got), strings.Fields(piped)) {
				t.Errorf("%v at %d columns: got\n%s\nwant the words of\n%s", args, columns, got, piped)
			}
			for row := range strings.Lines(piped) {
				if handled.MatchString(row) && !whole.MatchString(row) {
					t.Errorf("%v: a row lacks kind, name or line: %q", args, row)
				}
			}
			if piped != "" {
				answered++
			}
		}
	}
	if answered < 4 {
		t.Errorf("%d answers", answered)
	}
}

var (
	// handles matches the id of an item of JSON.
	handles = regexp.MustCompile(`"id": "[^"]*@[a-z2-7]{10}"`)
	// omits matches the mention of rows that are left out.
	omits = regexp.MustCompile(`…|\bmore\b|\balso\b|--all`)

	color = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// handled matches a row of a definition, with a whole handle or an abbreviated one before
	// a kind of definition or the verb of a route.
	handled = regexp.MustCompile("^ *[a-z2-7]{10}  |^ +[a-z2-7]{4,10} (" + kinds() + ") ")
	// whole matches a row with a kind and name, and with a line unless it is an external
	// symbol, a table without a script, or in several files.
	whole = regexp.MustCompile(`^ *[a-z2-7]{4,10} +(external \S+|[A-Za-z]+ .*(:\d+| external| in several files)\b.*)`)
)

// kinds returns an expression that matches the words before the name of a row.
func kinds() string {
	words := []string{"ANY", "DELETE", "GET", "PATCH", "POST", "PUT"}
	for _, k := range graph.NodeKinds() {
		words = append(words, regexp.QuoteMeta(string(k)))
	}
	return strings.Join(words, "|")
}

// hasRow reports whether a line of an answer begins with a handle, whole or abbreviated.
func hasRow(text, handle string) bool {
	for line := range strings.Lines(text) {
		first, _, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
		if len(first) >= 4 && strings.HasPrefix(handle, first) {
			return true
		}
	}
	return false
}

// asCommand returns the command of the program: the test binary, which runs it if it is
// called by this name.
func asCommand(args []string) *exec.Cmd {
	return &exec.Cmd{Path: "/proc/self/exe", Args: append([]string{"query"}, args...)}
}

// runOn runs a command in this process, with a terminal for its output.
func runOn(terminal *os.File, args []string) {
	_ = run(context.Background(), args, cli.Streams{In: strings.NewReader(""), Out: terminal,
		Err: io.Discard}) // some commands find nothing
}

// onTerminal calls write with a pseudo-terminal of a number of columns, and returns what it
// writes there.
func onTerminal(t *testing.T, columns uint16, write func(terminal *os.File)) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer master.Close()
	fd := int(master.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns})
	}
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	go func() {
		defer terminal.Close()
		write(terminal)
	}()
	var out bytes.Buffer
	_, _ = io.Copy(&out, master) // ends with an error once the terminal is closed
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}
