// Package cli is the command-line interface that the two programs share: exit
// codes, the form of messages, and signals. It is independent of their
// functions.
//
//   - stdout carries only the result. Everything else goes to stderr as lines
//     `program: message`, lower case, without a full stop, followed by a line
//     `hint: …` where one helps.
//   - Failures are distinguished by error class: a sentinel found with
//     errors.Is. The table from class to exit code is in code.go; a program
//     adds the classes of the packages that it uses.
//   - With --json, the failure is one JSON object on stderr, see [Failure].
package cli
