package artifacts

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// A Reader provides the data of artifacts. Nodes are identified by their number: their
// index in the order of ids. Its methods are safe for concurrent use, and its errors are
// marked ErrCorrupt. The values it returns belong to the caller.
//
// A Reader keeps using the artifacts with which it was opened: a build that replaces them
// does not affect it.
type Reader struct {
	scope

	manifest *Manifest
	root     *os.Root
	files    []*os.File
	store    *storeReader
	head     *head
	words    *vocabulary
	strings  *stringReader
	projects *projects      // nil if not loaded
	texts    [2]*textReader // chunks.json, sql_bodies.jsonl

	transient string // temporary folder, removed by Close; empty for artifacts

	paths, symbols, terms, history, openNames *lazyDict

	lengths    func() ([]uint16, error)
	embeddings *embeddings // nil without vectors
}

// A lazyDict opens a dictionary on first use.
type lazyDict struct {
	open func() (*dict, error)
}

func newLazyDict(section byte, s *storeReader) *lazyDict {
	return &lazyDict{sync.OnceValues(func() (*dict, error) { return openDict(section, s.get) })}
}

// openTries bounds the attempts to open artifacts that are being replaced repeatedly.
const openTries = 10

// Open opens the artifacts in dir. It compares the sizes of all files with the manifest;
// Verify checks their contents. Errors are marked ErrNotFound, ErrVersion or ErrCorrupt.
func Open(dir string) (*Reader, error) {
	for try := 1; ; try++ {
		r, err := open(dir)
		switch {
		case errors.Is(err, errReplaced) && try < openTries:
			continue
		case err != nil:
			return nil, fmt.Errorf("open %s: %w", dir, err)
		}
		return r, nil
	}
}

// errReplaced reports that a build replaced the artifacts while they were being opened.
var errReplaced = errors.New("artifacts replaced while opening")

func open(dir string) (r *Reader, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		if refused(err) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	r = &Reader{root: root}
	defer func() {
		if err == nil {
			return
		}
		if replaced(root, dir) {
			err = errReplaced
		}
		r.Close()
		r = nil
	}()
	if r.manifest, err = readManifest(root); err != nil {
		return r, err
	}
	if err = r.manifest.checkFiles(root); err != nil {
		return r, err
	}
	// The files of the store are opened by path, so they may belong to newer artifacts
	// than the manifest; this is checked below.
	if r.store, err = openStore(filepath.Join(dir, storeDir)); err != nil {
		return r, err
	}
	if err = r.openTexts(); err != nil {
		return r, err
	}
	if replaced(root, dir) {
		return r, errReplaced
	}
	return r.withoutExtraNodes(), nil
}

// replaced reports whether dir is no longer the folder opened as root.
func replaced(root *os.Root, dir string) bool {
	a, err := root.Stat(".")
	if err != nil {
		return true
	}
	b, err := os.Stat(dir)
	return err != nil || !os.SameFile(a, b)
}

// readManifest reads the manifest, and distinguishes a missing one from a damaged one.
func readManifest(root *os.Root) (*Manifest, error) {
	info, err := root.Stat(manifestFile)
	if err == nil && !plausible(info) {
		return nil, corruptf("%s is not an artifact file", manifestFile)
	}
	raw := []byte(nil)
	if err == nil {
		raw, err = root.ReadFile(manifestFile)
	}
	if err == nil {
		return decodeManifest(raw)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, corruptf("%w", err)
	}
	for _, dir := range []string{storeDir, codeDir, sqlDir} {
		if _, err := root.Stat(dir); err == nil || refused(err) {
			return nil, corruptf("%s is missing", manifestFile)
		}
	}
	return nil, fmt.Errorf("%w: %s is missing", ErrNotFound, manifestFile)
}

// maxManifest is the maximum size of a manifest in bytes.
const maxManifest = 64 << 20

// plausible reports whether a file may be a manifest, so that reading it terminates:
// pipes and some devices have no end.
func plausible(info fs.FileInfo) bool {
	return info.Mode().IsRegular() && info.Size() <= maxManifest
}

// openTexts reads the head of the store and opens the files of texts.
func (r *Reader) openTexts() error {
	value, err := r.store.get([]byte{sectionHead})
	if err != nil {
		return err
	}
	if r.head, err = decodeHead(value); err != nil {
		return err
	}
	c := r.manifest.Counts
	if r.head.nodes != uint64(c.Nodes) || r.head.edges != uint64(c.Edges) ||
		r.head.nodes > math.MaxUint32 {
		return corruptf("the graph store and %s disagree about the number of nodes or edges",
			manifestFile)
	}
	if len(r.head.fields) > int(tokens.NumFields) {
		return unknownWord("search field", r.head.fields[tokens.NumFields])
	}
	if r.words, err = newVocabulary(r.head); err != nil {
		return err
	}
	if r.views, err = r.readViews(); err != nil {
		return err
	}
	if err = r.readExtraNodes(); err != nil {
		return err
	}
	if value, err = r.store.get([]byte{sectionFrames}); err != nil {
		return err
	}
	frames := decoder{b: value}
	for i, name := range []string{chunksFile, bodiesFile} {
		entry, _ := r.manifest.file(name)
		f, err := r.openFile(entry.Path)
		if err != nil {
			return err
		}
		r.texts[i] = openText(entry.Path, f, &frames)
	}
	if !frames.done() {
		return corruptf("frames of the graph store")
	}
	r.strings = &stringReader{store: r.store, known: map[uint32]string{}}
	r.paths = newLazyDict(sectionPaths, r.store)
	r.symbols = newLazyDict(sectionSymbols, r.store)
	r.terms = newLazyDict(sectionTerms, r.store)
	r.history = newLazyDict(sectionHistory, r.store)
	r.openNames = newLazyDict(sectionOpenNames, r.store)
	r.lengths = sync.OnceValues(r.readLengths)
	return r.openEmbeddings()
}

// openFile opens a file of the artifacts until the reader is closed.
func (r *Reader) openFile(name string) (*os.File, error) {
	f, err := r.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, corruptf("%w", err)
	}
	r.files = append(r.files, f)
	return f, nil
}

// Close releases the files of the artifacts.
func (r *Reader) Close() error {
	var err error
	if r.root != nil {
		err = r.root.Close()
	}
	for _, f := range r.files {
		f.Close()
	}
	if r.store != nil {
		if serr := r.store.close(); err == nil {
			err = serr
		}
	}
	if r.transient != "" {
		err = cmp.Or(err, os.RemoveAll(r.transient))
	}
	return err
}

// Manifest returns the manifest.
func (r *Reader) Manifest() *Manifest { return r.manifest }

// NumNodes returns the number of nodes; numbers are below it.
func (r *Reader) NumNodes() uint32 {
	if !r.showsAllNodes() {
		return uint32(len(r.visible.raw))
	}
	return uint32(r.head.nodes)
}

// NumEdges returns the number of edges.
func (r *Reader) NumEdges() (int, error) {
	if r.partial() {
		return r.visible.edges()
	}
	if r.views != nil {
		return r.views.edges, nil
	}
	return int(r.head.edges), nil
}

// check returns an error for a number that does not belong to a node: an error of the
// caller.
func (r *Reader) check(n uint32) error {
	if n >= r.NumNodes() {
		return fmt.Errorf("node %d of %d does not exist", n, r.NumNodes())
	}
	return nil
}

// Node returns node n without rarely used fields: its rank is 0, and Doc and the Text of
// its Parts are empty; see Rank, Text, PartText and Doc.
func (r *Reader) Node(n uint32) (*graph.Node, error) {
	rec, err := r.record(n)
	if err != nil {
		return nil, err
	}
	if rec.bits&hasParent != 0 {
		if rec.node.Parent, err = r.ID(rec.parent); err != nil {
			return nil, err
		}
	}
	return &rec.node, nil
}

// NodeWithoutParent returns node n as Node, without the id of its parent, which is in another
// record; see Parent.
func (r *Reader) NodeWithoutParent(n uint32) (*graph.Node, error) {
	rec, err := r.record(n)
	if err != nil {
		return nil, err
	}
	return &rec.node, nil
}

// ID returns the id of node n.
func (r *Reader) ID(n uint32) (graph.NodeID, error) {
	if err := r.check(n); err != nil {
		return "", err
	}
	n = r.rawNumber(n)
	d, err := r.nodeDecoder(n / nodeBlock)
	if err != nil {
		return "", err
	}
	for range n % nodeBlock {
		d.skip()
	}
	return d.id()
}

// Parent returns the node that contains node n; ok is false at the top.
func (r *Reader) Parent(n uint32) (parent uint32, ok bool, err error) {
	rec, err := r.record(n)
	if err != nil {
		return 0, false, err
	}
	return rec.parent, rec.bits&hasParent != 0, nil
}

// record decodes the record of node n.
func (r *Reader) record(n uint32) (*record, error) {
	if err := r.check(n); err != nil {
		return nil, err
	}
	n = r.rawNumber(n)
	d, err := r.nodeDecoder(n / nodeBlock)
	if err != nil {
		return nil, err
	}
	for range n % nodeBlock {
		d.skip()
	}
	rec, err := d.next()
	if err != nil {
		return nil, err
	}
	return rec, r.complete(n, rec)
}

// complete sets the fields that are not in the record, such as the project of its file if
// projects are loaded, and translates the parent, or removes it if it is hidden. raw is
// the number in the store.
func (r *Reader) complete(raw uint32, rec *record) error {
	var err error
	if rec.node.Project, err = r.projects.of(rec.node.Path); err != nil {
		return err
	}
	r.applyView(raw, &rec.node)
	if rec.bits&hasParent == 0 {
		return nil
	}
	if uint64(rec.parent) >= r.head.nodes {
		return corruptf("parent of %s: node %d of %d does not exist", rec.node.ID, rec.parent,
			r.head.nodes)
	}
	parent, ok := r.visibleNumber(rec.parent)
	if rec.parent = parent; !ok {
		rec.bits &^= hasParent
	}
	return nil
}

func (r *Reader) nodeDecoder(block uint32) (*nodeDecoder, error) {
	value, err := r.store.get(blockKey(sectionNodes, block))
	if err != nil {
		return nil, err
	}
	return r.decoderOf(value), nil
}

// decoderOf returns a decoder for the records of a block.
func (r *Reader) decoderOf(block []byte) *nodeDecoder {
	return &nodeDecoder{decoder: decoder{b: block}, head: r.head, strings: r.strings}
}

// Rank returns the PageRank of node n. A reader with restricted access computes the ranks
// of all nodes on the first call.
func (r *Reader) Rank(n uint32) (float64, error) {
	if err := r.check(n); err != nil {
		return 0, err
	}
	if r.partial() {
		ranks, err := r.visible.ranks()
		if err != nil {
			return 0, err
		}
		return ranks[n], nil
	}
	n = r.rawNumber(n)
	value, err := r.store.get(blockKey(sectionRanks, n/rankBlock))
	if err != nil {
		return 0, err
	}
	at := int(n%rankBlock) * 8
	if at+8 > len(value) {
		return 0, corruptf("rank of node %d", n)
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(value[at:])), nil
}

// Ranks returns the ranks of all nodes by number.
func (r *Reader) Ranks() ([]float64, error) {
	if r.partial() {
		ranks, err := r.visible.ranks()
		return slices.Clone(ranks), err
	}
	all := uint32(r.head.nodes)
	ranks := make([]float64, 0, all)
	for n := uint32(0); n < all; n += rankBlock {
		value, err := r.store.get(blockKey(sectionRanks, n/rankBlock))
		if err != nil {
			return nil, err
		}
		for ; len(value) >= 8; value = value[8:] {
			ranks = append(ranks, math.Float64frombits(binary.LittleEndian.Uint64(value)))
		}
	}
	if len(ranks) != int(all) {
		return nil, corruptf("%d ranks for %d nodes", len(ranks), all)
	}
	return dropExtraNodes(r, ranks), nil
}

// Out returns the edges that leave node n, by (Kind, To).
func (r *Reader) Out(n uint32) ([]graph.Edge, error) { return r.adjacency(sectionOut, n) }

// In returns the edges whose target is node n, by (Kind, From).
func (r *Reader) In(n uint32) ([]graph.Edge, error) { return r.adjacency(sectionIn, n) }

// adjacency returns the list of a node as seen by the reader.
func (r *Reader) adjacency(section byte, n uint32) ([]graph.Edge, error) {
	if err := r.check(n); err != nil {
		return nil, err
	}
	raw := r.rawNumber(n)
	edges, err := r.rawAdjacency(section, raw)
	if err != nil {
		return nil, err
	}
	if section == sectionIn {
		return r.seenIn(n, edges)
	}
	return r.seenEdges(section, raw, edges)
}

// rawAdjacency decodes one list, with the numbers of the store.
func (r *Reader) rawAdjacency(section byte, n uint32) ([]graph.Edge, error) {
	read := r.rawList
	if section == sectionOuter {
		read = r.sparseList
	}
	list, err := read(section, n)
	if err != nil {
		return nil, err
	}
	edges, err := decodeEdges(list, r.head.nodes, r.words)
	for i := range edges {
		e := &edges[i]
		e.From = n
		if section == sectionIn {
			e.From, e.To = e.To, n
		}
	}
	return edges, err
}

// edgeDecoder returns a decoder for the list of one node.
func (r *Reader) edgeDecoder(list []byte) edgeDecoder {
	return edgeDecoder{decoder: decoder{b: list}, nodes: r.head.nodes, words: r.words}
}

// rawList returns the list of a node of the store.
func (r *Reader) rawList(section byte, n uint32) ([]byte, error) {
	value, err := r.store.get(blockKey(section, n/nodeBlock))
	if err != nil {
		return nil, err
	}
	d := decoder{b: value}
	for range n % nodeBlock {
		d.bytes(d.size())
	}
	list := d.bytes(d.size())
	if d.bad {
		return nil, corruptf("adjacency of node %d", n)
	}
	return list, nil
}

// Lookup finds the node with an id; ok is false if no node has it.
func (r *Reader) Lookup(id graph.NodeID) (n uint32, ok bool, err error) {
	n, ok, err = r.LookupHandle(id.Handle())
	if err != nil || !ok {
		return 0, false, err
	}
	found, err := r.ID(n)
	return n, found == id, err
}

// LookupHandle finds the node with a handle; ok is false if no node has it.
func (r *Reader) LookupHandle(handle string) (n uint32, ok bool, err error) {
	packed, ok := packHandle(handle)
	if !ok {
		return 0, false, nil
	}
	bucket, rest := handleBucket(packed)
	value, err := r.store.find(blockKey(sectionHandles, bucket))
	if err != nil {
		return 0, false, err
	}
	for d := (decoder{b: value}); len(d.b) > 0; {
		entry := d.bytes(handleRestBytes)
		n := d.uint32()
		if d.bad || uint64(n) >= r.head.nodes {
			return 0, false, corruptf("bucket %d of handles", bucket)
		}
		if bytes.Equal(entry, rest[:]) {
			if n, ok := r.seen(n); ok || len(r.extra) == 0 {
				return n, ok, nil
			}
		}
	}
	return 0, false, nil
}

// PartText returns the text of a part of node n, counted from 1.
func (r *Reader) PartText(n uint32, part int) (string, error) {
	rec, err := r.record(n)
	if err != nil {
		return "", err
	}
	if part < 1 || part > len(rec.places) {
		return "", fmt.Errorf("%s has no part %d", rec.node.ID, part)
	}
	return r.joined(rec, part-1, part)
}

// Text returns the concatenated texts of all parts of node n, or "".
func (r *Reader) Text(n uint32) (string, error) {
	rec, err := r.record(n)
	if err != nil {
		return "", err
	}
	return r.joined(rec, 0, len(rec.places))
}

// Doc returns the doc comment of node n without comment marks, or "" if it has no comment
// or no text.
func (r *Reader) Doc(n uint32) (string, error) {
	rec, err := r.record(n)
	if err != nil || len(rec.places) == 0 {
		return "", err
	}
	l, _, err := r.line(rec, 0)
	if err != nil {
		return "", err
	}
	return l.Doc, nil
}

// Nodes calls f for every node in order, as returned by Node but with its rank, until f
// returns an error. The node is valid during the call.
func (r *Reader) Nodes(f func(n uint32, node *graph.Node) error) error {
	ranks, err := r.Ranks()
	if err != nil {
		return err
	}
	ids, err := r.ids()
	if err != nil {
		return err
	}
	return r.records(func(n uint32, rec *record) error {
		rec.node.Rank = ranks[n]
		if rec.bits&hasParent != 0 {
			rec.node.Parent = ids[rec.parent]
		}
		return f(n, &rec.node)
	})
}

// ids lists the ids of all nodes by number.
func (r *Reader) ids() ([]graph.NodeID, error) {
	ids := make([]graph.NodeID, 0, r.NumNodes())
	err := r.scanNodes(func(raw uint32, d *nodeDecoder) error {
		id, err := d.id()
		if _, ok := r.seen(raw); ok && err == nil {
			ids = append(ids, id)
		}
		return err
	})
	return ids, err
}

// records calls f for every record in order.
func (r *Reader) records(f func(n uint32, rec *record) error) error {
	var d *nodeDecoder
	for raw := range uint32(r.head.nodes) {
		if raw%nodeBlock == 0 {
			if d != nil && !d.done() {
				return corruptf("records before node %d", raw)
			}
			var err error
			if d, err = r.nodeDecoder(raw / nodeBlock); err != nil {
				return err
			}
		}
		rec, err := d.next()
		if err == nil {
			err = r.complete(raw, rec)
		}
		if err != nil {
			return err
		}
		n, ok := r.seen(raw)
		if !ok {
			continue
		}
		if err := f(n, rec); err != nil {
			return err
		}
	}
	return nil
}

// Edges calls f for every edge, by (From, Kind, To), until f returns an error.
func (r *Reader) Edges(f func(graph.Edge) error) error {
	for n := range r.NumNodes() {
		edges, err := r.Out(n)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if err := f(e); err != nil {
				return err
			}
		}
	}
	return nil
}
