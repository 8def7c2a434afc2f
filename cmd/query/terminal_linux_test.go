package main

import (
	"bytes"
	"fmt"
	"io"
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
			got := onTerminal(t, asCommand(args), columns)
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

var (
	color = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// handled matches a row of a definition.
	handled = regexp.MustCompile("^ *[a-z2-7]{10}  ")
	// whole matches a row with a kind and name, and with a line unless it is an external
	// symbol, a table without a script, or in several files.
	whole = regexp.MustCompile(`^ *[a-z2-7]{10}  (external \S+|[A-Za-z]+ .*(:\d+|  external|  in several files)\b.*)`)
)

// asCommand returns the command of the program: the test binary, which runs it if it is
// called by this name.
func asCommand(args []string) *exec.Cmd {
	return &exec.Cmd{Path: "/proc/self/exe", Args: append([]string{"query"}, args...)}
}

// onTerminal runs a command whose output is a pseudo-terminal with a number of columns,
// and returns the output.
func onTerminal(t *testing.T, c *exec.Cmd, columns uint16) string {
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
	c.Stdout = terminal
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	var out bytes.Buffer
	_, _ = io.Copy(&out, master) // ends with an error once the program has closed its end
	_ = c.Wait()                 // some commands find nothing
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}
