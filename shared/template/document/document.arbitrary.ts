import * as fc from 'fast-check';
import type { Attribute, DocumentNode, ElementNode, NodeId, TemplateDocument } from './document.ts';

// All nodes have the same id, because `withoutNodeIds` removes ids before documents are compared.
const id = 'n' as NodeId;

const xmlText = fc.stringMatching(/^[\t\n -~é𝄞\u00a0]*$/u);

const xmlName = fc.oneof(
  fc.constantFrom('scene', 'video', 'filter', 'image', 'x:y', '__proto__', 'constructor', 'toString', 'élan'),
  fc.stringMatching(/^[A-Za-z_][\w.-]{0,6}$/),
);

const attributes: fc.Arbitrary<readonly Attribute[]> = fc.uniqueArray(fc.record({ name: xmlName, value: xmlText }), {
  selector: ({ name }) => name,
  maxLength: 4,
});

const commentText = xmlText.filter((text) => !/--|-$/.test(text));
const comment = commentText.map((text) => ({ kind: 'comment' as const, id, text }));
const plainText = xmlText
  .filter((text) => /[^ \t\n]/.test(text))
  .map((text) => ({ kind: 'text' as const, id, text, cdata: false }));
const cdata = xmlText
  .filter((text) => !text.includes(']]>'))
  .map((text) => ({ kind: 'text' as const, id, text, cdata: true }));

const element: fc.Arbitrary<ElementNode> = fc.letrec<{ element: ElementNode; node: DocumentNode }>((tie) => ({
  element: fc.record({
    kind: fc.constant('element' as const),
    id: fc.constant(id),
    name: xmlName,
    attributes,
    children: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'tree' }).map(withoutTextsInARow),
  }),
  node: fc.oneof({ depthIdentifier: 'tree', maxDepth: 4 }, comment, plainText, cdata, tie('element')),
})).element;

/** Generates any document that XML can represent. Most of these documents are not valid movies. */
export const anyDocument: fc.Arbitrary<TemplateDocument> = fc.record({
  declaration: fc.boolean(),
  prolog: fc.array(comment, { maxLength: 2 }),
  root: element,
  epilog: fc.array(comment, { maxLength: 2 }),
});

export function withoutNodeIds(document: TemplateDocument): unknown {
  return JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === 'id' ? undefined : value)));
}

function withoutTextsInARow(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  return nodes.filter((node, index) => !isPlainText(node) || !isPlainText(nodes[index - 1]));
}

function isPlainText(node: DocumentNode | undefined): boolean {
  return node?.kind === 'text' && !node.cdata;
}
