// Package pipeline runs the retrieval steps of a LocalAI-RAG pipeline over
// artifacts: search_nodes, expand_dependency_tree, fetch_node_texts,
// render_context_blocks and set_variables.
//
//   - A [Pipeline] is a YAML file: settings, and steps that each name an action
//     and the step that comes next. It may extend another: [Load] lays its
//     settings over those of its base, key by key, and its steps by id. Steps
//     that choose their successor by a model belong to the runtime; so the way
//     through the steps of ours is known before anything runs, and all that can
//     be wrong on it is said at once, each as a [Problem] with its line.
//   - The [State] is what steps read and write, under the names that the runtime
//     gives its fields. Unknown keys are kept.
//   - A run ends after the last step, or before a step that is the runtime's own
//     ([Stop]); the state is then the one that the runtime would have there.
//   - The [Artifacts] are the index that steps answer from.
//
// Filters in the state are binding: a filter that a model writes into a query may
// narrow them, never widen or replace them. A filter that artifacts cannot enforce is
// an error; it is never ignored.
package pipeline
