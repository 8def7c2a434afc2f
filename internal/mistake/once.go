package mistake

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Once makes it an error to set a flag with a single value twice, because the first
// value would be lost. Lists collect their values, and repeating a switch has no
// effect.
func Once(root *cobra.Command) {
	wrap := func(f *pflag.Flag) {
		if kind := f.Value.Type(); kind != "bool" && !strings.Contains(kind, "Slice") &&
			!strings.Contains(kind, "Array") {
			f.Value = &single{Value: f.Value}
		}
	}
	root.PersistentFlags().VisitAll(wrap)
	for _, c := range root.Commands() {
		c.Flags().VisitAll(wrap)
	}
}

// single is a value that may be set once.
type single struct {
	pflag.Value
	set bool
}

var errTwice = errors.New("the flag was given twice")

// Set sets the value.
func (s *single) Set(text string) error {
	if s.set {
		return errTwice
	}
	s.set = true
	return s.Value.Set(text)
}
