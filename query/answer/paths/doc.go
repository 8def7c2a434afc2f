// Package paths answers why two nodes are connected: the shortest paths between
// them, the strongest first.
//
//   - An end is where paths start or finish: a node, all overloads of a name, or
//     all files of a folder. A class stands for its methods, a folder for the
//     definitions of its files; see [expand.PathOptions].
//   - A direction says which way the edges of a path point; along them is the default. A
//     member without a body leads to nothing: the answer names what may run in its place
//     ([Answer.StandIns]). With [Meet], ends of which neither leads to the other
//     may meet: at a common caller ([expand.Above]) or a common dependency
//     ([expand.Below]), the nearest, but not one that the whole repository uses.
//   - An [Answer] is the JSON; [Answer.Lines] is the same for a person.
package paths
