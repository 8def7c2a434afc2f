package jdk

import (
	"fmt"
	"maps"
	"slices"

	"seedgraph/external"
	"seedgraph/external/classfile"
	"seedgraph/external/gen/source"
)

// Version is the release of the Java platform in the table.
const Version = "17"

// Declare returns the declarations of the JDK of this machine, by package.
func Declare() ([]external.Declared, error) {
	home, err := Home()
	if err != nil {
		return nil, fmt.Errorf("%w: %v", source.ErrUnavailable, err)
	}
	release, err := Release(home)
	if err != nil {
		return nil, err
	}
	if release != Version {
		return nil, fmt.Errorf("%w: %s is of release %s, not %s",
			source.ErrUnavailable, home, release, Version)
	}
	types, err := Read(home)
	if err != nil {
		return nil, err
	}
	byPackage := map[string]*external.Declared{}
	for _, t := range types {
		d := byPackage[t.Namespace]
		if d == nil {
			d = &external.Declared{Name: t.Namespace}
			byPackage[t.Namespace] = d
		}
		d.Types = append(d.Types, t)
	}
	var out []external.Declared
	for _, name := range slices.Sorted(maps.Keys(byPackage)) {
		out = append(out, *byPackage[name])
	}
	return out, nil
}

// Read returns the types that the JDK at home declares, sorted by name.
func Read(home string) ([]*external.Type, error) {
	modules, err := openModules(home)
	if err != nil {
		return nil, err
	}
	defer closeModules(modules)
	set, err := load(modules)
	if err != nil {
		return nil, err
	}
	var first error
	types := set.Types(func(class string, err error) {
		if first == nil {
			first = fmt.Errorf("%s: %w", class, err)
		}
	})
	return types, first
}

// load reads the classes of the packages that the modules export.
func load(modules []*module) (*classfile.Set, error) {
	set := classfile.NewSet()
	for _, m := range modules {
		for name := range m.files {
			if !m.exported(name) {
				continue
			}
			c, err := m.class(name)
			if err != nil {
				return nil, err
			}
			set.Add(c)
		}
	}
	return set, loadBases(set, modules)
}

// loadBases adds the classes in unexported packages that others extend.
func loadBases(set *classfile.Set, modules []*module) error {
	for {
		found := false
		for _, name := range set.MissingBases() {
			for _, m := range modules {
				if m.files[name] == nil {
					continue
				}
				c, err := m.class(name)
				if err != nil {
					return err
				}
				set.AddInaccessible(c)
				found = true
			}
		}
		if !found {
			return nil
		}
	}
}
