package jartest

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const listed = `
class kit/List public abstract extends java/lang/Object implements java/lang/Runnable sig <T:Ljava/lang/Object;>Ljava/lang/Object;Ljava/lang/Runnable;
public size I
public abstract varargs get ([I)Ljava/lang/Object; ([I)TT;
inner kit/List$Node kit/List Node public static
class kit/List$Node public extends java/lang/Object
inner kit/List$Node kit/List Node public static
text kit/Bad no class at all
`

// TestJar reads the files of a jar.
func TestJar(t *testing.T) {
	data, err := Jar(listed)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	want := "kit/List.class kit/List$Node.class kit/Bad.class"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("files %s, want %s", got, want)
	}
}

// TestJavap compares the written class files with the output of javap.
func TestJavap(t *testing.T) {
	javap, err := exec.LookPath("javap")
	if err != nil {
		t.Skip(err)
	}
	classes, err := Classes(listed)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "List.class")
	if err := os.WriteFile(file, classes[0].Data, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(javap, "-public", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := `public abstract class kit.List<T> implements java.lang.Runnable {
  public int size;
  public abstract T get(int...);
}
`
	if got := string(out); got != want {
		t.Errorf("javap reads\n%s, want\n%s", got, want)
	}
}

func TestMistakes(t *testing.T) {
	for _, text := range []string{"public m ()V", "class", "class A broad", "class A\npublic m",
		"class A\nm ()V S more", "class A\ninner B"} {
		if _, err := Jar(text); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
}
