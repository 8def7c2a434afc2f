package pipeline

import (
	stdcontext "context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/artifacts/graphstore"
	"seedgraph/build/fleet"
)

type context = stdcontext.Context

// An indexFn builds the index of a repository, [NAME=]PATH, and emits NAME=DIR of the index; of one
// that cannot be indexed, why.
type indexFn struct{ Work, Tool string }

func (f *indexFn) ProcessElement(ctx context, source string, index, fault func(string)) error {
	s := fleet.ParseSource(source)
	dir, err := buildIndex(ctx, s, f.Work, f.Tool)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fault(fmt.Sprintf("%s: %v", s.Dir, err))
		return nil
	}
	index(s.Name + "=" + dir)
	return nil
}

// A summary is what an index tells the plan.
type summary struct {
	Header fleet.Header `json:"header"`
	Needs  fleet.Needs  `json:"needs"`
}

// A summarizeFn reads an index.
type summarizeFn struct{}

func (f *summarizeFn) ProcessElement(_ context, index string) (string, error) {
	x, err := open(index)
	if err != nil {
		return "", err
	}
	defer x.Close()
	return encode(summary{x.Header, x.Needs()})
}

// open reads an index, and gives it the names that it has in the linked one.
func open(index string) (*fleet.Index, error) {
	x, err := fleet.Open(fleet.ParseSource(index))
	if err != nil {
		return nil, err
	}
	x.Rename(nil)
	return x, nil
}

// A plan is what every machine must know of all indexes.
type plan struct {
	Headers []fleet.Header  `json:"headers"` // by name
	Shared  []fleet.Package `json:"shared"`
}

// A planFn makes the plan of all summaries.
type planFn struct{}

func (f *planFn) ProcessElement(_ string, summaries func(*string) bool) (string, error) {
	var p plan
	var needs []fleet.Needs
	for text := ""; summaries(&text); {
		var s summary
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			return "", err
		}
		p.Headers, needs = append(p.Headers, s.Header), append(needs, s.Needs)
	}
	slices.SortFunc(p.Headers, func(a, b fleet.Header) int { return strings.Compare(a.Name, b.Name) })
	p.Shared = fleet.Share(needs).Packages()
	return encode(p)
}

// A cutFn cuts an index into fragments, by key.
type cutFn struct{}

func (f *cutFn) ProcessElement(_ context, index, planned string, emit func(string, string)) error {
	var p plan
	if err := json.Unmarshal([]byte(planned), &p); err != nil {
		return err
	}
	x, err := open(index)
	if err != nil {
		return err
	}
	defer x.Close()
	x.Needs()
	for _, fragment := range x.Fragments(fleet.SharedOf(p.Shared)) {
		text, err := encode(fragment)
		if err != nil {
			return err
		}
		emit(fragment.Key, text)
	}
	return nil
}

// A joinFn joins the fragments of a key.
type joinFn struct{}

func (f *joinFn) ProcessElement(key string, fragments func(*string) bool, planned string, emit func(string)) error {
	var p plan
	if err := json.Unmarshal([]byte(planned), &p); err != nil {
		return err
	}
	var list []fleet.Fragment
	for text := ""; fragments(&text); {
		var one fleet.Fragment
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			return err
		}
		list = append(list, one)
	}
	found, err := fleet.Join(key, p.Headers, list)
	if err != nil {
		return err
	}
	for _, one := range found {
		text, err := encode(one)
		if err != nil {
			return err
		}
		emit(text)
	}
	return nil
}

// An assembleFn writes the linked index, and emits its folder.
type assembleFn struct{ Out, Name, Tool string }

func (f *assembleFn) ProcessElement(ctx context, _ []byte, indexes, found func(*string) bool, planned string) (string, error) {
	var p plan
	if err := json.Unmarshal([]byte(planned), &p); err != nil {
		return "", err
	}
	var list []*fleet.Index
	defer func() {
		for _, x := range list {
			x.Close()
		}
	}()
	for text := ""; indexes(&text); {
		x, err := open(text)
		if err != nil {
			return "", err
		}
		list = append(list, x)
	}
	if len(list) != len(p.Headers) {
		return "", errors.New("the indexes are not those that were joined")
	}
	var joins []*fleet.Found
	for text := ""; found(&text); {
		one := &fleet.Found{}
		if err := json.Unmarshal([]byte(text), one); err != nil {
			return "", err
		}
		joins = append(joins, one)
	}
	linked, err := fleet.Assemble(list, joins, fleet.Options{Name: f.Name, Tool: f.Tool})
	if err != nil {
		return "", err
	}
	return f.Out, artifacts.Write(ctx, f.Out, linked.Index, graphstore.Create, artifacts.Options{Ignored: true})
}

func encode(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}
