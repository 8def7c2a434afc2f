package migration

import (
	"path"
	"strings"
)

// Series finds the files of a tree that are migrations only because there are several
// of them: scripts of one folder whose names differ only in a version, or of folders
// that are versions. Each is a step from the previous one, or the whole schema as of
// its version; either way the last one is valid.
//
//	Scripts/Installation.01.05.00.sql, Scripts/Installation.01.09.02.sql
//	db/1.5/tables.sql, db/1.9.2/tables.sql
//	scripts/db_00001.sql, scripts/db_00002.sql
//
// The result has nil for other files.
func Series(files []string) []*Script {
	out := make([]*Script, len(files))
	first, long := map[string]int{}, map[string]bool{}
	for _, file := range files {
		if name, version := installs(file); version != "" {
			long[name] = true
		}
	}
	for i, file := range files {
		name, version := installsAmong(file, long)
		if version == "" {
			continue
		}
		at, ok := first[name]
		if !ok {
			first[name] = i
			continue
		}
		if out[at] == nil {
			_, before := installsAmong(files[at], long)
			out[at] = &Script{Path: files[at], Set: seriesOf(name), Tool: "plain",
				Version: before, made: fromNothing}
		}
		out[i] = &Script{Path: file, Set: out[at].Set, Tool: "plain", Version: version,
			made: fromNothing}
	}
	return out
}

// seriesOf returns the set of a series: the folder that contains its scripts or
// their folders.
func seriesOf(name string) string {
	name, _, _ = strings.Cut(name, "*")
	return setOf(name[:strings.LastIndex(name, "/")+1])
}

// installsAmong is like installs, but also accepts a version of two numbers if other
// scripts have the same name with a longer version.
//
//	shop-1.2.sql, shop-1.2.1.sql
func installsAmong(file string, long map[string]bool) (name, version string) {
	name, version = installs(file)
	dir, base := path.Split(file)
	m := short.FindStringSubmatch(stemOf(base))
	if version != "" || m == nil || !long[dir+m[1]+"*"+m[3]] {
		return name, version
	}
	return dir + m[1] + "*" + m[3], m[2]
}

// installs splits the version off the path of a script whose name ends in one, or that
// is in a folder of a version.
func installs(file string) (name, version string) {
	dir, base := path.Split(file)
	if m := versioned.FindStringSubmatch(stemOf(base)); m != nil {
		return dir + m[1] + m[3] + m[5] + "*" + m[7], m[2] + m[4] + m[6]
	}
	if m := counted.FindStringSubmatch(stemOf(base)); m != nil {
		return dir + m[1] + "*", m[2]
	}
	if m := ofVersion.FindStringSubmatchIndex(dir); m != nil {
		from, to := max(m[2], m[4]), max(m[3], m[5])
		version = dir[from:to]
		return dir[:from] + "*" + dir[to:] + withoutVersion(strings.ToLower(base), version), version
	}
	return "", ""
}

// withoutVersion replaces a dotted version in the name of a script, which is also the
// name of its folder, by a mark.
//
//	5.3/tables_5.3.sql
func withoutVersion(base, version string) string {
	at := strings.Index(base, version)
	if at < 0 || !strings.Contains(version, ".") || at > 0 && digits(base[at-1:]) > 0 ||
		digits(base[at+len(version):]) > 0 {
		return base
	}
	return base[:at] + "*" + base[at+len(version):]
}
