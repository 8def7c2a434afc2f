package artifacts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"unicode/utf8"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// A build is the state of one Write.
type build struct {
	ctx context.Context
	dir string // the temporary folder
	g   *graph.Graph
	// the graph for readers of all files, for data used only by such readers
	whole  *graph.Graph
	in     Index
	create StoreCreator
	opts   Options

	files  map[string]*SourceFile  // by path
	access map[string]graph.Access // of files that are not public
	uses   []Uses                  // see usesOfAll
	extra  []extraNode             // by node

	code     []bool   // by node: whether its texts are in chunks.json
	outBegin []uint32 // start of each node's edges in g.Edges

	at         []place  // of all parts, in the order written
	firstPlace []uint32 // 1 + the start of each node's parts in at; 0 if it has none

	chunkFrames, bodyFrames []frame

	bodies    bodyFiles         // written so far
	bodyPaths map[string]string // paths of the body files, by key
	inline    []inlineRow       // if requested by Options.Bodies

	stand     []standIn
	standKeys map[uint32]string
	within    map[graph.NodeID][]uint32 // nodes in each migration; computed on demand

	left []leftText // texts that are not in the graph

	counts Counts
}

// Write writes artifacts to dir, replacing existing ones. Until all files are written and
// on disk, and after an error, dir is unchanged. The bytes depend only on in and
// opts.Compress. The nodes of in.Graph must be sorted by ID and its edges by (From, Kind,
// To); texts that are not valid UTF-8 are corrected in place. create creates the graph
// store; programs use graphstore.Create. An error is marked ErrTarget if dir contains
// other files.
func Write(ctx context.Context, dir string, in Index, create StoreCreator, opts Options) error {
	if err := CheckTarget(dir); err != nil {
		return err
	}
	if err := check(in.Graph); err != nil {
		return err
	}
	if err := mendTexts(in); err != nil {
		return err
	}
	target, err := realTarget(dir)
	if err != nil {
		return err
	}
	if err := restoreAside(target); err != nil {
		return err
	}
	if err := RemoveRemains(target); err != nil {
		return err
	}
	temp, err := newTempDir(target)
	if err != nil {
		return fmt.Errorf("create temporary folder: %w", err)
	}
	b := newBuild(ctx, temp.path, in, create, opts)
	if err = b.composed(); err == nil {
		err = b.run()
	}
	if err != nil {
		temp.discard()
		return fmt.Errorf("write artifacts: %w", err)
	}
	return temp.publish(target)
}

func newBuild(ctx context.Context, dir string, in Index, create StoreCreator,
	opts Options) *build {
	in.Source = in.Source.normal(in.Graph)
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	b := &build{ctx: ctx, dir: dir, g: in.Graph, whole: in.Graph.Whole(), in: in, create: create,
		opts: opts}
	b.access, b.files = accesses(in.Files), map[string]*SourceFile{}
	for i := range in.Files {
		b.files[in.Files[i].Path] = &in.Files[i]
	}
	b.countOut()
	b.firstPlace = make([]uint32, len(b.g.Nodes))
	b.code = make([]bool, len(b.g.Nodes))
	for i := range b.g.Nodes {
		b.code[i] = inCode(&b.g.Nodes[i])
	}
	b.stand, b.standKeys = b.standIns()
	b.left = in.leave()
	b.bodyPaths = map[string]string{}
	if opts.Bodies {
		b.inline = b.inlineRows()
	}
	b.counts.Nodes, b.counts.Edges = len(b.g.Nodes), len(b.g.Edges)
	for i := range b.g.Nodes {
		b.counts.Tokens += b.g.Nodes[i].Tokens()
	}
	return b
}

// countOut finds the start of each node's edges.
func (b *build) countOut() {
	b.outBegin = make([]uint32, len(b.g.Nodes)+1)
	for _, e := range b.g.Edges {
		b.outBegin[e.From+1]++
	}
	for i := range len(b.g.Nodes) {
		b.outBegin[i+1] += b.outBegin[i]
	}
}

// run writes everything, the manifest last.
func (b *build) run() error {
	if err := b.writeFiles(); err != nil {
		return err
	}
	return b.writeManifest()
}

// writeFiles writes everything but the manifest.
func (b *build) writeFiles() error {
	for _, dir := range []string{codeDir, sqlDocsDir, sqlGraphDir} {
		if err := os.MkdirAll(b.path(dir), 0o777); err != nil {
			return err
		}
	}
	for _, step := range []func() error{
		b.writeIgnore, b.writeRepoMeta, b.writeChunks, b.writeBodies, b.writeDependencies,
		b.writeSQLGraph, b.writeConfigs, b.writeMetadata, b.writeDiagnostics, b.writeSourceFiles,
		b.writeEndpoints, b.writePackages, b.writeLinks, b.writeGraph, b.writeEmbeddings,
	} {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// writeIgnore writes the .gitignore that keeps the artifacts out of git.
func (b *build) writeIgnore() error {
	if !b.opts.Ignored {
		return nil
	}
	return os.WriteFile(b.path(ignoreFile), []byte("*\n"), 0o666)
}

func (b *build) writeGraph() error {
	b.insertExtraNodes()
	x, err := b.terms()
	if err != nil {
		return err
	}
	return b.writeStore(x)
}

// terms finds the search terms of all nodes, or takes those of the artifacts that the nodes are from.
func (b *build) terms() (termIndex, error) {
	if b.in.Reused != nil {
		return b.reuseTerms()
	}
	return indexTerms(b.ctx, b.g, b.opts.Workers)
}

func (b *build) writeManifest() error {
	files, err := listFiles(b.dir)
	if err != nil {
		return err
	}
	raw, err := b.manifest(files).encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(b.path(manifestFile), raw, 0o666); err != nil {
		return err
	}
	if _, err := hashFile(b.path(manifestFile)); err != nil {
		return err
	}
	return syncDir(b.dir)
}

// manifest returns the manifest of the files written.
func (b *build) manifest(files []File) *Manifest {
	m := &Manifest{
		Format: formatName, Version: Format, Features: Features, Tool: b.in.Tool,
		Source: b.in.Source, Settings: b.in.Settings, Compressed: b.opts.Compress,
		Tokens: b.in.Tokens, Inputs: b.in.Inputs,
		Counts: b.counts, References: countReferences(b.in.References), Files: files,
	}
	if m.Settings == nil {
		m.Settings = map[string]string{}
	}
	return m
}

// path returns the path of a file of the artifacts during the build.
func (b *build) path(name string) string { return filepath.Join(b.dir, filepath.FromSlash(name)) }

// out returns the edges that leave node i, by (Kind, To).
func (b *build) out(i uint32) []graph.Edge { return b.g.Edges[b.outBegin[i]:b.outBegin[i+1]] }

// outOf returns the edges of a kind that leave node i, using binary search: a type may
// have thousands of others, and this is called for each of its members.
func (b *build) outOf(i uint32, kind graph.EdgeKind) []graph.Edge {
	out := b.out(i)
	from := sort.Search(len(out), func(k int) bool { return out[k].Kind >= kind })
	to := sort.Search(len(out), func(k int) bool { return out[k].Kind > kind })
	return out[from:to]
}

// addPlace records the location of the next part of node i. Parts of a node must be added
// consecutively.
func (b *build) addPlace(i uint32, at place) {
	if b.firstPlace[i] == 0 {
		b.firstPlace[i] = uint32(len(b.at)) + 1
	}
	b.at = append(b.at, at)
}

// placesOf returns the places of the parts of node i.
func (b *build) placesOf(i uint32) []place {
	n := len(b.g.Nodes[i].Parts)
	if n == 0 {
		return nil
	}
	first := int(b.firstPlace[i]) - 1
	return b.at[first : first+n]
}

// mendTexts makes all texts valid UTF-8 and sets missing hashes.
func mendTexts(in Index) error {
	var counter *tokens.Counter
	for i := range in.Graph.Nodes {
		n := &in.Graph.Nodes[i]
		for p := range n.Parts {
			part := &n.Parts[p]
			if !utf8.ValidString(part.Text) {
				if counter == nil {
					var err error
					if counter, err = tokens.ByName(in.Tokens); err != nil {
						return err
					}
				}
				part.Text = strings.ToValidUTF8(part.Text, "\uFFFD")
				part.Tokens = counter.Count(part.Text)
				part.Hash = graph.Hash{}
				n.Layout = nil // its lengths refer to the original text
			}
			if part.Hash == (graph.Hash{}) {
				part.Hash = graph.HashOf([]byte(part.Text))
			}
		}
	}
	return nil
}
