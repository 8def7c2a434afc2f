package packages_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/source/packages"
)

// TestOf: manifests declare and require packages, under the names that their ecosystems compare.
func TestOf(t *testing.T) {
	files := map[string]string{
		"go.mod":                   "module example.com/shop // note\ngo 1.22\nrequire (\n\texample.com/lib v1.2.0 // indirect\n)\nrequire example.com/one v0.1.0\nreplace example.com/lib => ../lib\n",
		"web/package.json":         "{\"name\": \"@shop/web\", \"version\": \"2.0.0\",\n\"dependencies\": {\"@shop/ui\": \"^1.0.0\"},\n\"devDependencies\": {\"jest\": \"29\"}}",
		"pom.xml":                  "<project><parent><groupId>com.shop</groupId><version>3</version></parent><artifactId>orders</artifactId>\n<dependencies><dependency><groupId>${project.groupId}</groupId><artifactId>lib</artifactId><version>${project.version}</version></dependency>\n<dependency><groupId>x</groupId><artifactId>${var}</artifactId></dependency></dependencies></project>",
		"src/Orders.csproj":        "<Project><PropertyGroup><PackageId>Shop.Orders</PackageId><Version>4.0</Version></PropertyGroup>\n<ItemGroup><PackageReference Include=\"Dapper\" />\n<ProjectReference Include=\"..\\Lib\\Shop.Lib.csproj\" /></ItemGroup></Project>",
		"Directory.Packages.props": "<Project><ItemGroup><PackageVersion Include=\"Dapper\" Version=\"2.1\" /></ItemGroup></Project>",
		"py/pyproject.toml":        "[project]\nname = \"Shop_Api\"\nversion = \"5\"\ndependencies = [\n  \"requests[socks]>=2.0; python_version > '3'\",\n]\n",
		"old/setup.cfg":            "[metadata]\nname = shop.old\n[options]\ninstall_requires =\n    attrs\n    six>=1\n",
		"py/requirements.txt":      "# note\nflask==3.0\n-r other.txt\n",
		"broken/package.json":      "{",
		"other.txt":                "requests",
	}
	var lines []string
	for _, p := range packages.Of(files) {
		what := "declares"
		if p.Requires {
			what = "requires"
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s:%d %s %s %s %s %s", p.Path, p.Line, what,
			p.Ecosystem, p.Name, p.Version, p.Local)))
	}
	want := `go.mod:4 requires go example.com/lib v1.2.0
go.mod:6 requires go example.com/one v0.1.0
go.mod:0 declares go example.com/shop
pom.xml:2 requires maven com.shop:lib 3
pom.xml:0 declares maven com.shop:orders 3
web/package.json:2 requires npm @shop/ui ^1.0.0
web/package.json:0 declares npm @shop/web 2.0.0
web/package.json:3 requires npm jest 29
src/Orders.csproj:2 requires nuget dapper 2.1
src/Orders.csproj:0 declares nuget orders 4.0
src/Orders.csproj:3 requires nuget shop.lib  ../Lib/Shop.Lib.csproj
src/Orders.csproj:0 declares nuget shop.orders 4.0
old/setup.cfg:5 requires pypi attrs
py/requirements.txt:2 requires pypi flask ==3.0
py/pyproject.toml:5 requires pypi requests >=2.0
py/pyproject.toml:0 declares pypi shop-api 5
old/setup.cfg:0 declares pypi shop-old
old/setup.cfg:6 requires pypi six >=1`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
