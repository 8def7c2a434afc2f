// Writes the section truth of archives of TypeScript programs: the calls and
// creations found by the checker of the npm package typescript.
//
//	npm install typescript && node scripts/truth/typescript.js ARCHIVE.txtar…
//
// A line "call FILE:LINE --> FILE:LINE" has the definition around a call site and the
// call target, both by the lines of their names. Calls that the checker cannot
// bind, and calls of definitions without a name, have no line. With --print the
// truth is printed to standard output, with the errors of the checker.
'use strict';
const fs = require('fs');
const path = require('path');
const ts = require(require.resolve('typescript', { paths: [process.cwd(), __dirname] }));

const sections = new Set(['want', 'truth', 'missed']);

function parseArchive(text) {
  const parts = text.split(/^-- (.+) --\n/m);
  const files = [];
  for (let i = 1; i < parts.length; i += 2) files.push({ name: parts[i].trim(), text: parts[i + 1] });
  return { comment: parts[0], files };
}

function formatArchive({ comment, files }) {
  return comment + files.map(f => `-- ${f.name} --\n${f.text}`).join('');
}

// program type-checks the sources of an archive, which are in the folder /src of
// a virtual file system, next to the libraries of the compiler.
function program(files) {
  const texts = new Map(files.map(f => ['/src/' + f.name, f.text]));
  const config = texts.get('/src/tsconfig.json');
  const given = config ? ts.parseConfigFileTextToJson('tsconfig.json', config).config.compilerOptions : {};
  const { options } = ts.convertCompilerOptionsFromJson({
    target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true, allowJs: true, checkJs: true, noEmit: true, ...given,
  }, '/src');
  const host = ts.createCompilerHost(options);
  const real = { fileExists: host.fileExists, readFile: host.readFile, directoryExists: host.directoryExists };
  const inside = p => p.startsWith('/src');
  host.getCurrentDirectory = () => '/src';
  host.fileExists = p => (inside(p) ? texts.has(p) : real.fileExists(p));
  host.readFile = p => (inside(p) ? texts.get(p) : real.readFile(p));
  host.directoryExists = p => (inside(p) ? [...texts.keys()].some(k => k.startsWith(p + '/')) : real.directoryExists(p));
  host.getDirectories = () => [];
  const source = host.getSourceFile;
  host.getSourceFile = (name, target) =>
    inside(name) ? texts.has(name) && ts.createSourceFile(name, texts.get(name), target, true) || undefined : source.call(host, name, target);
  const roots = [...texts.keys()].filter(p => /\.[cm]?[jt]sx?$/.test(p));
  return ts.createProgram(roots, { ...options, types: [] }, host);
}

const unwrapped = n => {
  while (n && (ts.isParenthesizedExpression(n) || ts.isAsExpression(n) || ts.isSatisfiesExpression(n) || ts.isNonNullExpression(n))) n = n.expression;
  return n;
};
const holdsFunction = n => n && (ts.isFunctionExpression(unwrapped(n)) || ts.isArrowFunction(unwrapped(n)));

// named returns the name of a definition, by the rules of the index: a local
// variable, a callback and a literal in one belong to the enclosing definition.
function named(n) {
  if (ts.isConstructorDeclaration(n)) return n;
  if (ts.isClassExpression(n) && !n.name && ts.isVariableDeclaration(holder(n))) return holder(n).name;
  if (ts.isClassDeclaration(n) && !n.name) return n.getChildren().find(c => c.kind === ts.SyntaxKind.ClassKeyword);
  if (ts.isClassLike(n) || ts.isFunctionDeclaration(n) || ts.isInterfaceDeclaration(n) || ts.isModuleDeclaration(n) || ts.isEnumDeclaration(n) ||
    ts.isTypeAliasDeclaration(n)) return n.name;
  if (ts.isMethodDeclaration(n) || ts.isAccessor(n)) return ts.isObjectLiteralExpression(n.parent) && !named(holder(n.parent)) ? undefined : n.name;
  if (ts.isMethodSignature(n)) return n.name;
  if (ts.isPropertyDeclaration(n) || ts.isPropertyAssignment(n) && named(holder(n.parent))) return holdsFunction(n.initializer) ? n.name : undefined;
  if (ts.isVariableDeclaration(n) && atTop(n)) return n.name;
  return undefined;
}

const atTop = n => {
  const at = n.parent.parent.parent;
  return ts.isVariableStatement(n.parent.parent) && (ts.isSourceFile(at) || ts.isModuleBlock(at));
};

// holder returns the declaration whose value is a literal.
function holder(literal) {
  let n = literal.parent;
  while (ts.isParenthesizedExpression(n) || ts.isAsExpression(n) || ts.isSatisfiesExpression(n)) n = n.parent;
  return n;
}

function around(n) {
  for (let p = n.parent; p; p = p.parent) {
    const name = named(p);
    if (name) return name;
    if (ts.isSourceFile(p)) return p;
  }
}

// called returns the name of the call target: of several overloads, that of the
// one with a body.
function called(checker, call) {
  const signature = checker.getResolvedSignature(call);
  let d = signature && signature.declaration;
  if (!d || ts.isNewExpression(call) && !d.getSourceFile().fileName.startsWith('/src/')) {
    const type = ts.isNewExpression(call) && checker.getTypeAtLocation(call);
    d = type && type.symbol && type.symbol.declarations && type.symbol.declarations.find(ts.isClassLike);
    return d && named(d);
  }
  const symbol = checker.getSymbolAtLocation(d.name || d);
  if (symbol && symbol.declarations && (ts.isFunctionLike(d)) && !ts.isArrowFunction(d) && !ts.isFunctionExpression(d)) {
    d = symbol.declarations.find(x => ts.isFunctionLike(x) && x.body && x.parent === d.parent) || symbol.declarations.find(x => ts.isFunctionLike(x) && x.parent === d.parent) || d;
  }
  if (ts.isConstructorDeclaration(d)) return d.parent.members.find(m => ts.isConstructorDeclaration(m) && m.body) || d;
  if (ts.isArrowFunction(d) || ts.isFunctionExpression(d)) return named(holder(d));
  if (ts.isFunctionTypeNode(d)) { // of the property or variable with this type
    const p = d.parent;
    return ts.isPropertySignature(p) || ts.isPropertyDeclaration(p) ? p.name : named(p);
  }
  return named(d);
}

// alternatives returns the members that a call on a value of a union type may reach: one for each
// alternative that declares it in the tree.
function alternatives(checker, call) {
  const callee = call.expression && unwrapped(call.expression);
  if (!callee || !ts.isPropertyAccessExpression(callee)) return [];
  const receiver = checker.getTypeAtLocation(callee.expression);
  const bound = checker.getBaseConstraintOfType(receiver) || receiver;
  const union = checker.getNonNullableType(bound);
  if (!union.isUnion()) return [];
  const out = [];
  for (const t of union.types) {
    const symbol = checker.getPropertyOfType(t, callee.name.text);
    const all = (symbol && symbol.declarations || []).filter(d => ts.isMethodDeclaration(d) || ts.isMethodSignature(d));
    const d = all.find(x => x.body) || all[0];
    if (d && named(d)) out.push(named(d));
  }
  return out;
}

function truth(files) {
  const p = program(files);
  const checker = p.getTypeChecker();
  const lines = new Set();
  const place = n => {
    const f = n.getSourceFile();
    const at = ts.isConstructorDeclaration(n) ? n.getChildren().find(c => c.kind === ts.SyntaxKind.ConstructorKeyword).getStart() : n.getStart();
    return f.fileName.slice('/src/'.length) + ':' + (ts.isSourceFile(n) ? 1 : f.getLineAndCharacterOfPosition(at).line + 1);
  };
  const visit = n => {
    if (ts.isCallExpression(n) || ts.isNewExpression(n) || ts.isTaggedTemplateExpression(n)) {
      for (const to of [called(checker, n), ...alternatives(checker, n)]) {
        if (to && to.getSourceFile().fileName.startsWith('/src/')) lines.add(`call ${place(around(n))} --> ${place(to)}`);
      }
    }
    ts.forEachChild(n, visit);
  };
  for (const f of p.getSourceFiles()) if (f.fileName.startsWith('/src/')) visit(f);
  const complaints = ts.getPreEmitDiagnostics(p).map(d =>
    (d.file ? `${d.file.fileName}:${d.file.getLineAndCharacterOfPosition(d.start).line + 1}: ` : '') + ts.flattenDiagnosticMessageText(d.messageText, ' '));
  return { lines: [...lines].sort(), complaints };
}

const args = process.argv.slice(2);
const print = args[0] === '--print';
for (const file of print ? args.slice(1) : args) {
  const archive = parseArchive(fs.readFileSync(file, 'utf8'));
  const { lines, complaints } = truth(archive.files.filter(f => !sections.has(f.name)));
  if (complaints.length) console.error(`${path.basename(file)}:\n  ${complaints.join('\n  ')}`);
  const text = lines.map(l => l + '\n').join('');
  if (print) {
    process.stdout.write(`${path.basename(file)}\n${text}`);
    continue;
  }
  const section = archive.files.find(f => f.name === 'truth');
  if (section) section.text = text;
  else archive.files.push({ name: 'truth', text });
  fs.writeFileSync(file, formatArchive(archive));
}
