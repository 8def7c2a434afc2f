package render

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/graph"
)

// An Item is a node in an answer.
type Item struct {
	ID        string  `json:"id"`
	Handle    string  `json:"handle"`
	Kind      string  `json:"kind"`
	Name      string  `json:"name"`
	DataType  string  `json:"data_type"`
	Language  string  `json:"language,omitempty"`
	Path      string  `json:"path"`
	StartLine uint32  `json:"start_line"`
	EndLine   uint32  `json:"end_line"`
	Tokens    int     `json:"tokens"` // of the node's text, or of the text as printed
	Score     float64 `json:"score"`

	// Section is the number of the section of a packed text that contains the item, and
	// SectionName its heading; 0 for a text without sections.
	Section     int    `json:"-"`
	SectionName string `json:"-"`

	label    string // a short name that distinguishes it from its neighbours: OrderService.Place
	nameLine uint32 // line of the name; 0 if unknown, or not in this part
}

// NewItem describes a node, or one of its parts, counted from 1; 0 means the whole node.
func NewItem(n *graph.Node, part int) Item {
	it := Item{
		ID: string(n.ID), Handle: n.ID.Handle(), Kind: string(n.Kind), Name: n.Name,
		DataType: string(n.Domain()), Language: n.Language, Path: n.Path,
		StartLine: n.Span.StartLine, EndLine: n.Span.EndLine, Tokens: n.Tokens(),
		label: n.Short,
	}
	if owner := n.Class + n.Schema; owner != "" {
		it.label = owner + "." + n.Short
	}
	if 0 < part && part <= len(n.Parts) {
		p := n.Parts[part-1]
		it.ID = n.ID.Part(part)
		it.StartLine, it.EndLine, it.Tokens = p.StartLine, p.EndLine, p.Tokens
	}
	if it.StartLine <= n.NameLine && n.NameLine <= it.EndLine {
		it.nameLine = n.NameLine
	}
	return it
}

// Handles abbreviates handles for text.
type Handles interface {
	// Abbreviate returns the beginning of a handle that is enough to refer to its node.
	Abbreviate(handle string) string
}

// JSON writes v as indented JSON.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// OneLine makes s fit on a line: it replaces runs of white space by one space and removes
// other control characters.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
}

// Cut shortens s to at most max characters, at the end of a word if one is
// near, and marks the cut.
func Cut(s string, max int) string {
	if utf8.RuneCountInString(s) <= max {
		return s
	}
	runes := []rune(s)[:max-1]
	for i := len(runes) - 1; i > len(runes)*3/4; i-- {
		if runes[i] == ' ' {
			runes = runes[:i]
			break
		}
	}
	return strings.TrimRight(string(runes), " ,;(—") + "…"
}

// Count formats a number of things.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Label returns a short name that distinguishes an item from its neighbours: Type.Member,
// schema.table, or the bare name. A constructor has the name of its type.
func (it Item) Label() string { return undoubled(it.label) }

// Line returns the line of the name, which comments, attributes and decorators may
// precede; if that is unknown, the line where the item begins, or 0.
func (it Item) Line() uint32 { return cmp.Or(it.nameLine, it.StartLine) }

// Title returns the name for human readers: a constructor is named after its type, and a
// definition in a Python package is in the package, not in its __init__ file.
func (it Item) Title() string {
	name := it.Name
	if rest, ok := strings.CutPrefix(name, "__init__."); ok {
		name = rest
		if folder := path.Base(path.Dir(it.Path)); folder != "." && folder != "/" {
			name = folder + "." + rest
		}
	}
	return undoubled(name)
}

// undoubled drops the last part of a name if it repeats the one before it.
func undoubled(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return name
	}
	if owner, last := name[:i], name[i+1:]; owner == last || strings.HasSuffix(owner, "."+last) {
		return owner
	}
	return name
}
