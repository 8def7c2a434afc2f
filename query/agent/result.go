package agent

import (
	"encoding/json"
	"strings"

	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/openends"
)

// A result is the answer of a tool: a text, and for tools that list or decide the same as
// data.
type result struct {
	text string
	data *data
}

// data is the structured content of an answer. Its schema is [dataSchema].
type data struct {
	Answer   string         `json:"answer,omitempty"` // yes, no or unknown, from tools that decide
	Total    int            `json:"total"`            // number of rows, including those not on this page
	Items    []datum        `json:"items,omitempty"`  // the rows of this page
	OpenEnds []openends.End `json:"open_ends,omitempty"`
	Open     int            `json:"open,omitempty"` // number of open ends, including those not listed
	Stopped  string         `json:"stopped_at,omitempty"`
	Cursor   string         `json:"cursor,omitempty"`
}

// A datum is a row in structured form.
type datum struct {
	ID   string `json:"id"` // handle
	Kind string `json:"kind"`
	Name string `json:"name"`
	At   string `json:"at"` // path:line
	Use  string `json:"use,omitempty"`
}

// dataSchema returns the output schema of a tool that answers with data.
func dataSchema(tool string) json.RawMessage {
	decides := ""
	if tool == "path" || tool == "impact" {
		decides = `"answer":{"enum":["yes","no","unknown"]},"open_ends":{"type":"array"},`
	}
	return json.RawMessage(`{"type":"object","properties":{` + decides +
		`"total":{"type":"integer"},"items":{"type":"array"}}}`)
}

func newDatum(row *layout.Row) datum {
	return datum{row.Handle, row.Kind, row.Label(), row.Place(), row.Use}
}

// size returns the number of tokens of a result as sent.
func (r *result) size(c counter) int { return cost(c, content(r.text)) + r.data.size(c) }

// size returns the number of tokens of the data as sent, 0 if d is nil.
func (d *data) size(c counter) int {
	if d == nil {
		return 0
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return 1 << 30
	}
	return c.Count(string(raw))
}

// within shortens a result to a budget: it drops items, then all data, then text.
func (r *result) within(c counter, budget int) {
	if r.size(c) <= budget {
		return
	}
	if r.data != nil {
		short := data{Answer: r.data.Answer, Total: r.data.Total, Open: r.data.Open}
		if r.data = &short; r.size(c) <= budget {
			return
		}
		r.data = nil
	}
	r.text = cut(c, r.text, budget)
}

// sheet answers with a page of rows. facts are the other fields of the data, or nil. If a
// page has no room for its rows in both forms, only the text has them.
func (r *request) sheet(s *layout.Sheet, facts *data) (result, error) {
	s.Handles = r.Index
	var rows []*layout.Row
	for g := range s.Groups {
		for i := range s.Groups[g].Rows {
			rows = append(rows, &s.Groups[g].Rows[i])
		}
	}
	if facts == nil {
		facts = &data{Total: len(rows)}
	}
	out, err := r.packed(pagesOf(r.counter, s, func(p *layout.Page) *data {
		d := *facts
		for _, n := range p.Rows {
			d.Items = append(d.Items, newDatum(rows[n]))
		}
		return &d
	}))
	if err != nil || len(rows) == 0 || out.data != nil && len(out.data.Items) > 0 {
		return out, err
	}
	return r.packed(pagesOf(r.counter, s, func(*layout.Page) *data {
		d := *facts
		return &d
	}))
}

// pagesOf packs the rows of a sheet into pages; dataOf returns the data of a page.
func pagesOf(c counter, s *layout.Sheet, dataOf func(*layout.Page) *data) func(int,
	map[uint32]bool) (packed, error) {
	return func(budget int, given map[uint32]bool) (packed, error) {
		p := s.Page(c, budget, given)
		text := ""
		if len(p.Lines) > 0 {
			text = strings.Join(p.Lines, "\n") + "\n"
		}
		return packed{text: text, nodes: p.Rows, more: p.More, data: dataOf(&p)}, nil
	}
}
