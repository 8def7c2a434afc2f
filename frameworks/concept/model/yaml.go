package model

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/internal/hint"
	"seedgraph/internal/limited"
)

// An Error is an invalid row at a line of a file. Its hint is the remedy.
type Error struct {
	Position
	Problem string
}

// Error returns file, line and problem. Line 0 is the whole file.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Problem
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem)
}

func problem(at Position, remedy, format string, args ...any) error {
	return hint.With(&Error{at, fmt.Sprintf(format, args...)}, remedy)
}

// Parse reads the rows of a file: one library a document. name is the file in errors and positions. A
// row that is not valid is an error: [Check] has the rules. Unknown and repeated keys, aliases and
// values of another type are errors, too.
func Parse(name, text string) ([]*Library, error) {
	docs, err := limited.YAML(text)
	if err != nil {
		return nil, syntaxError(name, text, err)
	}
	var out []*Library
	for _, doc := range docs {
		l := &Library{}
		d := decoder{file: name}
		if err := d.structure(doc.Content[0], reflect.ValueOf(l).Elem(), "a library"); err != nil {
			return nil, err
		}
		if err := Check(l); err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	if len(out) == 0 {
		return nil, problem(Position{File: name}, "begin with `library: NAME`", "describes no library")
	}
	return out, nil
}

var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)

// syntaxError moves the line of an error of the YAML parser to the front.
func syntaxError(name, file string, err error) error {
	at, text := Position{File: name}, strings.TrimPrefix(err.Error(), "yaml: ")
	var tooMuch *limited.Error
	if rest, ok := strings.CutPrefix(text, "line "); ok && !errors.As(err, &tooMuch) {
		line, problem, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(line); err == nil {
			at.Line, text = n, problem
		}
	}
	if m := unknownAnchor.FindStringSubmatch(text); m != nil {
		before, _, _ := strings.Cut(file, "*"+m[1])
		at.Line = strings.Count(before, "\n") + 1
	}
	return problem(at, "correct the YAML", "%s", text)
}

// A decoder decodes nodes of one file.
type decoder struct{ file string }

func (d *decoder) at(n *yaml.Node) Position { return Position{d.file, n.Line} }

// structure decodes a mapping into a struct. The keys are those of its yaml tags; those of embedded
// structs belong to it.
func (d *decoder) structure(n *yaml.Node, into reflect.Value, kind string) error {
	if n.Kind != yaml.MappingNode {
		return problem(d.at(n), "write `key: value` lines: "+strings.Join(keysOf(into.Type()), ", "),
			"%s is %s, not a mapping", kind, describe(n))
	}
	if at := into.FieldByName("Position"); at.IsValid() {
		at.Set(reflect.ValueOf(d.at(n)))
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field := fieldOf(into, key.Value)
		switch {
		case key.Kind != yaml.ScalarNode || !field.IsValid():
			return problem(d.at(key), "the keys of "+kind+" are "+strings.Join(keysOf(into.Type()), ", "),
				"unknown key %q", key.Value)
		case seen[key.Value]:
			return problem(d.at(key), "remove one of them", "the key %s is there twice", key.Value)
		}
		seen[key.Value] = true
		if err := d.value(value, field, key.Value); err != nil {
			return err
		}
	}
	return nil
}

// value decodes the value of a key.
func (d *decoder) value(n *yaml.Node, into reflect.Value, key string) error {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return problem(d.at(n), "repeat the value", "anchors and aliases are not supported")
	}
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		return d.structure(n, into.Elem(), key)
	case reflect.Slice:
		return d.list(n, into, key)
	case reflect.Struct:
		return d.structure(n, into, "an entry of "+key)
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		return problem(d.at(n), "give one value", "%s is %s, not %s", key, describe(n), nameOf(into))
	}
	switch into.Kind() {
	case reflect.Bool:
		if n.ShortTag() != "!!bool" {
			return problem(d.at(n), "give true or false", "%s is %q, not true or false", key, n.Value)
		}
		into.SetBool(strings.EqualFold(n.Value, "true"))
	case reflect.Int:
		i, err := strconv.Atoi(n.Value)
		if err != nil || n.ShortTag() != "!!int" || i < 0 || i > 99 {
			return problem(d.at(n), "give a number from 0 to 99", "%s is %q, not a number", key, n.Value)
		}
		into.SetInt(int64(i))
	case reflect.String:
		return d.text(n, into, key)
	}
	return nil
}

// text decodes a string. The position of an argument is a number in YAML.
func (d *decoder) text(n *yaml.Node, into reflect.Value, key string) error {
	isArg := into.Type() == reflect.TypeFor[Arg]()
	if tag := n.ShortTag(); tag != "!!str" && !(isArg && tag == "!!int") {
		return problem(d.at(n), "put it in quotes if it is a text", "%s is %s, not a text", key, describe(n))
	}
	if isArg {
		if _, err := Arg(n.Value).parse(); err != nil || n.Value == "" {
			return problem(d.at(n), "write a position such as 0 or last, a name, or both: 0|path", "%s: %q denotes no argument",
				key, n.Value)
		}
	}
	into.SetString(n.Value)
	return nil
}

// list decodes a list; of texts, a single one is a list, too.
func (d *decoder) list(n *yaml.Node, into reflect.Value, key string) error {
	entries := []*yaml.Node{n}
	switch {
	case n.Kind == yaml.SequenceNode:
		entries = n.Content
		if len(entries) == 0 {
			return problem(d.at(n), "give an entry, or remove the key", "%s is an empty list", key)
		}
	case into.Type().Elem().Kind() != reflect.String:
		return problem(d.at(n), "write a list: one line with \"- \" for each entry", "%s is %s, not a list", key, describe(n))
	}
	for _, e := range entries {
		v := reflect.New(into.Type().Elem()).Elem()
		if err := d.value(e, v, key); err != nil {
			return err
		}
		if v.Kind() == reflect.String && slices.ContainsFunc(slices.Collect(valuesOf(into)), func(s string) bool { return s == v.String() }) {
			return problem(d.at(e), "remove one of them", "%s has %q twice", key, v.String())
		}
		into.Set(reflect.Append(into, v))
	}
	return nil
}

// valuesOf yields the texts of a list.
func valuesOf(list reflect.Value) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range list.Len() {
			if !yield(list.Index(i).String()) {
				return
			}
		}
	}
}

// fieldOf returns the field with a key; the zero Value for an unknown one.
func fieldOf(v reflect.Value, key string) reflect.Value {
	for i := range v.NumField() {
		switch tag := v.Type().Field(i).Tag.Get("yaml"); {
		case tag == ",inline":
			if f := fieldOf(v.Field(i), key); f.IsValid() {
				return f
			}
		case tag == key && key != "-":
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// keysOf lists the keys of a struct, in the order of its fields.
func keysOf(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		switch tag := t.Field(i).Tag.Get("yaml"); tag {
		case ",inline":
			out = append(out, keysOf(t.Field(i).Type)...)
		case "-":
		default:
			out = append(out, tag)
		}
	}
	return out
}

func nameOf(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a number"
	}
	return "a text"
}

func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.ShortTag() == "!!null":
		return "empty"
	case n.ShortTag() == "!!str":
		return fmt.Sprintf("the text %q", n.Value)
	}
	return n.Value
}
