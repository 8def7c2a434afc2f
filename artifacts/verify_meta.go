package artifacts

import "encoding/json"

// metadata checks that each row of the two text files has a line, in order.
func (v *verifier) metadata() error {
	n := 0
	err := v.lines(metadataFile, func(line []byte) error {
		var m struct {
			RowID    int    `json:"row_id"`
			ChunkID  string `json:"chunk_id"`
			NodeKey  string `json:"node_key"`
			NodeID   string `json:"node_id"`
			DataType string `json:"data_type"`
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return err
		}
		if n < len(v.rows) && (m.RowID != n ||
			row{m.ChunkID + m.NodeKey, m.NodeID, m.DataType} != v.rows[n]) {
			v.addf("line %d is not about row %d", n+1, n)
		}
		n++
		return nil
	})
	if n != len(v.rows) {
		v.addf("%d lines for %d rows", n, len(v.rows))
	}
	return err
}

func (v *verifier) diagnostics() error {
	return v.lines(diagnosticsFile, func(line []byte) error {
		var d Diagnostic
		return json.Unmarshal(line, &d)
	})
}

func (v *verifier) repoMeta() error {
	in, err := v.open(repoMetaFile)
	if err != nil {
		return err
	}
	defer in.Close()
	var m repoMeta
	if err := json.NewDecoder(in).Decode(&m); err != nil {
		return err
	}
	if m != metaOf(v.r.manifest.Source) {
		v.addf("it describes another state than %s", manifestFile)
	}
	return nil
}
