package resolve

import "strings"

// DefaultText reads the string that a parameter has by default off the signature, which is
// kept for readers in any case: front ends do not keep default values for the few that are
// strings.
//
//	void Audit(string table = "AuditLog")    // AuditLog
//
// A string with escapes is left out: what it stands for differs from language to language.
func (d *Def) DefaultText(param string) (string, bool) {
	if param == "" { // a pattern: { a, b }
		return "", false
	}
	for rest := d.Signature; ; {
		_, after, found := strings.Cut(rest, param)
		if !found {
			return "", false
		}
		rest = after
		if startsName(after) {
			continue // a longer name
		}
		// A comma or a parenthesis before the sign ends the parameter: the sign is of another.
		of, value, found := strings.Cut(after, "=")
		if !found || strings.ContainsAny(of, ",(") {
			continue
		}
		value = strings.TrimLeft(value, " ")
		if value == "" || value[0] != '"' && value[0] != '\'' {
			return "", false
		}
		text, _, closed := strings.Cut(value[1:], value[:1])
		return text, closed && !strings.Contains(text, "\\")
	}
}

// startsName reports whether s begins with a character of a name.
func startsName(s string) bool {
	return s != "" && (s[0] == '_' || s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z' ||
		s[0] >= '0' && s[0] <= '9')
}
