// Package help prints the help of commands: a summary with --help, all of it with the command help.
package help

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Max is the maximum number of characters that --help of a command prints: about one screen. The
// command help prints the rest.
const Max = 1800

// maxExamples is the most lines of examples that a shortened help prints.
const maxExamples = 4

// advanced is the annotation of flags that --help omits if there is not enough
// room.
const advanced = "advanced"

// Advanced marks flags of a command that most users do not need.
func Advanced(c *cobra.Command, names ...string) {
	for _, name := range names {
		if err := c.Flags().SetAnnotation(name, advanced, []string{"true"}); err != nil {
			panic(err) // no such flag
		}
	}
}

// manCommand returns the hidden command that writes pages for man; nil unless the program is built with
// the tag man.
var manCommand func() *cobra.Command

// Add makes --help of the commands of a program, except the program itself, print at most [Max]
// characters, and the command help the full help. before is called first, to hide flags; it may be
// nil.
func Add(root *cobra.Command, before func()) {
	if manCommand != nil {
		root.AddCommand(manCommand())
	}
	show := func(c *cobra.Command, text func(*cobra.Command) string) {
		if before != nil {
			before()
		}
		fmt.Fprint(c.OutOrStdout(), text(c))
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { show(c, short) })
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [command]",
		Short: "Print the full help of a command or topic",
		Long:  "Help prints the full help of a command or topic. The flag --help prints a summary of one screen.",
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("unknown command %q for %q", strings.Join(args, " "), c.Root().CommandPath())
			}
			about.InitDefaultHelpFlag()
			show(about, full)
			return nil
		},
	})
}

// full returns the full help of a command; a topic has no usage.
func full(c *cobra.Command) string {
	text := strings.TrimSpace(c.Long)
	if text == "" {
		text = c.Short
	}
	if !c.Runnable() && !c.HasSubCommands() {
		return text + "\n"
	}
	return join(text, c.UsageString())
}

// short returns the help of a command that fits on a screen: its usage, main flags and first
// examples, then the paragraphs of its description from the first on, up to the first section with a
// heading.
func short(c *cobra.Command) string {
	all := full(c)
	if !c.Runnable() || !c.HasParent() || utf8.RuneCountInString(all) <= Max {
		return all
	}
	if lines := strings.Split(c.Example, "\n"); len(lines) > maxExamples {
		all := c.Example
		c.Example = strings.Join(lines[:maxExamples], "\n")
		defer func() { c.Example = all }()
	}
	path := strings.TrimPrefix(c.CommandPath(), c.Root().Name())
	usage := withoutAdvanced(c) + "\nMore: " + c.Root().Name() + " help" + path + "\n"
	text := ""
	for _, paragraph := range strings.Split(strings.TrimSpace(c.Long), "\n\n") {
		longer := strings.TrimPrefix(text+"\n\n"+paragraph, "\n\n")
		if heading(paragraph) || utf8.RuneCountInString(join(longer, usage)) > Max {
			break
		}
		text = longer
	}
	if text == "" {
		text = c.Short + "."
	}
	return join(text, usage)
}

func join(text, usage string) string { return text + "\n\n" + usage }

// heading reports whether a paragraph begins with a line in upper case.
func heading(paragraph string) bool {
	line, _, _ := strings.Cut(paragraph, "\n")
	return line == strings.ToUpper(line)
}

// withoutAdvanced returns the usage of a command without its advanced flags.
func withoutAdvanced(c *cobra.Command) string {
	var hidden []*pflag.Flag
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[advanced] != nil && !f.Hidden {
			f.Hidden = true
			hidden = append(hidden, f)
		}
	})
	defer func() {
		for _, f := range hidden {
			f.Hidden = false
		}
	}()
	return c.UsageString()
}
