package artifacts

import "os"

// takeHandles takes n file handles, or none and an error.
func takeHandles(n int) ([]*os.File, error) {
	var taken []*os.File
	for range n {
		f, err := os.Open(os.DevNull)
		if err != nil {
			closeAll(taken)
			return nil, err
		}
		taken = append(taken, f)
	}
	return taken, nil
}

// checkHandles reports as an error that fewer than n file handles are left. Badger ends
// the process where it cannot open its folder: so it is asked before.
func checkHandles(n int) error {
	taken, err := takeHandles(n)
	closeAll(taken)
	return err
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}
