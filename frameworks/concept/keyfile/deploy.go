package keyfile

import "strings"

// launchSettings reads the variables in the profiles with which Visual Studio and
// dotnet run start a program.
func launchSettings(r *reader) {
	root := r.json()
	profiles := root.child("profiles")
	if profiles == nil {
		return
	}
	for p := range profiles.children {
		if env := p.child("environmentVariables"); env != nil {
			r.variables(*env)
		}
	}
}

// functionSettings reads the values that the Azure Functions tools turn into variables.
func functionSettings(r *reader) {
	root := r.json()
	if values := root.child("Values"); values != nil {
		r.variables(*values)
	}
}

// variables records the members of an object, NAME: value, or the elements of a list,
// NAME=value.
func (r *reader) variables(n node) {
	for c := range n.children {
		name, v := c.Name, c.value()
		if isIndex(name) {
			var text string
			name, text, _ = strings.Cut(v.text, "=")
			v = written(text)
		}
		if !c.branch() {
			r.add(strings.TrimSpace(name), c.Line, v)
		}
	}
}

func isIndex(name string) bool { return strings.Trim(name, "0123456789") == "" }

// composeFile reads the environment of the services of a compose file, and the
// variables that the rest of it refers to.
func composeFile(r *reader) {
	for _, root := range r.yaml() {
		if services := root.child("services"); services != nil {
			for s := range services.children {
				if env := s.child("environment"); env != nil {
					r.variables(*env)
				}
			}
		}
		r.referring(root)
	}
}

// referring records the variables that the values below a node refer to. References in
// an environment are recorded with its keys.
func (r *reader) referring(n node) {
	for _, name := range references(n.Text) {
		r.file.Asks = append(r.file.Asks, Ask{Ref{Space: Variables, Name: name}, uint32(n.Line)})
	}
	for c := range n.children {
		if c.Name != "environment" {
			r.referring(c)
		}
	}
}

// manifests reads the container variables and the data of ConfigMaps and Secrets from
// Kubernetes manifests.
func manifests(r *reader) {
	for _, root := range r.yaml() {
		kind := root.child("kind")
		if kind == nil || root.child("apiVersion") == nil {
			continue
		}
		switch kind.Text {
		case "ConfigMap":
			r.mapped(root, "data", false)
		case "Secret":
			r.mapped(root, "data", true)
			r.mapped(root, "stringData", true)
		default:
			r.containers(root)
		}
	}
}

// mapped records the data of a ConfigMap or Secret: as variables, for containers that
// import all of it, and as keys that a container refers to by name. Multi-line values
// are files.
func (r *reader) mapped(object node, part string, secret bool) {
	data := object.child(part)
	if data == nil {
		return
	}
	scope := ""
	if meta := object.child("metadata"); meta != nil {
		if name := meta.child("name"); name != nil {
			scope = known(name.Text)
		}
	}
	for c := range data.children {
		if c.branch() || known(c.Name) == "" || !secret && strings.Contains(c.Text, "\n") {
			continue
		}
		v := r.unmask(c.Text)
		if isVariable(c.Name) {
			r.enter(c.Name, c.Line, v, secret)
			r.file.Keys[len(r.file.Keys)-1].Object = scope
			continue
		}
		r.space, r.scope = Kubernetes, scope
		r.enter(c.Name, c.Line, v, secret)
		r.space, r.scope = Variables, ""
	}
}

// taken records the objects in an envFrom list whose variables all get a prefix.
// Without a prefix they are variables already.
func (r *reader) taken(list node) {
	for e := range list.children {
		prefix := e.child("prefix")
		if prefix == nil || known(prefix.Text) == "" {
			continue
		}
		for _, word := range []string{"configMapRef", "secretRef"} {
			ref := e.child(word)
			if ref == nil || ref.child("name") == nil {
				continue
			}
			if name := known(ref.child("name").Text); name != "" {
				r.file.Takes = append(r.file.Takes,
					Take{name, prefix.Text, uint32(prefix.Line)})
			}
		}
	}
}

// containers records the entries of env lists: {name: NAME, value: …}.
func (r *reader) containers(n node) {
	for c := range n.children {
		switch c.Name {
		case "env":
		case "envFrom":
			r.taken(c)
			continue
		default:
			r.containers(c)
			continue
		}
		for e := range c.children {
			name := e.child("name")
			if name == nil || !isVariable(name.Text) {
				continue
			}
			v := value{}
			if given := e.child("value"); given != nil {
				v = r.unmask(given.Text)
			} else if from := e.child("valueFrom"); from != nil {
				v.from = sourceOf(from, name.Text)
			}
			r.add(name.Text, name.Line, v)
		}
	}
}

// sourceOf returns the key of a ConfigMap or Secret from which a variable gets its
// value.
func sourceOf(from *node, variable string) []Ref {
	for _, word := range []string{"configMapKeyRef", "secretKeyRef"} {
		ref := from.child(word)
		if ref == nil || ref.child("key") == nil {
			continue
		}
		key := known(ref.child("key").Text)
		switch {
		case key == "" || key == variable:
			return nil
		case isVariable(key):
			return []Ref{{Space: Variables, Name: key}}
		}
		scope := ""
		if name := ref.child("name"); name != nil {
			scope = known(name.Text)
		}
		return []Ref{{Kubernetes, scope, key}}
	}
	return nil
}
