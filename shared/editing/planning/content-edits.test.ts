import { expect, test } from 'vitest';
import type { NodeId } from '#shared/template/document/document.ts';
import { attempt, edited, elementId, film } from '../model/testing/editing.ts';

test('an edit of a text replaces the whole text of its element', () => {
  const source = film('<scene duration="9"><text><content>Hello</content></text></scene>');
  const set = (node: NodeId, value: string) => ({ type: 'attribute/set', node, name: null, value }) as const;
  const content = elementId(source, 'content');
  expect(edited(source, set(content, 'Good day, ${name}')).source.text).toContain(
    '<content>Good day, ${name}</content>',
  );

  const spans = film('<scene duration="9"><text><content>Hello <span color="#f00">you</span></content></text></scene>');
  expect(attempt(spans, set(elementId(spans, 'content'), 'Hello'))).toEqual({
    ok: false,
    error: 'This text has mixed styles. Edit it in XML.',
  });
});
