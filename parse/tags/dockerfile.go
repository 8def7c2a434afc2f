package tags

import (
	"regexp"
	"strings"

	dockerGrammar "github.com/smacker/go-tree-sitter/dockerfile"

	"seedgraph/graph"
	"seedgraph/parse"
)

// dockerfile has the named stages as functions, each up to the next FROM. A stage
// is referenced by those that begin from it, or copy from it.
var dockerfile = Row{
	Name: "dockerfile", Accepts: "BuildKit 1.4", Extensions: []string{".dockerfile", "dockerfile", "containerfile"},
	Grammar: dockerGrammar.GetLanguage, Adapt: dockerAdapt,
	Nodes: map[string]Rule{
		"from_instruction":  {Op: Do, Do: dockerStage},
		"param":             {Op: Do, Do: dockerFrom},
		"mount_param_param": {Op: Do, Do: dockerFrom},
	},
	Comments: "comment",
	Scoping:  Scoping{Fold: true},
}

// Flags without a value, which the grammar does not know.
var (
	dockerFlags = regexp.MustCompile(`(?mi)^[ \t]*(?:COPY|ADD)[ \t]+(?:--\S+[ \t]+)+`)
	dockerFlag  = regexp.MustCompile(`--[\w-]+[ \t]`)
)

// dockerAdapt blanks them.
//
//	COPY --link --from=build /out /usr/bin
func dockerAdapt(a *parse.Adaptation, broken bool) {
	if !broken {
		return
	}
	for _, m := range dockerFlags.FindAllStringIndex(a.Source, -1) {
		for _, f := range dockerFlag.FindAllStringIndex(a.Source[m[0]:m[1]], -1) {
			a.Blank(uint32(m[0]+f[0]), uint32(m[0]+f[1]))
		}
	}
}

// dockerFrom reads the stage that COPY --from=build or RUN --mount=type=bind,from=build names.
func dockerFrom(w *Walk, n parse.Node) {
	if name, ok := strings.CutPrefix(strings.TrimPrefix(n.Text(), "--"), "from="); ok {
		w.refer(name, n.End()-uint32(len(name)), parse.RefMember, -1, int32(len(w.Steps)))
	}
}

// dockerStage reads FROM image AS name.
func dockerStage(w *Walk, n parse.Node) {
	name := n.Field("as")
	end := uint32(len(w.Text))
	for c := n.Next(); !c.IsZero(); c = c.Next() {
		if c.Is("from_instruction") {
			end = c.Start()
			break
		}
	}
	for end > n.End() && (w.Text[end-1] == '\n' || w.Text[end-1] == '\r') {
		end--
	}
	w.def, w.symbol = 0, ""
	if name.Text() != "" {
		w.Definitions = append(w.Definitions, parse.Definition{Kind: graph.KindFunction, Name: name.Text(), Symbol: name.Text(),
			NameAt: name.Start(), Range: parse.Range{Start: n.Start(), End: end}, Body: parse.Range{Start: n.Start(), End: end},
			Complexity: 1, Exported: true, Signature: w.signature(n, parse.Node{})})
		w.def = int32(len(w.Definitions) - 1)
	}
	if image := n.Child("image_spec").Field("name"); !image.IsZero() {
		w.refer(image.Text(), image.Start(), parse.RefMember, -1, int32(len(w.Steps)))
	}
}
