//go:build unix

package build

import "golang.org/x/sys/unix"

// writable reports an error if entries cannot be created in a folder.
func writable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }
