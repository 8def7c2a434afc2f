// Package outline answers what a repository rests on: a map of its most central
// definitions within a budget, each as its line and signature, by file.
//
//   - The centrality of a definition is the PageRank that flows into it from other
//     files. What flows from its own file, for example from a function that calls
//     itself, says nothing about the repository. The members of a type that are
//     not definitions of their own count for the type.
//   - [Definitions] ranks the definitions that a filter admits; [Pack] packs them
//     into an [Answer], together with the types that contain them.
package outline
