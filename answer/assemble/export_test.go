package assemble

// Outdent is outdent, for tests of the package's users.
var Outdent = outdent
