// Package open finds and opens artifacts for the commands of both programs: where they
// are, and what the reader may see of them.
package open
