// Package mistake explains errors in a command line, in the same words for both
// programs.
package mistake

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"seedgraph/internal/hint"
	"seedgraph/internal/lazyregexp"
	"seedgraph/internal/near"
)

// Explain makes a program and its commands explain errors in their flags and
// arguments.
func Explain(root *cobra.Command) {
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(flagError)
	for _, c := range append(root.Commands(), root) {
		explainArgs(c)
	}
}

// flagError explains an error in a flag.
func flagError(c *cobra.Command, err error) error {
	help := "see " + c.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1:
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if like := near.Name(unknown.GetSpecifiedName(), names); like != "" {
			help = fmt.Sprintf("did you mean --%s? %s", like, help)
		}
		err = fmt.Errorf("unknown flag --%s", unknown.GetSpecifiedName())
	case errors.As(err, &invalid):
		err = fmt.Errorf("--%s %q: %w", invalid.GetFlag().Name, invalid.GetValue(),
			plain(invalid.Unwrap(), invalid.GetFlag().Value.Type()))
	}
	return hint.With(err, help)
}

// plain returns an error without the wording of package strconv.
func plain(err error, kind string) error {
	var number *strconv.NumError
	if !errors.As(err, &number) && !strings.Contains(err.Error(), "strconv.") {
		return err
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return errors.New("the number is too large")
	case strings.HasPrefix(kind, "int"), strings.HasPrefix(kind, "uint"):
		return errors.New("it must be a whole number")
	case strings.HasPrefix(kind, "float"):
		return errors.New("it must be a number")
	case kind == "bool":
		return errors.New("it must be true or false")
	}
	return errors.New("it is invalid")
}

// explainArgs adds the expected arguments of a command to an error about them.
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
				return hint.With(err, fmt.Sprintf("did you mean `%s %s`?", c.CommandPath(),
					near.Names(args[0], like)[0]))
			}
		}
		return hint.With(counted(c.CommandPath(), err),
			fmt.Sprintf("use %s; see %s --help", c.UseLine(), c.CommandPath()))
	}
}

// number matches cobra's message for a wrong number of arguments.
var number = lazyregexp.New(
	`^(?:accepts|requires) (at most |at least |between \d+ and )?(\d+) arg\(s\), (?:only )?received (\d+)$`)

// counted explains that a command has too many or too few arguments.
func counted(command string, err error) error {
	m := number.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	noun := "arguments"
	if m[2] == "1" {
		noun = "argument"
	}
	return fmt.Errorf("%s takes %s%s %s, not %s", command, m[1], m[2], noun, m[3])
}
