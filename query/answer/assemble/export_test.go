package assemble

// For tests of the package's users.
var (
	Outdent = outdent
	Excerpt = excerpt
)
