package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"seedgraph/graph"
)

// A filter selects the nodes that a reader may see. The zero value admits all.
type filter struct {
	tags   []string // a restricted node must allow one of them
	labels []string // must include all labels of a node
	level  *int     // maximum level of a node
	owner  string
	source string
	domain string
}

// aliases maps alternative names of filters to their names.
var aliases = map[string]string{
	"permission_tags_any": "acl_tags_any", "permission_tags_all": "acl_tags_any",
	"clearance_level": "user_level", "doc_level_max": "user_level",
	"repository": "repo",
}

// enforced lists the filters that artifacts can enforce.
var enforced = []string{"acl_tags_any", "classification_labels_all", "user_level", "owner_id",
	"source_system_id", "data_type", "repo", "snapshot_id"}

// harmless lists filters that choose how a backend searches, not which nodes it finds, or
// that concern another snapshot.
var harmless = []string{"hybrid_alpha", "snapshot_id_b", "snapshot_set_id"}

// normal resolves aliases of filters and drops empty ones. If a filter is given under
// several names, its own name wins, then the first alias in alphabetical order.
func normal(filters map[string]any) map[string]any {
	out := map[string]any{}
	put := func(key string, v any) {
		if t, ok := v.(string); v == nil || ok && strings.TrimSpace(t) == "" {
			return
		}
		if list, ok := v.([]any); ok && len(list) == 0 {
			return
		}
		if _, have := out[key]; !have {
			out[key] = v
		}
	}
	keys := slices.Sorted(maps.Keys(filters))
	for _, key := range keys {
		if aliases[key] == "" {
			put(key, filters[key])
		}
	}
	for _, key := range keys {
		if own := aliases[key]; own != "" {
			put(own, filters[key])
		}
	}
	return out
}

// parseFilter parses normalized filters. A filter that cannot be enforced is an error.
func parseFilter(filters map[string]any) (f filter, err error) {
	for _, key := range slices.Sorted(maps.Keys(filters)) {
		v := filters[key]
		switch key {
		case "acl_tags_any":
			f.tags = textsOf(v)
		case "classification_labels_all":
			f.labels = textsOf(v)
		case "user_level":
			n, ok := wholeNumber(v)
			if !ok {
				return f, fmt.Errorf("%w: retrieval_filters.%s is %s: write a whole number",
					ErrState, key,
					show(v))
			}
			f.level = &n
		case "owner_id":
			f.owner, err = oneText(key, v)
		case "source_system_id":
			f.source, err = oneText(key, v)
		case "data_type":
			if f.domain, err = dataType(v); err != nil {
				err = fmt.Errorf("%w: filter data_type %w", ErrState, err)
			}
		case "repo", "snapshot_id":
		default:
			if !slices.Contains(harmless, key) {
				return f, fmt.Errorf("%w: retrieval_filters.%s: artifacts cannot enforce it: remove it, or use one of %s", ErrState, key, strings.Join(enforced, ", "))
			}
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

func oneText(key string, v any) (string, error) {
	t, ok := scalarText(v)
	if !ok {
		return "", fmt.Errorf("%w: retrieval_filters.%s is %s: write one text", ErrState, key,
			show(v))
	}
	return strings.TrimSpace(t), nil
}

// dataTypes are the domains of the runtime. Nodes of artifacts belong to the first two;
// the others admit nothing.
var dataTypes = []string{string(graph.Code), string(graph.Database), "frontEnd",
	"dynamic_configuration", "docs"}

// dataType parses the required domain of nodes.
func dataType(v any) (string, error) {
	t, ok := v.(string)
	t = strings.TrimSpace(t)
	if ok && slices.Contains(dataTypes, t) {
		return t, nil
	}
	return "", fmt.Errorf("is %s: use one of %s", show(v), strings.Join(dataTypes, ", "))
}

// permits reports whether the reader may see n, by groups, labels and clearance.
func (f filter) permits(n *graph.Node) bool {
	a := n.Access
	if len(f.tags) > 0 && len(a.Allow) > 0 &&
		!slices.ContainsFunc(a.Allow, func(g string) bool { return slices.Contains(f.tags, g) }) {
		return false
	}
	if len(f.labels) > 0 && slices.ContainsFunc(a.Labels,
		func(l string) bool { return !slices.Contains(f.labels, l) }) {
		return false
	}
	return f.level == nil || a.Level <= *f.level
}

// admits reports whether n is permitted and of the requested domain.
func (f filter) admits(n *graph.Node) bool {
	asked := graph.Visitor{Owner: f.owner, SourceSystem: f.source}
	return f.permits(n) && n.Access.Admits(asked) &&
		(f.domain == "" || f.domain == string(n.Domain()))
}

// filters returns the normalized filters in the state.
func (r *Run) filters() (map[string]any, error) {
	v, err := r.State.plain("retrieval_filters")
	if err != nil {
		return nil, err
	}
	filters, ok := v.(map[string]any)
	if !ok && v != nil {
		return nil, fmt.Errorf("%w: retrieval_filters is %s: write an object", ErrState, show(v))
	}
	if _, ok := filters["snapshot_ids_any"]; ok {
		return nil, fmt.Errorf("%w: retrieval_filters.snapshot_ids_any: the artifacts are of one snapshot: give its snapshot_id", ErrState)
	}
	return normal(filters), nil
}

// stateFilters returns the filter in the state.
func (r *Run) stateFilters() (filter, error) {
	filters, err := r.filters()
	if err != nil {
		return filter{}, err
	}
	return parseFilter(filters)
}

// scopeOfSearch denotes the snapshot of the search or, without one, the primary one.
const scopeOfSearch = "searched"

// A scope identifies the repository and the snapshot that a step queries.
type scope struct{ repository, snapshot string }

// scope checks that the state refers to these artifacts. Values missing in the state are
// taken from them.
func (r *Run) scope(source string) (scope, error) {
	filters, err := r.filters()
	if err != nil {
		return scope{}, err
	}
	a, p := r.Artifacts, r.Plan.Pipeline
	key := map[string]string{"primary": "snapshot_id", "secondary": "snapshot_id_b",
		scopeOfSearch: "snapshot_id"}[source]
	for _, name := range []string{r.State.text("repository"), p.setting("repository"),
		textOf(filters["repo"])} {
		if name != "" && !strings.EqualFold(name, a.Repository) {
			return scope{}, r.problem("repository",
				"use artifacts of that repository, or remove it",
				"%q is requested, but the artifacts are of %q", name, a.Repository)
		}
	}
	searched := textOf(filters["snapshot_id"])
	snapshot := r.State.text(key)
	if snapshot == "" {
		snapshot = p.setting(key)
	}
	if source == scopeOfSearch && searched != "" {
		snapshot = searched
	}
	if source == "secondary" && snapshot == "" {
		return scope{}, r.problem("snapshot_source",
			"set snapshot_id_b in the state, or use primary",
			"is secondary, but there is no snapshot_id_b")
	}
	for _, name := range []string{snapshot, searched} {
		if name != "" && !slices.Contains(a.Snapshots, name) {
			return scope{}, r.problem(key, "use artifacts of that snapshot, or remove it",
				"%q is requested, but the artifacts are of %s", name,
				strings.Join(a.Disclosed, ", "))
		}
	}
	return scope{a.Repository, a.SnapshotID}, nil
}

func textOf(v any) string {
	t, _ := v.(string)
	return strings.TrimSpace(t)
}
