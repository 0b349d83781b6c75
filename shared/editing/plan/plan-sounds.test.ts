import { expect, test } from 'vitest';
import { edited, elementId, film, linesOf, sceneId } from '../model/testing/editing.ts';

const music = { kind: 'asset', name: 'music.mp3' } as const;

test('a new movie sound precedes the scenes and is selected', () => {
  const source = film('<scene duration="10"/>');
  const result = edited(source, { type: 'sound/add', parent: source.document.root.id, source: music });
  expect(linesOf(result.source)).toEqual(['<audio src="music.mp3"/>', '<scene duration="10"/>']);
  expect(result.selection?.ids).toEqual([elementId(result.source, 'audio')]);
});

test('a new scene sound is the last child of its scene', () => {
  const source = film('<scene duration="10"><solid color="#000000"/></scene>');
  const result = edited(source, { type: 'sound/add', parent: sceneId(source, 0), source: music });
  expect(linesOf(result.source)[0]).toBe(
    '<scene duration="10"><solid color="#000000"/><audio src="music.mp3"/></scene>',
  );
});
