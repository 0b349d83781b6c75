import { expect, test } from 'vitest';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { en } from '#renderer/strings/en.ts';
import { insertSections, movedChoice } from './insert-items.ts';

function asset(name: string, kind: 'video' | 'image' | 'audio' | 'font' | 'captions', reason: string | null = null) {
  const nothing = { durationSeconds: null, pictureSeconds: null, width: null, height: null, frameRate: null };
  const none = { videoCodec: null, audioCodec: null, hasAudio: false, damage: null, fontFamily: null };
  const media = { kind, ...nothing, ...none, reason };
  const at = '2026-01-01T00:00:00Z';
  return {
    name,
    size: 1,
    contentType: '',
    etag: '"1"',
    createdAt: at,
    updatedAt: at,
    media,
    tags: [],
  } satisfies AssetEntry;
}

const ASSETS = [
  asset('Zebra.mp4', 'video'),
  asset('apple.png', 'image'),
  asset('voice.mp3', 'audio'),
  asset('font.ttf', 'font'),
  asset('broken.mp4', 'video', 'is a text file'),
  asset('lines.srt', 'captions'),
];
const DESIGNS = [
  {
    name: 'birthday',
    title: 'Birthday greeting',
    description: '',
    category: 'people' as const,
    own: false,
    licence: 'CC0-1.0',
    version: '1',
    sizes: [],
    variables: [],
    dataSets: [],
    contents: { scenes: 1, transitions: 0, texts: 1, keyframes: 0, sounds: 0 },
  },
];
const ask = (search: string, category: Parameters<typeof insertSections>[0]['category'] = 'all') =>
  insertSections({ search, category, assets: ASSETS, designs: DESIGNS, words: en.insert });
const labels = (...given: Parameters<typeof ask>) =>
  ask(...given).flatMap(({ items }) => items.map(({ label }) => label));

test('a search finds styles and files by terms and kinds', () => {
  expect(labels('star')).toEqual(['Star']);
  expect(labels('scene')).toEqual(['Scene']);
  expect(labels('shapes li')).toEqual(['Line']);
  expect(labels('APPLE')).toEqual(['apple.png']);
  expect(labels('', 'pictures')).toEqual(['apple.png', 'Zebra.mp4']);
  expect(labels('', 'captions')).toEqual(['Write captions', 'Import a file…', 'Paste captions', 'lines.srt']);
  expect(labels('birthday')).toEqual(['Birthday greeting']);
  expect(labels('', 'designs')).toEqual(['Birthday greeting']);
  expect(labels('no such thing')).toEqual([]);
});

test('the list excludes files that cannot be layers', () => {
  expect(labels('font.ttf')).toEqual([]);
  expect(labels('broken')).toEqual([]);
});

test('arrow keys move to the nearest item in the adjacent row', () => {
  const sections = [
    { columns: 4, items: ['a', 'b', 'c', 'd', 'e'] },
    { columns: 8, items: ['1', '2', '3', '4', '5', '6', '7', '8'] },
  ].map(({ columns, items }) => ({ columns, items: items.map((id) => ({ id, label: id, insertable: null })) }));
  const move = (from: string, key: Parameters<typeof movedChoice>[2]) => movedChoice(sections, from, key);
  expect([move('a', 'ArrowDown'), move('d', 'ArrowDown'), move('e', 'ArrowDown')]).toEqual(['e', 'e', '1']);
  expect([move('8', 'ArrowUp'), move('e', 'ArrowUp'), move('a', 'ArrowUp')]).toEqual(['e', 'a', 'a']);
  expect([move('e', 'ArrowRight'), move('a', 'ArrowLeft'), move('c', 'End'), move('8', 'Home')]).toEqual([
    '1',
    'a',
    '8',
    'a',
  ]);
  expect(movedChoice(sections, 'gone', 'ArrowDown')).toBe('a');
});
