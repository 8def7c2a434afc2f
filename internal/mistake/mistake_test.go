package mistake

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"seedgraph/internal/hint"
)

func TestMistakes(t *testing.T) {
	for line, want := range map[string]string{
		"find --limt 3":                "unknown flag --limt | did you mean --limit? see tool find --help",
		"find --zzzzzzzz":              "unknown flag --zzzzzzzz | see tool find --help",
		"find -x":                      "unknown shorthand flag: 'x' in -x | see tool find --help",
		"find --limit many":            `--limit "many": it must be a whole number | see tool find --help`,
		"find -n 99999999999999999999": `--limit "99999999999999999999": the number is too large | see tool find --help`,
		"find --share x":               `--share "x": it must be a number | see tool find --help`,
		"find --deep=perhaps":          `--deep "perhaps": it must be true or false | see tool find --help`,
		"find --list a,\"b":            "--list",
		"find a b":                     "tool find takes at most 1 argument, not 2 | use tool find [flags]; see tool find --help",
		"fnid":                         "unknown command \"fnid\" for \"tool\" | did you mean `tool find`?",
		"lsit":                         "unknown command \"lsit\" for \"tool\" | did you mean `tool list`?",
	} {
		root := &cobra.Command{Use: "tool", SilenceErrors: true, SilenceUsage: true,
			Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return nil }}
		find := &cobra.Command{Use: "find", Args: cobra.MaximumNArgs(1),
			RunE: func(*cobra.Command, []string) error { return nil }}
		find.Flags().IntP("limit", "n", 1, "")
		find.Flags().Float64("share", 1, "")
		find.Flags().Bool("deep", false, "")
		find.Flags().StringSlice("list", nil, "")
		root.AddCommand(find)
		for _, name := range []string{"last", "list"} {
			root.AddCommand(&cobra.Command{Use: name,
				RunE: func(*cobra.Command, []string) error { return nil }})
		}
		Explain(root)
		root.SetArgs(strings.Fields(line))
		err := root.Execute()
		if err == nil {
			t.Errorf("%s is accepted", line)
			continue
		}
		if got := err.Error() + " | " + hint.Of(err); !strings.HasPrefix(got, want) ||
			strings.Contains(got, "strconv") {
			t.Errorf("%s: %s; want %s", line, got, want)
		}
	}
}
