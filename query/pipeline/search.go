package pipeline

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/search"
)

// searchNodes ranks nodes for the text in last_model_response.
//
// The state may contain the hits of a vector store as semantic_hits: ids, or objects with id
// and score, the best first. Without them, the vectors of the artifacts rank nodes, if there
// are any.
var searchNodes = &action{
	name: "search_nodes",
	fields: []fieldSpec{
		{name: "search_type", form: choice, values: []string{"semantic", "bm25", "hybrid", "auto"}},
		{name: "top_k", form: whole, exact: true, atLeast: 1},
		{name: "query_parser", form: text},
		{name: "rerank", form: choice, values: []string{rerankNone, rerankKeyword, rerankCodebert}},
		{name: "snapshot_source", form: choice, values: []string{"primary", "secondary"}},
		{name: "default_search_type", form: choice, values: searchTypes},
		{name: "default_search_method", form: choice, values: searchTypes},
		{name: "rrf_k", form: whole, exact: true, atLeast: 1},
		{name: "allow_top_k_from_payload", form: truth},
		{name: "allow_rrf_k_from_payload", form: truth},
		{name: "acl_tags_any", form: textForm},
		{name: "classification_labels_all", form: textForm},
		{name: "source_system_id", form: text},
		{name: "data_type", form: text},
	},
	complete: searchComplete,
	ready:    searchReady,
	run:      runSearch,
}

const (
	rerankNone     = "none"
	rerankKeyword  = "keyword_rerank"
	rerankCodebert = "codebert_rerank"
)

// defaultRRF is the default constant of reciprocal rank fusion.
const defaultRRF = 60

// parsers lists the names of the only query parser.
var parsers = []string{"JsonishQueryParser", "jsonish_v1"}

// defaultSearch lists the settings for the default search type, including a common
// misspelling.
var defaultSearch = []string{"default_search_method", "default_serach_method"}

func searchComplete(d *document, s *Step) {
	kind := s.word("search_type", "")
	if s.lacks("search_type") || s.has("search_type") && kind == "" {
		d.add(s.at("search_type"), s.ID, "search_type", "use semantic, bm25, hybrid or auto",
			"is missing")
	}
	if name := s.text("query_parser"); name != "" && !slices.Contains(parsers, name) {
		d.add(s.at("query_parser"), s.ID, "query_parser", meant(name, parsers),
			"no such parser: %s",
			name)
	}
	switch rerank := s.word("rerank", rerankNone); {
	case rerank == rerankCodebert:
		d.add(s.at("rerank"), s.ID, "rerank", "use "+rerankKeyword+" or "+rerankNone,
			"%s is reserved, but not implemented", rerank)
	case rerank != rerankNone && kind != "semantic" && kind != "auto" && kind != "":
		d.add(s.at("rerank"), s.ID, "rerank", "use none, or search_type: semantic",
			"%s needs semantic search", rerank)
	}
	if s.has("data_type") {
		if _, err := dataType(s.text("data_type")); err != nil {
			d.add(s.at("data_type"), s.ID, "data_type", "", "%v", err)
		}
	}
}

func searchReady(b stepContext, s *Step, add reporter) {
	if !s.has("top_k") {
		switch v, ok := b.Settings["top_k"]; {
		case !ok:
			add(s.At, "top_k", "give top_k in the step or in the settings", "is missing")
		default:
			if n, ok := exactNumber(v.Value); !ok || n < 1 {
				add(b.placeOf(v, s, "top_k"), "settings.top_k", "write a whole number, at least 1",
					"is %s",
					show(v.Value))
			}
		}
	}
	for _, name := range unenforced {
		if v := b.Settings[name]; given(v.Value) {
			add(b.placeOf(v, s, "action"), "settings."+name, "remove it",
				"is a filter that artifacts cannot enforce")
		}
	}
	for _, name := range defaultSearch {
		if s.word("search_type", "") != "auto" {
			break
		}
		v, ok := b.Settings[name]
		if t, isText := v.Value.(string); ok && given(v.Value) && (!isText ||
			!slices.Contains(searchTypes, strings.ToLower(strings.TrimSpace(t)))) {
			add(b.placeOf(v, s, "search_type"), "settings."+name, "use "+orList(searchTypes),
				"is %s",
				show(v.Value))
		}
	}
	if kind := s.word("search_type", ""); (kind == "semantic" ||
		kind == "hybrid") && !b.vectors && !b.mayHave("semantic_hits") {
		add(s.at("search_type"), "search_type", remedySemantic, noVectors, kind)
	}
	if !b.mayHave("last_model_response") {
		add(s.At, "last_model_response", "give it with --question TEXT, or in the state",
			"the query is empty: the state has no last_model_response")
	}
}

const (
	noVectors      = "%s needs vectors from a vector store"
	remedySemantic = "use search_type: bm25, build with --embeddings, or give the hits of a vector store " +
		"as semantic_hits in the state"
)

// unenforced lists filter settings that artifacts cannot enforce.
var unenforced = []string{"tenant_id", "allowed_group_ids"}

// given reports whether the runtime would filter by the value of a setting.
func given(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case string:
		return strings.TrimSpace(v) != ""
	case []any:
		return len(v) > 0
	}
	return true
}

// A query is the text and the parameters of a search.
type query struct {
	payload
	kind   string // semantic, bm25 or hybrid
	rerank string
	limit  int
	k      int // constant of rank fusion
	scope  scope
	filter filter
}

func runSearch(r *Run, s *Step) (Report, error) {
	r.clearRetrieval()
	q, err := r.query(s)
	if err != nil {
		return Report{}, err
	}
	filters, err := r.effectiveFilters(s, q)
	if err != nil {
		return Report{}, err
	}
	if q.filter, err = parseFilter(filters); err != nil {
		return Report{}, err
	}
	hits, err := r.hits(q)
	if err != nil {
		return Report{}, err
	}
	if r.State.text("snapshot_set_id") != "" || r.Plan.Pipeline.setting("snapshot_set_id") != "" {
		r.warn("snapshot_set_id: not checked: artifacts do not know the snapshots of a set")
	}
	for _, w := range q.warnings {
		r.warn("query: %s", w)
	}
	r.keepHits(q, filters, hits)
	return Report{Summary: fmt.Sprintf("%s found (%s, top %d) for %q", count(len(hits), "node"),
		q.kind, q.limit, q.query)}, nil
}

// clearRetrieval clears the keys that an earlier search and later steps set. Context
// blocks are kept: they accumulate over several searches.
func (r *Run) clearRetrieval() {
	r.clearGraph()
	for _, key := range []string{"retrieval_seed_nodes", "retrieval_hits", "graph_node_texts",
		"node_texts"} {
		r.State[key] = []string{}
	}
	r.State["graph_debug"] = map[string]any{}
	delete(r.State, "fetch_debug")
}

// query reads the query of a step.
func (r *Run) query(s *Step) (*query, error) {
	raw, err := r.payload()
	if err != nil {
		return nil, err
	}
	q := &query{k: defaultRRF, payload: payload{query: raw}}
	if s.has("query_parser") {
		q.payload = parsePayload(raw)
	}
	if q.query == "" {
		return nil, r.problem("last_model_response",
			"give it with --question TEXT, or in the state",
			"the query is empty")
	}
	if q.kind, err = r.kind(s, q.search); err != nil {
		return nil, err
	}
	q.rerank = s.word("rerank", rerankNone)
	if q.rerank != rerankNone && q.kind != "semantic" {
		return nil, r.problem("rerank", "use none, or search_type: semantic",
			"%s needs semantic search, and this is %s", q.rerank, q.kind)
	}
	if q.scope, err = r.scope(s.word("snapshot_source", "primary")); err != nil {
		return nil, err
	}
	r.limits(s, q)
	if q.kind != "bm25" {
		q.operator = ""
	}
	return q, nil
}

// payload returns the text in last_model_response; an object is converted to JSON.
func (r *Run) payload() (string, error) {
	v, err := r.State.plain("last_model_response")
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v), nil
	case nil:
		return "", nil
	default:
		raw, err := json.Marshal(v)
		return string(raw), err
	}
}

// kind determines the search type: for auto from the payload, the prefix set by a router,
// the step, or the settings.
func (r *Run) kind(s *Step, fromPayload string) (string, error) {
	kind := s.word("search_type", "")
	if kind != "auto" {
		return kind, nil
	}
	p := r.Plan.Pipeline
	candidates := []string{fromPayload, strings.ToLower(r.State.text("last_prefix")),
		s.word("default_search_type", ""), s.word("default_search_method", "")}
	for _, name := range defaultSearch {
		candidates = append(candidates, strings.ToLower(p.setting(name)))
	}
	for i, c := range candidates {
		// A prefix may choose something other than a search.
		if c != "" && (i != 1 || slices.Contains(searchTypes, c)) {
			return c, nil
		}
	}
	return "", r.problem("search_type",
		"add default_search_type to the step, or default_search_method to the settings",
		"auto, but no search method is configured")
}

// limits reads top_k and rrf_k. The payload may lower top_k, if allowed, but never raise
// it.
func (r *Run) limits(s *Step, q *query) {
	if n := s.whole("top_k"); n != nil {
		q.limit = *n
	} else {
		q.limit, _ = wholeNumber(r.Plan.Pipeline.Settings["top_k"].Value)
	}
	if n := q.topK; n != nil && *n >= 1 && s.truth("allow_top_k_from_payload") {
		q.limit = min(q.limit, *n)
	}
	if n := s.whole("rrf_k"); n != nil {
		q.k = *n
	}
	if n := q.rrfK; n != nil && s.truth("allow_rrf_k_from_payload") {
		q.k = max(1, *n)
	}
}

// effectiveFilters merges the filters of the payload with filters of the state, the
// settings and the step, which take precedence.
func (r *Run) effectiveFilters(s *Step, q *query) (map[string]any, error) {
	base, err := r.filters()
	if err != nil {
		return nil, err
	}
	p := r.Plan.Pipeline
	if v := p.Settings["owner_id"].Value; given(v) {
		base["owner_id"] = v
	}
	for _, key := range []string{"acl_tags_any", "classification_labels_all"} {
		if more := s.texts(key); len(more) > 0 {
			base[key] = distinct(append(textsOf(base[key]), more...))
		}
	}
	for _, key := range []string{"source_system_id", "data_type"} {
		if v := s.text(key); v != "" {
			base[key] = v
		}
	}
	base = normal(base)
	base["repo"], base["snapshot_id"] = q.scope.repository, q.scope.snapshot
	out := map[string]any{}
	for key, v := range normal(q.filters) {
		if slices.Contains(enforced, key) || slices.Contains(harmless, key) {
			out[key] = v
		}
	}
	for _, key := range slices.Sorted(maps.Keys(q.filters)) {
		if !slices.Contains(enforced, key) && aliases[key] == "" &&
			!slices.Contains(harmless, key) {
			q.warn("unknown filter, ignored: %s", key)
		}
	}
	maps.Copy(out, base)
	return out, nil
}

// hits ranks nodes.
func (r *Run) hits(q *query) ([]Hit, error) {
	if q.kind == "bm25" {
		return r.lexical(q, q.limit, nil)
	}
	semantic, err := r.semantic(q)
	if err != nil {
		return nil, err
	}
	switch {
	case q.kind == "hybrid":
		lexical, err := r.lexical(q, q.limit, nil)
		if err != nil {
			return nil, err
		}
		fused := fuse(idsOf(semantic[:min(len(semantic), q.limit)]), idsOf(lexical), q.k)
		return fused[:min(len(fused), q.limit)], nil
	case q.rerank == rerankKeyword:
		return r.rerank(q, semantic)
	}
	return semantic[:min(len(semantic), q.limit)], nil
}

func idsOf(hits []Hit) []string {
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	return ids
}

// lexical ranks nodes by BM25F, restricted to the nodes in only unless it is nil.
func (r *Run) lexical(q *query, limit int, only map[graph.NodeID]bool) ([]Hit, error) {
	admit := q.filter.admits
	if q.operator == "and" {
		all, err := search.WithAll(r.Artifacts.Index, q.query)
		if err != nil {
			return nil, err
		}
		if only, err = r.named(all); err != nil {
			return nil, err
		}
	}
	opts := search.Options{Limit: limit, Weights: search.Defaults()}
	if err := opts.Weights.Set("embedding", 0); err != nil { // words alone
		return nil, err
	}
	opts.Filter.Admit = func(n *graph.Node) bool { return (only == nil || only[n.ID]) && admit(n) }
	res, err := search.Search(r.Artifacts.Index, q.query, opts)
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, len(res.Hits))
	for i, h := range res.Hits {
		hits[i] = Hit{string(h.Info.ID), answer.Round(h.Score), i + 1}
	}
	return hits, nil
}

// named returns the set of ids of nodes.
func (r *Run) named(numbers []uint32) (map[graph.NodeID]bool, error) {
	ids := make(map[graph.NodeID]bool, len(numbers))
	for _, n := range numbers {
		node, err := r.Artifacts.Index.Node(n)
		if err != nil {
			return nil, err
		}
		ids[node.ID] = true
	}
	return ids, nil
}

// semantic returns the hits of a vector store that the filter admits, in their
// order.
func (r *Run) semantic(q *query) ([]Hit, error) {
	v, err := r.State.plain("semantic_hits")
	if err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	if !ok && r.Plan.Vectors {
		return r.nearest(q)
	}
	if !ok {
		return nil, r.problem("search_type", remedySemantic, noVectors, q.kind)
	}
	hits := []Hit{}
	seen := map[string]bool{}
	for _, x := range list {
		id, score, ok := semanticHit(x)
		if !ok {
			return nil, fmt.Errorf("%w: semantic_hits has %s: write ids, or objects with id and score",
				ErrState, show(x))
		}
		ref, err := r.Artifacts.find(id)
		if err != nil {
			return nil, err
		}
		if r.isUnknown(ref) {
			continue
		}
		n, err := r.node(ref)
		if err != nil {
			return nil, err
		}
		if q.filter.admits(n) && !seen[ref.ID] {
			seen[ref.ID] = true
			hits = append(hits, Hit{ref.ID, score, len(hits) + 1})
		}
	}
	return hits, nil
}

// nearest ranks the nodes that the filter admits by the vectors of the artifacts.
func (r *Run) nearest(q *query) ([]Hit, error) {
	e, ok := r.Artifacts.Index.(search.Embedded)
	if !ok {
		return nil, nil
	}
	cosines, err := e.Cosines(q.query)
	if err != nil {
		return nil, err
	}
	order := make([]uint32, len(cosines))
	for n := range order {
		order[n] = uint32(n)
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		return cmp.Compare(cosines[b], cosines[a])
	})
	hits := []Hit{}
	for _, n := range order {
		if len(hits) == maxWiden*q.limit || cosines[n] <= 0 {
			break
		}
		node, err := r.Artifacts.Index.Node(n)
		if err != nil {
			return nil, err
		}
		if len(node.Parts) > 0 && q.filter.admits(node) {
			score := answer.Round(float64(cosines[n]))
			hits = append(hits, Hit{string(node.ID), score, len(hits) + 1})
		}
	}
	return hits, nil
}

func semanticHit(v any) (id string, score float64, ok bool) {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v), 0, strings.TrimSpace(v) != ""
	case map[string]any:
		if n, isNumber := v["score"].(json.Number); isNumber {
			score, _ = n.Float64()
		}
		id = textOf(v["id"])
		return id, score, id != ""
	}
	return "", 0, false
}

// Multiples of top_k that a reranking considers.
const (
	defaultWiden = 6
	maxWiden     = 1000
)

// rerank orders the best semantic hits by the words of the query. Hits without any of
// them follow in their old order.
func (r *Run) rerank(q *query, semantic []Hit) ([]Hit, error) {
	widen := defaultWiden
	if n, ok := wholeNumber(r.Plan.Pipeline.Settings["rerank_widen_factor"].Value); ok {
		widen = min(max(1, n), maxWiden)
	}
	semantic = semantic[:min(len(semantic), widen*q.limit)]
	if len(semantic) == 0 {
		return semantic, nil
	}
	only := map[graph.NodeID]bool{}
	for _, h := range semantic {
		id, _ := graph.SplitChunk(h.ID)
		only[id] = true
	}
	lexical, err := r.lexical(q, len(only), only)
	if err != nil {
		return nil, err
	}
	rank := map[graph.NodeID]int{}
	for i, h := range lexical {
		rank[graph.NodeID(h.ID)] = i + 1
	}
	place := func(h Hit) int {
		id, _ := graph.SplitChunk(h.ID)
		if n := rank[id]; n > 0 {
			return n
		}
		return len(lexical) + 1
	}
	slices.SortStableFunc(semantic, func(a, b Hit) int { return place(a) - place(b) })
	semantic = semantic[:min(len(semantic), q.limit)]
	for i := range semantic {
		semantic[i].Rank = i + 1
	}
	return semantic, nil
}

// keepHits stores the result and its parameters in the state.
func (r *Run) keepHits(q *query, filters map[string]any, hits []Hit) {
	r.State["retrieval_seed_nodes"], r.State["retrieval_hits"] = idsOf(hits), hits
	r.State["search_type"], r.State["rerank"] = q.kind, q.rerank
	r.State["retrieval_query"], r.State["retrieval_mode"] = q.query, q.kind
	r.State["last_search_query"], r.State["last_search_type"] = q.query, q.kind
	r.State["retrieval_filters"], r.State["last_search_filters"] = filters, filters
	r.State["last_search_bm25_operator"] = nil
	if q.operator != "" {
		r.State["last_search_bm25_operator"] = q.operator
	}
	asked := textsOf(r.State["retrieval_queries_asked"])
	if !slices.ContainsFunc(asked, func(old string) bool { return sameQuery(old, q.query) }) {
		asked = append(asked, q.query)
	}
	r.State["retrieval_queries_asked"] = asked
}

func sameQuery(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "),
		strings.Join(strings.Fields(b), " "))
}
