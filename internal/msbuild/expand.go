package msbuild

import (
	"strconv"
	"strings"
)

// expand substitutes properties and known property functions in a text; unknown ones
// become empty. Item lists and their transforms are dropped.
//
//	$(Name)                                          the property
//	$([MSBuild]::IsTargetFrameworkCompatible(a, b))  a function of MSBuild
//	$(TargetFramework.StartsWith('net4'))            a method of a string
func (e *evaluation) expand(text, file string) string { return e.expandIn(text, file, 0) }

// maxExpansion limits the nesting of properties.
const maxExpansion = 10

func (e *evaluation) expandIn(text, file string, depth int) string {
	if depth > maxExpansion || !strings.ContainsAny(text, "$@") {
		return text
	}
	var b strings.Builder
	for text != "" && b.Len() <= maxValue {
		i := strings.IndexAny(text, "$@")
		if i < 0 || i+1 >= len(text) || text[i+1] != '(' {
			if i < 0 || i+1 >= len(text) {
				b.WriteString(text)
				break
			}
			b.WriteString(text[:i+1])
			text = text[i+1:]
			continue
		}
		b.WriteString(text[:i])
		end := closing(text, i+1)
		if end < 0 {
			break
		}
		if text[i] == '$' {
			b.WriteString(e.reference(text[i+2:end], file, depth+1))
		}
		text = text[end+1:]
	}
	return b.String()
}

// closing returns the position of the parenthesis that closes the one at at; quotes
// hide parentheses.
func closing(text string, at int) int {
	level, quote := 0, byte(0)
	for i := at; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '(':
			level++
		case c == ')':
			if level--; level == 0 {
				return i
			}
		}
	}
	return -1
}

// reference evaluates the text in $(…).
func (e *evaluation) reference(ref, file string, depth int) string {
	ref = strings.TrimSpace(ref)
	if strings.HasPrefix(ref, "[") {
		name, rest, ok := strings.Cut(ref[1:], "]::")
		if !ok {
			return ""
		}
		member, args, _ := e.call(rest, file, depth)
		return e.function(strings.ToLower(name), strings.ToLower(member), args, file)
	}
	name, rest, method := strings.Cut(ref, ".")
	value := e.property(strings.TrimSpace(name), file)
	if !method {
		return value
	}
	for range maxExpansion {
		member, args, after := e.call(rest, file, depth)
		if strings.HasPrefix(value, rootMark) {
			for i := range args { // paths have the same separator on all systems here
				args[i] = strings.ReplaceAll(args[i], `\`, "/")
			}
		}
		value = stringMethod(value, strings.ToLower(member), args)
		if rest, method = strings.CutPrefix(strings.TrimSpace(after), "."); !method {
			break
		}
	}
	return value
}

// property returns the value of a property, including those that depend on the
// file.
func (e *evaluation) property(name, file string) string {
	switch strings.ToLower(name) {
	case "msbuildthisfiledirectory":
		return rootMark + strings.TrimPrefix(folder(file)+"/", "/")
	case "msbuildthisfile":
		return file[strings.LastIndexByte(file, '/')+1:]
	case "msbuildprojectdirectory":
		return rootMark + folder(e.project)
	case "projectdir":
		return rootMark + strings.TrimPrefix(folder(e.project)+"/", "/")
	case "msbuildprojectfullpath":
		return rootMark + e.project
	}
	if e.solution != nil {
		if value, ok := e.solution.property(strings.ToLower(name)); ok {
			return value
		}
	}
	return e.get(name)
}

// call splits Name(a, 'b') and evaluates the arguments.
func (e *evaluation) call(text, file string, depth int) (name string, args []string, rest string) {
	open := strings.IndexByte(text, '(')
	if open < 0 {
		return strings.TrimSpace(text), nil, ""
	}
	end := closing(text, open)
	if end < 0 {
		return "", nil, ""
	}
	for _, arg := range splitArgs(text[open+1 : end]) {
		arg = strings.TrimSpace(arg)
		if n := len(arg); n >= 2 && strings.IndexByte("'\"`", arg[0]) >= 0 && arg[n-1] == arg[0] {
			arg = arg[1 : n-1]
		}
		args = append(args, e.expandIn(arg, file, depth))
	}
	return strings.TrimSpace(text[:open]), args, text[end+1:]
}

// splitArgs splits at the commas that are neither quoted nor in parentheses.
func splitArgs(text string) []string {
	var out []string
	level, quote, from := 0, byte(0), 0
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '(':
			level++
		case c == ')':
			level--
		case c == ',' && level == 0:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	if strings.TrimSpace(text[from:]) != "" || from > 0 {
		out = append(out, text[from:])
	}
	return out
}

// truth is a boolean as MSBuild writes it.
func truth(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// function evaluates a static function; unknown ones return nothing.
func (e *evaluation) function(class, name string, args []string, file string) string {
	arg := func(i int) string {
		if i < len(args) {
			return args[i]
		}
		return ""
	}
	switch class + "." + name {
	case "msbuild.istargetframeworkcompatible":
		return truth(compatible(arg(0), arg(1)))
	case "msbuild.gettargetframeworkidentifier":
		f, _ := parseFramework(arg(0))
		return identifier(f)
	case "msbuild.gettargetframeworkversion":
		f, _ := parseFramework(arg(0))
		return versionOf(f)
	case "msbuild.gettargetplatformidentifier":
		f, _ := parseFramework(arg(0))
		return f.platform
	case "msbuild.versiongreaterthanorequals":
		return truth(compareVersions(arg(0), arg(1)) >= 0)
	case "msbuild.versiongreaterthan":
		return truth(compareVersions(arg(0), arg(1)) > 0)
	case "msbuild.versionlessthan":
		return truth(compareVersions(arg(0), arg(1)) < 0)
	case "msbuild.versionlessthanorequals":
		return truth(compareVersions(arg(0), arg(1)) <= 0)
	case "msbuild.versionequals":
		return truth(compareVersions(arg(0), arg(1)) == 0)
	case "msbuild.valueordefault":
		if arg(0) != "" {
			return arg(0)
		}
		return arg(1)
	case "msbuild.getpathoffileabove", "msbuild.getdirectorynameoffileabove":
		return e.fileAbove(name, args, file)
	case "system.string.isnullorempty", "string.isnullorempty",
		"system.string.isnullorwhitespace", "string.isnullorwhitespace":
		return truth(strings.TrimSpace(arg(0)) == "")
	case "system.io.path.directoryseparatorchar", "system.io.path.altdirectoryseparatorchar":
		return "/"
	case "system.io.path.combine", "msbuild.normalizepath", "msbuild.normalizedirectory":
		return joined(args, name == "normalizedirectory")
	case "msbuild.ensuretrailingslash":
		return joined(args, true)
	default:
		e.unknown = true
	}
	return ""
}

// joined joins the parts of a path, starting with the last rooted one.
func joined(parts []string, slash bool) string {
	out := ""
	for _, p := range parts {
		p = strings.ReplaceAll(p, `\`, "/")
		switch {
		case out == "" || strings.HasPrefix(p, "/"):
			out = p
		case p != "":
			out = strings.TrimRight(out, "/") + "/" + p
		}
	}
	if slash && !strings.HasSuffix(out, "/") {
		out += "/"
	}
	return out
}

// fileAbove finds a file in a folder or its ancestors. It implements two functions,
// whose arguments are in different order.
func (e *evaluation) fileAbove(function string, args []string, file string) string {
	name, from := "", rootMark+folder(file)
	if len(args) > 0 {
		name = args[0]
	}
	if function == "getdirectorynameoffileabove" && len(args) > 1 {
		from, name = args[0], args[1]
	} else if len(args) > 1 {
		from = args[1]
	}
	dir := e.resolve(from, file)
	if dir == "." {
		dir = ""
	}
	if strings.HasPrefix(dir, "..") {
		return ""
	}
	found := e.above(name, dir)
	switch {
	case found == "":
		return ""
	case function == "getdirectorynameoffileabove":
		return rootMark + folder(found)
	}
	return rootMark + found
}

// stringMethod evaluates a method of a string.
func stringMethod(value, name string, args []string) string {
	arg := ""
	if len(args) > 0 {
		arg = args[0]
	}
	switch name {
	case "startswith":
		return truth(strings.HasPrefix(value, arg))
	case "endswith":
		return truth(strings.HasSuffix(value, arg))
	case "contains":
		return truth(strings.Contains(value, arg))
	case "equals":
		return truth(value == arg)
	case "replace":
		if len(args) == 2 && arg != "" && len(value)*(1+len(args[1])) <= maxValue {
			return strings.ReplaceAll(value, arg, args[1])
		}
	case "trim":
		return strings.TrimSpace(value)
	case "tolower", "tolowerinvariant":
		return strings.ToLower(value)
	case "trimstart":
		return strings.TrimLeft(value, arg)
	case "trimend":
		return strings.TrimRight(value, arg)
	case "substring":
		return substring(value, args)
	case "length":
		return strconv.Itoa(len(value))
	}
	return ""
}

func substring(value string, args []string) string {
	from, to := 0, len(value)
	if len(args) > 0 {
		from, _ = strconv.Atoi(args[0])
	}
	if len(args) > 1 {
		n, _ := strconv.Atoi(args[1])
		to = from + n
	}
	if from < 0 || to > len(value) || from > to {
		return ""
	}
	return value[from:to]
}

// identifier returns the long name of a framework's family.
func identifier(f framework) string {
	switch f.family {
	case "net", "netcoreapp":
		return ".NETCoreApp"
	case "netstandard":
		return ".NETStandard"
	case "netframework":
		return ".NETFramework"
	}
	return ""
}

// versionOf returns the version of a framework, such as 4.7.2.
func versionOf(f framework) string {
	v := strconv.Itoa(f.major) + "." + strconv.Itoa(f.minor)
	if f.patch > 0 {
		v += "." + strconv.Itoa(f.patch)
	}
	return v
}

// compareVersions compares dotted numbers; missing parts are 0.
func compareVersions(a, b string) int {
	x, y := strings.Split(strings.TrimLeft(a, "vV"), "."), strings.Split(strings.TrimLeft(b, "vV"), ".")
	for i := range max(len(x), len(y)) {
		p, q := 0, 0
		if i < len(x) {
			p, _ = strconv.Atoi(x[i])
		}
		if i < len(y) {
			q, _ = strconv.Atoi(y[i])
		}
		if p != q {
			return p - q
		}
	}
	return 0
}
