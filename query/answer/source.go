package answer

import (
	"strings"

	"seedgraph/artifacts"
	"seedgraph/query/render"
)

// Sources provides nodes with their source.
type Sources interface {
	Pieces(n uint32) ([]artifacts.Piece, error)
}

// maxEvidence is the maximum length of a source line in an answer, in characters.
const maxEvidence = 120

// Evidence formats a line of source for answers.
func Evidence(line string) string { return render.Cut(render.OneLine(line), maxEvidence) }

// SourceLine returns a line of the file of a node, without indentation, if it belongs to
// the node.
func SourceLine(x Sources, n, line uint32) (string, error) {
	if line == 0 {
		return "", nil
	}
	pieces, err := x.Pieces(n)
	if err != nil {
		return "", err
	}
	for _, p := range pieces {
		if line < p.Line {
			continue
		}
		lines := strings.Split(p.Text, "\n")
		if at := int(line - p.Line); at < len(lines) && strings.TrimSpace(lines[at]) != "" {
			return Evidence(lines[at]), nil
		}
	}
	return "", nil
}
