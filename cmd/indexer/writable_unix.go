//go:build unix

package main

import "golang.org/x/sys/unix"

// writable reports whether entries can be made in a folder.
func writable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }
