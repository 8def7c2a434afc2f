//go:build !unix

package walk

import "os"

// openRegular opens a file for reading.
func openRegular(path string) (*os.File, error) { return os.Open(path) }
