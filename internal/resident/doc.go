// Package resident keeps small what the system counts as memory of a process.
package resident
