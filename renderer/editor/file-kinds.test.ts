import { expect, test } from 'vitest';
import { fileKindOf } from './file-kinds.ts';

test('the kind of a file is determined by its name or type', () => {
  const kindOf = (name: string, type = '') => fileKindOf({ name, type });
  expect(['a.PNG', 'b.gif', 'c.svg', 'd.mp3', 'e.vtt', 'f.mov', 'g.ttf', 'h.txt'].map((name) => kindOf(name))).toEqual([
    'image',
    'image',
    'image',
    'audio',
    'captions',
    'video',
    null,
    null,
  ]);
  expect([kindOf('a', 'image/heic'), kindOf('a', 'audio/x'), kindOf('a', 'video/mp4')]).toEqual([
    'image',
    'audio',
    'video',
  ]);
});
