// Writes the section `truth` of txtar archives of Java programs: the calls and
// creations that javac finds, from definition to definition, by lines.
//
//	java scripts/truth/Truth.java resolve/java/testdata/truth/*.txtar
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import javax.lang.model.element.*;
import javax.lang.model.util.Elements;
import javax.tools.*;

public class Truth {
    public static void main(String[] files) throws IOException {
        for (String file : files) {
            Archive archive = Archive.read(Path.of(file));
            archive.setTruth(new Compiled(archive.sources()).calls());
            Files.writeString(Path.of(file), archive.format());
        }
    }

    /** A txtar archive: a comment and named sections. */
    record Archive(StringBuilder comment, Map<String, String> sections) {
        static Archive read(Path file) throws IOException {
            Archive a = new Archive(new StringBuilder(), new LinkedHashMap<>());
            String name = null;
            for (String line : Files.readString(file).split("(?<=\n)")) {
                if (line.startsWith("-- ") && line.stripTrailing().endsWith(" --")) {
                    name = line.strip().replaceAll("^-- | --$", "");
                    a.sections.put(name, "");
                } else if (name == null) {
                    a.comment.append(line);
                } else {
                    a.sections.merge(name, line, String::concat);
                }
            }
            return a;
        }

        Map<String, String> sources() {
            Map<String, String> out = new TreeMap<>(sections);
            out.keySet().removeIf(name -> !name.endsWith(".java"));
            return out;
        }

        void setTruth(Collection<String> calls) {
            sections.put("truth", calls.isEmpty() ? "" : String.join("\n", calls) + "\n");
        }

        String format() {
            StringBuilder out = new StringBuilder(comment);
            sections.forEach((name, text) -> out.append("-- ").append(name).append(" --\n").append(text));
            return out.toString();
        }
    }

    /** The sources of an archive as javac understands them. */
    static class Compiled {
        private final Map<String, String> sources;
        private final List<CompilationUnitTree> units = new ArrayList<>();
        private final Trees trees;
        private final Elements elements;

        Compiled(Map<String, String> sources) throws IOException {
            this.sources = sources;
            List<JavaFileObject> inputs = new ArrayList<>();
            sources.forEach((name, text) -> inputs.add(new Source(name, text)));
            JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
            DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
            JavacTask task = (JavacTask) javac.getTask(null, null, errors, List.of("-proc:none"), null, inputs);
            task.parse().forEach(units::add);
            task.analyze();
            for (Diagnostic<?> d : errors.getDiagnostics()) {
                if (d.getKind() == Diagnostic.Kind.ERROR) {
                    throw new IOException(d.toString());
                }
            }
            trees = Trees.instance(task);
            elements = task.getElements();
        }

        Collection<String> calls() {
            Set<String> out = new TreeSet<>(Comparator.comparing(Compiled::sortKey));
            for (CompilationUnitTree unit : units) {
                new Calls(unit, out).scan(unit, null);
            }
            return out;
        }

        /** Orders lines by file and number. */
        private static String sortKey(String line) {
            StringBuilder key = new StringBuilder();
            for (String part : line.split("(?<=:)|(?= -->)")) {
                key.append(part.matches("\\d+") ? String.format("%06d", Integer.parseInt(part)) : part);
            }
            return key.toString();
        }

        private class Calls extends TreePathScanner<Void, Void> {
            private final CompilationUnitTree unit;
            private final Set<String> out;

            Calls(CompilationUnitTree unit, Set<String> out) {
                this.unit = unit;
                this.out = out;
            }

            @Override public Void visitMethodInvocation(MethodInvocationTree call, Void v) {
                if (!isGenerated(call)) {
                    add(trees.getElement(new TreePath(getCurrentPath(), call.getMethodSelect())));
                }
                return super.visitMethodInvocation(call, v);
            }

            @Override public Void visitMemberReference(MemberReferenceTree ref, Void v) {
                if (ref.getMode() == MemberReferenceTree.ReferenceMode.NEW) {
                    add(trees.getElement(getCurrentPath()));
                }
                return super.visitMemberReference(ref, v);
            }

            @Override public Void visitNewClass(NewClassTree creation, Void v) {
                if (!isEnumConstant()) {
                    add(creation.getClassBody() == null ? trees.getElement(getCurrentPath()) : created(creation));
                }
                return super.visitNewClass(creation, v);
            }

            /** An enum constant is a creation, although it is not written as one. */
            private boolean isEnumConstant() {
                return getCurrentPath().getParentPath().getLeaf() instanceof VariableTree
                    && trees.getElement(getCurrentPath().getParentPath()).getKind() == ElementKind.ENUM_CONSTANT;
            }

            /** Whether javac generated the call, such as super() at the start of constructors. */
            private boolean isGenerated(MethodInvocationTree call) {
                SourcePositions at = trees.getSourcePositions();
                return at.getEndPosition(unit, call) < 0 || at.getEndPosition(unit, call) == at.getStartPosition(unit, call);
            }

            /** The supertype of an anonymous class: the constructor that is called, or the interface. */
            private Element created(NewClassTree creation) {
                Element base = trees.getElement(new TreePath(getCurrentPath(), creation.getIdentifier()));
                if (base.getKind().isInterface()) {
                    return base;
                }
                TreePath body = new TreePath(getCurrentPath(), creation.getClassBody());
                for (Tree member : creation.getClassBody().getMembers()) {
                    if (member instanceof MethodTree m && m.getName().contentEquals("<init>")) {
                        var first = (ExpressionStatementTree) m.getBody().getStatements().get(0);
                        var call = (MethodInvocationTree) first.getExpression();
                        return trees.getElement(new TreePath(new TreePath(body, call), call.getMethodSelect()));
                    }
                }
                return base;
            }

            private void add(Element target) {
                if (target == null) {
                    return;
                }
                if (elements.getOrigin(target) == Elements.Origin.MANDATED) {
                    if (target.getEnclosingElement().getKind() == ElementKind.ENUM) {
                        return; // values() and valueOf() have no source
                    }
                    target = target.getEnclosingElement();
                }
                TreePath to = trees.getPath(target);
                if (to == null && target.getEnclosingElement().getKind() == ElementKind.RECORD) {
                    to = trees.getPath(target.getEnclosingElement()); // an implicit accessor
                }
                if (to != null) {
                    out.add("call " + line(definition(getCurrentPath())) + " --> " + line(to));
                }
            }

            /** The definition that contains code: anonymous classes only hold members. */
            private TreePath definition(TreePath path) {
                for (TreePath p = path; p != null; p = p.getParentPath()) {
                    Tree leaf = p.getLeaf();
                    TreePath outer = p.getParentPath();
                    boolean member = outer != null && outer.getLeaf() instanceof ClassTree;
                    if (leaf instanceof MethodTree || leaf instanceof VariableTree && member) {
                        return p;
                    }
                    if (leaf instanceof ClassTree c && !c.getSimpleName().isEmpty()) {
                        return p;
                    }
                }
                throw new IllegalStateException("code outside of classes");
            }

            /** The file and line of the name of a definition: after its modifiers. */
            private String line(TreePath path) {
                CompilationUnitTree in = path.getCompilationUnit();
                String name = in.getSourceFile().getName();
                Tree tree = path.getLeaf();
                ModifiersTree modifiers = tree instanceof MethodTree m ? m.getModifiers()
                    : tree instanceof VariableTree f ? f.getModifiers() : ((ClassTree) tree).getModifiers();
                SourcePositions positions = trees.getSourcePositions();
                long at = Math.max(positions.getStartPosition(in, tree), positions.getEndPosition(in, modifiers));
                String text = sources.get(name);
                while (Character.isWhitespace(text.charAt((int) at))) {
                    at++;
                }
                return name + ":" + in.getLineMap().getLineNumber(at);
            }
        }
    }

    /** A source in memory. */
    static class Source extends SimpleJavaFileObject {
        private final String name, text;

        Source(String name, String text) {
            super(URI.create("string:///" + name), Kind.SOURCE);
            this.name = name;
            this.text = text;
        }

        @Override public String getName() { return name; }

        @Override public CharSequence getCharContent(boolean ignoreEncodingErrors) { return text; }
    }
}
