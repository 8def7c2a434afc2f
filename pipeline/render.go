package pipeline

import (
	"fmt"
	"strings"

	"seedgraph/fetch"
)

// renderBlocks writes node_texts as blocks: context_blocks has them one by one,
// context_string as one text with blank lines between.
var renderBlocks = &action{
	name:     "render_context_blocks",
	complete: func(*document, *Step) {},
	ready:    func(begin, *Step, reporter) {},
	run:      runRender,
}

func runRender(r *Run, _ *Step) (Report, error) {
	var items []nodeText
	if err := r.State.read("node_texts", &items); err != nil {
		return Report{}, err
	}
	blocks := []string{}
	for i, it := range items {
		id := it.NodeID
		if id == "" {
			id = it.ID
		}
		if id == "" {
			return Report{}, fmt.Errorf("%w: node_texts[%d] has no node_id", ErrState, i)
		}
		path := it.Path
		if path == "" {
			path = it.File
		}
		blocks = append(blocks, fetch.Block(id, fetch.Text{Text: it.Text, Path: path, Language: it.Language, Metadata: it.Metadata}))
	}
	context := strings.Join(blocks, "\n")
	r.State["context_blocks"], r.State["context_string"] = blocks, context
	return Report{Says: fmt.Sprintf("%d blocks, %d tokens", len(blocks), r.Artifacts.Count.Count(context))}, nil
}
