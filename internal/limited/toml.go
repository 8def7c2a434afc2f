package limited

import (
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A Value is a value of a TOML document.
type Value struct {
	Key  []string // including those of the enclosing tables; tables and values in lists by their index
	Line int      // from 1
	Kind Kind     // Text or Plain
	Text string
}

// TOML reads tables, dotted keys and inline tables, and calls each for the values in
// source order, up to the first error.
func TOML(text string, each func(Value)) error {
	if err := checkTOML(text); err != nil {
		return err
	}
	r := tomlReader{text: text, line: 1, counts: map[string]int{}, each: each}
	r.parser.Reset([]byte(text))
	var table []string
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			if table = keyOf(e, nil); len(table) > MaxDepth {
				return tooDeep()
			}
			if e.Kind == unstable.ArrayTable {
				name := strings.Join(table, "\x00")
				table = append(table, strconv.Itoa(r.counts[name]))
				r.counts[name]++
			}
		case unstable.KeyValue:
			if err := r.value(e, table, r.lineOf(e)); err != nil {
				return err
			}
		}
	}
	return r.parser.Error()
}

// checkTOML measures brackets and commas; dotted keys are measured when they are
// read.
func checkTOML(text string) error {
	return brackets{quotes: `"'`, line: "#", triple: true}.check(text)
}

type tomlReader struct {
	parser   unstable.Parser
	text     string
	at, line int
	counts   map[string]int // of tables in lists
	nodes    int
	each     func(Value)
}

// lineOf returns the line of the key of an expression.
func (r *tomlReader) lineOf(e *unstable.Node) int {
	if keys := e.Key(); keys.Next() {
		at := int(keys.Node().Raw.Offset)
		r.line += strings.Count(r.text[r.at:at], "\n")
		r.at = at
	}
	return r.line
}

// keyOf appends the parts of the key of an expression to the enclosing key.
func keyOf(e *unstable.Node, around []string) []string {
	out := around[:len(around):len(around)]
	for keys := e.Key(); keys.Next(); {
		out = append(out, string(keys.Node().Data))
	}
	return out
}

func (r *tomlReader) value(e *unstable.Node, around []string, line int) error {
	key, v := keyOf(e, around), e.Value()
	if len(key) > MaxDepth {
		return tooDeep()
	}
	switch v.Kind {
	case unstable.InlineTable:
		for c := v.Children(); c.Next(); {
			if err := r.value(c.Node(), key, line); err != nil {
				return err
			}
		}
	case unstable.Array:
		i := 0
		for c := v.Children(); c.Next(); i++ {
			element := append(key[:len(key):len(key)], strconv.Itoa(i))
			if err := r.scalar(c.Node(), element, line); err != nil {
				return err
			}
		}
	default:
		return r.scalar(v, key, line)
	}
	return nil
}

func (r *tomlReader) scalar(v *unstable.Node, key []string, line int) error {
	if r.nodes++; r.nodes > MaxNodes {
		return tooMany()
	}
	out := Value{Key: key, Line: line, Kind: Text, Text: string(v.Data)}
	switch v.Kind {
	case unstable.Integer, unstable.Float, unstable.Bool:
		out.Kind = Plain
	}
	r.each(out)
	return nil
}

// UnmarshalTOML decodes a document that is within the limits into v. Keys that v lacks are ignored.
func UnmarshalTOML(text []byte, v any) error {
	if err := TOML(string(text), func(Value) {}); err != nil {
		return err
	}
	return toml.Unmarshal(text, v)
}
