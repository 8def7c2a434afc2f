package view

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
	"seedgraph/internal/hint"
)

func opened(t *testing.T, in artifacts.Index) *artifacts.Reader {
	t.Helper()
	dir := t.TempDir() + "/sg"
	if err := artifacts.Write(context.Background(), dir, in, graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func pageOf(t *testing.T, r *artifacts.Reader, limit int) (text string, left int) {
	t.Helper()
	var out bytes.Buffer
	left, err := Write(context.Background(), r, limit, &out)
	if err != nil {
		t.Fatal(err)
	}
	if out.Len() > limit {
		t.Errorf("the page has %d bytes, limit %d", out.Len(), limit)
	}
	return out.String(), left
}

var dataElement = regexp.MustCompile(`(?s)<script type="application/json" id="(data|texts)">(.*?)</script>`)

func dataOf(t *testing.T, page string) (p page, texts map[uint32]string) {
	t.Helper()
	found := dataElement.FindAllStringSubmatch(page, -1)
	if len(found) != 2 || found[0][1] != "data" || found[1][1] != "texts" {
		t.Fatal("the page has no data, or no texts")
	}
	if err := json.Unmarshal([]byte(found[0][2]), &p); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(found[1][2]), &texts); err != nil {
		t.Fatal(err)
	}
	return p, texts
}

// TestMarkupInNamesAndTexts checks that markup in a tree is data only.
func TestMarkupInNamesAndTexts(t *testing.T) {
	const evil = `</script><script>alert(1)</script><!--` + "\u2028"
	in := artifactstest.Shop()
	in.Source.Repository = evil
	in.Graph.Nodes[0].Name, in.Graph.Nodes[0].Path, in.Graph.Nodes[0].Signature = evil, evil, evil
	for i := range in.Graph.Nodes {
		for p := range in.Graph.Nodes[i].Parts {
			part := &in.Graph.Nodes[i].Parts[p]
			part.Text += evil
			part.Hash = graph.HashOf([]byte(part.Text))
		}
	}
	text, _ := pageOf(t, opened(t, in), 1<<20)
	if n := strings.Count(text, "</script"); n != 3 || strings.Contains(text, "<script>alert") {
		t.Errorf("%d script elements end in the page, want those of data, script and texts", n)
	}
	p, texts := dataOf(t, text)
	if p.Title != strings.TrimSpace(evil) || len(texts) == 0 {
		t.Errorf("the title is %q, %d texts", p.Title, len(texts))
	}
	for n, text := range texts {
		if !strings.HasSuffix(text, evil) {
			t.Errorf("the text of %s is %q", p.Nodes.Name[n], text)
		}
	}
}

// TestPolicyAllowsTheScript checks that the hashes of the policy are those of the
// elements, and that it allows nothing else.
func TestPolicyAllowsTheScript(t *testing.T) {
	text, _ := pageOf(t, opened(t, artifactstest.Shop()), 1<<20)
	for what, element := range map[string]string{"script-src": `(?s)<script>(.*?)</script>`, "style-src": `(?s)<style>(.*?)</style>`} {
		content := regexp.MustCompile(element).FindStringSubmatch(text)
		if content == nil || !strings.Contains(text, what+" '"+hashOf(content[1])+"';") {
			t.Errorf("the policy does not allow the element by its hash: %s", what)
		}
	}
	if !strings.Contains(text, `content="default-src 'none'; `) || strings.Contains(text, "unsafe") {
		t.Error("the policy allows more")
	}
}

// TestScriptMakesNoMarkup checks that the script contains no function that parses markup
// or code, and no address.
func TestScriptMakesNoMarkup(t *testing.T) {
	for _, banned := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
		"new Function", "DOMParser", "fetch(", "XMLHttpRequest", "import(", "</"} {
		if strings.Contains(script, banned) {
			t.Errorf("view.js contains %s", banned)
		}
	}
	for _, address := range regexp.MustCompile(`https?:[^"]*`).FindAllString(script+style, -1) {
		if address != "http://www.w3.org/2000/svg" { // a namespace
			t.Errorf("the page refers to %s", address)
		}
	}
}

// TestDataIsTheGraph compares the data with the artifacts.
func TestDataIsTheGraph(t *testing.T) {
	r := opened(t, artifactstest.Shop())
	text, left := pageOf(t, r, 1<<20)
	p, found := dataOf(t, text)
	if uint32(len(p.Nodes.Name)) != r.NumNodes() || left != 0 {
		t.Fatalf("%d nodes of %d, %d texts left out", len(p.Nodes.Name), r.NumNodes(), left)
	}
	edges, texts := 0, 0
	err := r.Nodes(func(n uint32, node *graph.Node) error {
		out, err := r.Out(n)
		if err != nil {
			return err
		}
		outer, err := r.ExternalEdges(n)
		edges += len(out) + len(outer)
		if p.Nodes.Handle[n] != node.ID.Handle() || p.Kinds[p.Nodes.Kind[n]] != string(node.Kind) {
			t.Errorf("node %d is %s, want %s", n, p.Nodes.Handle[n], node.ID)
		}
		if len(node.Parts) > 0 {
			texts++
			if want, _ := r.Text(n); found[n] != want {
				t.Errorf("the text of %s is %q", node.ID, found[n])
			}
		}
		return err
	})
	if err != nil || len(p.Edges) != 5*edges || len(found) != texts || texts == 0 {
		t.Errorf("%d numbers for %d edges, %d texts of %d, %v", len(p.Edges), edges, len(found), texts, err)
	}
}

// TestTextsAreLeftOut checks that a page keeps its limit, with the texts of the most
// central nodes, and that a limit below the graph is refused.
func TestTextsAreLeftOut(t *testing.T) {
	r := opened(t, artifactstest.Shop())
	all, _ := pageOf(t, r, 1<<20)
	text, left := pageOf(t, r, len(all)-1000)
	p, texts := dataOf(t, text)
	if left == 0 || p.Left != left || len(texts) == 0 {
		t.Errorf("%d texts are left out, %d are kept", left, len(texts))
	}
	for n := range p.Nodes.Rank {
		if _, ok := texts[uint32(n)]; ok && p.Nodes.Rank[n] > len(p.Nodes.Rank)-left {
			t.Errorf("the text of %s is kept, the %d. by centrality", p.Nodes.Name[n], p.Nodes.Rank[n])
		}
	}
	_, err := Write(context.Background(), r, 10_000, &bytes.Buffer{})
	if err == nil || !strings.HasPrefix(hint.Of(err), "give --max-size ") {
		t.Errorf("a limit below the graph: %v", err)
	}
}

// TestReaders checks that a page has nothing that its reader may not see.
func TestReaders(t *testing.T) {
	r := opened(t, artifactstest.GuardedShop())
	all, _ := pageOf(t, r, 1<<20)
	guest, err := r.Restrict(graph.Visitor{Checked: true})
	if err != nil {
		t.Fatal(err)
	}
	seen, _ := pageOf(t, guest, 1<<20)
	for _, name := range []string{"BillOrder", "OrderRepository.Save"} {
		if !strings.Contains(all, name) || strings.Contains(seen, name) {
			t.Errorf("%s is in the page of everybody: %v, of a guest: %v", name,
				strings.Contains(all, name), strings.Contains(seen, name))
		}
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "500KB": 500 << 10, "20mb": 20 << 20, "1GB": 1 << 30,
		"": 0, "0": 0, "-1": 0, "2GB": 0, "MB": 0, "1.5MB": 0, "9999999999999": 0} {
		if got, err := ParseSize(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q is %d, %v, want %d", text, got, err, want)
		}
	}
}
