package pipeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"seedgraph/query/fetch"
)

// renderBlocks formats node_texts as blocks: context_blocks is the list of blocks,
// context_string joins them with blank lines. With append they follow the existing
// blocks, except duplicates.
var renderBlocks = &action{
	name:     "render_context_blocks",
	fields:   []fieldSpec{{name: "append", form: truth}},
	complete: func(*document, *Step) {},
	ready:    func(stepContext, *Step, reporter) {},
	run:      runRender,
}

func runRender(r *Run, s *Step) (Report, error) {
	var items []map[string]any
	if err := r.State.read("node_texts", &items); err != nil {
		return Report{}, err
	}
	blocks := []string{}
	if s.truth("append") {
		old, err := r.State.plain("context_blocks")
		if err != nil {
			return Report{}, err
		}
		if blocks, err = blocksOf(old); err != nil {
			return Report{}, err
		}
	}
	for i, it := range items {
		id := firstText(it, "node_id", "id")
		if id == "" {
			return Report{}, fmt.Errorf("%w: node_texts[%d] has no node_id", ErrState, i)
		}
		if b := fetch.Block(id, textOfItem(it)); !slices.Contains(blocks, b) {
			blocks = append(blocks, b)
		}
	}
	context := joinBlocks(blocks)
	r.State["context_blocks"], r.State["context_string"] = blocks, context
	return Report{Summary: count(len(blocks), "block") + ", " +
		count(r.Artifacts.Count.Count(context), "token")}, nil
}

// blocksOf returns the blocks of a state; blank ones are left out.
func blocksOf(v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok && v != nil {
		return nil, fmt.Errorf("%w: context_blocks is %s: write a list of texts", ErrState, show(v))
	}
	blocks := []string{}
	for i, x := range list {
		t, ok := x.(string)
		if !ok {
			return nil, fmt.Errorf("%w: context_blocks[%d] is %s: write a text", ErrState, i,
				show(x))
		}
		if strings.TrimSpace(t) != "" {
			blocks = append(blocks, t)
		}
	}
	return blocks, nil
}

// joinBlocks joins blocks with blank lines.
func joinBlocks(blocks []string) string {
	var b strings.Builder
	for i, block := range blocks {
		if i > 0 {
			b.WriteByte('\n')
			if !strings.HasSuffix(blocks[i-1], "\n") {
				b.WriteByte('\n')
			}
		}
		b.WriteString(block)
	}
	return b.String()
}

// textOfItem reads an item of node_texts, written by us or by the runtime.
func textOfItem(it map[string]any) fetch.Text {
	t := fetch.Text{Path: firstText(it, "path", "repo_relative_path", "source_file", "source"),
		Language: languageOf(it)}
	t.Text, _ = scalarText(it["text"])
	lines, _ := it["metadata_context"].([]any)
	for _, x := range lines {
		if line, ok := scalarText(x); ok && strings.TrimSpace(line) != "" {
			t.Metadata = append(t.Metadata, line)
		}
	}
	return t
}

// languageOf returns the language of an item, or one derived from its properties.
func languageOf(it map[string]any) string {
	if language := firstText(it, "language"); language != "" {
		return language
	}
	kind := strings.ToLower(firstText(it, "file_type"))
	if kind == "" {
		kind = strings.TrimPrefix(strings.ToLower(path.Ext(firstText(it, "path",
			"repo_relative_path", "source_file", "source"))), ".")
	}
	switch {
	case kind == "sql" || firstText(it, "sql_kind") != "":
		return "sql"
	case kind == "cs":
		return "csharp"
	}
	return ""
}

// firstText returns the first nonblank text among the values of the keys.
func firstText(it map[string]any, keys ...string) string {
	for _, key := range keys {
		if t := textOf(it[key]); t != "" {
			return t
		}
	}
	return ""
}
