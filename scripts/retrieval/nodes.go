package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"seedgraph/graph"
	"seedgraph/testkit/benchtree"
)

// A node is a node of an index, in the format of indexer export.
type node struct {
	Kind       graph.NodeKind
	Name, Path string
	Start      int `json:"start_line"`
	End        int `json:"end_line"`
}

// functionKinds are the kinds of nodes that are separate chunks, and answers.
var functionKinds = []graph.NodeKind{"function", "method", "constructor", "property", "event",
	"operator", "TABLE", "VIEW", "PROC", "FUNC", "TRIGGER", "TYPE"}

// isFunction reports whether a node is a function or the like in a file.
func (n *node) isFunction() bool { return n.Path != "" && slices.Contains(functionKinds, n.Kind) }

// span returns the lines of a node.
func (n *node) span() span { return span{n.Start, n.End} }

// nodes returns the nodes of an index.
func (c *config) nodes(artifacts string) ([]node, error) {
	raw, err := benchtree.Output(c.indexer, "export", artifacts, "--format", "nodes.jsonl", "--quiet")
	if err != nil {
		return nil, err
	}
	return readNodes(raw)
}

func readNodes(raw []byte) ([]node, error) {
	var nodes []node
	for line := range bytes.Lines(raw) {
		var n node
		if err := json.Unmarshal(line, &n); err != nil {
			return nil, fmt.Errorf("nodes: %w", err)
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}
