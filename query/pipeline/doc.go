// Package pipeline runs the retrieval steps of a LocalAI-RAG pipeline over artifacts:
// search_nodes, expand_dependency_tree, fetch_node_texts, render_context_blocks and
// set_variables.
//
//   - A [Pipeline] is a YAML file: settings, and steps that each name an action
//     and the next step. It may extend another: [Load] overrides the settings of
//     its base key by key, and its steps by id. Steps that choose their successor
//     by a model belong to the runtime; so the path through the steps implemented
//     here is known before anything runs, and all errors on it are reported at
//     once, each as a [Problem] with its line.
//   - The [State] is the data that steps read and write, under the names of the
//     runtime's fields. Unknown keys are kept.
//   - A run ends after the last step, or before a step that belongs to the runtime
//     ([Stop]); the state then equals the runtime's state at that point.
//   - The [Artifacts] are the index on which the steps operate.
//
// Filters in the state are binding: a filter that a model writes into a query may narrow
// them, never widen or replace them. A filter that artifacts cannot enforce is an error;
// it is never ignored.
package pipeline
