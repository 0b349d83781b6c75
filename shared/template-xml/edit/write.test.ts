import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { DocumentNode, ElementNode, NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { isBlank } from '#shared/template/document/names.ts';
import { fc } from '#shared/testing/properties.ts';
import { anyDocument } from '../read/document.arbitrary.ts';
import { readTemplate } from '../read/read.ts';
import { anyTextOf } from '../read/written-loosely.arbitrary.ts';
import { withoutIds } from '../testing/without-ids.ts';
import { formatTemplate } from './write.ts';

function read(text: string): TemplateDocument {
  const { source, problems } = readTemplate(text);
  expect(problems).toEqual([]);
  if (source === null) throw new Error('it was not read');
  return source.document;
}

describe('the formatter', () => {
  test('indents by two spaces, closes empty elements, and uses double quotes', () => {
    const text =
      "<?xml version='1.0'?><!-- a --><movie  width='1' ><scene><video url='a&apos;&quot;b'></video></scene ></movie>";
    expect(formatTemplate(read(text))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<!-- a -->
<movie width="1">
  <scene>
    <video url="a'&quot;b"/>
  </scene>
</movie>
`);
  });

  test('writes the quotes of placeholders unescaped', () => {
    const text = `<movie name="\${title, 'A, B', U}"/>\n`;
    expect(formatTemplate(read(text))).toBe(text);
  });

  test('preserves entity references in comments, texts, and CDATA', () => {
    const text = '<movie>\n  <!-- &apos; &amp; -->\n  <note>&amp;apos; <![CDATA[&apos;]]></note>\n</movie>\n';
    expect(formatTemplate(read(text))).toBe(text);
  });

  test('keeps line breaks and tabs in attributes', () => {
    const text = '<movie name="a&#10;b&#9;c&#13;d"/>\n';
    expect(formatTemplate(read(text))).toBe(text);
  });

  test('adds no white space to mixed content', () => {
    const text = '<movie>\n  <note> a <b/><!-- c --><i>d</i>\n e</note>\n</movie>\n';
    expect(formatTemplate(read(text))).toBe(text);
  });

  test('writes text that parses to the same document', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(withoutIds(read(formatTemplate(document)))).toEqual(withoutIds(document));
      }),
    );
  });

  test('returns its own output unchanged', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const text = formatTemplate(document);
        expect(formatTemplate(read(text))).toBe(text);
      }),
    );
  });

  test('writes the same text for all spellings of a document', () => {
    fc.assert(
      fc.property(
        anyDocument.chain((document) => fc.tuple(fc.constant(document), anyTextOf(document))),
        ([document, loose]) => {
          expect(withoutIds(read(loose))).toEqual(withoutIds(document));
          expect(formatTemplate(read(loose))).toBe(formatTemplate(document));
        },
      ),
    );
  });

  test('replaces content that XML cannot represent', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (value, comment, text, cdata) => {
        const children: DocumentNode[] = [
          { kind: 'text', id: 'n2' as NodeId, text: `x${text}`, cdata: false },
          { kind: 'text', id: 'n3' as NodeId, text: `]]>${cdata}]]`, cdata: true },
          { kind: 'comment', id: 'n4' as NodeId, text: `--${comment}->-` },
        ];
        const root = {
          kind: 'element',
          id: 'n1' as NodeId,
          name: 'movie',
          attributes: [{ name: 'a', value }],
          children,
        } as const;
        const once = formatTemplate({ declaration: false, prolog: [], root, epilog: [] });
        expect(formatTemplate(read(once))).toBe(once);
      }),
    );
  });

  test('writes text that fast-xml-parser parses to the same tree', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { root } = document;
        const plain = { ...document, root: withPlainNames(root) };
        const [first] = fromOrdered(
          parser.parse(formatTemplate({ ...plain, declaration: false, prolog: [], epilog: [] })),
        );
        expect(first).toEqual(withoutIds({ ...plain, prolog: [], epilog: [] }).nodes[0]);
      }),
    );
  });
});

/** A parser without conversions, so its output equals the written content. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  cdataPropName: '#cdata',
  commentPropName: '#comment',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
});

/**
 * Replaces names that fast-xml-parser cannot parse: it refuses names of object properties, and truncates names with
 * non-ASCII characters.
 */
function withPlainNames(element: ElementNode): ElementNode {
  return {
    ...element,
    name: `e${element.name.length}`,
    attributes: element.attributes.map(({ value }, index) => ({ name: `a${index}`, value })),
    children: withoutBlanks(element.children).map((child) =>
      child.kind === 'element' ? withPlainNames(child) : child,
    ),
  };
}

/** Removes white space without other text. The formatter writes it only in elements such as `span`. */
function withoutBlanks(children: ElementNode['children']): ElementNode['children'] {
  const isMixed = children.some((child) => child.kind === 'text' && (child.cdata || !isBlank(child.text)));
  return isMixed ? children : children.filter(({ kind }) => kind !== 'text');
}

/** Converts the tree of fast-xml-parser to document nodes. Removes the white space that the formatter added. */
function fromOrdered(nodes: readonly Record<string, unknown>[]): readonly unknown[] {
  const mixed = nodes.some(
    (node) => '#cdata' in node || (typeof node['#text'] === 'string' && !isBlank(node['#text'])),
  );
  return nodes.flatMap((node): readonly unknown[] => {
    const [kind = ''] = Object.keys(node).filter((key) => key !== ':@');
    const content = node[kind];
    if (kind === '#text') return mixed ? [{ kind: 'text', id: null, text: content, cdata: false }] : [];
    const children = content as readonly Record<string, unknown>[];
    const text = children[0]?.['#text'];
    if (kind === '#comment') return [{ kind: 'comment', id: null, text }];
    if (kind === '#cdata') return [{ kind: 'text', id: null, text, cdata: true }];
    const attributes = Object.entries(node[':@'] ?? {}).map(([name, value]) => ({ name, value }));
    return [{ kind: 'element', id: null, name: kind, attributes, children: fromOrdered(children) }];
  });
}
