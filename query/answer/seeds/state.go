package seeds

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"seedgraph/query/answer"
	"seedgraph/query/fetch"
)

// A state is the part of an answer of search or expand, or of the state of a pipeline,
// that specifies nodes.
type state struct {
	Items []struct {
		ID    string   `json:"id"`
		Score *float64 `json:"score"`
	} `json:"items"`
	RetrievalSeeds []string      `json:"retrieval_seed_nodes"`
	GraphSeeds     []string      `json:"graph_seed_nodes"`
	Expanded       []string      `json:"graph_expanded_nodes"`
	ChunkIDs       []string      `json:"expanded_chunk_ids"`
	NodeKeys       []string      `json:"expanded_node_keys"`
	Edges          []answer.Edge `json:"graph_edges"`
}

// stateKeys lists keys of a state that results of retrievers do not have.
var stateKeys = []string{
	"retrieval_seed_nodes", "graph_seed_nodes", "graph_expanded_nodes", "expanded_chunk_ids",
	"expanded_node_keys", "graph_edges",
}

// isState reports whether a JSON value distinguishes seeds from added nodes, like an
// answer of expand and the state of a pipeline.
func isState(raw json.RawMessage) bool {
	var keys map[string]json.RawMessage
	if json.Unmarshal(raw, &keys) != nil {
		return false
	}
	return slices.ContainsFunc(stateKeys, func(key string) bool { return keys[key] != nil })
}

// seeds lists the ids of the seeds or, if there are neither seeds nor added nodes, those
// of the items.
func (s *state) seeds() []string {
	seeds := s.GraphSeeds
	if len(seeds) == 0 {
		seeds = s.RetrievalSeeds
	}
	if len(seeds)+len(s.added()) == 0 {
		for _, it := range s.Items {
			seeds = append(seeds, it.ID)
		}
	}
	return seeds
}

// added lists the ids of the nodes of the expansion.
func (s *state) added() []string {
	if len(s.Expanded) > 0 {
		return s.Expanded
	}
	return append(s.ChunkIDs, s.NodeKeys...)
}

// readState adds the nodes of a state.
func (in *Input) readState(raw json.RawMessage) error {
	var s state
	if err := json.Unmarshal(raw, &s); err != nil {
		return fmt.Errorf("read JSON: %w", err)
	}
	scores := map[string]float64{}
	for _, it := range s.Items {
		scores[it.ID] = 1
		if it.Score != nil {
			scores[it.ID] = *it.Score
		}
	}
	for _, id := range s.seeds() {
		if strings.TrimSpace(id) == "" {
			continue
		}
		score, ok := scores[id]
		if !ok {
			score = 1
		}
		if err := in.addHit(id, score); err != nil {
			return err
		}
	}
	return in.addExpansion(s.added(), s.Edges, scores)
}

// addExpansion adds the nodes and edges of an expansion. An unknown id is not an error
// here: fetch reports it as missing.
func (in *Input) addExpansion(ids []string, edges []answer.Edge, scores map[string]float64) error {
	canonical := map[string]answer.Ref{}
	refTo := func(id string) (answer.Ref, error) {
		ref, ok := canonical[id]
		if ok {
			return ref, nil
		}
		ref, err := in.names.Canonical(id)
		ref = ref.Key()
		canonical[id] = ref
		return ref, err
	}
	for _, id := range ids {
		ref, err := refTo(id)
		if err != nil {
			return err
		}
		in.Added = append(in.Added, ref)
		if score, ok := scores[id]; ok && !in.isSeed[ref] {
			in.scores[ref] = score
		}
	}
	for _, e := range edges {
		from, err := refTo(e.From)
		if err != nil {
			return err
		}
		to, err := refTo(e.To)
		if err != nil {
			return err
		}
		in.AddEdge(from, to)
	}
	return nil
}

// Add adds a node of an expansion.
func (in *Input) Add(ref answer.Ref) { in.Added = append(in.Added, ref.Key()) }

// AddEdge adds an edge of an expansion.
func (in *Input) AddEdge(from, to answer.Ref) {
	in.Edges = append(in.Edges, fetch.Edge[answer.Ref]{From: from.Key(), To: to.Key()})
}
