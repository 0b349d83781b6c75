import { describe, expect, it } from 'vitest';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { type AssetFilter, type AssetSort, arrangeItems, assetItems, canBeDragged, entriesOf } from './asset-items.ts';

type Kind = 'video' | 'audio' | 'captions' | 'other';

function asset(name: string, kind: Kind, size: number, durationSeconds: number | null, day: number): AssetEntry {
  const createdAt = `2026-01-0${day}T00:00:00.000Z`;
  // The first asset in the list was changed last.
  const updatedAt = `2026-02-0${9 - day}T00:00:00.000Z`;
  const rest = { width: null, height: null, frameRate: null, videoCodec: null, audioCodec: null, hasAudio: false };
  const media = { kind, durationSeconds, pictureSeconds: null, damage: null, fontFamily: null, reason: null, ...rest };
  return { name, size, contentType: 'video/mp4', etag: '"e"', createdAt, updatedAt, media, tags: [] };
}

const items = assetItems(
  [
    asset('Clip 10.mp4', 'video', 300, 5, 1),
    asset('clip 2.mp4', 'video', 100, 9, 3),
    asset('bed.mp3', 'audio', 200, 60, 2),
    asset('notes.txt', 'other', 50, null, 4),
  ],
  [
    { name: 'CLIP 2.mp4', scenes: [1, 3] },
    { name: 'gone.mp4', scenes: [8] },
  ],
);
const shown = (search: string, sort: AssetSort, filter: AssetFilter) =>
  arrangeItems(items, { search, sort, filter, tag: null }).map(({ name }) => name);

describe('the tiles of the panel', () => {
  it('mark used assets and include missing ones', () => {
    expect(items[0]).toEqual({ type: 'missing', name: 'gone.mp4', scenes: [8] });
    expect(items.flatMap((item) => (item.type === 'asset' && item.used ? [item.name] : []))).toEqual(['clip 2.mp4']);
  });

  it.each([
    ['newest', ['gone.mp4', 'notes.txt', 'clip 2.mp4', 'bed.mp3', 'Clip 10.mp4']],
    ['name', ['gone.mp4', 'bed.mp3', 'clip 2.mp4', 'Clip 10.mp4', 'notes.txt']],
    ['size', ['gone.mp4', 'Clip 10.mp4', 'bed.mp3', 'clip 2.mp4', 'notes.txt']],
    ['duration', ['gone.mp4', 'bed.mp3', 'clip 2.mp4', 'Clip 10.mp4', 'notes.txt']],
    ['kind', ['gone.mp4', 'clip 2.mp4', 'Clip 10.mp4', 'bed.mp3', 'notes.txt']],
  ] as const)('are sorted by: %s', (sort, names) => {
    expect(shown('', sort, 'all')).toEqual(names);
  });

  it.each([
    ['video', ['clip 2.mp4', 'Clip 10.mp4']],
    ['sound', ['bed.mp3']],
    ['other', ['notes.txt']],
    ['unused', ['bed.mp3', 'Clip 10.mp4', 'notes.txt']],
    ['missing', ['gone.mp4']],
  ] as const)('are filtered by: %s', (filter, names) => {
    expect(shown('', 'name', filter)).toEqual(names);
  });

  it('match every word of the search in any case', () => {
    expect(shown(' MP4 cli', 'name', 'all')).toEqual(['clip 2.mp4', 'Clip 10.mp4']);
  });
});

it('captions are sorted between fonts and other files', () => {
  const all = assetItems([asset('b.txt', 'other', 1, null, 1), asset('a.srt', 'captions', 1, 9, 1)], []);
  const arranged = (filter: AssetFilter) =>
    arrangeItems(all, { search: '', sort: 'kind', filter, tag: null }).map(({ name }) => name);
  expect(arranged('captions')).toEqual(['a.srt']);
  expect(arranged('other')).toEqual(['b.txt']);
  expect(arranged('all')).toEqual(['a.srt', 'b.txt']);
});

it('a filter or search matches tags regardless of case', () => {
  const tagged = (name: string, ...tags: string[]) => ({ ...asset(name, 'video', 1, 1, 1), tags });
  const all = assetItems(
    [tagged('a.mp4', 'Sea', 'evening'), tagged('b.mp4', 'sea'), tagged('c.mp4')],
    [{ name: 'gone.mp4', scenes: [1] }],
  );
  const arranged = (search: string, tag: string | null) =>
    arrangeItems(all, { search, sort: 'name', filter: 'all', tag }).map(({ name }) => name);
  expect(arranged('', 'SEA')).toEqual(['a.mp4', 'b.mp4']);
  expect(arranged('evening a.mp4', null)).toEqual(['a.mp4']);
  expect(arranged('', null)).toEqual(['gone.mp4', 'a.mp4', 'b.mp4', 'c.mp4']);
});

describe('the assets that a command on a tile affects', () => {
  const named = (name: string) => {
    const found = items.find((item) => item.name === name);
    if (found?.type !== 'asset') throw new Error(`${name} is there`);
    return found;
  };

  it('are the selection in panel order, or the unselected tile', () => {
    const selected = new Set(['notes.txt', 'gone.mp4', 'clip 2.mp4']);
    const names = (tile: string) => entriesOf(items, selected, named(tile)).map(({ name }) => name);
    expect(names('notes.txt')).toEqual(['clip 2.mp4', 'notes.txt']);
    expect(names('bed.mp3')).toEqual(['bed.mp3']);
  });

  it('are not dragged if they are missing or unusable', () => {
    const broken = asset('broken.mp4', 'other', 1, null, 1);
    const useless = { ...broken, media: broken.media && { ...broken.media, reason: 'is a text file, not a video' } };
    expect(assetItems([useless], [{ name: 'gone.mp4', scenes: [1] }]).map(canBeDragged)).toEqual([false, false]);
    expect([named('clip 2.mp4'), named('bed.mp3')].map(canBeDragged)).toEqual([true, true]);
  });
});
