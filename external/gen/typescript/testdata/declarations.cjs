// Prints what the declaration files of TypeScript and Node.js declare, as the
// compiler itself parses them and finds names, in the notation of package notation:
//
//	node declarations.cjs COMPILER NODE
//
// COMPILER and NODE are the folders of the packages typescript and @types/node. A
// line is a declaration behind the full name of the type or namespace that it is in
// and a tab.
"use strict";
const path = require("path");
const [compiler, node] = process.argv.slice(2);
const ts = require(path.join(compiler, "lib", "typescript.js"));

const program = ts.createProgram([path.join(node, "index.d.ts")], {
  lib: ["lib.esnext.full.d.ts"], types: [], target: ts.ScriptTarget.ESNext, noEmit: true,
  module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
});
const checker = program.getTypeChecker();
const K = ts.SyntaxKind, F = ts.SymbolFlags;
const lines = [];

// fileName returns the name of a file that is a module.
function fileName(file) {
  const [dir, prefix] = file.startsWith(node) ? [node, "@types/node/"] : [path.join(compiler, "lib"), "typescript/"];
  return prefix + path.relative(dir, file).replace(/\.d\.ts$/, "").replaceAll(".", "-");
}

// full returns the full name of a symbol.
function full(symbol) {
  if (symbol.flags & F.Alias) symbol = checker.getAliasedSymbol(symbol);
  if (symbol.escapedName === "globalThis") return "globalThis";
  if (symbol.flags & F.ValueModule && /^"/.test(symbol.escapedName)) return moduleName(symbol);
  const parent = symbol.parent;
  if (parent && parent.escapedName !== "__global" && parent.escapedName !== "globalThis") {
    return full(parent) + "." + symbol.name;
  }
  // What a module with `export =` declares has no parent.
  const around = symbol.declarations && !symbol.parent ? space(symbol.declarations[0]) : "";
  return around ? around + "." + symbol.name : symbol.name;
}

function moduleName(symbol) {
  const name = symbol.escapedName.slice(1, -1);
  return name.startsWith("/") ? fileName(name + ".d.ts") : name;
}

const known = (s) => s && !(s.flags & F.Alias && checker.getAliasedSymbol(s).escapedName === "unknown");

// valueName returns the full name of the value in typeof x.y.
function valueName(e) {
  const symbol = checker.getSymbolAtLocation(e);
  if (ts.isIdentifier(e)) return known(symbol) ? full(symbol) : e.text;
  const left = checker.getSymbolAtLocation(e.left);
  const space = left && (left.flags & F.Alias ? checker.getAliasedSymbol(left) : left);
  if (space && space.flags & F.Module && symbol && space.escapedName !== "globalThis") return full(symbol);
  return valueName(e.left) + "." + e.right.text;
}

const list = (all, sep) => all.map(type).join(sep);
const args = (n) => (n.typeArguments && n.typeArguments.length ? "<" + list(n.typeArguments, ", ") + ">" : "");

function named(n, name, symbol) {
  if (symbol && symbol.flags & F.TypeParameter) return symbol.name;
  return (known(symbol) ? full(symbol) : name.getText()) + args(n);
}

function importType(n) {
  let symbol = checker.getSymbolAtLocation(n.qualifier || n.argument.literal);
  if (!n.qualifier && symbol && symbol.exports && symbol.exports.get("export=")) {
    symbol = checker.resolveExternalModuleSymbol(symbol);
  }
  let name = n.argument.literal.text + (n.qualifier ? "." + n.qualifier.getText() : "");
  if (known(symbol)) name = full(symbol);
  return n.isTypeOf ? `computed typeof(${name}${args(n)})` : name + args(n);
}

// operands returns the operands of a union or intersection, nested ones too.
function operands(n, kind) {
  if (ts.isParenthesizedTypeNode(n)) {
    const inner = operands(n.type, kind);
    return inner.length > 1 ? inner : [n];
  }
  return n.kind === kind ? n.types.flatMap((t) => operands(t, kind)) : [n];
}

function literal(n) {
  if (ts.isStringLiteral(n)) return `"${n.getText().slice(1, -1)}"`;
  return n.getText().replaceAll(/\s+/g, "");
}

function predicate(n) {
  const t = n.type ? ", " + type(n.type) : "";
  return `computed ${n.assertsModifier ? "asserts" : "is"}(${n.parameterName.getText()}${t})`;
}

function mapped(n) {
  const mark = n.questionToken ? (n.questionToken.kind === K.MinusToken ? "-" : "?") : "";
  const as = n.nameType ? ", " + type(n.nameType) : "";
  return `computed mapped${mark}(${n.typeParameter.name.text}, ${type(n.typeParameter.constraint)}, ${n.type ? type(n.type) : "unknown"}${as})`;
}

// conditional answers the question whether there are globals of some names.
function conditional(n) {
  if (n.checkType.getText() === "typeof globalThis" && ts.isTypeLiteralNode(n.extendsType)) {
    const has = n.extendsType.members.every((m) => checker.resolveName(m.name.getText(), undefined, F.Value, false));
    return type(has ? n.trueType : n.falseType);
  }
  return `computed ?:(${list([n.checkType, n.extendsType, n.trueType, n.falseType], ", ")})`;
}

function element(n) {
  if (ts.isNamedTupleMember(n)) {
    if (n.dotDotDotToken) return `spread (${type(n.type)})`;
    return n.questionToken ? `computed ?(${type(n.type)})` : type(n.type);
  }
  if (ts.isOptionalTypeNode(n)) return `computed ?(${type(n.type)})`;
  return ts.isRestTypeNode(n) ? `spread (${type(n.type)})` : type(n);
}

function template(n) {
  const parts = n.head.text ? [`"${n.head.text}"`] : [];
  for (const span of n.templateSpans) {
    parts.push(type(span.type));
    if (span.literal.text) parts.push(`"${span.literal.text}"`);
  }
  return `computed template(${parts.join(", ")})`;
}

function type(n) {
  switch (n.kind) {
    case K.ParenthesizedType: return type(n.type);
    case K.TypeReference: return named(n, n.typeName, checker.getSymbolAtLocation(n.typeName));
    case K.ExpressionWithTypeArguments: return named(n, n.expression, checker.getSymbolAtLocation(n.expression));
    case K.ImportType: return importType(n);
    case K.ThisType: return "self ()";
    case K.ArrayType: return type(n.elementType) + "[]";
    case K.TupleType: return "(" + n.elements.map(element).join(", ") + ")";
    case K.UnionType: return "(" + list(operands(n, n.kind), " | ") + ")";
    case K.IntersectionType: return "(" + list(operands(n, n.kind), " & ") + ")";
    case K.LiteralType: return n.literal.kind === K.NullKeyword ? "null" : literal(n.literal);
    case K.FunctionType: return "{call " + signature("()", n) + "}";
    case K.ConstructorType: return `{${n.modifiers ? "abstract " : ""}new${signature("", n)}}`;
    case K.TypeLiteral: return "{" + accessors(n.members.flatMap(member)).join("; ") + "}";
    case K.MappedType: return mapped(n);
    case K.ConditionalType: return conditional(n);
    case K.IndexedAccessType: return `computed [](${type(n.objectType)}, ${type(n.indexType)})`;
    case K.InferType: {
      const bound = n.typeParameter.constraint;
      return `computed infer(${n.typeParameter.name.text}${bound ? ", " + type(bound) : ""})`;
    }
    case K.TypeQuery: return `computed typeof(${valueName(n.exprName)}${args(n)})`;
    case K.TypePredicate: return predicate(n);
    case K.TemplateLiteralType: return template(n);
    case K.TypeOperator: return operator(n);
  }
  return n.getText();
}

function operator(n) {
  if (n.operator === K.KeyOfKeyword) return `computed keyof(${type(n.type)})`;
  if (n.operator === K.UniqueKeyword) return "unique symbol";
  return ts.isArrayTypeNode(n.type) ? `ReadonlyArray<${type(n.type.elementType)}>` : type(n.type);
}

function typeParams(all) {
  if (!all || !all.length) return "";
  return "<" + all.map((p) => p.name.text + (p.constraint ? ": " + type(p.constraint) : "") +
    (p.default ? " = " + type(p.default) : "")).join(", ") + ">";
}

function param(p) {
  const name = ts.isIdentifier(p.name) ? p.name.text : "";
  const mode = name === "this" ? "this " : p.dotDotDotToken ? "params " + name : name;
  return mode + (p.questionToken ? "?" : "") + ": " + (p.type ? type(p.type) : "unknown");
}

function signature(name, n) {
  const result = n.type ? ": " + type(n.type) : "";
  return name + typeParams(n.typeParameters) + "(" + n.parameters.map(param).join(", ") + ")" + result;
}

function memberName(n) {
  if (ts.isComputedPropertyName(n)) return n.getText().replaceAll(/\s+/g, "");
  return ts.isStringLiteral(n) || ts.isIdentifier(n) ? n.text : n.getText();
}

function modifiers(n) {
  const has = (kind) => n.modifiers && n.modifiers.some((m) => m.kind === kind);
  return (has(K.ProtectedKeyword) ? "protected " : "") + (has(K.StaticKeyword) ? "static " : "") +
    (has(K.AbstractKeyword) ? "abstract " : "") + (has(K.ReadonlyKeyword) ? "readonly " : "") +
    (n.questionToken ? "optional " : "");
}

function method(n) {
  return signature("method " + memberName(n.name), n);
}

// member returns what a member declares; accessors are put together later.
function member(n) {
  if (n.modifiers && n.modifiers.some((m) => m.kind === K.PrivateKeyword)) return [];
  if (n.name && ts.isPrivateIdentifier(n.name)) return [];
  const mods = modifiers(n);
  switch (n.kind) {
    case K.CallSignature: return [`call ${signature("()", n)}`];
    case K.ConstructSignature: case K.Constructor: return [mods + signature("new", n)];
    case K.IndexSignature: return [mods + signature("[]", n)];
    case K.PropertySignature: case K.PropertyDeclaration:
      return [`${mods}field ${memberName(n.name)}${n.type ? ": " + type(n.type) : ""}`];
    case K.MethodSignature: case K.MethodDeclaration: return [mods + method(n)];
    case K.GetAccessor: return [`${mods}get ${memberName(n.name)}${n.type ? ": " + type(n.type) : ""}`];
    case K.SetAccessor: return [`${mods}set ${memberName(n.name)}: ${type(n.parameters[0].type)}`];
  }
  return [];
}

// accessors makes one property of a getter and a setter.
function accessors(all) {
  const name = (line) => line.replace(/^(.*?)(get|set) ([^:]+):.*$/, "$1$3");
  const is = (line, word) => new RegExp(`^(\\w+ )*${word} [^(]+$`).test(line.split(":")[0]);
  const setters = new Set(all.filter((l) => is(l, "set")).map(name));
  const getters = new Set(all.filter((l) => is(l, "get")).map(name));
  return all.flatMap((l) => {
    if (is(l, "set")) return getters.has(name(l)) ? [] : [l.replace(/^((\w+ )*?)set /, "$1property ")];
    if (!is(l, "get")) return [l];
    return [l.replace(/^((\w+ )*?)get /, (_, m) => (setters.has(name(l)) ? m : m + "readonly ") + "property ")];
  });
}

const emit = (owner, line) => lines.push(owner + "\t" + line);

// space returns the full name of the module or namespace that n is declared in.
function space(n) {
  for (let p = n.parent; p; p = p.parent) {
    if (ts.isModuleDeclaration(p)) {
      return p.flags & ts.NodeFlags.GlobalAugmentation ? "" : full(checker.getSymbolAtLocation(p.name));
    }
    if (ts.isSourceFile(p)) return ts.isExternalModule(p) ? fileName(p.fileName) : "";
  }
}

// merged reports whether the namespace that n is in is also a class or interface.
function merged(n) {
  for (let p = n.parent; p; p = p.parent) {
    if (ts.isModuleDeclaration(p)) {
      const s = checker.getSymbolAtLocation(p.name);
      return s && s.flags & (F.Class | F.Interface) ? "static " : "";
    }
  }
  return "";
}

const bodies = new Map(); // lines of all declarations of a type

function typed(n) {
  const name = full(checker.getSymbolAtLocation(n.name));
  const all = bodies.get(name) || [];
  bodies.set(name, all);
  if (n.members) for (const m of n.members) all.push(...member(m));
  for (const clause of n.heritageClauses || []) for (const base of clause.types) emit(name, ": " + type(base));
}

function visit(n) {
  switch (n.kind) {
    case K.InterfaceDeclaration: case K.ClassDeclaration: typed(n); return;
    case K.TypeAliasDeclaration: {
      const name = full(checker.getSymbolAtLocation(n.name));
      emit(name, `= ${type(n.type)}`);
      return;
    }
    case K.EnumDeclaration: {
      const name = full(checker.getSymbolAtLocation(n.name));
      for (const m of n.members) emit(name, `const ${memberName(m.name)}: ${name}`);
      return;
    }
    case K.FunctionDeclaration: emit(space(n), merged(n) + signature("function " + n.name.text, n)); return;
    case K.VariableStatement: {
      const isConst = n.declarationList.flags & ts.NodeFlags.Const ? "readonly " : "";
      for (const d of n.declarationList.declarations) {
        const t = d.type ? ": " + type(d.type) : d.initializer ? ": " + literal(d.initializer) : "";
        emit(space(n), `${merged(n)}${isConst}value ${d.name.text}${t}`);
      }
      return;
    }
  }
  ts.forEachChild(n, visit);
}

for (const file of program.getSourceFiles()) visit(file);
for (const [name, all] of bodies) for (const line of accessors(all)) emit(name, line);
process.stdout.write(lines.join("\n").replaceAll(/[ ]*\n[ ]*/g, "\n") + "\n");
