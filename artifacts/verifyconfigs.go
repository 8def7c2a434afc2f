package artifacts

import (
	"encoding/json"
	"slices"

	"seedgraph/graph"
)

// A configRow holds the members of a line of configs.jsonl that Verify uses.
type configRow struct {
	Path   string   `json:"path"`
	NodeID string   `json:"node_id"`
	Allow  []string `json:"acl_allow"`
	Keys   []struct {
		Key    string   `json:"key"`
		Secret bool     `json:"secret"`
		Unset  bool     `json:"unset"`
		Value  string   `json:"value"`
		Nodes  []string `json:"node_ids"`
		ReadBy []string `json:"read_by"`
		Fills  []string `json:"fills"`
	} `json:"keys"`
}

// configs checks that every configuration file has a line, that its keys match the edges
// of the file, and that no secret has a value.
func (v *verifier) configs() error {
	if v.r.manifest.Linked() {
		return nil // the indexes of the repositories have it
	}
	files := 0
	err := v.r.records(func(_ uint32, rec *record) error {
		if rec.node.Kind == graph.KindConfigFile {
			files++
		}
		return nil
	})
	if err != nil {
		return err
	}
	counts, err := v.configLines(files > 0)
	if files != counts.Configs {
		v.addf("%d files of settings have %d lines", files, counts.Configs)
	}
	return err
}

// configLines checks the lines and their counts; it checks nothing if the bundle is
// missing and not needed.
func (v *verifier) configLines(needed bool) (counts configCounts, err error) {
	if _, ok := v.r.manifest.file(configsFile); !ok && !needed {
		return counts, nil
	}
	last := ""
	err = v.lines(configsFile, func(line []byte) error {
		var row configRow
		if err := json.Unmarshal(line, &row); err != nil {
			return err
		}
		if counts.Configs++; counts.Configs > 1 && row.Path <= last {
			v.addf("%s is not after %s", row.Path, last)
		}
		last = row.Path
		counts.Keys += len(row.Keys)
		return v.config(&row)
	})
	if err != nil {
		return counts, err
	}
	in, err := v.open(configManifestFile)
	if err != nil {
		return counts, err
	}
	defer in.Close()
	var m configManifest
	if err := json.NewDecoder(in).Decode(&m); err != nil {
		return counts, err
	}
	if m.Counts.Configs != counts.Configs || m.Counts.Keys != counts.Keys {
		v.addf("%d files with %d keys, not %d with %d", counts.Configs, counts.Keys,
			m.Counts.Configs, m.Counts.Keys)
	}
	return counts, nil
}

// config checks one line.
func (v *verifier) config(row *configRow) error {
	file, ok := slices.BinarySearch(v.ids, graph.NodeID(row.NodeID))
	if !ok {
		v.addf("the node %s of %s does not exist", row.NodeID, row.Path)
		return nil
	}
	out, err := v.r.Out(uint32(file))
	if err != nil {
		return err
	}
	sets := map[graph.NodeID]bool{}
	for _, e := range out {
		if e.Kind == graph.Configures {
			sets[v.ids[e.To]] = true
		}
	}
	for _, k := range row.Keys {
		if k.Secret && k.Value != "" {
			v.addf("the secret %s of %s has a value", k.Key, row.Path)
		}
		for _, id := range k.Nodes {
			if sets[graph.NodeID(id)] == k.Unset {
				v.addf("%s does not match %s of %s", k.Key, row.Path, id)
			}
		}
		for _, id := range slices.Concat(k.ReadBy, k.Fills) {
			if _, ok := slices.BinarySearch(v.ids, graph.NodeID(id)); !ok {
				v.addf("%s of %s refers to %s, which does not exist", k.Key, row.Path, id)
			}
		}
	}
	return nil
}
