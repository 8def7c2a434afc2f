//go:build man

package help

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// The pages are written by programs built for that (scripts/dist.sh): the library that formats them is of
// no use to others.
func init() {
	manCommand = func() *cobra.Command {
		return &cobra.Command{Use: "man DIR", Hidden: true, Args: cobra.ExactArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				c.Root().DisableAutoGenTag = true
				return doc.GenManTree(c.Root(), &doc.GenManHeader{Section: "1", Source: "seedgraph"}, args[0])
			}}
	}
}
