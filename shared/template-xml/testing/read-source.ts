import type { DocumentNode, ElementNode, NodeId } from '#shared/template/document/document.ts';
import type { TemplateSource } from '../ranges/ranges.ts';
import { nodesOf } from '../read/node-ids.ts';
import { readTemplate } from '../read/read.ts';

/** Parses a valid text. Throws if the text has a problem. */
export function sourceOf(text: string, previous?: TemplateSource): TemplateSource {
  const { source, problems } = readTemplate(text, { previous });
  if (source === null || problems.length > 0) throw new Error(`it was not read: ${JSON.stringify(problems)}`);
  return source;
}

/** Returns the node whose range starts with `text`. */
export function nodeAt(source: TemplateSource, text: string): DocumentNode {
  for (const node of nodesOf(source.document)) {
    const place = source.ranges.get(node.id);
    if (place !== undefined && source.text.startsWith(text, place.start)) return node;
  }
  throw new Error(`nothing begins with ${text}`);
}

export function idAt(source: TemplateSource, text: string): NodeId {
  return nodeAt(source, text).id;
}

/** Creates an element with ids that the parser does not generate. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly DocumentNode[] = [],
): ElementNode {
  lastElement += 1;
  const id = `made${lastElement}` as NodeId;
  return {
    kind: 'element',
    id,
    name,
    attributes: Object.entries(attributes).map(([key, value]) => ({ name: key, value })),
    children,
  };
}

let lastElement = 0;
