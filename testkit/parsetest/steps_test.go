package parsetest

import (
	"strings"
	"testing"

	"seedgraph/parse"
)

// TestCheckSteps checks that a front end that produces steps missing from the
// table is caught.
func TestCheckSteps(t *testing.T) {
	name := parse.Step{Kind: parse.StepName, Name: "x"}
	typ := &parse.TypeRef{Name: "T"}
	for _, c := range []struct {
		language string
		steps    []parse.Step
		want     string // the error; empty without one
	}{
		{"go", []parse.Step{name, {Kind: parse.StepMember, Name: "y"}}, ""},
		{"go", []parse.Step{name, {Kind: parse.StepResult, Args: 1}}, ""},
		{"go", []parse.Step{{}}, "the kind 0"},
		{"go", []parse.Step{{Kind: 200}}, "the kind 200"},
		{"go", []parse.Step{{Kind: parse.StepName}}, "the name of step 0"},
		{"go", []parse.Step{{Kind: parse.StepMember, Name: "y"}}, "the place of step 0"},
		{"go", []parse.Step{name, name}, "the place of step 1"},
		{"go", []parse.Step{name, {Kind: parse.StepIndex, Name: "*"}}, "the name of step 1"},
		{"go", []parse.Step{name, {Kind: parse.StepResult, Args: -1}}, "the number of step 1"},
		{"go", []parse.Step{name, {Kind: parse.StepElement, Args: 1}}, "the number of step 1"},
		{"go", []parse.Step{name, {Kind: parse.StepMember, Name: "y", At: 99}}, "the position"},
		{"go", []parse.Step{name, {Kind: parse.StepElement, Type: typ}}, "the type of step 1"},
		{"go", []parse.Step{{Kind: parse.StepType, Name: "T"}}, "the type of step 0"},
		{"java", []parse.Step{name, {Kind: parse.StepKey}}, "the language of step 1"},
		{"javascript", []parse.Step{name, {Kind: parse.StepCase}}, "the language of step 1"},
		{"typescript", []parse.Step{{Kind: parse.StepObject, At: 1}}, ""},
		{"typescript", []parse.Step{{Kind: parse.StepObject, At: 2}}, "the position of step 0"},
		{"sql", []parse.Step{name, {Kind: parse.StepMember}}, ""},
		{"java", []parse.Step{name, name, {Kind: parse.StepBinary, Name: "+", Args: 1}}, ""},
		{"java", []parse.Step{name, {Kind: parse.StepBinary, Name: "+", Args: 1}}, "an empty part"},
		{"java", []parse.Step{name, {Kind: parse.StepBinary, Name: "+", Args: 2}}, "the number"},
		{"java", []parse.Step{name, {Kind: parse.StepBinary, Name: "add", Args: 1}}, "the name"},
		{"csharp", []parse.Step{name, {Kind: parse.StepPart, Args: 1},
			{Kind: parse.StepTuple, Name: "()", Args: 2}}, ""},
		{"csharp", []parse.Step{name, {Kind: parse.StepTuple, Name: "()", Args: 1}},
			"a part ends with"},
		{"csharp", []parse.Step{name, {Kind: parse.StepPart, Args: 1}}, "a part of nothing"},
	} {
		f := &parse.Facts{Language: c.language, Text: "x.y",
			Groups:     make([]parse.Group, 1),
			References: []parse.Reference{{Name: "m", Recv: c.steps}}}
		err := CheckSteps(f)
		if got := err != nil; got != (c.want != "") || got && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %q", c.language, parse.Expression(c.steps), err, c.want)
		}
	}
	f := &parse.Facts{Language: "go", Locals: []parse.Local{{Name: "v",
		Init: []parse.Step{name}, LastStep: parse.StepAwait}}}
	if CheckSteps(f) == nil {
		t.Error("a local may take what is no part of a value")
	}
}
