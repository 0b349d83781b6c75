import type {
  Attribute,
  CommentNode,
  DocumentNode,
  ElementNode,
  NodeId,
  TemplateDocument,
  TextNode,
} from './document.ts';

/** Creates a builder of documents for tests. The ids are `n1, n2, …` in the order of creation. */
export function documentBuilder() {
  let last = 0;
  const id = (): NodeId => {
    last += 1;
    return `n${last}` as NodeId;
  };
  const attributesOf = (values: Readonly<Record<string, string>>): readonly Attribute[] =>
    Object.entries(values).map(([name, value]) => ({ name, value }));
  const builder = {
    element: (
      name: string,
      attributes: Readonly<Record<string, string>> = {},
      ...children: readonly DocumentNode[]
    ): ElementNode => ({
      kind: 'element',
      id: id(),
      name,
      attributes: attributesOf(attributes),
      children,
    }),
    comment: (text: string): CommentNode => ({ kind: 'comment', id: id(), text }),
    text: (text: string, cdata = false): TextNode => ({ kind: 'text', id: id(), text, cdata }),
    document: (root: ElementNode): TemplateDocument => ({ declaration: false, prolog: [], root, epilog: [] }),
    /** Creates a movie of 100×50 pixels at 25 frames per second. */
    movie: (...scenes: readonly DocumentNode[]): TemplateDocument =>
      builder.document(builder.element('movie', { width: '100', height: '50', framerate: '25' }, ...scenes)),
  };
  return builder;
}
