package resolve

import "strings"

// DefaultText returns the string that is the default value of a parameter, taken from the
// signature, which is kept for readers anyway: front ends do not record default values
// for the few that are strings.
//
//	void Audit(string table = "AuditLog")    // AuditLog
//
// A string with escapes is left out, because their meaning depends on the language.
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
		// A comma or parenthesis before the sign ends the parameter: the sign belongs to
		// another one.
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
