package assemble

// For external tests of the package.
var (
	Outdent = outdent
	Excerpt = excerpt
)
