package refresh

import (
	"os/exec"
	"syscall"
)

// endWithParent interrupts the watcher if this program is killed.
func endWithParent(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT} }
