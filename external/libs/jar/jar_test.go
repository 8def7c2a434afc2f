package jar

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/external/libs/disk"
	"seedgraph/testkit/treetest"
)

// declared returns the names of the declarations in a package, "" if it is unknown.
func declared(j *Jars, name string) string {
	d := j.Declare(name)
	if d == nil {
		return ""
	}
	var names []string
	for _, t := range d.Types {
		names = append(names, t.LocalName())
	}
	return strings.Join(names, " ")
}

// TestJars reads jars in the folders of a tree.
func TestJars(t *testing.T) {
	dir := treetest.Write(t, `
-- lib/a.jar --
class kit/A public extends java/lang/Object
class kit/A$In public extends java/lang/Object
inner kit/A$In kit/A In public static
class kit/Hidden extends java/lang/Object
class other/Other public extends java/lang/Object
class META-INF/versions/21/kit/Later public
class Unnamed public extends java/lang/Object
text kit/Bad this is no class file
-- app/libs/b.jar --
class kit/A public extends kit/Second
class kit/B public extends kit/Hidden
-- deep/er/still/lib/c.jar --
class far/C public extends java/lang/Object
-- lib/notes.txt --
class notes/N public extends java/lang/Object
`)
	log := disk.NewLog()
	j := Open(dir, dir, filepath.Join(dir, "none"), log)
	defer j.Close()
	for name, want := range map[string]string{
		"kit": "A A.In B Hidden", "other": "Other", "far": "", "": "", "notes": "",
		"META-INF.versions.21.kit": "", "kit.A": "",
	} {
		if got := declared(j, name); got != want {
			t.Errorf("package %q declares %q, want %q", name, got, want)
		}
	}
	for _, typ := range j.Declare("kit").Types {
		if typ.Name == "kit.A" && typ.Bases[0].Name != "java.lang.Object" {
			t.Errorf("kit.A is that of the second jar, which extends %s", typ.Bases[0].Name)
		}
	}
	if d := j.Declare("kit"); d.Partial {
		t.Error("a package is partial, though no jar is missing")
	}
	lines := log.Packages()
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "jar a ") ||
		!strings.HasPrefix(lines[1], "jar b ") {
		t.Errorf("packages %q", lines)
	}
	if f := log.Failures(); len(f) != 1 || f[0].File != "kit/Bad.class" {
		t.Errorf("failures %v", f)
	}
	j.Close()
	if j.Declare("kit") != nil {
		t.Error("closed jars declare a package")
	}
}

// TestNoZip checks that a jar that cannot be opened only lacks its declarations.
func TestNoZip(t *testing.T) {
	dir := treetest.Write(t, `
-- lib/a.jar --
class kit/A public extends java/lang/Object
-- libs/b.zip --
`)
	log := disk.NewLog()
	j := Open(dir, dir, filepath.Join(dir, "none"), log)
	j.archives = append(j.archives, &archive{file: filepath.Join(dir, "libs", "b.zip")})
	if got := declared(j, "kit"); got != "A" {
		t.Errorf("kit declares %q", got)
	}
	if f := log.Failures(); len(f) != 1 || f[0].File != "b.zip" {
		t.Errorf("failures %v", f)
	}
	j.Close()
}

// projects is a tree of two modules with a parent, and a repository.
const projects = `
-- pom.xml --
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.far</groupId><artifactId>root</artifactId><version>7</version></parent>
  <groupId>org.shop</groupId><artifactId>parent</artifactId><version>1-SNAPSHOT</version>
  <properties><kit.version>2.0</kit.version><self>${self}</self></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>org.kit</groupId><artifactId>kit</artifactId><version>${kit.version}</version></dependency>
    <dependency><groupId>org.kit</groupId><artifactId>deep</artifactId><version>5.0</version></dependency>
    <dependency><groupId>org.bom</groupId><artifactId>bom</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
  <modules><module>core</module><module>app</module></modules>
</project>
-- core/pom.xml --
<project>
  <parent><groupId>org.shop</groupId><artifactId>parent</artifactId><version>1-SNAPSHOT</version></parent>
  <artifactId>core</artifactId>
  <dependencies>
    <dependency><groupId>org.kit</groupId><artifactId>kit</artifactId>
      <exclusions><exclusion><groupId>org.kit</groupId><artifactId>unwanted</artifactId></exclusion></exclusions></dependency>
    <dependency><groupId>org.bom</groupId><artifactId>listed</artifactId></dependency>
  </dependencies>
</project>
-- app/pom.xml --
<project>
  <parent><groupId>org.shop</groupId><artifactId>parent</artifactId><version>1-SNAPSHOT</version><relativePath>..</relativePath></parent>
  <artifactId>app</artifactId>
  <dependencies>
    <dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId><version>${project.version}</version></dependency>
    <dependency><groupId>org.test</groupId><artifactId>test</artifactId><version>${test.version}</version><scope>test</scope></dependency>
    <dependency><groupId>org.kit</groupId><artifactId>kit</artifactId><classifier>tests</classifier></dependency>
    <dependency><groupId>org.range</groupId><artifactId>range</artifactId><version>[1,2)</version></dependency>
    <dependency><groupId>org.self</groupId><artifactId>self</artifactId><version>${self}</version></dependency>
    <dependency><groupId>..</groupId><artifactId>out</artifactId><version>1</version></dependency>
  </dependencies>
</project>
-- broken/pom.xml --
<project>
-- deep/er/still/pom.xml --
<project><artifactId>fixture</artifactId><dependencies>
  <dependency><groupId>org.fixture</groupId><artifactId>f</artifactId><version>1</version></dependency>
</dependencies></project>
-- .m2/org/far/root/7/root-7.pom --
<project><groupId>org.far</groupId><artifactId>root</artifactId><version>7</version>
  <parent><groupId>org.far</groupId><artifactId>root</artifactId><version>7</version></parent>
  <properties><test.version>9</test.version><kit.version>1.0</kit.version></properties>
</project>
-- .m2/org/bom/bom/1/bom-1.pom --
<project><groupId>org.bom</groupId><artifactId>bom</artifactId><version>1</version>
  <properties><v>3</v></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>${project.groupId}</groupId><artifactId>listed</artifactId><version>${v}</version></dependency>
    <dependency><groupId>org.kit</groupId><artifactId>kit</artifactId><version>0.1</version></dependency>
  </dependencies></dependencyManagement>
</project>
-- .m2/org/kit/kit/2.0/kit-2.0.pom --
<project><groupId>org.kit</groupId><artifactId>kit</artifactId><version>2.0</version><dependencies>
  <dependency><groupId>org.kit</groupId><artifactId>deep</artifactId><version>4.0</version></dependency>
  <dependency><groupId>org.kit</groupId><artifactId>unwanted</artifactId><version>1</version></dependency>
  <dependency><groupId>org.kit</groupId><artifactId>maybe</artifactId><version>1</version><optional>true</optional></dependency>
  <dependency><groupId>org.kit</groupId><artifactId>checks</artifactId><version>1</version><scope>test</scope></dependency>
  <dependency><groupId>org.kit</groupId><artifactId>late</artifactId><version>1</version><scope>runtime</scope></dependency>
</dependencies></project>
-- .m2/org/kit/kit/2.0/kit-2.0.jar --
class kit/Kit public extends java/lang/Object
-- .m2/org/kit/kit/1.0/kit-1.0.jar --
class kit/Old public extends java/lang/Object
-- .m2/org/kit/deep/5.0/deep-5.0.jar --
class deep/Deep public extends java/lang/Object
`

// TestMaven checks the artifacts that the projects of a tree need.
func TestMaven(t *testing.T) {
	dir := treetest.Write(t, projects)
	log := disk.NewLog()
	var got []string
	for _, a := range newMaven(dir, filepath.Join(dir, ".m2"), log).classPath() {
		got = append(got, a.name()+":"+a.version)
	}
	want := []string{"org.test:test:9", "org.kit:kit:2.0", "org.bom:listed:3",
		"org.kit:deep:5.0", "org.kit:late:1"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("class path\n%q, want\n%q", got, want)
	}
	if f := log.Failures(); len(f) != 1 || f[0].File != "broken/pom.xml" {
		t.Errorf("failures %v", f)
	}
}

// TestRepository reads the jars of a repository. If one is missing, no package is
// complete.
func TestRepository(t *testing.T) {
	dir := treetest.Write(t, projects)
	log := disk.NewLog()
	j := Open(dir, dir, filepath.Join(dir, ".m2"), log)
	defer j.Close()
	if kit, deep := declared(j, "kit"), declared(j, "deep"); kit != "Kit" || deep != "Deep" {
		t.Errorf("kit declares %q, deep %q", kit, deep)
	}
	if !j.Declare("kit").Partial {
		t.Error("a package is whole, though jars are missing")
	}
	lines := log.Packages()
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "maven org.kit:deep@5.0 ") ||
		!strings.HasPrefix(lines[1], "maven org.kit:kit@2.0 ") {
		t.Errorf("packages %q", lines)
	}
}

// TestUser checks the default repository.
func TestUser(t *testing.T) {
	dir := treetest.Write(t, strings.ReplaceAll(projects, "-- .m2/", "-- .m2/repository/"))
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	j := Open(dir, filepath.Join(dir, "none"), "", disk.NewLog())
	defer j.Close()
	if got := declared(j, "kit"); got != "Kit" {
		t.Errorf("kit declares %q", got)
	}
}
