import { XMLBuilder } from 'fast-xml-parser';
import type { Attribute, DocumentNode, ElementNode } from '../../template/document/document.ts';
import { toXmlText } from '../../template/document/names.ts';
import { keepsSpace } from '../../template/tables/language.ts';

/** The layout of formatted XML. */
export interface Layout {
  /** The additional indentation of a child, for example two spaces. */
  readonly indent: string;
  /** The line break: a line feed, a carriage return, or both; empty for a single line. */
  readonly newline: string;
  /** The white space before `/>`. */
  readonly beforeSlash: '' | ' ';
}

export const STANDARD_LAYOUT: Layout = { indent: '  ', newline: '\n', beforeSlash: '' };

/** A node in the format in which fast-xml-parser represents ordered documents. */
type Ordered = Readonly<Record<string, unknown>>;

/**
 * A replacement for apostrophes in the input of the builder, because the builder would escape them. XML cannot contain
 * this character.
 */
const APOSTROPHE = '\u0001';

/** The content of empty elements in the input of the builder, for layouts with a space before `/>`. */
const EMPTY_CONTENT = '\u0002';
const EMPTY_ELEMENT = new RegExp(`>${EMPTY_CONTENT}</[^>]*>`, 'g');

/** A builder that does not format, because formatting would add white space to mixed content. */
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
 * Prints nodes as XML with lines indented by `indentation`. Replaces characters that XML cannot represent with U+FFFD.
 * Splits text that would end a comment or a CDATA section early.
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

/**
 * Escapes a value for an attribute in these quotes. Also escapes line breaks and tabs, because parsers convert them to
 * spaces.
 */
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

/**
 * Returns whether white space between the children is content: one child is a text, or the element preserves white
 * space.
 */
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
  if (children.length === 0) return layout.beforeSlash === '' ? [] : [textPiece(EMPTY_CONTENT)];
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

/** Returns an object without a prototype, because `__proto__` can be a name in a template. */
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

/**
 * Converts a text for CDATA sections and comments, which cannot contain references. Replaces carriage returns with line
 * feeds, because XML parsers would do so (XML 1.0, 2.11).
 */
function literal(text: string): string {
  return toXmlText(text).replace(/\r\n?/g, '\n');
}

function safeComment(text: string): string {
  return literal(text)
    .replace(/-(?=-)/g, '- ')
    .replace(/-$/, '- ');
}
