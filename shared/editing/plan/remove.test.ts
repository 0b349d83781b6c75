import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { applyEdits } from '#shared/template-xml/edit/edits.ts';
import { selectNodes } from '../model/selection.ts';
import { attempt, edited, elementId, film, linesOf, sceneId } from '../model/testing/editing.ts';
import { everyRole } from '../model/testing/every-role.ts';
import { planCommand } from './plan-command.ts';

const layered = () =>
  film(
    '<scene duration="5"><video src="a"><filter type="flip"/><filter type="vignette"/></video><video src="b"/></scene>',
  );

describe('deleting', () => {
  test('selects the parent of the deleted element', () => {
    const source = layered();
    const layer = edited(source, { type: 'node/remove', nodes: [elementId(source, 'video', 1)] });
    expect(layer.label).toBe('Delete layer “b”');
    expect(layer.selection).toEqual(selectNodes([sceneId(source, 0)]));
    const effect = edited(source, { type: 'node/remove', nodes: [elementId(source, 'filter')] });
    expect(effect.label).toBe('Delete Flip');
    expect(effect.selection).toEqual(selectNodes([elementId(source, 'video')]));
  });

  test('names a deleted layer by its name, file, text, or kind', () => {
    const source = film(
      '<scene duration="5"><image src="a.png" name="Logo"/><image src="b.png"/><text content="Hi"/><solid/></scene>',
    );
    const called = (name: string, index = 0) =>
      edited(source, { type: 'node/remove', nodes: [elementId(source, name, index)] }).label;
    expect(called('image')).toBe('Delete layer “Logo”');
    expect(called('image', 1)).toBe('Delete layer “b.png”');
    expect(called('text')).toBe('Delete layer “Hi”');
    expect(called('solid')).toBe('Delete solid');
  });

  test('accepts several elements in any order', () => {
    const source = layered();
    const [first, second] = [elementId(source, 'filter'), elementId(source, 'filter', 1)];
    const effects = edited(source, { type: 'node/remove', nodes: [second, first] });
    expect(linesOf(effects.source)).toEqual(['<scene duration="5"><video src="a"/><video src="b"/></scene>']);
    const nodes = [second, elementId(source, 'video', 1), elementId(source, 'video'), sceneId(source, 0)];
    const all = edited(source, { type: 'node/remove', nodes });
    expect(linesOf(all.source)).toEqual([]);
    expect(all.label).toBe('Delete “a”');
  });

  test('selects the next element of the role, or else the previous', () => {
    const source = film('<transition/>', '<scene duration="1"/>', '<transition/>', '<transition/>', '<audio/>');
    const { document } = source;
    const deleting = (name: string, index = 0) => {
      const command = { type: 'node/remove', nodes: [elementId(source, name, index)] } as const;
      const planned = planCommand({ document, values: new Map(), language: everyRole }, command);
      if (!planned.ok) throw new Error(inEnglish(planned.error));
      expect(applyEdits(document, planned.value.edits).ok).toBe(true);
      return [inEnglish(planned.value.label), planned.value.selection?.ids];
    };
    const [second, third] = [elementId(source, 'transition', 1), elementId(source, 'transition', 2)];
    expect(deleting('transition')).toEqual(['Delete transition', [second]]);
    expect(deleting('transition', 1)).toEqual(['Delete transition', [third]]);
    expect(deleting('transition', 2)).toEqual(['Delete transition', [second]]);
    expect(deleting('audio')).toEqual(['Delete audio', []]);
  });

  test('refuses the movie element and missing elements', () => {
    const source = layered();
    const movie = [source.document.root.id];
    expect(attempt(source, { type: 'node/remove', nodes: movie })).toEqual({
      ok: false,
      error: 'Nothing is selected.',
    });
    const nodes = [elementId(source, 'filter')];
    const { source: remaining } = edited(source, { type: 'node/remove', nodes });
    expect(attempt(remaining, { type: 'node/remove', nodes })).toEqual({
      ok: false,
      error: 'This element no longer exists.',
    });
  });
});
