package prisma

import (
	"path"
	"regexp"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
)

// A model is a model or view of a schema.
type model struct {
	name   string
	table  data.Table
	fields []field
	of     *schema
}

// A schema is the source of one client: a file with a data source, and the files
// without one in its folder and below.
type schema struct {
	file   string
	output string // folder of the generated client, empty for the default
	models map[string]*model
	order  []*model
}

// end returns the target model of a field of m.
func (f *field) end(m *model) *model { return m.of.models[f.of] }

// A field is a relation field, whose type is a model.
type field struct {
	name, of string
	isList   bool
	owns     bool   // has the foreign key columns
	relation string // name of the relation; may be empty
}

// field returns the relation field of that name, or nil.
func (m *model) field(name string) *field {
	for i := range m.fields {
		if m.fields[i].name == name {
			return &m.fields[i]
		}
	}
	return nil
}

var (
	source     = regexp.MustCompile(`(?m)^\s*datasource\s+\w+\s*\{`)
	output     = regexp.MustCompile(`(?m)^\s*output\s*=\s*"([^"]+)"`)
	blockStart = regexp.MustCompile(`^(model|view)\s+(\w+)\s*\{`)
	fieldLine  = regexp.MustCompile(`^(\w+)\s+(\w+)(\[\])?\??(.*)$`)
	mapped     = regexp.MustCompile(`^@@map\(\s*(?:name:\s*)?"([^"]+)"`)
	inSchema   = regexp.MustCompile(`^@@schema\(\s*(?:name:\s*)?"([^"]+)"`)
	related    = regexp.MustCompile(`@relation\(([^)]*(?:\([^)]*\)[^)]*)*)\)`)
	named      = regexp.MustCompile(`^\s*(?:name:\s*)?"([^"]+)"|name:\s*"([^"]+)"`)
)

// schemasOf groups files into schemas, in file order. Without any data source, all
// files are one schema.
func schemasOf(files []string, text func(string) string) (list []*schema, of map[string]*schema) {
	of = map[string]*schema{}
	for _, p := range files {
		if source.MatchString(text(p)) {
			of[p] = &schema{file: p, models: map[string]*model{}}
			if out := output.FindStringSubmatch(text(p)); out != nil {
				of[p].output = path.Join(path.Dir(p), out[1])
			}
			list = append(list, of[p])
		}
	}
	rest := &schema{models: map[string]*model{}}
	for _, p := range files {
		for _, s := range list {
			if of[p] == nil || len(path.Dir(s.file)) > len(path.Dir(of[p].file)) && p != of[p].file {
				if isWithin(p, path.Dir(s.file)) {
					of[p] = s
				}
			}
		}
		if of[p] == nil {
			of[p] = rest
		}
	}
	return append(list, rest), of
}

// isWithin reports whether a file is in a folder or below it.
func isWithin(file, folder string) bool {
	return folder == "." || strings.HasPrefix(file, folder+"/")
}

// lines splits a schema into lines without comments; parenthesized text does not break.
func lines(text string) []string {
	var out []string
	open := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		line = strings.TrimSpace(line)
		if open {
			out[len(out)-1] += " " + line
		} else {
			out = append(out, line)
		}
		last := out[len(out)-1]
		open = strings.Count(last, "(") > strings.Count(last, ")") && line != "}"
	}
	return out
}

// read reads the models of a file. Fields whose types are not models are removed once
// all files have been read.
func (s *schema) read(text string) {
	var m *model
	for _, line := range lines(text) {
		if start := blockStart.FindStringSubmatch(line); start != nil {
			m = &model{name: start[2], of: s,
				table: data.Table{Name: start[2], View: start[1] == "view"}}
			continue
		}
		if m == nil {
			continue
		}
		switch found := mapped.FindStringSubmatch(line); {
		case line == "}":
			if s.models[m.name] == nil {
				s.models[m.name] = m
				s.order = append(s.order, m)
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

// relate removes the fields whose types are not models, and adds the foreign keys: of
// the columns of a field, and of the join table between two models that both have
// lists.
func (r *reader) relate(s *schema) {
	for _, m := range s.order {
		var kept []field
		for _, f := range m.fields {
			if f.end(m) != nil {
				kept = append(kept, f)
			}
		}
		m.fields = kept
	}
	for _, m := range s.order {
		for i := range m.fields {
			f := &m.fields[i]
			to := f.end(m)
			switch {
			case m.table.View || to.table.View: // a view has no keys
			case f.owns:
				r.key(m.table, to.table, graph.Exact)
			case m.isJoined(f):
				r.key(m.between(f), m.table, graph.Typed)
			}
		}
	}
}

// isJoined reports whether a field uses a join table: its inverse is a list too, and
// neither side stores the keys itself, as documents do.
func (m *model) isJoined(f *field) bool {
	to := f.end(m)
	for i := range to.fields {
		back := &to.fields[i]
		if back.of == m.name && back.isList && back.relation == f.relation && back != f {
			return f.isList && !f.owns && !back.owns
		}
	}
	return false
}

// between returns the join table between two models: named after the relation, or else
// after both models in alphabetical order.
//
//	_PostToTag
func (m *model) between(f *field) data.Table {
	name := f.relation
	if name == "" {
		name = min(m.name, f.of) + "To" + max(m.name, f.of)
	}
	first := m.of.models[min(m.name, f.of)]
	return data.Table{Schema: first.table.Schema, Name: "_" + name}
}

func (r *reader) key(from, to data.Table, tier graph.Tier) {
	r.out.Keys = append(r.out.Keys, data.Key{From: from, To: to, Tier: tier, Via: graph.ViaORM})
}
