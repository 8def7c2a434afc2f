// Package outline builds a map of a repository: its most central definitions within a
// budget, each as its line and signature, by file.
//
//   - The centrality of a definition is the PageRank that it receives from other
//     files. Rank received from its own file, for example from a function that calls
//     itself, does not matter to the repository. The members of a type that are
//     not separate definitions count for the type.
//   - [Definitions] ranks the definitions that a filter admits; [Pack] packs them
//     into an [Answer], together with the types that contain them.
package outline
