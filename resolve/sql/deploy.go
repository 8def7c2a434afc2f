package sql

import (
	"encoding/xml"
	"path"
	"regexp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/resolve"
	"seedgraph/source/migration"
)

// projectFiles are the project files of SQL Server Data Tools, and the plans of
// Sqitch.
var projectFiles = []string{"*.sqlproj", migration.SqitchPlan}

// included is the line with which SQLCMD runs another script.
var included = regexp.MustCompile(`(?mi)^[ \t]*:r[ \t]+"?([^"\r\n]+?)"?[ \t]*\r?$`)

// nameDeployments marks the statements of pre- and post-deployment scripts as such,
// whatever the scripts are called: projects declare them, and included scripts run
// with them.
//
//	<PostDeploy Include="Scripts\Seed.sql" />
//	:r .\Countries.sql
func nameDeployments(ix *resolve.Table) {
	files := map[string]*resolve.File{} // by path in lower case: projects are created on Windows
	for _, f := range ix.Files {
		if f.Language == "sql" {
			files[strings.ToLower(f.Path)] = f
		}
	}
	var queue []*resolve.File
	for name, text := range ix.Project.Files {
		if path.Ext(name) != path.Ext(projectFiles[0]) {
			continue
		}
		for _, script := range deployments(text) {
			if f := files[siblingPath(name, script)]; f != nil {
				queue = append(queue, f)
			}
		}
	}
	// Scripts may include one another: each is named once, so that the order of the projects does
	// not matter.
	done := map[*resolve.File]bool{}
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		if done[f] {
			continue
		}
		done[f] = true
		nameDeployment(ix, f)
		for _, m := range included.FindAllStringSubmatch(f.Text, -1) {
			if in := files[siblingPath(f.Path, m[1])]; in != nil {
				queue = append(queue, in)
			}
		}
	}
}

// siblingPath returns the path, in lower case, of a file named by another one.
func siblingPath(file, name string) string {
	return strings.ToLower(path.Join(path.Dir(file), strings.ReplaceAll(name, `\`, "/")))
}

// deployments lists the scripts that a project runs before and after deployment, in
// source order. Conditions are ignored: a script for another configuration is
// deployed by that one.
func deployments(project string) []string {
	var out []string
	d := limited.NewXML(project)
	for {
		t, err := d.Token()
		if err != nil { // the end, or a project that is malformed from here on
			return out
		}
		e, ok := t.(xml.StartElement)
		if !ok || e.Name.Local != "PreDeploy" && e.Name.Local != "PostDeploy" {
			continue
		}
		i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "Include" })
		if i >= 0 {
			out = append(out, e.Attr[i].Value)
		}
	}
}

// nameDeployment renames the batches of a script. Its object definitions are
// unchanged: a table that is created after a deployment is a table.
func nameDeployment(ix *resolve.Table, f *resolve.File) {
	for i := range f.Definitions {
		d := ix.Def(f.ID(int32(i)))
		if d.Kind != graph.KindBatch || isIndex(d) {
			continue
		}
		d.Kind = graph.KindDeploy
		d.Name = strings.Replace(d.Name, "__batch__:", "__deploy__:", 1)
		d.Symbol = d.Name
	}
}
