package aspnet

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Renders lists the views that actions and view components return, and those that views
// render: partial views, layouts and view components.
func (framework) Renders(t *eval.Tree) []routes.Render {
	v := &viewReader{views: map[string]*resolve.File{}, whole: map[*resolve.File]bool{}}
	for _, f := range t.Table.Files {
		if f.Family == language && f.Page != nil && len(f.Definitions) > 1 &&
			f.Definitions[1].Kind == graph.KindTemplate {
			v.views[strings.ToLower(f.Path)] = f
			v.files = append(v.files, f)
		}
	}
	if len(v.files) == 0 {
		return nil
	}
	v.reader = newReader(t)
	t.EachCall(language, v.call)
	for _, f := range v.files {
		v.tags(f)
		v.layoutOf(f)
		v.pageModel(f)
	}
	return v.out
}

// A viewReader finds views by the rules of the framework's view engine.
type viewReader struct {
	*reader
	views map[string]*resolve.File // by lower-case path, as view names are case-insensitive
	files []*resolve.File          // by path
	out   []routes.Render
	whole map[*resolve.File]bool // views that are not part of others
}

const (
	controllerClass = mvc + "Controller."
	viewComponent   = mvc + "ViewComponent."
	rendering       = mvc + "Rendering."
)

// partials are the helper methods that render a partial view.
var partials = []string{"Partial", "PartialAsync", "RenderPartial", "RenderPartialAsync"}

// call records the renders of one call.
func (v *viewReader) call(call eval.Expr) {
	full, name := call.Referent().External, call.Expr.Text
	switch {
	case name == "View" && full == controllerClass+name,
		name == "PartialView" && full == controllerClass+name:
		v.action(call)
	case name == "View" && full == viewComponent+name:
		v.componentView(call)
	case slices.Contains(partials, name) && strings.HasPrefix(full, rendering):
		if arg := call.Arg(0, "partialViewName"); arg != nil && call.In.File.Page != nil {
			if text, ok := v.Text(call.Sub(arg)); ok {
				v.enter(call.Def, call.In.File, call.At, v.partial(call.In.File, text))
			}
		}
	case name == "InvokeAsync" && (full == mvc+"IViewComponentHelper."+name ||
		full == mvc+"Rendering.ViewComponentHelperExtensions."+name):
		v.invoked(call)
	}
}

// A found is a view with the confidence of the match.
type found struct {
	file *resolve.File
	tier graph.Tier
}

// enter records that a definition renders a view.
func (v *viewReader) enter(by resolve.DefID, in *resolve.File, at uint32, view found) {
	if view.file == nil || view.file.ID(1) == by {
		return
	}
	v.out = append(v.out, routes.Render{By: by, What: view.file.ID(1),
		At: eval.Place{File: in, At: at}, Tier: view.tier})
}

// action records the view of an action: the named one, or else the one with the
// action's name.
//
//	return View();            // Views/Orders/Details.cshtml, in OrdersController.Details
//	return View("Other", x);  // Views/Orders/Other.cshtml, or Views/Shared/Other.cshtml
func (v *viewReader) action(call eval.Expr) {
	m := v.Table.Def(call.Def)
	class := v.Table.EnclosingType(call.Def)
	if class == resolve.None || m.Kind != graph.KindMethod {
		return
	}
	name, ok := v.viewName(call, v.actionName(m))
	if !ok {
		return
	}
	controller := v.Table.Def(class)
	folder, area := strings.TrimSuffix(controller.Name, "Controller"), ""
	for _, c := range v.Ancestry(class) {
		if area == "" {
			area = v.stringOf(c, mvc+"AreaAttribute")
		}
	}
	view := v.ofController(call.In.File, area, folder, name)
	if view.file != nil && call.Expr.Text == "View" {
		v.whole[view.file] = true
	}
	v.enter(call.Def, call.In.File, call.At, view)
}

// viewName returns the name of the view that a call renders: its first argument, if
// that is a string, or else the default.
func (v *viewReader) viewName(call eval.Expr, without string) (name string, ok bool) {
	arg := call.Arg(0, "viewName")
	if arg == nil {
		return without, true
	}
	x := call.Sub(arg)
	if name, ok = v.Text(x); ok {
		return name, true
	}
	if arg.Kind == parse.ExprString || call.In.ValueType(arg.At).Name == "string" {
		return "", false // an unknown string
	}
	return without, true
}

// ofController finds a view by its name, in the folders that the view engine searches.
// As an application may configure other folders, it falls back to the only view with
// that folder and name in the project.
func (v *viewReader) ofController(f *resolve.File, area, folder, name string) found {
	root := v.Project(f)
	if isViewPath(name) { // without a view as context, paths from the root are allowed too
		return v.at(viewPath(root, root, name))
	}
	folders := []string{"Views/" + folder, "Views/Shared", "Pages/Shared"}
	if area != "" {
		folders = append([]string{"Areas/" + area + "/Views/" + folder,
			"Areas/" + area + "/Views/Shared"}, folders...)
	}
	for _, dir := range folders {
		if view := v.at(path.Join(root, dir, name) + ".cshtml"); view.file != nil {
			return view
		}
	}
	return v.elsewhere(root, "/"+folder+"/"+name+".cshtml")
}

// elsewhere finds the only view of a project whose path has the given suffix.
func (v *viewReader) elsewhere(root, end string) found {
	var only found
	for _, f := range v.files {
		if v.Project(f) != root || !strings.HasSuffix("/"+strings.ToLower(f.Path),
			strings.ToLower(end)) {
			continue
		}
		if only.file != nil {
			return found{}
		}
		only = found{f, graph.Unique}
	}
	return only
}

// isViewPath reports whether a view name is a path.
func isViewPath(name string) bool {
	return strings.HasSuffix(name, ".cshtml") || strings.HasPrefix(name, "/") ||
		strings.HasPrefix(name, "~/")
}

// viewPath resolves a view path, from the application root or relative to a folder.
func viewPath(root, dir, name string) string {
	if rest, ok := strings.CutPrefix(strings.TrimPrefix(name, "~"), "/"); ok {
		return path.Join(root, rest)
	}
	return path.Join(dir, name)
}

// at finds the view at a path.
func (v *viewReader) at(file string) found {
	if f := v.views[strings.ToLower(file)]; f != nil {
		return found{f, graph.Exact}
	}
	return found{}
}

// partial finds a view that another view names: in the same folder, or in a folder
// Shared there or in an ancestor, up to those of the application.
func (v *viewReader) partial(from *resolve.File, name string) found {
	root := v.Project(from)
	if isViewPath(name) {
		return v.at(viewPath(root, path.Dir(from.Path), name))
	}
	for dir := path.Dir(from.Path); ; dir = path.Dir(dir) {
		for _, folder := range []string{dir, path.Join(dir, "Shared")} {
			if view := v.at(path.Join(folder, name) + ".cshtml"); view.file != nil {
				return view
			}
		}
		if dir == root || dir == "." || dir == "/" {
			break
		}
	}
	for _, folder := range []string{"Views/Shared", "Pages/Shared"} {
		if view := v.at(path.Join(root, folder, name) + ".cshtml"); view.file != nil {
			return view
		}
	}
	return v.elsewhere(root, "/Shared/"+name+".cshtml")
}

// tags records the renders of tag helpers in a view.
func (v *viewReader) tags(f *resolve.File) {
	for i := range f.Page.Tags {
		t := &f.Page.Tags[i]
		by := f.ID(f.DefinitionAt(t.At))
		if name := t.Attr("name"); t.Name == "partial" && name != nil && name.IsText {
			v.enter(by, f, t.At, v.partial(f, name.Text))
		} else if component, ok := strings.CutPrefix(t.Name, "vc:"); ok {
			v.renderComponent(by, f, t.At, strings.ReplaceAll(component, "-", ""))
		}
	}
}

// invoked records the view component that a call invokes, by its name or its type.
func (v *viewReader) invoked(call eval.Expr) {
	if len(call.TypeArgs) == 1 {
		if d := call.Sub(&call.TypeArgs[0]).Referent().Def; d != resolve.None {
			v.out = append(v.out, routes.Render{By: call.Def, What: v.Table.Canon[d],
				At: eval.Place{File: call.In.File, At: call.At}, Tier: graph.Exact})
		}
		return
	}
	if arg := call.Arg(0, "name"); arg != nil {
		if name, ok := v.Text(call.Sub(arg)); ok {
			v.renderComponent(call.Def, call.In.File, call.At, name)
		}
	}
}

// renderComponent records the only view component of a name: a class whose name ends
// with ViewComponent.
func (v *viewReader) renderComponent(by resolve.DefID, in *resolve.File, at uint32, name string) {
	only := resolve.None
	for _, f := range v.Table.Files {
		if f.Language != language {
			continue
		}
		for i := range f.Definitions {
			d := v.Table.Def(f.ID(int32(i)))
			if d.Kind != graph.KindClass || !strings.EqualFold(componentName(d), name) ||
				!v.isA(d.ID, strings.TrimSuffix(viewComponent, ".")) {
				continue
			}
			if c := v.Table.Canon[d.ID]; only != resolve.None && only != c {
				return
			}
			only = v.Table.Canon[d.ID]
		}
	}
	if only != resolve.None {
		v.out = append(v.out, routes.Render{By: by, What: only, At: eval.Place{File: in, At: at},
			Tier: graph.Exact})
	}
}

func componentName(d *resolve.Def) string { return strings.TrimSuffix(d.Name, "ViewComponent") }

// componentView records the view of a view component.
func (v *viewReader) componentView(call eval.Expr) {
	class := v.Table.EnclosingType(call.Def)
	name, ok := v.viewName(call, "Default")
	if class == resolve.None || !ok {
		return
	}
	folder := "Components/" + componentName(v.Table.Def(class))
	root := v.Project(call.In.File)
	for _, dir := range []string{"Views/Shared", "Pages/Shared"} {
		if view := v.at(path.Join(root, dir, folder, name) + ".cshtml"); view.file != nil {
			v.enter(call.Def, call.In.File, call.At, view)
			return
		}
	}
	v.enter(call.Def, call.In.File, call.At, v.elsewhere(root, "/"+folder+"/"+name+".cshtml"))
}

// layoutOf records the layout that a view sets, or, for a view that is not part of
// another one, that of the nearest _ViewStart.
func (v *viewReader) layoutOf(f *resolve.File) {
	text, at, set := v.layout(f)
	from, in := f, f
	if !set && (v.whole[f] || len(f.Page.Routes) > 0) {
		for dir := path.Dir(f.Path); !set; dir = path.Dir(dir) {
			if start := v.at(path.Join(dir, "_ViewStart.cshtml")); start.file != nil {
				from, in = start.file, nil
				text, _, set = v.layout(from)
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	if set && text != "" {
		v.enter(f.ID(1), in, at, v.partial(from, text))
	}
}

// layout returns the layout that a view sets; text is empty if that is unknown or no
// layout.
func (v *viewReader) layout(f *resolve.File) (text string, at uint32, set bool) {
	b := v.Binder(f)
	if b == nil {
		return "", 0, false
	}
	for _, x := range v.Assigned(eval.Expr{Expr: &parse.Expr{Kind: parse.ExprName, Text: "Layout"},
		In: b, Def: f.ID(1)}) {
		text, _ = v.Text(x)
		at, set = x.At, true
	}
	return text, at, set
}

// pageModel records that the handlers of a page's model render the page, if they return
// no result, or Page().
func (v *viewReader) pageModel(f *resolve.File) {
	if len(f.Page.Routes) == 0 || f.Page.Model.IsZero() {
		return
	}
	for _, id := range v.pageHandlers(f) {
		m := v.Table.Def(id)
		if t := m.Type.Name; t == "void" || t == "Task" && len(m.Type.Args) == 0 ||
			strings.Contains(m.File.Slice(m.Body), "Page()") {
			v.enter(id, m.File, m.NameAt, found{f, graph.Exact})
		}
	}
}
