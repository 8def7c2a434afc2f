//go:build !unix

package main

// writable leaves the answer to the attempt: this system has no cheap question.
func writable(string) error { return nil }
