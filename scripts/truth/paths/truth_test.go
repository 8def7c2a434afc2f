package main

import (
	"slices"
	"strings"
	"testing"
)

// calls is a program: Main calls I.Run, which A.Run and B.Run implement; B.Run calls
// A.Run as its base; A.Run calls Help, and reads a property that calls Deep. Help has
// two parts, of which the second is longer.
const calls = `{"t": "meta"}
["d",1,"a.cs",1,1,3,"method","Main"]
["d",2,"a.cs",5,5,5,"imethod","Run"]
["d",3,"a.cs",10,10,12,"method","Run"]
["d",4,"a.cs",20,20,22,"method","Run"]
["d",5,"a.cs",30,30,30,"method","Help"]
["d",6,"b.cs",30,30,35,"method","Help"]
["d",7,"b.cs",40,40,41,"property","Deep"]
["d",8,"b.cs",50,50,51,"method","Bottom"]
["a",5,6]
["i",2,3]
["i",2,4]
["i",3,4]
["e",1,2,"call",1,2,"field"]
["e",4,3,"call",1,21,"base"]
["e",3,5,"call",1,11,"own"]
["e",6,7,"prop",1,32,"own"]
["e",7,8,"call",1,41,"own"]
`

func program(t *testing.T) *truth {
	t.Helper()
	p, err := parseTruth(strings.NewReader(calls))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDistances(t *testing.T) {
	p := program(t)
	for _, c := range []struct {
		from   int
		others bool
		want   map[int]int
	}{
		{1, false, map[int]int{1: 0, 2: 1, 3: 1, 4: 1, 5: 2}},
		{4, false, map[int]int{4: 0, 3: 1, 5: 2}}, // only the base
		{3, true, map[int]int{3: 0, 5: 1, 7: 2, 8: 3}},
		{8, true, map[int]int{8: 0}},
	} {
		got := p.distances(c.from, c.others)
		if len(got) != len(c.want) {
			t.Errorf("from %d: %v, want %v", c.from, got, c.want)
		}
		for m, far := range c.want {
			if got[m] != far {
				t.Errorf("from %d to %d: %d steps, want %d", c.from, m, got[m], far)
			}
		}
	}
}

func TestDraw(t *testing.T) {
	p := program(t)
	if got := p.members(); !slices.Equal(got, []int{1, 3, 4, 5, 8}) {
		t.Errorf("the members are %v", got)
	}
	for _, c := range p.draw(20, 2, 1, true) {
		if far, ok := p.distances(c.from, false)[c.to]; !ok || far != c.steps || far == 0 {
			t.Errorf("%v is not connected", c)
		}
	}
	apart := p.draw(20, 2, 1, false)
	for _, c := range apart {
		if _, ok := p.distances(c.from, true)[c.to]; ok {
			t.Errorf("%v is connected", c)
		}
	}
	if len(apart) == 0 || slices.Contains(apart, pair{from: 5, to: 8}) {
		t.Errorf("apart are %v", apart)
	}
	if got := p.place(5); got != "b.cs:30" {
		t.Errorf("Help is at %s: the part with the body is the longer one", got)
	}
}

func TestParseFails(t *testing.T) {
	if _, err := parseTruth(strings.NewReader(`["d",1,"a.cs"]`)); err == nil {
		t.Error("half a definition is no mistake")
	}
}

// TestReadAnswer checks that edges other than calls are distinguished.
func TestReadAnswer(t *testing.T) {
	for text, want := range map[string][2]bool{
		`{"connected": true, "paths": [{"edges": [{"edge_type": "Calls"}, {"edge_type": "Dispatches"}]}]}`: {true, true},
		`{"connected": true, "paths": [{"edges": [{"edge_type": "Calls"}, {"edge_type": "Handles"}]}]}`:    {true, false},
		`{"connected": false, "paths": []}`: {false, true},
	} {
		leads, calls, err := readAnswer(strings.NewReader(text))
		if err != nil || leads != want[0] || calls != want[1] {
			t.Errorf("%s: %v, %v, %v", text, leads, calls, err)
		}
	}
	if _, _, err := readAnswer(strings.NewReader("no")); err == nil {
		t.Error("an answer that is no JSON is no mistake")
	}
}
