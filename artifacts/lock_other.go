//go:build !unix

package artifacts

import "os"

// lockNow relies on the system to refuse the removal of open files.
func lockNow(*os.File) bool { return true }
