import { expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { element, idAt, sourceOf } from '../testing/read-source.ts';
import { applyEdit } from './edits.ts';
import { formatTemplate } from './write.ts';

function edited(result: ReturnType<typeof applyEdit>): string {
  return result.ok ? formatTemplate(result.value) : inEnglish(result.error);
}

test('an edit without effect returns the same document object', () => {
  const { document } = sourceOf('<m a="1"><b/><c/></m>');
  const [first] = document.root.children;
  if (first === undefined) throw new Error('there is no child');
  const unchanged = [
    applyEdit(document, { type: 'set-attribute', node: document.root.id, name: 'a', value: '1' }),
    applyEdit(document, { type: 'set-attribute', node: document.root.id, name: 'x', value: null }),
    applyEdit(document, { type: 'move-node', node: first.id, parent: document.root.id, index: 0 }),
  ];
  for (const result of unchanged) expect(result.ok && result.value).toBe(document);
});

test('the index of a move excludes the moved node', () => {
  const source = sourceOf('<m>a<b/>c</m>');
  const move = (index: number) =>
    edited(
      applyEdit(source.document, { type: 'move-node', node: idAt(source, '<b'), parent: idAt(source, '<m'), index }),
    );
  expect([move(0), move(1), move(2)]).toEqual(['<m><b/>ac</m>\n', '<m>a<b/>c</m>\n', '<m>ac<b/></m>\n']);
});

test('adjacent texts merge under the id of the first text', () => {
  const source = sourceOf('<m>a<b/>c</m>');
  const result = applyEdit(source.document, { type: 'remove-node', node: idAt(source, '<b') });
  expect(result.ok && result.value.root.children).toEqual([
    { kind: 'text', id: idAt(source, 'a'), text: 'ac', cdata: false },
  ]);
});

test('an edit can replace the root', () => {
  const source = sourceOf('<!--a--><m/>');
  const { document } = source;
  expect(
    edited(applyEdit(document, { type: 'replace-node', node: document.root.id, replacement: element('movie') })),
  ).toBe('<!--a-->\n<movie/>\n');
  expect(edited(applyEdit(document, { type: 'remove-node', node: idAt(source, '<!--a') }))).toBe('<m/>\n');
});
