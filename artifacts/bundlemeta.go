package artifacts

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"seedgraph/graph"
)

// This file writes the files at the root of the artifacts, except the manifest.

// A repoMeta is the description of the repository that LocalAI-RAG reads.
type repoMeta struct {
	RepoName          string
	Branch            string
	HeadSha           string
	BaseSha           string `json:",omitempty"` // the commit on which the changed files are based
	FolderFingerprint string
	Tag               string
	SnapshotLabel     string
	SnapshotId        string
}

func (b *build) writeRepoMeta() error {
	s := b.in.Source
	return b.writeJSON(repoMetaFile, metaOf(s))
}

// metaOf returns the content of repo_meta.json for a source. An importer names the state
// by HeadSha if it is set, so it must not be set to the underlying commit if files have
// changed.
func metaOf(s Source) repoMeta {
	m := repoMeta{RepoName: s.Repository, Branch: s.Branch, HeadSha: s.head(),
		FolderFingerprint: s.Fingerprint, Tag: s.Tag, SnapshotLabel: s.Snapshot,
		SnapshotId: s.SnapshotID}
	if s.Dirty {
		m.BaseSha = s.Commit
	}
	return m
}

// writeMetadata writes unified_metadata.jsonl: a line for each chunk of chunks.json, then
// for each line of sql_bodies.jsonl, in their order.
func (b *build) writeMetadata() error {
	w, err := createText(b.path(metadataFile), b.opts.Compress, largeFrame)
	if err != nil {
		return err
	}
	defer w.close()
	row := 0
	var l jsonLine
	for _, code := range []bool{true, false} {
		for i := range b.g.Nodes {
			n := &b.g.Nodes[i]
			if b.code[i] != code {
				continue
			}
			parts := len(n.Parts)
			if !code {
				parts = max(parts, 1)
			}
			for p := range parts {
				metadata(&l, row, n, p, code)
				if err := w.write(l.b); err != nil {
					return err
				}
				row++
			}
		}
	}
	for _, s := range b.stand {
		b.standInMetadata(&l, row, s)
		if err := w.write(l.b); err != nil {
			return err
		}
		row++
	}
	for i := range b.inline {
		inlineMetadata(&l, row, &b.inline[i])
		if err := w.write(l.b); err != nil {
			return err
		}
		row++
	}
	return w.close()
}

// metadataColumns are the members of every line of unified_metadata.jsonl.
var metadataColumns = columnsOf("row_id", "chunk_id", "node_key", "node_id", "data_type",
	"kind", "name", "path", "start_line", "end_line", "tokens", "language", "acl_allow[]",
	"classification_labels[]", "doc_level", "owner_id", "source_system_id")

// metadata builds the line of part p of n.
func metadata(l *jsonLine, row int, n *graph.Node, p int, code bool) {
	l.begin(metadataColumns)
	l.num("row_id", row)
	if code {
		l.str("chunk_id", n.ID.Part(p+1))
	} else {
		l.str("node_key", n.ID.Part(p+1))
	}
	l.str("node_id", string(n.ID))
	l.str("data_type", string(n.Domain()))
	l.str("kind", string(n.Kind))
	l.str("name", n.Name)
	l.str("path", n.Path)
	if p < len(n.Parts) {
		part := &n.Parts[p]
		l.num("start_line", int(part.StartLine))
		l.num("end_line", int(part.EndLine))
		l.num("tokens", part.Tokens)
	}
	l.str("language", n.Language)
	access(l, &n.Access)
	l.end()
	l.b = append(l.b, '\n')
}

// standInMetadata builds the line of a stand-in; node_id refers to the chunk.
func (b *build) standInMetadata(l *jsonLine, row int, s standIn) {
	n := &b.g.Nodes[s.nodes[0]]
	l.begin(metadataColumns)
	l.num("row_id", row)
	l.str("node_key", s.key)
	l.str("node_id", string(n.ID))
	l.str("data_type", string(graph.Database))
	l.str("kind", s.kind)
	l.str("name", n.Name)
	l.str("path", n.Path)
	l.num("start_line", int(n.Span.StartLine))
	l.num("end_line", int(n.Span.EndLine))
	l.str("language", n.Language)
	access(l, &n.Access)
	l.end()
	l.b = append(l.b, '\n')
}

// writeDiagnostics writes diagnostics.jsonl: by type, path, line and reason.
func (b *build) writeDiagnostics() error {
	list := slices.Clone(b.in.Diagnostics)
	slices.SortFunc(list, func(x, y Diagnostic) int {
		return cmp.Or(strings.Compare(string(x.Type), string(y.Type)),
			strings.Compare(x.Path, y.Path),
			cmp.Compare(x.Line, y.Line), strings.Compare(x.Reason, y.Reason),
			strings.Compare(x.Detail, y.Detail),
			cmp.Compare(x.Count, y.Count), cmp.Compare(x.Bytes, y.Bytes),
			strings.Compare(x.Language, y.Language))
	})
	paths := map[DiagnosticType]map[string]bool{SkippedFile: {}, ParseErrors: {}, Unresolved: {}}
	var l jsonLine
	err := b.writeLines(diagnosticsFile, func(w *bufio.Writer) {
		for _, d := range list {
			if paths[d.Type] != nil {
				paths[d.Type][d.Path] = true
			}
			d.line(&l)
			w.Write(l.b)
		}
	})
	b.counts.SkippedFiles, b.counts.BrokenFiles = len(paths[SkippedFile]), len(paths[ParseErrors])
	return err
}

// diagnosticColumns are the members of every line of diagnostics.jsonl.
var diagnosticColumns = columnsOf("type", "path", "language", "reason", "detail", "line",
	"bytes", "count")

// line builds the line of d.
func (d *Diagnostic) line(l *jsonLine) {
	l.begin(diagnosticColumns)
	l.str("type", string(d.Type))
	l.optStr("path", d.Path)
	l.optStr("language", d.Language)
	l.str("reason", d.Reason)
	l.optStr("detail", d.Detail)
	l.optNum("line", int(d.Line))
	l.optNum("bytes", d.Bytes)
	l.optNum("count", d.Count)
	l.end()
	l.b = append(l.b, '\n')
}

// plainJSON encodes v on one line that ends with a line feed.
func plainJSON(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // only plain structs are passed
	}
	return b.Bytes()
}

// writeJSON writes one indented object.
func (b *build) writeJSON(name string, v any) error {
	var indented bytes.Buffer
	if err := json.Indent(&indented, plainJSON(v), "", "  "); err != nil {
		return err
	}
	return os.WriteFile(b.path(name), indented.Bytes(), 0o666)
}

// fingerprint hashes the texts of a graph: the last resort for distinguishing states of a
// tree without a commit.
func fingerprint(g *graph.Graph) string {
	h := sha256.New()
	for i := range g.Nodes {
		h.Write([]byte(g.Nodes[i].ID))
		for _, p := range g.Nodes[i].Parts {
			h.Write([]byte(p.Hash.String()))
		}
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}
