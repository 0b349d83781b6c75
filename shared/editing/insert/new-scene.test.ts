import { expect, test } from 'vitest';
import type { NodeId } from '#shared/template/document/document.ts';
import { edited, film, linesOf, movieOf, sceneId } from '../model/testing/editing.ts';
import { newSceneCommand } from './insert-command.ts';

function added(source: ReturnType<typeof film>, previousScene: NodeId | null) {
  return edited(source, newSceneCommand(movieOf(source), source.document, previousScene));
}

test('a new scene is empty, lasts five seconds, and is selected', () => {
  const source = film('<scene duration="20"/>', '<scene duration="30"/>');
  const result = added(source, sceneId(source, 0));
  expect(linesOf(result.source)).toEqual([
    '<scene duration="20"/>',
    '<scene duration="125"/>',
    '<scene duration="30"/>',
  ]);
  expect(result.label).toBe('Add empty scene');
  expect(result.selection?.ids).toEqual([sceneId(result.source, 1)]);
});

test('an empty movie gets its first scene', () => {
  expect(linesOf(added(film(), null).source)).toEqual(['<scene duration="125"/>']);
});

test('a new scene in a choice is inserted after the choice', () => {
  const source = film(
    '<scene type="choice" select="1">',
    '<scene case="1" duration="20"/>',
    '<scene case="2" duration="20"/>',
    '</scene>',
    '<scene duration="30"/>',
  );
  const [, , ...others] = linesOf(added(source, movieOf(source).scenes[0]?.id ?? null).source);
  expect(others).toEqual([
    '<scene case="2" duration="20"/>',
    '</scene>',
    '<scene duration="125"/>',
    '<scene duration="30"/>',
  ]);
});
