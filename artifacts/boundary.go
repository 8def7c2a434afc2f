package artifacts

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/graph"
)

// This file has the endpoints, packages and links that join indexes of several repositories; see FORMAT.md,
// section "Between repositories".

const (
	endpointsFile = "endpoints.jsonl"
	packagesFile  = "packages.jsonl"
	linksFile     = "links.jsonl"
)

// An EndpointRow is a line of endpoints.jsonl: see [graph.Endpoint].
type EndpointRow struct {
	Type     graph.EndpointType `json:"type"`
	NodeID   graph.NodeID       `json:"node_id"`
	Path     string             `json:"path"`
	Line     uint32             `json:"line"`
	Tier     string             `json:"tier"`
	Verb     string             `json:"verb"`
	Host     string             `json:"host"`
	BasePath string             `json:"base_path"`
	Route    string             `json:"route"`
	System   string             `json:"system"`
	Topic    string             `json:"topic"`
	Database string             `json:"database"`
	Key      string             `json:"key"`
}

// A Package is a package that a tree declares or requires, by one of its manifests.
type Package struct {
	Ecosystem string `json:"ecosystem"` // go, npm, maven, nuget or pypi
	Name      string `json:"name"`      // as the ecosystem compares them: group:artifact of Maven
	Version   string `json:"version"`
	Path      string `json:"path"` // of the manifest
	Line      uint32 `json:"line"`
	Requires  bool   `json:"requires"` // the tree requires it; else it declares it
	// Path leads there: the package is required by the path of its folder or project file
	Local string `json:"local"`
}

// A Link is an edge between two repositories, with its evidence.
type Link struct {
	From graph.NodeID `json:"from"`
	To   graph.NodeID `json:"to"`
	Kind string       `json:"kind"`
	Tier string       `json:"tier"`
	Line uint32       `json:"line"` // in the file of From
	By   string       `json:"by"`   // package, route, service, topic, table or setting
	// for people, such as "go.mod:7 requires example.com/lib v1.2.0"
	Evidence string `json:"evidence"`
	// candidates that nothing decides among, if there are several
	Candidates int `json:"candidates"`
	// Pinned is the version that the manifest asks for, if the linked repository has another one
	Pinned string `json:"pinned"`
}

// writeEndpoints writes endpoints.jsonl, by node and line. Where there are none there is no file.
func (b *build) writeEndpoints() error {
	rows := make([]any, len(b.g.Endpoints))
	for i, e := range b.g.Endpoints {
		n := &b.g.Nodes[e.Node]
		row := EndpointRow{Type: e.Type, NodeID: n.ID, Path: n.Path, Line: e.Line, Verb: e.Verb,
			Host: e.Host, BasePath: e.BasePath, Route: e.Route, System: e.System, Topic: e.Topic,
			Database: e.Database, Key: e.Key}
		if e.Tier != 0 {
			row.Tier = e.Tier.String()
		}
		rows[i] = row
	}
	return b.writeRows(endpointsFile, rows)
}

// writePackages writes packages.jsonl, sorted by all that a line says.
func (b *build) writePackages() error {
	list := slices.Clone(b.in.Packages)
	slices.SortFunc(list, comparePackages)
	list = slices.Compact(list)
	rows := make([]any, len(list))
	for i := range list {
		rows[i] = list[i]
	}
	return b.writeRows(packagesFile, rows)
}

func comparePackages(x, y Package) int {
	requires := func(p Package) int {
		if p.Requires {
			return 1
		}
		return 0
	}
	return cmp.Or(strings.Compare(x.Ecosystem, y.Ecosystem), strings.Compare(x.Name, y.Name),
		cmp.Compare(requires(x), requires(y)), strings.Compare(x.Path, y.Path),
		cmp.Compare(x.Line, y.Line), strings.Compare(x.Version, y.Version),
		strings.Compare(x.Local, y.Local))
}

// writeLinks writes links.jsonl, by origin, kind and target.
func (b *build) writeLinks() error {
	list := slices.Clone(b.in.Links)
	slices.SortFunc(list, compareLinks)
	rows := make([]any, len(list))
	for i := range list {
		rows[i] = list[i]
	}
	return b.writeRows(linksFile, rows)
}

func compareLinks(x, y Link) int {
	return cmp.Or(cmp.Compare(x.From, y.From), strings.Compare(x.Kind, y.Kind), cmp.Compare(x.To, y.To))
}

// writeRows writes a file of JSON lines, unless there are none.
func (b *build) writeRows(file string, rows []any) error {
	if len(rows) == 0 {
		return nil
	}
	return b.writeLines(file, func(w *bufio.Writer) {
		for _, row := range rows {
			w.Write(plainJSON(row))
		}
	})
}

// Endpoints lists the references to other repositories, by node and line; nil for artifacts
// that do not say. The list covers all files: it is for readers without restrictions.
func (r *Reader) Endpoints() ([]EndpointRow, error) { return openLines[EndpointRow](r, endpointsFile) }

// Packages lists the packages that the tree declares and requires; nil for artifacts that do not
// say. The list covers all files: it is for readers without restrictions.
func (r *Reader) Packages() ([]Package, error) { return openLines[Package](r, packagesFile) }

// Links lists the edges between repositories whose ends the reader sees, by origin, kind and target;
// nil for artifacts that are not linked.
func (r *Reader) Links() ([]Link, error) {
	list, err := readLines[Link](r, linksFile)
	if err != nil || !r.partial() {
		return list, err
	}
	var out []Link
	for _, l := range list {
		seen := true
		for _, id := range []graph.NodeID{l.From, l.To} {
			_, ok, err := r.Lookup(id)
			if err != nil {
				return nil, err
			}
			seen = seen && ok
		}
		if seen {
			l.Candidates = 0 // it would tell of those that are hidden
			out = append(out, l)
		}
	}
	return out, nil
}

func openLines[Row any](r *Reader, file string) ([]Row, error) {
	if r.partial() {
		return nil, fmt.Errorf("%s is not open to a restricted reader", file)
	}
	return readLines[Row](r, file)
}

// readLines reads a file of JSON lines; nil without the file.
func readLines[Row any](r *Reader, file string) ([]Row, error) {
	if _, ok := r.manifest.file(file); !ok {
		return nil, nil
	}
	raw, err := r.root.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return nil, corruptf("%w", err)
	}
	out := make([]Row, 0, bytes.Count(raw, []byte{'\n'}))
	for line := range bytes.Lines(raw) {
		var row Row
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, corruptf("%s: %w", file, err)
		}
		out = append(out, row)
	}
	return out, nil
}

// endpoints checks that the rows name nodes.
func (v *verifier) endpoints() error {
	list, err := v.r.Endpoints()
	for _, e := range list {
		v.nodeOf(endpointsFile, e.NodeID)
	}
	return err
}

// packages checks the order of the rows.
func (v *verifier) packages() error {
	list, err := v.r.Packages()
	for i, p := range list {
		if i > 0 && comparePackages(list[i-1], p) >= 0 {
			v.add(packagesFile, "%s is not behind %s", p.Name, list[i-1].Name)
		}
	}
	return err
}

// links checks that the rows are in order and name edges.
func (v *verifier) links() error {
	list, err := v.r.Links()
	if err != nil {
		return err
	}
	for i, l := range list {
		if i > 0 && compareLinks(list[i-1], l) >= 0 {
			v.add(linksFile, "the row from %s to %s is out of order", l.From, l.To)
		}
		from, to := v.nodeOf(linksFile, l.From), v.nodeOf(linksFile, l.To)
		edges, err := v.r.Out(from)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(edges, func(e graph.Edge) bool {
			return e.To == to && e.Kind.String() == l.Kind
		}) {
			v.add(linksFile, "there is no edge %s from %s to %s", l.Kind, l.From, l.To)
		}
	}
	return nil
}

// nodeOf finds the node named by a row of a file; 0, with a finding, if it does not exist.
func (v *verifier) nodeOf(file string, id graph.NodeID) uint32 {
	n, ok, err := v.r.Lookup(id)
	if err != nil || !ok {
		v.add(file, "names %s, which is no node", id)
	}
	return n
}
