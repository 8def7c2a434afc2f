// Writes the section truth of archives of C# programs: the calls and creations that
// the C# compiler finds, from definition to definition, by the lines of their names.
//
//	truth.exe REFERENCES ARCHIVE.txtar…
//
// REFERENCES is a folder of assemblies that the programs may use; scripts/truth.sh
// downloads them, the compiler and its runtime. A program that does not compile is an
// error: the results of the compiler for it would not be reliable.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

static class Truth
{
    static int Main(string[] args)
    {
        List<MetadataReference> references = References(args[0]);
        bool failed = false;
        foreach (string file in args.Skip(1))
        {
            var archive = new Archive(File.ReadAllText(file));
            Compilation program = Compile(archive, references);
            var errors = program.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error);
            foreach (Diagnostic d in errors)
            {
                Console.Error.WriteLine("{0}: {1}", file, d);
                failed = true;
            }
            archive.SetTruth(Calls(program));
            File.WriteAllText(file, archive.Format());
        }
        return failed ? 1 : 0;
    }

    // References returns the assemblies of a folder that contain managed code.
    static List<MetadataReference> References(string folder)
    {
        var list = new List<MetadataReference>();
        foreach (string file in Directory.GetFiles(folder, "*.dll", SearchOption.AllDirectories))
        {
            try
            {
                System.Reflection.AssemblyName.GetAssemblyName(file);
                list.Add(MetadataReference.CreateFromFile(file));
            }
            catch (BadImageFormatException)
            {
            }
        }
        return list;
    }

    static Compilation Compile(Archive archive, List<MetadataReference> references)
    {
        var options = new CSharpParseOptions(LanguageVersion.Latest);
        var trees = archive.Files.Where(f => f.Name.EndsWith(".cs"))
            .Select(f => CSharpSyntaxTree.ParseText(f.Text, options, f.Name));
        return CSharpCompilation.Create("program", trees, references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));
    }

    static IEnumerable<string> Calls(Compilation program)
    {
        var lines = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (SyntaxTree tree in program.SyntaxTrees)
        {
            SemanticModel model = program.GetSemanticModel(tree);
            foreach (SyntaxNode node in tree.GetRoot().DescendantNodes())
            {
                if (!(node is InvocationExpressionSyntax || node is ObjectCreationExpressionSyntax ||
                    node is ConstructorInitializerSyntax))
                {
                    continue;
                }
                Place from = Enclosing(node);
                Place to = Target(model.GetSymbolInfo(node).Symbol as IMethodSymbol);
                if (from != null && to != null)
                {
                    lines[from.Key + to.Key] = "call " + from + " --> " + to;
                }
            }
        }
        return lines.Values;
    }

    // Enclosing returns the definition that a node belongs to: a member, a local function, or
    // the field that it initialises.
    static Place Enclosing(SyntaxNode node)
    {
        for (SyntaxNode n = node.Parent; n != null; n = n.Parent)
        {
            Place place = Name(n);
            if (place != null)
            {
                return place;
            }
        }
        return null;
    }

    // Target returns the definition that a call refers to: the explicit constructor or, without one,
    // the type; for the invocation of a delegate, the delegate.
    static Place Target(IMethodSymbol m)
    {
        if (m == null)
        {
            return null;
        }
        m = (m.ReducedFrom ?? m).OriginalDefinition;
        ISymbol meant = m;
        if (m.MethodKind == MethodKind.DelegateInvoke || m.IsImplicitlyDeclared)
        {
            meant = m.ContainingType;
        }
        SyntaxReference reference = meant.DeclaringSyntaxReferences.FirstOrDefault();
        return reference == null ? null : Name(reference.GetSyntax());
    }

    // Name returns the place of the name in a declaration that is a node of the graph.
    static Place Name(SyntaxNode n)
    {
        if (n is VariableDeclaratorSyntax && !(n.Parent.Parent is BaseFieldDeclarationSyntax))
        {
            return null; // of a local
        }
        return names.Select(name => name(n)).FirstOrDefault(place => place != null);
    }

    static readonly Func<SyntaxNode, Place>[] names = {
        Named<BaseTypeDeclarationSyntax>(d => d.Identifier),
        Named<DelegateDeclarationSyntax>(d => d.Identifier),
        Named<MethodDeclarationSyntax>(d => d.Identifier),
        Named<ConstructorDeclarationSyntax>(d => d.Identifier),
        Named<DestructorDeclarationSyntax>(d => d.Identifier),
        Named<OperatorDeclarationSyntax>(d => d.OperatorToken),
        Named<ConversionOperatorDeclarationSyntax>(d => d.OperatorKeyword),
        Named<PropertyDeclarationSyntax>(d => d.Identifier),
        Named<IndexerDeclarationSyntax>(d => d.ThisKeyword),
        Named<EventDeclarationSyntax>(d => d.Identifier),
        Named<EnumMemberDeclarationSyntax>(d => d.Identifier),
        Named<LocalFunctionStatementSyntax>(d => d.Identifier),
        Named<VariableDeclaratorSyntax>(d => d.Identifier),
    };

    static Func<SyntaxNode, Place> Named<T>(Func<T, SyntaxToken> name) where T : SyntaxNode
    {
        return n => n is T ? Place.Of(name((T)n)) : null;
    }
}

// A Place is a line of a file.
class Place
{
    string file;
    int line;

    public static Place Of(SyntaxToken name)
    {
        FileLinePositionSpan span = name.GetLocation().GetLineSpan();
        return new Place { file = span.Path, line = span.StartLinePosition.Line + 1 };
    }

    public override string ToString() { return file + ":" + line; }

    // Key orders places by file and number.
    public string Key { get { return file + ":" + line.ToString("D6") + " "; } }
}

// An Archive is a comment and named sections, as in the txtar format.
class Archive
{
    public class Section
    {
        public string Name;
        public string Text;
    }

    readonly string comment;
    public readonly List<Section> Files = new List<Section>();

    public Archive(string text)
    {
        string[] parts = Regex.Split(text, "^-- (.+) --\n", RegexOptions.Multiline);
        comment = parts[0];
        for (int i = 1; i < parts.Length; i += 2)
        {
            Files.Add(new Section { Name = parts[i].Trim(), Text = parts[i + 1] });
        }
    }

    public void SetTruth(IEnumerable<string> lines)
    {
        Section truth = Files.FirstOrDefault(f => f.Name == "truth");
        if (truth == null)
        {
            truth = new Section { Name = "truth" };
            Files.Add(truth);
        }
        truth.Text = string.Concat(lines.Select(l => l + "\n"));
    }

    public string Format()
    {
        return comment + string.Concat(Files.Select(f => "-- " + f.Name + " --\n" + f.Text));
    }
}
