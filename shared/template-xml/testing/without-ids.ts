import type { DocumentNode, TemplateDocument } from '#shared/template/document/document.ts';

/** What a document says, ids aside. For comparing two readings. */
export function withoutIds({ declaration, prolog, root, epilog }: TemplateDocument): {
  readonly declaration: boolean;
  readonly nodes: readonly unknown[];
} {
  return { declaration, nodes: [...prolog, root, ...epilog].map(nodeWithoutId) };
}

function nodeWithoutId(node: DocumentNode): unknown {
  if (node.kind !== 'element') return { ...node, id: null };
  return { ...node, id: null, children: node.children.map(nodeWithoutId) };
}
