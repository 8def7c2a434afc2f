package seeds

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"seedgraph/internal/lazyregexp"
)

// This file parses the output of other programs: ids and rows in text, and the results of
// retrievers in JSON. These have different shapes but the same parts: the code searches
// for lists of results, and in each result for an id, a row and a score.

// A hit is one result of a retriever: a node by id or by row.
type hit struct {
	id    string
	row   *int
	score float64
	says  string // the unparsed result
}

// lists holds the keys under which retrievers write their results; the first one present
// is used.
var lists = []string{
	"items", "retrieval_hits", "hits", "results", "matches", "points", "objects", "source_nodes",
	"docs", "children", "row_ids",
}

// vagueLists holds list keys that may also occur in a single result.
var vagueLists = []string{
	"ids", "indices", "labels", "I", "rows", "nodes", "documents", "data", "value", "result",
	"response", "root",
}

// holders holds the keys under which a result has the metadata stored with it.
var holders = []string{
	"metadata", "payload", "_source", "fields", "entity", "properties", "document", "node",
	"kwargs", "doc", "attributes",
}

// Keys of an id, of a row and of a score; the first one present is used.
var (
	canonicalKeys = []string{"chunk_id", "node_key"}
	idKeys        = []string{"id", "node_id", "_id", "id_", "Id", "canonical_id", "doc_id"}
	rowKeys       = []string{"row_id"}
	indexKeys     = []string{"corpus_id", "id", "_id", "index",
		"idx"} // from a vector store that was filled row by row
	scoreKeys = []string{"score", "_score", "relevance_score", "relevance", "similarity",
		"@search.score"}
	scoreLists = []string{"scores", "similarities"}
)

// utf8Mark is the byte order mark written by some programs.
const utf8Mark = "\ufeff"

// decode decodes the content of a file or a pipe: it removes the byte order mark, and
// converts from UTF-16 if the mark indicates it.
func decode(raw []byte) string {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		if len(raw) < 2 || order.Uint16(raw) != 0xfeff {
			continue
		}
		units := make([]uint16, len(raw)/2-1)
		for i := range units {
			units[i] = order.Uint16(raw[2*i+2:])
		}
		return string(utf16.Decode(units))
	}
	return strings.TrimPrefix(string(raw), utf8Mark)
}

// bracketedName matches the start of a line such as [id]/page.tsx:3, which is not JSON.
var bracketedName = lazyregexp.New(`^\[[.\pL][^\s,"]*\][^\s,\]]`)

// jsonValues returns the JSON values in a text; ok is false if it does not look like
// JSON.
func jsonValues(text string) (values []json.RawMessage, ok bool, err error) {
	text = strings.TrimSpace(text)
	if text == "" || !strings.ContainsRune(`{["`, rune(text[0])) ||
		bracketedName.MatchString(text) {
		return nil, false, nil
	}
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		var v json.RawMessage
		switch err := dec.Decode(&v); {
		case errors.Is(err, io.EOF):
			return values, true, nil
		case err != nil:
			return nil, true, fmt.Errorf("read JSON: %w", err)
		}
		values = append(values, v)
	}
}

// parseResults lists the results in a JSON value.
func parseResults(raw json.RawMessage) ([]hit, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	return flatten(v), nil
}

// tableHeader matches the first line of a table with a column of ids or rows.
var tableHeader = lazyregexp.New(`^"?(\w*"?[,;\t]"?)*(chunk_id|node_key|node_id|row_id|id)"?([,;\t]|\r?\n|$)`)

// parseTable lists the results in a table with a header, as CSV or tab-separated; ok is
// false if the text is not a table.
func parseTable(text string) (hits []hit, ok bool, err error) {
	header := tableHeader.FindString(text)
	at := strings.IndexAny(header, ",;\t")
	if at < 0 {
		return nil, false, nil
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = rune(header[at])
	r.LazyQuotes = r.Comma == '\t'
	rows, err := r.ReadAll()
	if err != nil {
		return nil, true, fmt.Errorf("read table: %w", err)
	}
	for _, row := range rows[1:] {
		result := map[string]any{}
		for i, value := range row {
			result[strings.TrimSpace(rows[0][i])] = strings.TrimSpace(value)
		}
		hits = append(hits, objectHit(result))
	}
	return hits, true, nil
}

// parseLines lists the ids in lines of text. A score may follow after a tab. In a TREC
// run file the id is the third word.
func parseLines(text string) []hit {
	var hits []hit
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "- `"); ok { // a line of an index
			line, _, _ = strings.Cut(rest, "`")
		}
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		h := wordHit(line)
		if words := strings.Fields(line); len(words) == 6 && words[1] == "Q0" {
			h = wordHit(words[2])
			h.scoreFrom(words[4])
		} else if id, score, ok := strings.Cut(line, "\t"); ok {
			h = wordHit(strings.TrimSpace(id))
			h.scoreFrom(score)
		}
		hits = append(hits, h)
	}
	return hits
}

// parseRows lists the numbers in lines of text, separated by white space or commas. A
// line with an integer and a fraction is a row with its score.
func parseRows(text string) []hit {
	var hits []hit
	for line := range strings.Lines(text) {
		words := strings.FieldsFunc(line,
			func(r rune) bool { return strings.ContainsRune(" \t\r\n,;", r) })
		if len(words) == 2 && isFraction(words[1]) {
			h := wordHit(words[0])
			h.scoreFrom(words[1])
			hits = append(hits, h)
			continue
		}
		for _, word := range words {
			hits = append(hits, wordHit(word))
		}
	}
	return hits
}

func wordHit(word string) hit {
	h := hit{id: word, says: strconv.Quote(word), score: 1}
	if n, ok := wholeOf(json.Number(word)); ok {
		h.row = &n
	}
	return h
}

// scoreFrom sets the score from a text, if it is a number.
func (h *hit) scoreFrom(s string) {
	if x, err := strconv.ParseFloat(strings.TrimSpace(s),
		64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
		h.score = x
	}
}

// isFraction reports whether a number is written in the form of a fraction.
func isFraction(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && strings.ContainsAny(s, ".eE")
}

// flatten lists the results in a JSON value.
func flatten(v any) []hit {
	switch v := v.(type) {
	case []any:
		if h, ok := pairHit(v); ok {
			return h
		}
		var hits []hit
		for _, x := range v {
			hits = append(hits, flatten(x)...)
		}
		return hits
	case map[string]any:
		return flattenObject(v)
	case string:
		return []hit{wordHit(v)}
	case json.Number:
		return []hit{wordHit(v.String())}
	}
	return []hit{{says: excerpt(v), score: 1}}
}

// maxExcerpt is the maximum length of an excerpt of a result in a message, in characters.
const maxExcerpt = 200

// excerpt formats a result for a message.
func excerpt(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // it was decoded from JSON
	text := []rune(strings.TrimSpace(b.String()))
	if len(text) > maxExcerpt {
		return string(text[:maxExcerpt]) + "…"
	}
	return string(text)
}

// pairHit parses a list of a result and its score, in either order.
func pairHit(v []any) ([]hit, bool) {
	if len(v) != 2 {
		return nil, false
	}
	for i, x := range v {
		score, isNumber := v[1-i].(json.Number)
		other, bothNumbers := x.(json.Number)
		if !isNumber || bothNumbers && (isFraction(other.String()) || !isFraction(score.String())) {
			continue
		}
		hits := flatten(x)
		if len(hits) != 1 {
			return nil, false
		}
		hits[0].scoreFrom(score.String())
		return hits, true
	}
	return nil, false
}

func flattenObject(v map[string]any) []hit {
	if len(v) == 0 {
		return nil
	}
	for _, key := range lists {
		if holdsResults(v[key]) {
			return scored(v, flatten(v[key]))
		}
	}
	h := objectHit(v)
	if h.id != "" || h.row != nil {
		return []hit{h}
	}
	for _, key := range vagueLists {
		if holdsResults(v[key]) {
			return scored(v, flatten(v[key]))
		}
	}
	if len(v) == 1 {
		for _, only := range v {
			if holdsResults(only) {
				return flatten(only)
			}
		}
	}
	return []hit{h}
}

func holdsResults(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return true
	}
	return false
}

// scored assigns scores from a separate list to hits.
func scored(v map[string]any, hits []hit) []hit {
	for _, key := range scoreLists {
		if list, ok := v[key].([]any); ok {
			if scores := flatten(list); len(scores) == len(hits) {
				for i := range hits {
					hits[i].scoreFrom(scores[i].id)
				}
			}
		}
	}
	return hits
}

// objectHit parses one result. The indexer's names of an id take precedence over those of
// stores, at any depth.
func objectHit(v map[string]any) hit {
	h := hit{says: excerpt(v), score: 1}
	for _, keys := range [][]string{canonicalKeys, idKeys} {
		if id, ok := lookFor(v, keys, 0).(string); ok && h.id == "" {
			h.id = id
		}
	}
	for _, keys := range [][]string{rowKeys, indexKeys} {
		if row, ok := wholeOf(lookFor(v, keys, 0)); ok && h.row == nil {
			h.row = &row
		}
	}
	for _, key := range scoreKeys {
		if x := v[key]; x != nil {
			h.scoreFrom(fmt.Sprint(x))
			break
		}
	}
	return h
}

// maxHolders bounds the nesting of metadata in a result.
const maxHolders = 4

// lookFor returns the first text or number under one of the keys, in v or its metadata,
// or nil.
func lookFor(v map[string]any, keys []string, depth int) any {
	for _, key := range keys {
		switch x := v[key].(type) {
		case string:
			if strings.TrimSpace(x) != "" {
				return x
			}
		case json.Number:
			return x
		}
	}
	for _, key := range holders {
		if inner, ok := v[key].(map[string]any); ok && depth < maxHolders {
			if x := lookFor(inner, keys, depth+1); x != nil {
				return x
			}
		}
	}
	return nil
}

// wholeOf converts a row number, which may be a text or 5.0.
func wholeOf(v any) (int, bool) {
	var text string
	switch v := v.(type) {
	case json.Number:
		text = v.String()
	case string:
		text = strings.TrimSpace(v)
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n, true
	}
	x, err := strconv.ParseFloat(text, 64)
	return int(x), err == nil && isFraction(text) && x == math.Trunc(x) && math.Abs(x) < 1<<31
}
