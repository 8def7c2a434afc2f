// Package open finds and opens artifacts for the commands of both programs: it
// determines their location and the rights of the reader.
package open
