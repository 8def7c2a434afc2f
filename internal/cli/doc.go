// Package cli is what the two programs share at their edge: exit codes, the
// form of messages and signals. It knows nothing of what they do.
//
//   - stdout carries the result only. Everything else goes to stderr as lines
//     `program: message`, lower case, without a full stop, then a line
//     `hint: …` where one helps.
//   - Failures are told apart by error class: a sentinel found with errors.Is.
//     The table from class to exit code is in code.go; a program adds the
//     classes of the packages that it uses.
//   - With --json, the failure is one JSON object on stderr, see [Failure].
package cli
