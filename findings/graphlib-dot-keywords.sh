#!/usr/bin/env bash
# graphlib-dot and Graphviz: a class called Node disappears from a diagram, and others get its label.
#
# Version: graphlib-dot 0.6.4, @viz-js/viz 3.31.0.
# Guess:    the writer quotes names that are keywords of DOT (node, edge, graph, digraph, subgraph and
#           strict, in any letter case), as gonum does: Graphviz draws the graph that was written.
# Observed: it quotes only names that are no identifiers. Node [label="class Node",color=red] sets the
#           defaults of the nodes: there is no node Node, and a node without a label has the label and
#           the colour of it, without an error. An edge to it is a syntax error of Graphviz. The reader
#           of the library loses the node as well, but without attributes it takes the word for a name,
#           so that a test with plain nodes passes.
# Consequence for an indexer: quote every name in DOT, and check an export with Graphviz itself.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent graphlib-dot@0.6.4 @viz-js/viz@3.31.0
cat > main.cjs <<'JS'
const dot = require('graphlib-dot')
const { Graph } = require('graphlib')
const { instance } = require('@viz-js/viz')

async function main() {
  const graph = new Graph()
  graph.setNode('Order', { label: 'class Order' })
  graph.setNode('Node', { label: 'class Node', color: 'red' })
  graph.setNode('Line', {})
  graph.setEdge('Order', 'Line')
  const text = dot.write(graph)
  const own = dot.read(text).nodes().join()
  const plain = new Graph()
  plain.setNode('Order', {})
  plain.setNode('Node', {})
  plain.setEdge('Order', 'Node')
  const ownPlain = dot.read(dot.write(plain)).nodes().join()
  const drawn = (await instance()).renderJSON(text).objects.map(o => `${o.name}: ${o.label}`).join()
  console.log(text)
  console.log('graphlib-dot:', own, '| without attributes:', ownPlain)
  console.log('Graphviz:', drawn)
  const changed = own !== 'Order,Line' || ownPlain !== 'Order,Node' || drawn !== 'Order: class Order,Line: class Node'
  if (changed) console.log('the behaviour has changed')
  process.exit(changed ? 1 : 0)
}
main()
JS
node main.cjs
