package artifacts

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// A Finding is an error found in artifacts.
type Finding struct {
	Where string `json:"where"` // a file, or the name of a check
	What  string `json:"what"`
}

// String formats the finding as a line for people.
func (f Finding) String() string { return f.Where + ": " + f.What }

// maxFindings bounds the findings of one check: a damaged table can affect every node.
const maxFindings = 20

// rankTolerance is the tolerated deviation of the sum of all ranks from 1: each is
// rounded to nine digits.
const rankTolerance = 1e-6

// Verify checks artifacts as far as possible without the source tree: that the sizes and
// hashes of all files match and no other files exist, and that the graph store and the
// bundles are well-formed and agree with each other. The findings are in the order of the
// checks. An error, marked ErrNotFound or ErrVersion, means that nothing could be
// checked.
func Verify(dir string) ([]Finding, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("verify %s: %w: %w", dir, ErrNotFound, err)
	}
	defer root.Close()
	v := &verifier{root: root}
	m, err := readManifest(root)
	if err != nil {
		if errors.Is(err, ErrCorrupt) {
			v.addError(manifestFile, err)
			return v.findings, nil
		}
		return nil, fmt.Errorf("verify %s: %w", dir, err)
	}
	v.files(m)
	r, err := Open(dir)
	if errors.Is(err, ErrVersion) || errors.Is(err, ErrNotFound) {
		return nil, fmt.Errorf("verify %s: %w", dir, err)
	}
	if err != nil {
		v.addError("open", err)
		return v.findings, nil
	}
	defer r.Close()
	v.r, v.whole = r.withoutViews(), r
	for _, check := range []struct {
		name string
		run  func() error
	}{
		{"nodes", v.nodes}, {"access", v.access}, {"adjacency", v.adjacency}, {"ranks", v.ranks},
		{"layouts", v.layouts}, {"sites", v.sites}, {"receivers", v.receivers}, {"open ends", v.openEnds}, {"outside", v.outside}, {"uses", v.uses},
		{"entry points", v.reach}, {"ends", v.ends}, {"access views", v.views},
		{"extra nodes", v.extra},
		{"history", v.history}, {"companions", v.companions},
		{"paths", v.paths},
		{"symbols", v.symbols}, {"terms", v.terms}, {chunksFile, v.chunks}, {bodiesFile, v.bodies},
		{dependenciesFile, v.dependencies}, {sqlEdgesFile, v.sqlGraph}, {metadataFile, v.metadata},
		{diagnosticsFile, v.diagnostics}, {repoMetaFile, v.repoMeta},
		{sourceFilesFile, v.sourceFiles}, {endpointsFile, v.endpoints},
		{packagesFile, v.packages}, {linksFile, v.links}, {configsFile, v.configs},
		{embeddingsDir, v.embeddings},
	} {
		v.check, v.count = check.name, 0
		if err := check.run(); err != nil {
			v.addError(check.name, err)
		}
	}
	return v.findings, nil
}

// A verifier collects findings.
type verifier struct {
	root     *os.Root
	r        *Reader // of the stored edges, regardless of access views
	whole    *Reader // unrestricted
	findings []Finding
	check    string // name of the current check
	count    int    // number of its findings

	ids      []graph.NodeID
	rows     []row            // of chunks.json, then of sql_bodies.jsonl, as read
	rowOf    map[string]int   // by id of a chunk
	bodyFrom int              // the first row of sql_bodies.jsonl
	expect   map[string]*part // by id of a chunk: its properties in the store
}

// A row holds the members of a line of the two text files that Verify uses.
type row struct{ id, nodeID, dataType string }

// A part is a chunk as described by the store.
type part struct {
	hash   string
	bodies bool
	seen   bool
}

func (v *verifier) add(where, format string, args ...any) {
	v.count++
	if v.count < maxFindings {
		v.findings = append(v.findings, Finding{where, fmt.Sprintf(format, args...)})
	} else if v.count == maxFindings {
		v.findings = append(v.findings, Finding{where, "and more of this kind"})
	}
}

func (v *verifier) addf(format string, args ...any) { v.add(v.check, format, args...) }

func (v *verifier) addError(where string, err error) {
	v.findings = append(v.findings, Finding{where,
		strings.TrimPrefix(err.Error(), ErrCorrupt.Error()+": ")})
}

// nodes checks the records: order, form and uniqueness of ids and handles, and
// that every text can be read.
func (v *verifier) nodes() error {
	handles := map[string]graph.NodeID{}
	v.expect = map[string]*part{}
	last := graph.NodeID("")
	err := v.r.records(func(n uint32, rec *record) error {
		id := rec.node.ID
		v.ids = append(v.ids, id)
		if n > 0 && id <= last {
			v.addf("%s is not after %s", id, last)
		}
		last = id
		if strings.Contains(string(id), "::") || strings.ContainsAny(string(id), " \t\r\n\x00") ||
			id == "" {
			v.addf("%q is not an id", id)
		}
		if other, ok := handles[id.Handle()]; ok {
			v.addf("%s and %s share a handle", other, id)
		}
		handles[id.Handle()] = id
		if got, ok, err := v.r.LookupHandle(id.Handle()); err != nil || !ok || got != n {
			v.addf("the handle of %s refers to another node", id)
		}
		v.node(rec)
		return nil
	})
	if err == nil && len(v.expect) != int(v.r.head.parts) {
		v.addf("%d parts, not %d", len(v.expect), v.r.head.parts)
	}
	return err
}

// node checks one record and its texts.
func (v *verifier) node(rec *record) {
	n := &rec.node
	if rec.bits&hasParent != 0 && v.r.check(rec.parent) != nil {
		v.addf("%s has no such parent", n.ID)
	}
	if n.Flags.Has(graph.External) && (n.Path != "" || len(n.Parts) > 0) {
		v.addf("%s is external but has a path or a text", n.ID)
	}
	if n.Span.EndLine < n.Span.StartLine || n.Span.End < n.Span.Start {
		v.addf("%s ends before it begins", n.ID)
	}
	for p := range n.Parts {
		v.expect[n.ID.Part(p+1)] = &part{hash: n.Parts[p].Hash.String(), bodies: rec.bits&inBodies != 0}
		if _, _, err := v.r.line(rec, p); err != nil {
			v.addError(v.check, err)
		}
	}
}

// layouts checks that every layout fits its text, and that no node is in two layouts.
func (v *verifier) layouts() error {
	inside := make([]bool, v.r.NumNodes())
	for n := range v.r.NumNodes() {
		err := v.r.segments(n, func(_ string, s segment) error {
			if s.hasChild && (inside[s.child] || s.child == n) {
				v.addf("%s is in the layouts of several nodes", v.ids[s.child])
			}
			if s.hasChild {
				inside[s.child] = true
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// access checks that the column matches the records.
func (v *verifier) access() error {
	classes, column, err := v.r.accessTable()
	if err != nil {
		return err
	}
	want, wantColumn, err := v.r.allNodes().accessOfRecords()
	if err != nil {
		return err
	}
	if !slices.EqualFunc(classes, want, func(a,
		b graph.Access) bool {
		return a.Key() == b.Key()
	}) || !slices.Equal(column, wantColumn) {
		v.addf("the classes of access are not those of the nodes")
	}
	return nil
}

// adjacency checks the order of the lists, and that both directions hold the
// same edges.
func (v *verifier) adjacency() error { return v.adjacencyOf(v.r, int(v.r.head.edges)) }

// adjacencyOf checks the edges seen by a reader; want is their number within the tree, or
// -1 if not known.
func (v *verifier) adjacencyOf(r *Reader, want int) error {
	sums := [2]uint64{}
	total := 0
	for n := range r.NumNodes() {
		out, err := r.Out(n)
		if err != nil {
			return err
		}
		in, err := r.In(n)
		if err != nil {
			return err
		}
		outer, err := r.ExternalEdges(n)
		if err != nil {
			return err
		}
		total += len(out)
		for _, list := range [][]graph.Edge{out, outer} {
			for i, e := range list {
				sums[0] += edgeSum(e)
				if i > 0 && compareEdges(list[i-1], e) >= 0 {
					v.addf("the edges from %s are out of order", v.name(r, n))
				}
			}
		}
		for i, e := range in {
			sums[1] += edgeSum(e)
			if i > 0 && cmp.Or(cmp.Compare(in[i-1].Kind, e.Kind),
				cmp.Compare(in[i-1].From, e.From)) >= 0 {
				v.addf("the edges to %s are out of order", v.name(r, n))
			}
		}
	}
	if want >= 0 && total != want {
		v.addf("%d edges, not %d", total, want)
	}
	if sums[0] != sums[1] {
		v.addf("the edges by source are not those by target")
	}
	return nil
}

// name returns the id of a node of a reader.
func (v *verifier) name(r *Reader, n uint32) graph.NodeID {
	id, err := r.ID(n)
	if err != nil {
		v.addError(v.check, err)
	}
	return id
}

// edgeSum hashes an edge; the sums of two sets of edges are equal if the sets are.
func edgeSum(e graph.Edge) uint64 {
	h := uint64(14695981039346656037)
	for _, x := range []uint64{uint64(e.From), uint64(e.To), uint64(e.Kind), uint64(e.Tier),
		uint64(e.Share), uint64(e.Line), uint64(e.Ops), uint64(e.Via)} {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

func (v *verifier) ranks() error {
	ranks, err := v.r.Ranks()
	if err != nil || len(ranks) == 0 {
		return err
	}
	sum := 0.0
	for n, rank := range ranks {
		if !(rank >= 0 && rank <= 1) {
			v.addf("the rank of %s is %g", v.ids[n], rank)
		}
		sum += rank
	}
	if math.Abs(sum-1) > rankTolerance {
		v.addf("the ranks sum to %g", sum)
	}
	return nil
}

// paths checks that every node with a path is in the dictionary of paths, with its lines.
func (v *verifier) paths() error {
	want := 0
	places := map[uint32]PathNode{}
	if err := v.r.records(func(n uint32, rec *record) error {
		if rec.node.Path != "" {
			want++
			places[n] = PathNode{n, rec.node.Span.StartLine, rec.node.Span.EndLine}
		}
		return nil
	}); err != nil {
		return err
	}
	var paths []string
	if err := v.r.Paths("", func(p string) bool {
		paths = append(paths,
			p)
		return true
	}); err != nil {
		return err
	}
	got := 0
	for _, p := range paths {
		if p == "" || strings.HasPrefix(p, "/") {
			v.addf("%q is not a path relative to the root", p)
		}
		nodes, err := v.r.PathNodes(p)
		if err != nil {
			return err
		}
		for _, n := range nodes {
			got++
			if places[n.Node] != n {
				v.addf("%s is listed with other lines than its own", v.ids[n.Node])
			}
		}
	}
	if got != want || len(paths) != v.r.manifest.Counts.Files {
		v.addf("%d nodes in %d files are listed, not %d in %d", got, len(paths), want,
			v.r.manifest.Counts.Files)
	}
	return nil
}

func (v *verifier) symbols() error {
	found := make([]bool, len(v.ids))
	err := v.r.Symbols("", func(name string, nodes []uint32) bool {
		for _, n := range nodes {
			if int(n) >= len(found) {
				v.addf("%q refers to no node", name)
				continue
			}
			found[n] = true
		}
		return true
	})
	if err != nil {
		return err
	}
	return v.r.records(func(n uint32, rec *record) error {
		if !found[n] && len(symbolKeys(&rec.node)) > 0 {
			v.addf("%s is not found by its name", rec.node.ID)
		}
		return nil
	})
}

// terms checks that the lists are well-formed and consistent with the lengths.
func (v *verifier) terms() error {
	terms, err := v.r.terms.open()
	if err != nil {
		return err
	}
	var sums [tokens.NumFields]uint64
	count := 0
	err = terms.scan("", func(term string, value []byte) bool {
		count++
		p := v.r.postings(value)
		for seen, last := 0, uint32(0); p.Next(); seen++ {
			if seen > 0 && p.Node <= last {
				v.addf("the list of %q is out of order", term)
			}
			last = p.Node
			for f, n := range p.Freq {
				sums[f] += uint64(n)
			}
		}
		if p.Err() != nil || len(p.d.b) > 0 {
			v.addf("the list of %q is malformed", term)
		}
		return true
	})
	if err != nil {
		return err
	}
	if count != v.r.manifest.Counts.Terms {
		v.addf("%d terms, not %d", count, v.r.manifest.Counts.Terms)
	}
	for f := range tokens.NumFields {
		if want, _ := v.r.TotalLength(f); sums[f] != want {
			v.addf("the lists of field %s add up to %d, not %d", f, sums[f], want)
		}
	}
	_, err = v.r.FieldLengths()
	return err
}

// open opens a file of the artifacts for reading, decompressed.
func (v *verifier) open(name string) (io.ReadCloser, error) {
	entry, ok := v.r.manifest.file(name)
	if !ok {
		return nil, fmt.Errorf("%s does not list it", manifestFile)
	}
	f, err := v.root.Open(filepath.FromSlash(entry.Path))
	if err != nil || entry.Path == name {
		return f, err
	}
	dec, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
	if err != nil {
		f.Close()
		return nil, err
	}
	return &unpacker{dec, f}, nil
}

// An unpacker decompresses a file.
type unpacker struct {
	*zstd.Decoder
	f *os.File
}

func (u *unpacker) Close() error {
	u.Decoder.Close()
	return u.f.Close()
}

// lines calls f for every line of a file.
func (v *verifier) lines(name string, f func(line []byte) error) error {
	in, err := v.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	buffered := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := buffered.ReadBytes('\n')
		if len(line) > 0 {
			if line[len(line)-1] != '\n' {
				v.addf("the last line is not terminated")
			}
			if err := f(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// addRow records a row and compares its text with the one expected by the store.
func (v *verifier) addRow(id, nodeID, dataType, text, hash string, bodies bool) {
	if id == "" {
		v.addf("row %d has no id", len(v.rows)-v.bodyFrom)
	}
	if _, ok := v.rowOf[id]; ok {
		v.addf("%s occurs twice", id)
	}
	v.rowOf[id] = len(v.rows)
	v.rows = append(v.rows, row{id, nodeID, dataType})
	want := v.expect[id]
	if want == nil {
		return
	}
	want.seen = true
	if graph.HashOf([]byte(text)).String() != want.hash || hash != want.hash || bodies != want.bodies {
		v.addf("the text of %s is not the one indexed", id)
	}
}

func (v *verifier) chunks() error {
	v.rowOf = map[string]int{}
	in, err := v.open(chunksFile)
	if err != nil {
		return err
	}
	defer in.Close()
	dec := json.NewDecoder(in)
	if t, err := dec.Token(); err != nil || t != json.Delim('[') {
		return errors.New("is not a JSON array")
	}
	for dec.More() {
		var c struct {
			ID       string `json:"Id"`
			Text     string
			NodeID   string `json:"node_id"`
			DataType string `json:"data_type"`
			Hash     string `json:"hash"`
		}
		if err := dec.Decode(&c); err != nil {
			return err
		}
		if v.expect[c.ID] == nil {
			v.addf("the graph store does not know %s", c.ID)
		}
		v.addRow(c.ID, c.NodeID, c.DataType, c.Text, c.Hash, false)
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	v.bodyFrom = len(v.rows)
	if len(v.rows) != v.r.manifest.Counts.Chunks {
		v.addf("%d chunks, not %d", len(v.rows), v.r.manifest.Counts.Chunks)
	}
	return nil
}

func (v *verifier) bodies() error {
	err := v.lines(bodiesFile, func(line []byte) error {
		var b struct {
			Key      string   `json:"key"`
			Body     string   `json:"body"`
			NodeID   string   `json:"node_id"`
			NodeIDs  []string `json:"node_ids"`
			DataType string   `json:"data_type"`
			Hash     string   `json:"hash"`
		}
		if err := json.Unmarshal(line, &b); err != nil {
			return err
		}
		if len(b.NodeIDs) > 0 { // a stand-in
			b.NodeID = b.NodeIDs[0]
		}
		for _, id := range append(b.NodeIDs, b.NodeID) {
			if _, ok := slices.BinarySearch(v.ids, graph.NodeID(id)); !ok {
				v.addf("%s belongs to the node %s, which does not exist", b.Key, id)
			}
		}
		v.addRow(b.Key, b.NodeID, b.DataType, b.Body, b.Hash, true)
		return nil
	})
	if n := len(v.rows) - v.bodyFrom; n != v.r.manifest.Counts.Bodies {
		v.addf("%d lines, not %d", n, v.r.manifest.Counts.Bodies)
	}
	for _, id := range v.ids {
		for p := 1; v.expect[id.Part(p)] != nil; p++ {
			if !v.expect[id.Part(p)].seen {
				v.addf("the text of %s is missing", id.Part(p))
			}
		}
	}
	return err
}

// dependencies checks that both ends of every dependency are chunks.
func (v *verifier) dependencies() error {
	in, err := v.open(dependenciesFile)
	if err != nil {
		return err
	}
	defer in.Close()
	var all map[string][]string
	if err := json.NewDecoder(in).Decode(&all); err != nil {
		return err
	}
	isChunk := func(id string) bool {
		i, ok := v.rowOf[id]
		return ok && i < v.bodyFrom
	}
	for _, from := range slices.Sorted(maps.Keys(all)) {
		for _, id := range append(all[from], from) {
			if !isChunk(id) {
				v.addf("%s is not a chunk", id)
			}
		}
	}
	return nil
}

// sqlGraph checks that both ends of every edge are rows of nodes.csv, and that these rows
// are lines of sql_bodies.jsonl.
func (v *verifier) sqlGraph() error {
	nodes, err := v.csv(sqlNodesFile, "key,kind,name,schema,file,batch,domain,body_path")
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, n := range nodes {
		known[n[0]] = true
		if i, ok := v.rowOf[n[0]]; !ok || i < v.bodyFrom {
			v.addf("%s has no line in %s", n[0], bodiesFile)
		}
	}
	edges, err := v.csv(sqlEdgesFile, "from,to,relation,to_kind,file,batch")
	if err != nil {
		return err
	}
	for _, e := range edges {
		if !known[e[0]] || !known[e[1]] {
			v.addf("the edge from %s to %s has a loose end", e[0], e[1])
		}
	}
	in, err := v.open(sqlGraphFile)
	if err != nil {
		return err
	}
	defer in.Close()
	var g struct{ Nodes, Edges []map[string]string }
	if err := json.NewDecoder(in).Decode(&g); err != nil {
		return err
	}
	if len(g.Nodes) != len(nodes) || len(g.Edges) != len(edges) {
		v.addf("graph.json has %d nodes and %d edges, the tables %d and %d", len(g.Nodes),
			len(g.Edges), len(nodes), len(edges))
	}
	return nil
}

// csv reads the rows of a table after its header.
func (v *verifier) csv(name, header string) ([][]string, error) {
	in, err := v.open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	rows, err := csv.NewReader(in).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || strings.Join(rows[0], ",") != header {
		return nil, fmt.Errorf("%s does not begin with its header", name)
	}
	return rows[1:], nil
}
