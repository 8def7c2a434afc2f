package mistake_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"seedgraph/internal/mistake"
)

// TestOnce checks that a flag with a single value may be given once; lists and
// switches any number of times.
func TestOnce(t *testing.T) {
	for line, wrong := range map[string]bool{
		"x --name a": false, "x --name a --name b": true, "x --list a --list b": false,
		"x --yes --yes": false, "x -n 1 -n 1": true, "x -n 1 --name a": false,
	} {
		root := &cobra.Command{Use: "p", SilenceErrors: true, SilenceUsage: true}
		root.PersistentFlags().IntP("number", "n", 0, "")
		c := &cobra.Command{Use: "x", Run: func(*cobra.Command, []string) {}}
		c.Flags().String("name", "", "")
		c.Flags().StringSlice("list", nil, "")
		c.Flags().Bool("yes", false, "")
		root.AddCommand(c)
		mistake.Once(root)
		root.SetArgs(strings.Fields(line))
		if err := root.Execute(); (err != nil) != wrong {
			t.Errorf("%s: %v", line, err)
		}
	}
}
