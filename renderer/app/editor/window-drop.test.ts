import { expect, test } from 'vitest';
import { en } from '#renderer/strings/en.ts';
import { draggedContentOf, dropSentence } from './window-drop.tsx';

const ASSET = 'application/x-scenewright-asset';
const OF = 'application/x-scenewright-of-';
const SEVERAL = 'application/x-scenewright-several';

function said(types: readonly string[], files: readonly string[] = [], isEmpty = false): string | null {
  const held = draggedContentOf({ types, items: files.map((type) => ({ kind: 'file', type })) });
  return held === null ? null : dropSentence(held, isEmpty, en.app.drop);
}

test('the drop hint for assets depends on their kind', () => {
  const { drop } = en.app;
  expect(said([ASSET, `${OF}video`])).toBe(drop.scene);
  expect(said([ASSET, `${OF}video`], [], true)).toBe(drop.firstScene);
  expect(said([ASSET, `${OF}image`])).toBe(drop.layer);
  expect(said([ASSET, `${OF}image`, SEVERAL])).toBe(drop.scenes);
  expect(said([ASSET, `${OF}audio`, SEVERAL])).toBe(drop.sound);
  expect(said([ASSET, `${OF}captions`])).toBe(drop.layer);
  expect(said([ASSET, `${OF}audio`, `${OF}image`, SEVERAL])).toBe(drop.files);
});

test('the drop hint for files depends on their media types', () => {
  const { drop } = en.app;
  expect(said(['Files'], ['image/jpeg'])).toBe(drop.layer);
  expect(said(['Files'], ['image/jpeg', 'image/png'])).toBe(drop.scenes);
  expect(said(['Files'], ['video/mp4', 'image/png'])).toBe(drop.files);
  expect(said(['Files'], [''])).toBe(drop.files);
  expect(said(['text/plain'])).toBeNull();
});
