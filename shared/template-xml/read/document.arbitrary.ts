import fc from 'fast-check';
import type {
  Attribute,
  CommentNode,
  DocumentNode,
  ElementNode,
  NodeId,
  TemplateDocument,
} from '#shared/template/document/document.ts';
import { isBlank } from '#shared/template/document/names.ts';
import { keepsSpace } from '#shared/template/tables/language.ts';

/** Generates names of the language, unknown names, and names of object properties. */
const name = fc.oneof(
  fc.constantFrom(
    'movie',
    'scene',
    'video',
    'filter',
    'transform',
    'url',
    'src',
    'duration',
    'name',
    'type',
    'color',
    'content',
    'span',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'xml:lang',
    'a-b.c',
    '_',
    'größe',
    '名前',
    '𐀀',
  ),
);

/** Generates characters that XML can represent, preferably characters that need escaping. */
const characters = fc
  .array(
    fc.oneof(
      fc.constantFrom('&', '<', '>', '"', "'", ']]>', '--', '&amp;', '&#10;', '\t', '\n', ' ', "${a, 'b'}", 'x', '{'),
      fc.constantFrom('\u00a0', '\u0085', '\u2028', '\ufeff', '\ufffd', '😀', 'é', '\u007f'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => withoutForbidden(parts.join('')));

const attributes: fc.Arbitrary<readonly Attribute[]> = fc.uniqueArray(
  fc.record({
    name,
    value: fc.oneof(
      characters,
      characters.map((value) => `${value}\r`),
    ),
  }),
  { maxLength: 4, selector: (attribute) => attribute.name },
);

const commentText = characters.map((text) => text.replace(/-+/g, '-').replace(/-$/, '').replaceAll('\r', ''));
const plainText = characters.filter((text) => !isBlank(text));
const blankText = fc.constantFrom(' ', '\n', '\t \n  ');
const cdataText = characters.map((text) => text.replaceAll(']]>', '').replaceAll('\r', ''));

const NO_ID = '' as NodeId;

const comment: fc.Arbitrary<CommentNode> = commentText.map((text) => ({ kind: 'comment', id: NO_ID, text }));

const { element } = fc.letrec<{ element: ElementNode; child: DocumentNode }>((tie) => ({
  element: fc
    .record({ name, attributes, children: fc.array(tie('child'), { maxLength: 5, depthIdentifier: 'tree' }) })
    .map((parts) => ({ kind: 'element', id: NO_ID, ...parts, children: joined(parts.name, parts.children) })),
  child: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'tree' },
    comment,
    { arbitrary: tie('element'), weight: 6 },
    plainText.map((text): DocumentNode => ({ kind: 'text', id: NO_ID, text, cdata: false })),
    blankText.map((text): DocumentNode => ({ kind: 'text', id: NO_ID, text, cdata: false })),
    cdataText.map((text): DocumentNode => ({ kind: 'text', id: NO_ID, text, cdata: true })),
  ),
}));

/** Generates nodes whose ids are different from all ids in the document. */
export const anyNode: fc.Arbitrary<DocumentNode> = fc
  .oneof(
    comment,
    { arbitrary: element, weight: 4 },
    plainText.map((text) => textNode(text, false)),
    cdataText.map((text) => textNode(text, true)),
  )
  .map((node) => numbered(node, 'new'));

/**
 * Generates documents as the parser returns them: texts of only white space where it is preserved, and no adjacent
 * texts.
 */
export const anyDocument: fc.Arbitrary<TemplateDocument> = fc
  .record({
    declaration: fc.boolean(),
    prolog: fc.array(comment, { maxLength: 2 }),
    root: element,
    epilog: fc.array(comment, { maxLength: 2 }),
  })
  .map((document) => {
    const [prolog, epilog] = [document.prolog, document.epilog].map((comments, index) =>
      comments.map((each, position): CommentNode => ({ ...each, id: `outside${index}-${position}` as NodeId })),
    );
    return {
      ...document,
      prolog: prolog ?? [],
      root: numbered(document.root, 'n') as ElementNode,
      epilog: epilog ?? [],
    };
  });

function textNode(text: string, cdata: boolean): DocumentNode {
  return { kind: 'text', id: NO_ID, text, cdata };
}

function joined(name: string, all: readonly DocumentNode[]): readonly DocumentNode[] {
  const children = all.filter(
    (child) => child.kind !== 'text' || child.cdata || !isBlank(child.text) || keepsSpace({ name }),
  );
  return children.filter((child, index) => {
    const before = children[index - 1];
    return !(child.kind === 'text' && !child.cdata && before?.kind === 'text' && !before.cdata);
  });
}

function numbered(node: DocumentNode, prefix: string): DocumentNode {
  let last = 0;
  const withId = (each: DocumentNode): DocumentNode => {
    last += 1;
    const id = `${prefix}${last}` as NodeId;
    return each.kind === 'element' ? { ...each, id, children: each.children.map(withId) } : { ...each, id };
  };
  return withId(node);
}

function withoutForbidden(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
}
