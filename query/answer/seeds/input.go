package seeds

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/fetch"
)

// Names resolves ids. *names.Resolver implements it.
type Names interface {
	Resolve(name string) (answer.Ref, error)
	Found(name string) (ref answer.Ref, ok bool, err error)
	Canonical(id string) (answer.Ref, error)
}

// Rows returns the ids in rows of unified_metadata.jsonl. [*answer.Index] implements it.
type Rows interface {
	Rows(rows []int) ([]string, error)
}

// A Seed is a start node.
type Seed struct {
	answer.Ref
	Score float64
}

// An Input holds the nodes of a request.
type Input struct {
	Seeds []Seed
	Added []answer.Ref             // keys of nodes found by an expansion; possibly unknown ones
	Edges []fetch.Edge[answer.Ref] // of the expansion, between keys

	// Lenient adds typed ids that no node has to Unknown, in order; otherwise they are
	// errors.
	Lenient bool
	Unknown []Unknown

	names   Names
	rows    Rows
	scores  map[answer.Ref]float64 // by key
	isSeed  map[answer.Ref]bool    // by key
	hits    int                    // number of results of retrievers
	leftOut int                    // number of hits that are not in the artifacts
}

// An Unknown is an id that no node has, or that several nodes have.
type Unknown struct {
	ID  string
	Err error // of class [answer.ErrUnknownID]
}

// New returns an empty input.
func New(names Names, rows Rows) *Input {
	return &Input{names: names, rows: rows, scores: map[answer.Ref]float64{},
		isSeed: map[answer.Ref]bool{}}
}

// Score returns the score given for a node, by its key.
func (in *Input) Score(key answer.Ref) float64 { return in.scores[key] }

// Targets lists the nodes of the seeds.
func (in *Input) Targets() []answer.Target {
	out := make([]answer.Target, len(in.Seeds))
	for i, s := range in.Seeds {
		out[i] = s.Target
	}
	return out
}

// All lists the distinct nodes of the seeds, then the added ones. An added node that is
// unknown is an error.
func (in *Input) All() ([]answer.Target, error) {
	out := in.Targets()
	seen := map[answer.Target]bool{}
	for _, t := range out {
		seen[t] = true
	}
	for _, ref := range in.Added {
		if !ref.Known {
			var err error
			if ref, err = in.names.Resolve(ref.ID); err != nil {
				return nil, err
			}
		}
		if !seen[ref.Target] {
			seen[ref.Target] = true
			out = append(out, ref.Target)
		}
	}
	return out, nil
}

// Type adds a seed typed by a person.
func (in *Input) Type(id string) error {
	return in.typed(strings.TrimSpace(id), 1)
}

// typed adds a seed typed by a person, with a score.
func (in *Input) typed(id string, score float64) error {
	ref, err := in.names.Resolve(id)
	switch {
	case err == nil:
		in.add(ref, score)
	case in.Lenient && errors.Is(err, answer.ErrUnknownID):
		in.Unknown = append(in.Unknown, Unknown{id, err})
		return nil
	}
	return err
}

// TypeRows adds the seeds in rows typed by a person.
func (in *Input) TypeRows(text string) error { return in.addRows(parseRows(text)) }

// add adds a seed, without duplicates.
func (in *Input) add(ref answer.Ref, score float64) {
	key := ref.Key()
	if in.isSeed[key] {
		return
	}
	in.isSeed[key] = true
	in.scores[key] = score
	in.Seeds = append(in.Seeds, Seed{ref, score})
}

// addHit adds a seed found by a retriever. It is left out if it is not in the artifacts.
func (in *Input) addHit(id string, score float64) error {
	in.hits++
	ref, ok, err := in.names.Found(strings.TrimSpace(id))
	switch {
	case err != nil:
		return err
	case !ok:
		in.leftOut++
	default:
		in.add(ref, score)
	}
	return nil
}

// Check returns the number of hits that are not in the artifacts. If all are missing, the
// error is of class [answer.ErrUnknownID].
func (in *Input) Check() (leftOut, hits int, err error) {
	if in.leftOut > 0 && in.leftOut == in.hits {
		err = hint.With(fmt.Errorf("%w: none of %d results is in the artifacts",
			answer.ErrUnknownID,
			in.hits),
			"they must be from the same build as these artifacts")
	}
	return in.leftOut, in.hits, err
}

// Read adds the content of a file or the output of another program: ids, or rows.
func (in *Input) Read(raw []byte, rows bool) error {
	text := decode(raw)
	values, isJSON, err := jsonValues(text)
	if err != nil {
		return err
	}
	if !isJSON {
		return in.readText(text, rows)
	}
	for _, v := range values {
		if !rows && isState(v) {
			err = in.readState(v)
		} else {
			err = in.readResults(v, rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readText adds ids or rows in lines of text, or in a table.
func (in *Input) readText(text string, rows bool) error {
	hits, isTable, err := parseTable(text)
	switch {
	case err != nil:
		return err
	case isTable:
		return in.addHits(hits, rows)
	case rows:
		return in.addFoundRows(parseRows(text))
	}
	for _, h := range parseLines(text) { // treated as typed
		if err := in.typed(strings.TrimSpace(h.id), h.score); err != nil {
			return err
		}
	}
	return nil
}

// readResults adds the results of a retriever.
func (in *Input) readResults(raw json.RawMessage, rows bool) error {
	hits, err := parseResults(raw)
	if err != nil {
		return err
	}
	return in.addHits(hits, rows)
}

// addHits adds the results of a retriever, by id or by row.
func (in *Input) addHits(hits []hit, rows bool) error {
	if rows {
		return in.addFoundRows(withoutPadding(hits))
	}
	for _, h := range hits {
		if h.id == "" {
			return hint.With(fmt.Errorf("%s has no id", h.says),
				"give objects with id, or use --rows")
		}
		err := in.addHit(h.id, h.score)
		if h.row != nil && errors.Is(err, answer.ErrUnknownID) {
			err = hint.With(err, "use --rows for row numbers")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// withoutPadding leaves out the rows -1.
func withoutPadding(hits []hit) []hit {
	return slices.DeleteFunc(hits, func(h hit) bool { return h.row != nil && *h.row == -1 })
}

// addRows adds the nodes of rows, all of which must exist.
func (in *Input) addRows(hits []hit) error {
	var rows []int
	for _, h := range hits {
		if h.row == nil {
			return hint.With(fmt.Errorf("%s is not a row number", h.says),
				"give numbers, or objects with row_id")
		}
		rows = append(rows, *h.row)
	}
	ids, err := in.rows.Rows(rows)
	if errors.Is(err, artifacts.ErrRow) {
		return hint.With(fmt.Errorf("%w: %w", answer.ErrUnknownID, err),
			"rows are counted from 0; they must be from the same build as these artifacts")
	}
	if err != nil {
		return err
	}
	for i, id := range ids {
		ref, err := in.names.Resolve(id)
		if err != nil {
			return err
		}
		in.add(ref, hits[i].score)
	}
	return nil
}

// addFoundRows adds the nodes of rows found by a retriever; see addHit.
func (in *Input) addFoundRows(hits []hit) error {
	in.hits += len(hits)
	if err := in.addRows(hits); !errors.Is(err, artifacts.ErrRow) {
		return err // usually nil: reading all rows at once is fast
	}
	for _, h := range hits {
		err := in.addRows([]hit{h})
		if errors.Is(err, artifacts.ErrRow) {
			in.leftOut++
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}
