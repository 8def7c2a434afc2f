package prisma

import (
	"regexp"
	"strings"

	"seedgraph/data"
	"seedgraph/graph"
)

// A model is one of a schema, or a view.
type model struct {
	name   string
	table  data.Table
	fields []field
}

// A field is one whose type is a model.
type field struct {
	name, of string
	isList   bool
	owns     bool   // it has the columns of the key
	relation string // the name of the relation; empty for none
}

// field finds a field of a model that leads to another; nil for none.
func (m *model) field(name string) *field {
	for i := range m.fields {
		if m.fields[i].name == name {
			return &m.fields[i]
		}
	}
	return nil
}

var (
	blockStart = regexp.MustCompile(`^(model|view)\s+(\w+)\s*\{`)
	fieldLine  = regexp.MustCompile(`^(\w+)\s+(\w+)(\[\])?\??(.*)$`)
	mapped     = regexp.MustCompile(`^@@map\(\s*(?:name:\s*)?"([^"]+)"`)
	inSchema   = regexp.MustCompile(`^@@schema\(\s*(?:name:\s*)?"([^"]+)"`)
	related    = regexp.MustCompile(`@relation\(([^)]*(?:\([^)]*\)[^)]*)*)\)`)
	named      = regexp.MustCompile(`^\s*(?:name:\s*)?"([^"]+)"|name:\s*"([^"]+)"`)
)

// schema reads the models of a file. Fields of types that are no models are left out when
// all files have been read.
func (r *reader) schema(text string) {
	var m *model
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		line = strings.TrimSpace(line)
		if start := blockStart.FindStringSubmatch(line); start != nil {
			m = &model{name: start[2], table: data.Table{Name: start[2], View: start[1] == "view"}}
			continue
		}
		if m == nil {
			continue
		}
		switch found := mapped.FindStringSubmatch(line); {
		case line == "}":
			if r.models[m.name] == nil {
				r.models[m.name] = m
				r.order = append(r.order, m)
			}
			m = nil
		case found != nil:
			m.table.Name = found[1]
		case strings.HasPrefix(line, "@@"):
			if found := inSchema.FindStringSubmatch(line); found != nil {
				m.table.Schema = found[1]
			}
		default:
			if f := fieldLine.FindStringSubmatch(line); f != nil {
				m.fields = append(m.fields, fieldOf(f))
			}
		}
	}
}

func fieldOf(parts []string) field {
	f := field{name: parts[1], of: parts[2], isList: parts[3] != ""}
	if args := related.FindStringSubmatch(parts[4]); args != nil {
		f.owns = strings.Contains(args[1], "fields:")
		if name := named.FindStringSubmatch(args[1]); name != nil {
			f.relation = name[1] + name[2]
		}
	}
	return f
}

// relate leaves out the fields whose types are no models, and enters the keys: of the
// columns of a field, and of the table between two models that both have lists.
func (r *reader) relate() {
	for _, m := range r.order {
		var kept []field
		for _, f := range m.fields {
			if r.models[f.of] != nil {
				kept = append(kept, f)
			}
		}
		m.fields = kept
	}
	for _, m := range r.order {
		for i := range m.fields {
			f := &m.fields[i]
			to := r.models[f.of]
			switch {
			case f.owns:
				r.key(m.table, to.table, graph.Exact)
			case f.isList && r.isJoined(m, f):
				t := r.between(m, f)
				r.key(t, m.table, graph.Typed)
			}
		}
	}
}

// isJoined reports whether the other side of a list is a list as well.
func (r *reader) isJoined(m *model, f *field) bool {
	for i := range r.models[f.of].fields {
		back := &r.models[f.of].fields[i]
		if back.of == m.name && back.isList && back.relation == f.relation && back != f {
			return true
		}
	}
	return false
}

// between is the table between two models: of the name of the relation, else of both
// models in the order of the alphabet.
//
//	_PostToTag
func (r *reader) between(m *model, f *field) data.Table {
	name := f.relation
	if name == "" {
		name = min(m.name, f.of) + "To" + max(m.name, f.of)
	}
	first := r.models[min(m.name, f.of)]
	return data.Table{Schema: first.table.Schema, Name: "_" + name}
}

func (r *reader) key(from, to data.Table, tier graph.Tier) {
	r.out.Keys = append(r.out.Keys, data.Key{From: from, To: to, Tier: tier, Via: graph.ViaORM})
}
