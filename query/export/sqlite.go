package export

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // driver without cgo

	"seedgraph/graph"
	"seedgraph/internal/hint"
)

// The tables of the database. The keys of nodes are their numbers, to which edges and
// chunks refer.
const sqliteTables = `
CREATE TABLE files (path TEXT PRIMARY KEY, nodes INTEGER NOT NULL, tokens INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE nodes (num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL,
  short TEXT NOT NULL, path TEXT REFERENCES files, start_line INTEGER, end_line INTEGER, language TEXT,
  handle TEXT NOT NULL, signature TEXT, doc TEXT, parent_id TEXT, tokens INTEGER NOT NULL,
  pagerank REAL NOT NULL, test INTEGER NOT NULL, external INTEGER NOT NULL);
CREATE TABLE edges (src INTEGER NOT NULL REFERENCES nodes, dst INTEGER NOT NULL REFERENCES nodes, kind TEXT NOT NULL,
  tier TEXT NOT NULL, confidence REAL NOT NULL, weight REAL NOT NULL, line INTEGER, op TEXT, via TEXT,
  PRIMARY KEY (src, kind, dst)) WITHOUT ROWID;
CREATE TABLE chunks (id TEXT PRIMARY KEY, node INTEGER NOT NULL REFERENCES nodes, part INTEGER NOT NULL,
  start_line INTEGER, end_line INTEGER, tokens INTEGER NOT NULL, hash TEXT NOT NULL, text TEXT NOT NULL);
`

// Indexes and views created when the tables are full.
const sqliteIndexes = `
CREATE UNIQUE INDEX nodes_handle ON nodes (handle);
CREATE INDEX nodes_name ON nodes (name);
CREATE INDEX nodes_short ON nodes (short);
CREATE INDEX nodes_path ON nodes (path, start_line);
CREATE INDEX nodes_kind ON nodes (kind);
CREATE INDEX edges_dst ON edges (dst, kind);
CREATE INDEX chunks_node ON chunks (node, part);
CREATE VIRTUAL TABLE names USING fts5 (name, signature, doc, content='nodes', content_rowid='num');
INSERT INTO names (names) VALUES ('rebuild');
CREATE VIEW callers AS SELECT d.id, d.name, s.id AS caller_id, s.name AS caller, s.path, e.line, e.kind, e.tier
  FROM edges e JOIN nodes s ON s.num = e.src JOIN nodes d ON d.num = e.dst WHERE e.kind IN ('Calls', 'Creates', 'Executes');
CREATE VIEW readers AS SELECT d.id, d.name, s.id AS reader_id, s.name AS reader, s.path, e.line, e.via, e.tier
  FROM edges e JOIN nodes s ON s.num = e.src JOIN nodes d ON d.num = e.dst WHERE e.kind = 'ReadsFrom';
CREATE VIEW writers AS SELECT d.id, d.name, s.id AS writer_id, s.name AS writer, s.path, e.line, e.op, e.via, e.tier
  FROM edges e JOIN nodes s ON s.num = e.src JOIN nodes d ON d.num = e.dst WHERE e.kind = 'WritesTo';
`

// writeSQLite builds the database in a temporary file and copies it.
func writeSQLite(ctx context.Context, g *Graph, w io.Writer, _ Options) error {
	dir, err := os.MkdirTemp("", "seedgraph-export-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "db")
	if err := makeSQLite(ctx, g, path); err != nil {
		err = hint.With(fmt.Errorf("make the database in %s: %w", os.TempDir(), err),
			"set TMPDIR to another folder")
		return cmp.Or(ctx.Err(), err) // the driver has an error of its own for interrupts
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

func makeSQLite(ctx context.Context, g *Graph, path string) (err error) {
	db, err := sql.Open("sqlite", path+"?_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=cache_size(-32768)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	defer func() { err = cmp.Or(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, sqliteTables); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fillSQLite(ctx, g, tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, sqliteIndexes)
	return err
}

func fillSQLite(ctx context.Context, g *Graph, tx *sql.Tx) error {
	if err := sqliteFiles(ctx, g, tx); err != nil {
		return err
	}
	if err := sqliteNodes(ctx, g, tx); err != nil {
		return err
	}
	add, done, err := inserter(ctx, tx, "INSERT INTO edges VALUES (?,?,?,?,?,?,?,?,?)")
	if err != nil {
		return err
	}
	defer done()
	return g.Edges(ctx, func(e graph.Edge) error {
		return add(e.From, e.To, e.Kind.String(), e.Tier.String(), confidence(e), weight(e), given(e.Line),
			given(strings.Join(e.Operations(), ",")), given(e.Via.String()))
	})
}

// inserter prepares a statement.
func inserter(ctx context.Context, tx *sql.Tx, statement string) (add func(...any) error, done func(), err error) {
	s, err := tx.PrepareContext(ctx, statement)
	if err != nil {
		return nil, nil, err
	}
	add = func(values ...any) error {
		_, err := s.Exec(values...)
		return err
	}
	return add, func() { s.Close() }, nil
}

// A fileRow holds the columns of the table files for a path.
type fileRow struct{ nodes, tokens int }

func sqliteFiles(ctx context.Context, g *Graph, tx *sql.Tx) error {
	files := map[string]fileRow{}
	err := g.Nodes(ctx, func(_ uint32, n *graph.Node) error {
		if f := files[n.Path]; n.Path != "" {
			files[n.Path] = fileRow{f.nodes + 1, f.tokens + n.Tokens()}
		}
		return nil
	})
	if err != nil {
		return err
	}
	add, done, err := inserter(ctx, tx, "INSERT INTO files VALUES (?,?,?)")
	if err != nil {
		return err
	}
	defer done()
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if err := add(path, files[path].nodes, files[path].tokens); err != nil {
			return err
		}
	}
	return nil
}

func sqliteNodes(ctx context.Context, g *Graph, tx *sql.Tx) error {
	node, done, err := inserter(ctx, tx, "INSERT INTO nodes VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
	if err != nil {
		return err
	}
	defer done()
	chunk, done, err := inserter(ctx, tx, "INSERT INTO chunks VALUES (?,?,?,?,?,?,?,?)")
	if err != nil {
		return err
	}
	defer done()
	return g.Nodes(ctx, func(num uint32, n *graph.Node) error {
		doc, err := g.r.Doc(num)
		if err != nil {
			return err
		}
		err = node(num, string(n.ID), string(n.Kind), n.Name, n.Short, given(n.Path), given(n.Span.StartLine),
			given(n.Span.EndLine), given(n.Language), n.ID.Handle(), given(n.Signature), given(doc),
			given(string(n.Parent)), n.Tokens(), n.Rank, n.Flags.Has(graph.Test), n.Flags.Has(graph.External))
		if err != nil {
			return err
		}
		return g.chunksOf(num, n, func(c *Chunk) error {
			of := c.Of()
			return chunk(c.ID(), num, c.Part, given(of.StartLine), given(of.EndLine), of.Tokens, of.Hash.String(),
				c.Text)
		})
	})
}
