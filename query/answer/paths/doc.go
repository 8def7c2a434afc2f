// Package paths finds the shortest paths between two nodes, the strongest first, to
// explain how they are connected.
//
//   - An end is where paths start or finish: a node, all overloads of a name, or
//     all files of a folder. A class includes its methods, a folder the
//     definitions in its files; see [expand.PathOptions].
//   - A direction specifies which way the edges of a path point; the default is
//     along them. No paths lead on from a member without a body: the answer lists the
//     members that may run in its place ([Answer.StandIns]). With [Meet], ends of which
//     neither is reachable from the other may meet: at a common caller
//     ([expand.Above]) or a common dependency ([expand.Below]), the nearest, but not
//     one used by the whole repository.
//   - An [Answer] is the JSON form; [Answer.Lines] is the text form.
package paths
