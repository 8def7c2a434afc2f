package charsets_test

import (
	"testing"

	"seedgraph/internal/charsets"
)

func TestOf(t *testing.T) {
	of := charsets.Of(map[string]string{
		"Directory.Build.props": "<Project><PropertyGroup><CodePage>1251</CodePage></PropertyGroup></Project>",
		"src/A/A.csproj":        "<Project><PropertyGroup><CodePage> 932 </CodePage></PropertyGroup></Project>",
		"src/B/B.csproj":        "<Project><!-- <CodePage>949</CodePage> --></Project>",
		"m/pom.xml":             "<properties><project.build.sourceEncoding>Big5</project.build.sourceEncoding></properties>",
		"m/n/pom.xml": "<plugin><artifactId>maven-compiler-plugin</artifactId><configuration>" +
			"<encoding>EUC-JP</encoding></configuration></plugin>",
		"m/p/pom.xml":          "<plugin><encoding>${project.build.sourceEncoding}</encoding></plugin>",
		"g/build.gradle":       "tasks.withType(JavaCompile) { options.encoding = 'windows-1250' }",
		"k/build.gradle.kts":   "// options.encoding = \"Big5\"\ntasks.compileJava { options.encoding = \"GBK\" }",
		"l/gradle.properties":  "org.gradle.jvmargs=-Xmx2g -Dfile.encoding=KOI8-R",
		"package/package.json": `{"encoding": "x"}`,
	})
	for source, want := range map[string]string{
		"src/A/x/A.cs": "932", "src/B/B.cs": "1251", "src/A/A.java": "", "x.cs": "1251",
		"m/src/A.java": "Big5", "m/n/A.java": "EUC-JP", "m/p/A.java": "Big5", "g/s/A.java": "windows-1250",
		"k/A.java": "GBK", "l/A.java": "KOI8-R", "A.java": "", "g/a.py": "",
	} {
		if got := of(source); got != want {
			t.Errorf("the encoding of %s is %q, want %q", source, got, want)
		}
	}
	for _, file := range []string{"a/pom.xml", "A.csproj", "build.gradle.kts"} {
		if !charsets.Reads(file) {
			t.Errorf("%s is not read", file)
		}
	}
	if charsets.Reads("a/pom.xml.bak") {
		t.Error("a copy of a project file is read")
	}
}
