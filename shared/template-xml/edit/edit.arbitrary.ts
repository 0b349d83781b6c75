import fc from 'fast-check';
import type { DocumentNode, ElementNode, NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { anyNode } from '../read/document.arbitrary.ts';
import { nodesBelow } from '../read/node-ids.ts';
import type { DocumentEdit } from './edits.ts';

/** A random edit for any document. Each number selects a candidate, modulo the number of candidates. */
export interface RandomEdit {
  readonly type: DocumentEdit['type'];
  readonly pick: number;
  readonly target: number;
  readonly index: number;
  readonly name: string;
  readonly value: string | null;
  readonly node: DocumentNode;
}

export const anyEditIdea: fc.Arbitrary<RandomEdit> = fc.record({
  type: fc.constantFrom('set-attribute', 'insert-node', 'remove-node', 'move-node', 'replace-node', 'set-children'),
  pick: fc.nat(),
  target: fc.nat(),
  index: fc.nat(),
  name: fc.constantFrom('duration', 'url', '__proto__', 'new', 'name'),
  value: fc.option(fc.constantFrom('', '150', `a'b"c`, '<&>\t\n', '${x, "y"}')),
  node: anyNode,
});

/**
 * Converts a random edit to an edit of a document, which can be invalid. `step` makes the ids of inserted nodes unique.
 */
export function editOf(idea: RandomEdit, document: TemplateDocument, step: number): DocumentEdit {
  const nodes = [...nodesBelow(document.root)];
  const elements = nodes.filter((node): node is ElementNode => node.kind === 'element');
  const node = nodes[idea.pick % nodes.length] ?? document.root;
  const element = elements[idea.target % elements.length] ?? document.root;
  switch (idea.type) {
    case 'set-attribute':
      return {
        type: 'set-attribute',
        node: element.id,
        name: element.attributes[idea.index % 6]?.name ?? idea.name,
        value: idea.value,
      };
    case 'insert-node':
      return {
        type: 'insert-node',
        parent: element.id,
        index: idea.index % (element.children.length + 1),
        node: withUniqueIds(idea.node, step),
      };
    case 'remove-node':
      return { type: 'remove-node', node: node.id };
    case 'move-node': {
      const others = element.children.filter((child) => child.id !== node.id).length;
      return { type: 'move-node', node: node.id, parent: element.id, index: idea.index % (others + 1) };
    }
    case 'replace-node':
      return { type: 'replace-node', node: node.id, replacement: withUniqueIds(idea.node, step) };
    case 'set-children': {
      const { length } = element.children;
      const turned = [
        ...element.children.slice(idea.index % (length + 1)),
        ...element.children.slice(0, idea.index % (length + 1)),
      ];
      return {
        type: 'set-children',
        node: element.id,
        children: [...turned.slice(idea.target % 2), withUniqueIds(idea.node, step)],
      };
    }
  }
}

function withUniqueIds(node: DocumentNode, step: number): DocumentNode {
  const id = `${node.id}-${step}` as NodeId;
  return node.kind === 'element'
    ? { ...node, id, children: node.children.map((child) => withUniqueIds(child, step)) }
    : { ...node, id };
}
