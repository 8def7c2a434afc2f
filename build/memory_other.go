//go:build !unix || openbsd

package build

// addressSpace is 0: the system has no such limit.
func addressSpace() int64 { return 0 }
