import { expect, test } from 'vitest';
import { edited, elementId, film, linesOf, sceneId } from '../model/testing/editing.ts';

const music = { kind: 'asset', name: 'music.mp3' } as const;

test('a new movie sound precedes the scenes and is selected', () => {
  const source = film('<scene duration="10"/>');
  const done = edited(source, { type: 'sound/add', parent: source.document.root.id, source: music });
  expect(linesOf(done.source)).toEqual(['<audio src="music.mp3"/>', '<scene duration="10"/>']);
  expect(done.selection?.ids).toEqual([elementId(done.source, 'audio')]);
});

test('a new scene sound is the last child of its scene', () => {
  const source = film('<scene duration="10"><solid color="#000000"/></scene>');
  const done = edited(source, { type: 'sound/add', parent: sceneId(source, 0), source: music });
  expect(linesOf(done.source)[0]).toBe('<scene duration="10"><solid color="#000000"/><audio src="music.mp3"/></scene>');
});
