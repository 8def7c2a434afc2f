"""Compares an index with graphql-core: definitions, types of fields and arguments, interfaces, selected fields.

usage: gqlschema.py TREE ARTIFACTS INDEXER [SCHEMA]; with the file of a schema, selected fields are compared, too.

Needs graphql-core 3. Prints for each what only one of the two has.
"""
import json
import os
import subprocess
import sys

from graphql import Source, TypeInfo, TypeInfoVisitor, Visitor, build_schema, parse, visit
from graphql.language import ast

BUILT_IN = {'Int', 'Float', 'String', 'Boolean', 'ID'}


def documents(root):
    """Returns the syntax trees by path, and the files that graphql-core does not accept."""
    files, broken = {}, []
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(('.graphql', '.graphqls', '.gql')):
                path = os.path.join(folder, name)
                try:
                    with open(path, encoding='utf-8-sig') as f:
                        files[os.path.relpath(path, root)] = parse(Source(f.read()))
                except Exception:
                    broken.append(path)
    return files, broken


def line(node):
    return node.loc.start_token.line


def named(typ):
    while not isinstance(typ, ast.NamedTypeNode):
        typ = typ.type
    return typ.name.value


def declared(files):
    """Returns definitions, names of types in fields, and interfaces."""
    defs, refs, bases = set(), set(), set()
    for path, doc in files.items():
        for n in doc.definitions:
            if not getattr(n, 'name', None):
                continue
            defs.add((path, n.name.value, line(n.name)))
            for i in getattr(n, 'interfaces', None) or []:
                bases.add((path, line(n.name), i.name.value))
            for f in list(getattr(n, 'fields', None) or []) + list(getattr(n, 'values', None) or []):
                defs.add((path, f.name.value, line(f.name)))
                for t in [getattr(f, 'type', None)] + [a.type for a in getattr(f, 'arguments', None) or []]:
                    if t and named(t) not in BUILT_IN:
                        refs.add((path, line(f.name), named(t)))
    return defs, refs, bases


def selections(files, schema):
    """Returns the fields of the schema that operations and fragments select."""
    out = set()
    for path, doc in files.items():
        for n in doc.definitions:
            if not isinstance(n, (ast.OperationDefinitionNode, ast.FragmentDefinitionNode)):
                continue
            info = TypeInfo(schema)

            class Fields(Visitor):
                def enter_field(self, node, *_):
                    parent = info.get_parent_type()
                    if parent and info.get_field_def() and not node.name.value.startswith('__'):
                        out.add((path, n.name.value if n.name else None, parent.name + '.' + node.name.value))

            visit(n, TypeInfoVisitor(info, Fields()))
    return out


def exported(indexer, artifacts, what):
    out = subprocess.run([indexer, 'export', artifacts, '--format', what + '.jsonl'], check=True,
                         stdout=subprocess.PIPE).stdout
    return [json.loads(row) for row in out.splitlines()]


def indexed(indexer, artifacts):
    """Returns the same of the index: definitions, types of fields, interfaces, selected fields."""
    nodes = {o['id']: o for o in exported(indexer, artifacts, 'nodes') if o['language'] == 'graphql'}
    defs = {(o['path'], o['name'].split('.')[-1], o['name_line']) for o in nodes.values() if o['kind'] != 'file'}
    refs, bases, fields = set(), set(), set()
    for e in exported(indexer, artifacts, 'edges'):
        a, b = nodes.get(e['src_id']), nodes.get(e['dst_id'])
        if not a or not b:
            continue
        name = b['name'].split('.')
        if e['edge_type'] in ('Implements', 'Inherits'):
            bases.add((a['path'], a['name_line'], name[-1]))
        elif e['edge_type'] == 'References' and b['kind'] == 'field':
            fields.add((a['path'], a['name'].split('.')[-1] if a['kind'] == 'function' else None, '.'.join(name[-2:])))
        elif e['edge_type'] == 'References' and a['kind'] == 'field' and b['kind'] != 'function':
            refs.add((a['path'], a['name_line'], name[-1]))
    return defs, refs, bases, fields


def main():
    files, broken = documents(sys.argv[1])
    want = list(declared(files))
    names = ['definitions', 'types of fields', 'interfaces', 'selected fields']
    if len(sys.argv) > 4:
        with open(sys.argv[4], encoding='utf-8-sig') as f:
            want.append(selections(files, build_schema(f.read(), assume_valid=True)))
    print(len(files), 'files,', len(broken), 'that graphql-core does not accept')
    for name, w, g in zip(names, want, indexed(sys.argv[3], sys.argv[2])):
        print(f'{name}: {len(w)}, missing {len(w - g)}, too many {len(g - w)}',
              *sorted(map(str, w - g))[:3], *sorted(map(str, g - w))[:3], sep='\n  ')


main()
