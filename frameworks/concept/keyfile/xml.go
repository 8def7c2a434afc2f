package keyfile

import (
	"encoding/xml"
	"errors"
	"io"

	"seedgraph/internal/limited"
)

// readXML reads the settings and connection strings of .NET Framework, under the names
// used by Microsoft.Extensions.Configuration:
//
//	<appSettings><add key="PageSize" value="20"/></appSettings>          appSettings:PageSize
//	<connectionStrings><add name="Main" connectionString="…"/>           connectionStrings:Main
func readXML(r *reader) {
	d := limited.NewXML(r.text)
	section := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			r.file.Err = err
			return
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "appSettings" || e.Name.Local == "connectionStrings" {
				section = e.Name.Local
			} else if section != "" && e.Name.Local == "add" {
				r.element(section, e, d.Line())
			}
		case xml.EndElement:
			if e.Name.Local == section {
				section = ""
			}
		}
	}
}

// element records the key that an element adds to a section.
func (r *reader) element(section string, e xml.StartElement, line int) {
	name, text := "", ""
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "key", "name":
			name = a.Value
		case "value", "connectionString":
			text = a.Value
		}
	}
	if name != "" {
		r.add(section+":"+name, line, written(text))
	}
}
