package pipeline

import "slices"

// The fields that the runtime's state always has, by initial value. A rule may read them
// even if the given state lacks them.
var (
	listFields = []string{
		"acl_labels_union", "allowed_commands", "classification_labels_union", "context_blocks",
		"graph_edges", "graph_expanded_nodes",
		"graph_seed_nodes", "history_blocks", "history_dialog", "history_qa_neutral", "inbox",
		"inbox_last_consumed", "node_texts",
		"retrieval_hits", "retrieval_queries_asked", "retrieval_queries_asked_norm",
		"retrieval_seed_nodes", "step_trace",
	}
	mappingFields = []string{"graph_debug", "last_search_filters", "loop_counters",
		"retrieval_filters", "snapshot_friendly_names"}
	textFields = []string{"consultant", "retrieval_mode", "retrieval_query", "session_id",
		"sufficiency_search_mode_constraint", "user_query"}
	numberFields = []string{"steps_used", "turn_loop_counter"}
	nullFields   = []string{
		"answer_neutral", "answer_translated", "banner_neutral", "banner_translated", "branch",
		"doc_level_max", "final_answer",
		"last_model_response", "last_prefix", "last_search_bm25_operator", "last_search_query",
		"last_search_type",
		"llm_server_security_override_notice", "model_input_en", "query_type", "repository",
		"request_id", "retrieval_scope", "router_raw",
		"snapshot_id", "snapshot_id_b", "snapshot_set_id", "user_id", "user_question_neutral",
		"user_question_translated",
	}
)

// stateFields lists the names of all these fields.
var stateFields = slices.Concat(listFields, mappingFields, textFields, numberFields, nullFields,
	[]string{"translate_chat"})

// initial returns the initial value of a field of the runtime's state; ok is false
// if there is no such field.
func initial(name string) (v any, ok bool) {
	switch {
	case slices.Contains(listFields, name):
		return []any{}, true
	case slices.Contains(mappingFields, name):
		return map[string]any{}, true
	case slices.Contains(textFields, name):
		return "", true
	case slices.Contains(numberFields, name):
		return 0, true
	case name == "translate_chat":
		return false, true
	}
	return nil, slices.Contains(nullFields, name)
}

// field returns the JSON value of a key: for a missing field, its initial value. ok is
// false if there is no such field.
func (s State) field(name string) (v any, ok bool, err error) {
	if _, ok := s[name]; ok {
		v, err = s.plain(name)
		return v, true, err
	}
	v, ok = initial(name)
	return v, ok, nil
}
