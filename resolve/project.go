package resolve

// A Project holds the texts of files that say how the parts of the tree find
// each other, by path.
type Project struct {
	Files map[string]string
}
