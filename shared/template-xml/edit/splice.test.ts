import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { TemplateSource } from '../ranges/ranges.ts';
import { element, idAt, nodeAt, sourceOf } from '../testing/read-source.ts';
import type { DocumentEdit } from './edits.ts';
import { spliceTemplate } from './splice.ts';

function spliced(text: string, editsOf: (source: TemplateSource) => readonly DocumentEdit[]): string {
  const source = sourceOf(text);
  const result = spliceTemplate(source, editsOf(source));
  if (!result.ok) throw new Error(result.error.code);
  return result.value.text;
}

function set(source: TemplateSource, begins: string, name: string, value: string | null): DocumentEdit {
  return { type: 'set-attribute', node: idAt(source, begins), name, value };
}

function insert(source: TemplateSource, parent: string, index: number, name: string): DocumentEdit {
  return { type: 'insert-node', parent: idAt(source, parent), index, node: element(name) };
}

function remove(source: TemplateSource, begins: string): DocumentEdit {
  return { type: 'remove-node', node: idAt(source, begins) };
}

function move(source: TemplateSource, begins: string, parent: string, index: number): DocumentEdit {
  return { type: 'move-node', node: idAt(source, begins), parent: idAt(source, parent), index };
}

describe('an attribute', () => {
  test.each<[string, string, string, string | null, string]>([
    ['changes between its own quotes', `<m a = '1'  b="2" />`, 'a', `x'"&`, `<m a = 'x&apos;"&amp;'  b="2" />`],
    [
      'is appended with the spacing and quotes of the last',
      `<m a='1'\n   b='2' />`,
      'c',
      '3',
      `<m a='1'\n   b='2'\n   c='3' />`,
    ],
    ['follows the element name if it is the first', '<m/>', 'a', '1', '<m a="1"/>'],
    [
      'is removed together with the space before it',
      '<m a="1"\n   b="2"\n   c="3"/>',
      'b',
      null,
      '<m a="1"\n   c="3"/>',
    ],
    ['is removed as the only one', '<m a="1" />', 'a', null, '<m />'],
    ['keeps line breaks as references', '<m a="1"/>', 'a', 'x\ny', '<m a="x&#10;y"/>'],
  ])('%s', (_, text, name, value, expected) => {
    expect(spliced(text, (source) => [set(source, '<m', name, value)])).toBe(expected);
  });
});

describe('a new node', () => {
  test.each<[string, string, string, number, string]>([
    ['gets its own line', '<m>\n\t<a/>\n</m>', '<m', 1, '<m>\n\t<a/>\n\t<new/>\n</m>'],
    ['is inserted at the beginning', '<m>\n  <a/>\n</m>', '<m', 0, '<m>\n  <new/>\n  <a/>\n</m>'],
    ['is inserted between siblings', '<m>\n  <a/>\n\n  <b/>\n</m>', '<m', 1, '<m>\n  <a/>\n  <new/>\n\n  <b/>\n</m>'],
    ['is inserted on the line of its siblings', '<m><a/> <b/></m>', '<m', 2, '<m><a/> <b/> <new/></m>'],
    [
      'opens a self-closing element',
      '<m>\r\n    <a b="1" />\r\n</m>',
      '<a',
      0,
      '<m>\r\n    <a b="1">\r\n        <new />\r\n    </a>\r\n</m>',
    ],
    ['fills an empty element', '<m>\n</m>', '<m', 0, '<m>\n  <new/>\n</m>'],
    ['adds no line break to a text without line breaks', '<x><a/></x>', '<a', 0, '<x><a><new/></a></x>'],
    ['adds no white space to mixed content', '<m>a <b/> c</m>', '<m', 1, '<m>a <new/><b/> c</m>'],
  ])('%s', (_, text, parent, index, expected) => {
    expect(spliced(text, (source) => [insert(source, parent, index, 'new')])).toBe(expected);
  });

  test('is indented with its descendants', () => {
    const node = element('scene', { duration: '1' }, [element('video')]);
    const text = spliced('<m>\n\t<a/>\n</m>', (source) => [
      { type: 'insert-node', parent: idAt(source, '<m'), index: 1, node },
    ]);
    expect(text).toBe('<m>\n\t<a/>\n\t<scene duration="1">\n\t\t<video/>\n\t</scene>\n</m>');
  });
});

describe('a removed node', () => {
  test.each<[string, string, string, string]>([
    ['is removed with its line', '<m>\n  <a/>\n  <b/>\n  <c/>\n</m>', '<b', '<m>\n  <a/>\n  <c/>\n</m>'],
    ['leaves a comment on its line', '<m>\n  <a/> <!-- why -->\n</m>', '<a', '<m>\n  <!-- why -->\n</m>'],
    [
      'makes its parent self-closing if it was the only child',
      '<m>\n  <a b="1">\n    <c/>\n  </a>\n</m>',
      '<c',
      '<m>\n  <a b="1"/>\n</m>',
    ],
    ['merges the texts around it', '<m>a <b/> c</m>', '<b', '<m>a  c</m>'],
    ['can be a comment before the root', '<!--a-->\n<m/>', '<!--a', '<m/>'],
  ])('%s', (_, text, begins, expected) => {
    expect(spliced(text, (source) => [remove(source, begins)])).toBe(expected);
  });
});

describe('a moved node', () => {
  test('keeps its text', () => {
    const text = `<m>\n  <a  x='1'><!-- c --></a>\n  <b/>\n  <c/>\n</m>`;
    expect(spliced(text, (source) => [move(source, '<a', '<m', 2)])).toBe(
      `<m>\n  <b/>\n  <c/>\n  <a  x='1'><!-- c --></a>\n</m>`,
    );
  });

  test('is indented for its new depth', () => {
    const text = '<m>\n  <a>\n    <b\n      c="1"/>\n  </a>\n  <d>\n    <e>\n      <f/>\n    </e>\n  </d>\n</m>';
    expect(spliced(text, (source) => [move(source, '<a', '<e', 0)])).toBe(
      '<m>\n  <d>\n    <e>\n      <a>\n        <b\n          c="1"/>\n      </a>\n      <f/>\n    </e>\n  </d>\n</m>',
    );
  });
});

test('replacing a node preserves the text around it', () => {
  const text = '<m>\n  <a/>  <b/> <!-- b -->\n</m>';
  const replaced = spliced(text, (source) => [
    { type: 'replace-node', node: idAt(source, '<b'), replacement: element('new') },
  ]);
  expect(replaced).toBe('<m>\n  <a/>  <new/> <!-- b -->\n</m>');
});

test('several edits are applied together and preserve ids', () => {
  const source = sourceOf('<m>\n  <a/>\n  <b/>\n</m>\n');
  const result = spliceTemplate(source, [
    set(source, '<a', 'x', '1'),
    insert(source, '<m', 2, 'c'),
    remove(source, '<b'),
    set(source, '<m', 'y', '2'),
  ]);
  if (!result.ok) throw new Error(result.error.code);
  expect(result.value.text).toBe('<m y="2">\n  <a x="1"/>\n  <c/>\n</m>\n');
  expect(idAt(result.value, '<a')).toBe(idAt(source, '<a'));
  expect(result.value.ranges.get(idAt(source, '<a'))).toMatchObject({ start: 12, end: 22 });
});

test('a node without edits stays the same object', () => {
  const source = sourceOf('<m><a/><b/></m>');
  const result = spliceTemplate(source, [set(source, '<a', 'x', '1')]);
  expect(result.ok && nodeAt(result.value, '<b')).toBe(nodeAt(source, '<b'));
});

describe('an edit', () => {
  const source = sourceOf('<m><a/><!--c--></m>');
  const text = (content: string, cdata = false) => ({ kind: 'text', id: 't' as NodeId, text: content, cdata }) as const;
  const parent = idAt(source, '<m');
  test.each<[string, DocumentEdit]>([
    ['a bad name', set(source, '<a', 'b c', '1')],
    ['a character that XML does not allow', set(source, '<a', 'b', '\0')],
    ['removing the root', remove(source, '<m')],
    ['moving an element into itself', move(source, '<m', '<a', 0)],
    ['blank text', { type: 'insert-node', parent, index: 0, node: text(' ') }],
    ['CDATA that contains its end mark', { type: 'insert-node', parent, index: 0, node: text(']]>', true) }],
    [
      'a comment that contains its end mark',
      { type: 'insert-node', parent, index: 0, node: { kind: 'comment', id: 'c' as NodeId, text: '-->' } },
    ],
    [
      'a comment as the root',
      { type: 'replace-node', node: parent, replacement: { kind: 'comment', id: 'c' as NodeId, text: '' } },
    ],
  ])('is refused: %s', (_, edit) => {
    const result = spliceTemplate(source, [edit]);
    expect(result.ok ? '' : inEnglish(result.error)).toMatch(/\.$/);
  });

  test('is refused above the element limit', () => {
    const full = sourceOf(`<m>${'<a/>'.repeat(99_999)}</m>`);
    expect(spliceTemplate(full, [insert(full, '<m', 0, 'a')])).toMatchObject({ ok: false });
  });

  test('throws an error for an unknown id', () => {
    expect(() => spliceTemplate(source, [{ type: 'remove-node', node: 'nobody' as NodeId }])).toThrow('nobody');
  });
});

test('removing a comment from mixed content leaves no line break', () => {
  const text = '<m>\n  <text>\n    <span></span>\n    <span a="1"/>\n  </text>\n</m>';
  const comment = (id: string) => ({ kind: 'comment', id: id as NodeId, text: 'new' }) as const;
  for (const span of ['<span></', '<span a']) {
    const inAndOut = (source: TemplateSource): readonly DocumentEdit[] => [
      { type: 'insert-node', parent: idAt(source, span), index: 0, node: comment('t') },
      { type: 'remove-node', node: 't' as NodeId },
    ];
    expect(spliced(text, inAndOut)).toBe(text);
  }
});
