import type { ElementNode, NodeId, TemplateDocument } from '../../template/document/document.ts';

/**
 * Returns paths such as `movie/scene[3]/video/filter[1]` for the given nodes. An element has an index, from 1, if a
 * sibling has the same name. The path of a text or a comment is the path of its element; empty outside the root.
 */
export function elementPaths(
  document: TemplateDocument,
  requested: { has(id: NodeId): boolean },
): ReadonlyMap<NodeId, string> {
  const paths = new Map<NodeId, string>();
  const { root } = document;
  if (requested.has(root.id)) paths.set(root.id, root.name);
  walk(root, root.name, requested, paths);
  return paths;
}

function walk(
  parent: ElementNode,
  path: string,
  requested: { has(id: NodeId): boolean },
  paths: Map<NodeId, string>,
): void {
  const counts = new Map<string, number>();
  for (const child of parent.children)
    if (child.kind === 'element') counts.set(child.name, (counts.get(child.name) ?? 0) + 1);
  const seen = new Map<string, number>();
  for (const child of parent.children) {
    if (child.kind !== 'element') {
      if (requested.has(child.id)) paths.set(child.id, path);
      continue;
    }
    const { name, id } = child;
    const ordinal = (seen.get(name) ?? 0) + 1;
    seen.set(name, ordinal);
    if (child.children.length === 0 && !requested.has(id)) continue;
    const own = `${path}/${counts.get(name) === 1 ? name : `${name}[${ordinal}]`}`;
    if (requested.has(id)) paths.set(id, own);
    walk(child, own, requested, paths);
  }
}
