package artifactstest

import (
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// noRank is the rank of nodes added to those of Sample, whose ranks already sum to 1.
const noRank = 1e-9

// WithSettings is like Sample, with a public and a restricted configuration file. A
// method reads a key of the first; a restricted function reads it too.
func WithSettings() artifacts.Index {
	var public, hidden []graph.NodeID
	in := sample(func(b *Builder, _, method graph.NodeID) {
		file := settingsFile(b, "src/appsettings.json", graph.Access{})
		port := configKey(b, "Smtp:Port", "src/appsettings.json", graph.Access{})
		password := configKey(b, "Smtp:Password", "src/appsettings.json", graph.Access{})
		host := configKey(b, "Smtp:Hosts:0", "src/appsettings.json", graph.Access{})
		public = []graph.NodeID{file, port, password, host}
		for i, key := range public[1:] {
			b.Edge(file, key, graph.Edge{Kind: graph.Configures, Tier: graph.Exact,
				Line: uint32(i + 3)})
		}
		few := graph.Access{Allow: []string{"ops"}}
		secret := settingsFile(b, "ops/.env", few)
		level := configKey(b, "LEVEL", "ops/.env", few)
		hidden = []graph.NodeID{secret, level}
		b.Edge(secret, level, graph.Edge{Kind: graph.Configures, Tier: graph.Exact, Line: 1})
		b.Edge(level, port, graph.Edge{Kind: graph.Configures, Tier: graph.Exact})
		watch := b.Node(graph.Node{ID: graph.ChunkID("python", "ops/watch", "watch", ""),
			Kind: graph.KindFunction, Language: "python", Name: "ops/watch.watch", Short: "watch",
			Module: "ops/watch", Path: "ops/watch.py", NameLine: 1, Access: few, Rank: noRank,
			Span:      graph.Span{Start: 0, End: 12, StartLine: 1, EndLine: 1},
			Signature: "def watch()", Parts: []graph.Part{Part("def watch():\n", 1, 1)}})
		for _, by := range []graph.NodeID{method, watch} {
			b.Edge(by, port, graph.Edge{Kind: graph.ReadsConfig, Tier: graph.Exact, Line: 31})
		}
	})
	number := map[graph.NodeID]uint32{}
	for i := range in.Graph.Nodes {
		number[in.Graph.Nodes[i].ID] = uint32(i)
	}
	in.Graph.Settings = []graph.SettingsFile{
		{Node: number[hidden[0]], Settings: []graph.Setting{
			{Key: "LEVEL", Path: []string{"LEVEL"}, Space: "environment", Line: 1,
				Uses: []string{"BASE"}, Nodes: []uint32{number[hidden[1]]}}}},
		{Node: number[public[0]], Settings: []graph.Setting{
			{Key: "Smtp:Port", Path: []string{"Smtp", "Port"}, Space: ".NET", Line: 3, Value: "25",
				Nodes: []uint32{number[public[1]]}},
			{Key: "Smtp:Password", Path: []string{"Smtp", "Password"}, Space: ".NET", Line: 4,
				Secret: true, Masked: true, Nodes: []uint32{number[public[2]]}},
			{Key: "Smtp:Hosts:0", Path: []string{"Smtp", "Hosts", "0"}, Space: ".NET", Line: 5,
				Nodes: []uint32{number[public[3]]}}}},
	}
	return in
}

// settingsFile adds the node of a configuration file.
func settingsFile(b *Builder, path string, access graph.Access) graph.NodeID {
	language := "json"
	if path == "ops/.env" {
		language = "env"
	}
	return b.Node(graph.Node{ID: graph.ChunkID(language, path, "<settings>", ""), Rank: noRank,
		Kind: graph.KindConfigFile, Language: language, Name: path, Short: path[4:], Module: path,
		Path: path, NameLine: 1, Span: graph.Span{StartLine: 1, EndLine: 5}, Access: access})
}

// configKey adds the node of a key.
func configKey(b *Builder, name, path string, access graph.Access) graph.NodeID {
	space := ".NET"
	if !strings.Contains(name, ":") {
		space = "environment"
	}
	return b.Node(graph.Node{ID: graph.ChunkID("config", space, name, ""), Rank: noRank,
		Kind: graph.KindConfigKey, Language: "config", Name: name, Short: name, Module: space,
		Path: path, NameLine: 1, Span: graph.Span{StartLine: 1, EndLine: 1}, Signature: name,
		Flags: graph.Exported, Access: access})
}

// settingsOf lists the configuration files of a graph with the keys that are targets of
// their edges.
func settingsOf(g *graph.Graph) []graph.SettingsFile {
	var files []graph.SettingsFile
	for i := range g.Nodes {
		if g.Nodes[i].Kind != graph.KindConfigFile {
			continue
		}
		f := graph.SettingsFile{Node: uint32(i)}
		for _, e := range g.Edges {
			if to := &g.Nodes[e.To]; e.From == f.Node && e.Kind == graph.Configures &&
				to.Kind == graph.KindConfigKey {
				f.Settings = append(f.Settings, graph.Setting{Key: to.Name, Space: ".NET",
					Path: strings.Split(to.Name, ":"), Line: max(e.Line, 1), Nodes: []uint32{e.To}})
			}
		}
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b graph.SettingsFile) int {
		return strings.Compare(g.Nodes[a.Node].Path, g.Nodes[b.Node].Path)
	})
	return files
}
