import { XMLBuilder } from 'fast-xml-parser';
import type { Attribute, DocumentNode, ElementNode } from '../../template/document/document.ts';
import { toXmlText } from '../../template/document/names.ts';
import { keepsSpace } from '../../template/tables/language.ts';

/** How what is written is laid out. */
export interface Layout {
  /** What a child is further in than its parent: two spaces. */
  readonly indent: string;
  /** Line feed, carriage return or both; nothing when all stands in one line. */
  readonly newline: string;
  /** What stands before `/>`. */
  readonly beforeSlash: '' | ' ';
}

export const STANDARD_LAYOUT: Layout = { indent: '  ', newline: '\n', beforeSlash: '' };

/** A node as fast-xml-parser has it in documents whose order matters. */
type Ordered = Readonly<Record<string, unknown>>;

/** Stands for an apostrophe on the way through the builder, which would escape it. XML can hold no such character. */
const APOSTROPHE = '\u0001';

/** Is the content of empty elements on that way, where the layout has a space before `/>`. */
const NOTHING = '\u0002';
const EMPTY_ELEMENT = new RegExp(`>${NOTHING}</[^>]*>`, 'g');

/** No formatting by the builder: between the pieces of a mixed text it would put white space, which there is content. */
const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: '#text',
  cdataPropName: '#cdata',
  commentPropName: '#comment',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  processEntities: false,
  format: false,
  maxNestedTags: 1000,
});

/**
 * The XML of nodes, laid out as if they began lines that are indented by `indentation`. Characters that XML cannot
 * hold become U+FFFD, and what would end a comment or a CDATA section early is taken apart.
 */
export function printNodes(nodes: readonly DocumentNode[], indentation: string, layout: Layout): string {
  const lineBreak = layout.newline + indentation;
  const ordered = nodes.flatMap((node, index) => {
    const piece = orderedNode(node, lineBreak, layout);
    return index === 0 ? [piece] : [textPiece(lineBreak), piece];
  });
  const markup: string = builder.build(ordered);
  return markup.replaceAll(APOSTROPHE, "'").replace(EMPTY_ELEMENT, `${layout.beforeSlash}/>`);
}

/** A value as it is written between quotes. Line breaks and tabs would be read back as spaces. */
export function escapeAttributeValue(value: string, quote: '"' | "'"): string {
  return toXmlText(value).replace(/[&<>"'\t\n\r]/g, (character) => {
    switch (character) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      case '"':
      case "'":
        return character === quote ? (quote === '"' ? '&quot;' : '&apos;') : character;
      default:
        return `&#${character.charCodeAt(0)};`;
    }
  });
}

/** Whether white space around the children is content: one of them is text, or the element keeps all white space. */
export function isMixed(element: ElementNode): boolean {
  return keepsSpace(element) || element.children.some((child) => child.kind === 'text');
}

function orderedNode(node: DocumentNode, lineBreak: string, layout: Layout): Ordered {
  switch (node.kind) {
    case 'comment':
      return { '#comment': [textPiece(safeComment(node.text))] };
    case 'text':
      return node.cdata ? { '#cdata': [textPiece(literal(node.text))] } : textPiece(escapeText(node.text));
    case 'element': {
      const ordered = withoutPrototype();
      ordered[node.name] = orderedChildren(node, lineBreak, layout);
      ordered[':@'] = orderedAttributes(node.attributes);
      return ordered;
    }
  }
}

function orderedChildren(element: ElementNode, lineBreak: string, layout: Layout): readonly Ordered[] {
  const { children } = element;
  const inner = lineBreak + layout.indent;
  if (children.length > 0 && isMixed(element)) return children.map((child) => orderedNode(child, inner, layout));
  if (children.length === 0) return layout.beforeSlash === '' ? [] : [textPiece(NOTHING)];
  const pieces: Ordered[] = [];
  for (const child of children) pieces.push(textPiece(inner), orderedNode(child, inner, layout));
  pieces.push(textPiece(lineBreak));
  return pieces;
}

function orderedAttributes(attributes: readonly Attribute[]): Ordered {
  const ordered = withoutPrototype();
  for (const { name, value } of attributes)
    ordered[name] = escapeAttributeValue(value, '"').replaceAll("'", APOSTROPHE);
  return ordered;
}

/** Names come from the template, `__proto__` among them. */
function withoutPrototype(): Record<string, unknown> {
  return Object.create(null);
}

function textPiece(text: string): Ordered {
  return { '#text': text };
}

function escapeText(text: string): string {
  return toXmlText(text).replace(/[&<\r]|\]\]>/g, (match) => {
    switch (match) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '\r':
        return '&#13;';
      default:
        return ']]&gt;';
    }
  });
}

/** Text where no reference is known: a carriage return would be read back as a line feed, so it is written as one. */
function literal(text: string): string {
  return toXmlText(text).replace(/\r\n?/g, '\n');
}

function safeComment(text: string): string {
  return literal(text)
    .replace(/-(?=-)/g, '- ')
    .replace(/-$/, '- ');
}
