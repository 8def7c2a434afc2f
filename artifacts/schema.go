package artifacts

import "embed"

// Schemas holds a JSON Schema for every JSON file of the artifacts, and for the
// lines of every JSON Lines file, as schema/NAME.schema.json.
//
//go:embed schema/*.schema.json
var Schemas embed.FS
