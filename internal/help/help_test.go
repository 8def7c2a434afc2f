package help

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelp checks that --help omits advanced flags and the text after the first heading
// if everything would be too long, and explains how to print the rest.
func TestHelp(t *testing.T) {
	root := &cobra.Command{Use: "tool"}
	long := &cobra.Command{Use: "long", Short: "Do much", Run: func(*cobra.Command, []string) {},
		Long: "Long does much.\n\nIt does more.\n\nWEIGHTS\n" + strings.Repeat("  a weight\n", 300)}
	long.Flags().Bool("usual", false, "")
	long.Flags().Bool("rare", false, "")
	Advanced(long, "rare")
	short := &cobra.Command{Use: "short", Long: "Short does little.\n\nWEIGHTS\n  none",
		Run: func(*cobra.Command, []string) {}}
	short.Flags().Bool("rare", false, "")
	Advanced(short, "rare")
	root.AddCommand(long, short)
	Add(root, nil)
	run := func(args ...string) string {
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(args)
		if err := root.Execute(); err != nil {
			return err.Error()
		}
		return out.String()
	}
	for _, c := range []struct {
		args      []string
		has, lack string
	}{
		{[]string{"long", "--help"}, "It does more.|--usual|More: tool help long", "WEIGHTS|--rare"},
		{[]string{"help", "long"}, "It does more.|--usual|--rare|WEIGHTS", "More:"},
		{[]string{"short", "--help"}, "Short does little.|--rare|WEIGHTS", "More:"},
		{[]string{"help", "nothing"}, `unknown command "nothing" for "tool"`, "Usage"},
	} {
		got := run(c.args...)
		for _, word := range strings.Split(c.has, "|") {
			if !strings.Contains(got, word) {
				t.Errorf("%v: no %q in\n%s", c.args, word, got)
			}
		}
		for _, word := range strings.Split(c.lack, "|") {
			if strings.Contains(got, word) {
				t.Errorf("%v: %q in\n%s", c.args, word, got)
			}
		}
		if n := utf8.RuneCountInString(got); c.args[0] != "help" && n > Max {
			t.Errorf("%v: %d characters", c.args, n)
		}
	}
}
