package pipeline

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Options of a pipeline.
type Options struct {
	Sources []string // [NAME=]PATH of checkouts and archives
	Work    string   // folder of the indexes, which all workers see
	Out     string   // folder of the linked index, which all workers see
	Name    string   // of the linked index; empty: fleet
	Tool    string   // version of the program
}

func init() {
	register.DoFn4x1[context, string, func(string), func(string), error](&indexFn{})
	register.DoFn2x2[context, string, string, error](&summarizeFn{})
	register.DoFn2x2[string, func(*string) bool, string, error](&planFn{})
	register.DoFn4x1[context, string, string, func(string, string), error](&cutFn{})
	register.DoFn4x1[string, func(*string) bool, string, func(string), error](&joinFn{})
	register.DoFn5x2[context, []byte, func(*string) bool, func(*string) bool, string, string, error](&assembleFn{})
	register.DoFn2x1[string, func(*string) bool, error](&reportFn{})
	register.Function1x2(sameKey)
	register.Emitter1[string]()
	register.Emitter2[string, string]()
	register.Iter1[string]()
}

// sameKey gives all elements one key.
func sameKey(s string) (string, string) { return "", s }

// Build adds the transforms to a pipeline. It leaves the linked index in the folder Out, and in the
// work folder the file that Report reads.
func Build(s beam.Scope, o Options) error {
	sources, err := parseSources(o.Sources)
	if err != nil {
		return err
	}
	if o.Work == "" || o.Out == "" {
		return errors.New("the folder of the indexes or that of the linked index is missing")
	}
	paths := beam.Reshuffle(s.Scope("sources"), beam.CreateList(s, sources))
	indexes, faults := beam.ParDo2(s.Scope("index"), &indexFn{Work: o.Work, Tool: o.Tool}, paths)
	indexes = beam.Reshuffle(s, indexes) // so that no index is built again if a later step fails
	summaries := beam.ParDo(s.Scope("summarize"), &summarizeFn{}, indexes)
	plan := beam.ParDo(s.Scope("plan"), &planFn{}, beam.GroupByKey(s, beam.ParDo(s, sameKey, summaries)))
	fragments := beam.ParDo(s.Scope("cut"), &cutFn{}, indexes, beam.SideInput{Input: plan})
	found := beam.ParDo(s.Scope("join"), &joinFn{}, beam.GroupByKey(s, fragments), beam.SideInput{Input: plan})
	linked := beam.ParDo(s.Scope("assemble"), &assembleFn{Out: o.Out, Name: o.Name, Tool: o.Tool},
		beam.Impulse(s), beam.SideInput{Input: indexes}, beam.SideInput{Input: found},
		beam.SideInput{Input: plan})
	beam.ParDo0(s.Scope("report"), &reportFn{Work: o.Work}, linked, beam.SideInput{Input: faults})
	return nil
}

// A reportFn notes the repositories that are left out.
type reportFn struct{ Work string }

func (f *reportFn) ProcessElement(_ string, faults func(*string) bool) error {
	var lines []string
	for text := ""; faults(&text); {
		lines = append(lines, text+"\n")
	}
	slices.Sort(lines)
	temp, err := os.CreateTemp(f.Work, "faults-*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.WriteString(strings.Join(lines, ""))
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), filepath.Join(f.Work, faultsFile))
}

// faultsFile lists in the work folder the repositories that are left out.
const faultsFile = "faults.txt"

// ErrLeftOut is the error of a pipeline that left out repositories.
var ErrLeftOut = errors.New("repositories are left out")

// Report writes which repositories a pipeline that has run left out.
func Report(w io.Writer, o Options) error {
	raw, err := os.ReadFile(filepath.Join(o.Work, faultsFile))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(raw)) {
		fmt.Fprint(w, "fleet: left out: ", line)
	}
	if len(raw) > 0 {
		return fmt.Errorf("%d of %d %w", strings.Count(string(raw), "\n"), len(o.Sources), ErrLeftOut)
	}
	return nil
}
