package keyfile

import "strings"

// launchSettings reads the variables of the profiles that Visual Studio and dotnet run
// start a program with.
func launchSettings(r *reader) {
	root := r.json()
	profiles := root.child("profiles")
	if profiles == nil {
		return
	}
	for _, p := range profiles.children {
		if env := p.child("environmentVariables"); env != nil {
			r.variables(*env)
		}
	}
}

// functionSettings reads the values that the tools of Azure Functions make variables of.
func functionSettings(r *reader) {
	root := r.json()
	if values := root.child("Values"); values != nil {
		r.variables(*values)
	}
}

// variables keeps the members of an object: NAME: value; or the elements of a list:
// - NAME=value.
func (r *reader) variables(n node) {
	for _, c := range n.children {
		name, v := c.name, c.value
		if isIndex(name) {
			var text string
			name, text, _ = strings.Cut(v.text, "=")
			v = written(text)
		}
		if !c.branch {
			r.add(strings.TrimSpace(name), c.line, v)
		}
	}
}

func isIndex(name string) bool { return strings.Trim(name, "0123456789") == "" }

// composeFile reads the environment of the services of a compose file.
func composeFile(r *reader) {
	for _, root := range r.yaml() {
		services := root.child("services")
		if services == nil {
			continue
		}
		for _, s := range services.children {
			if env := s.child("environment"); env != nil {
				r.variables(*env)
			}
		}
	}
}

// manifests reads the variables of containers and the data of configuration maps from
// manifests of Kubernetes.
func manifests(r *reader) {
	for _, root := range r.yaml() {
		kind := root.child("kind")
		switch {
		case kind == nil || root.child("apiVersion") == nil:
		case kind.value.text == "ConfigMap":
			if d := root.child("data"); d != nil {
				r.mapped(*d)
			}
		default:
			r.containers(root)
		}
	}
}

// mapped keeps the entries of a configuration map that may be variables; the others are
// files.
func (r *reader) mapped(data node) {
	for _, c := range data.children {
		if isVariable(c.name) && !c.branch && !strings.Contains(c.value.text, "\n") {
			r.add(c.name, c.line, written(c.value.text))
		}
	}
}

// containers keeps the entries of lists named env: {name: NAME, value: …}.
func (r *reader) containers(n node) {
	for _, c := range n.children {
		if c.name != "env" {
			r.containers(c)
			continue
		}
		for _, e := range c.children {
			name := e.child("name")
			if name == nil || !isVariable(name.value.text) {
				continue
			}
			v := value{}
			if given := e.child("value"); given != nil {
				v = written(given.value.text)
			}
			r.add(name.value.text, name.line, v)
		}
	}
}
