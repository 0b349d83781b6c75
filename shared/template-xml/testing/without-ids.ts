import type { DocumentNode, TemplateDocument } from '#shared/template/document/document.ts';

/** Returns a document without ids, for comparing parse results. */
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
