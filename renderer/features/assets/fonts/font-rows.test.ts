import { expect, test } from 'vitest';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { fontRows, fontSample, foundFonts } from './font-rows.ts';

function font(name: string, fontFamily: string | null): AssetEntry {
  const nothing = { durationSeconds: null, pictureSeconds: null, width: null, height: null, frameRate: null };
  const none = { videoCodec: null, audioCodec: null, hasAudio: false, damage: null, reason: null };
  const at = '2026-01-01T00:00:00Z';
  const media = { kind: 'font', ...nothing, ...none, fontFamily } as const;
  return { name, size: 1, contentType: 'font/ttf', etag: '"1"', createdAt: at, updatedAt: at, media, tags: [] };
}

function movie(...lines: readonly string[]) {
  const { source } = readTemplate(`<movie width="100" height="50" framerate="25">${lines.join('')}</movie>`);
  if (source === null) throw new Error('it was not read');
  return resolveTemplate(source.document, { values: new Map(), missing: 'ignore' }).partial;
}

const FILM = movie(
  '<resources><font family="Brand" src="brand.ttf"/><font family="Brand" src="brand-bold.ttf"/>',
  '<font family="Gone" src="gone.ttf"/></resources>',
  '<scene duration="9"><text content="a" font="brand, Noto Sans"/><group><text content="b" font="Nowhere"/></group>',
  '<text content="c" font="loose.otf"/></scene>',
);
const ASSETS = [font('brand.ttf', 'Brand Sans'), font('brand-bold.ttf', 'Brand Sans'), font('loose.otf', 'Loose')];

test('missing fonts come first, then project fonts, then bundled fonts', () => {
  const listed = fontRows(FILM, ASSETS).map(({ kind, reference: ask, family, files, uses }) => [
    kind,
    ask,
    family,
    files,
    uses.length,
  ]);
  expect(listed).toEqual([
    ['missing', 'Gone', 'Gone', ['gone.ttf'], 0],
    ['missing', 'Nowhere', 'Nowhere', [], 1],
    ['project', 'Brand', 'Brand', ['brand.ttf', 'brand-bold.ttf'], 1],
    ['project', 'loose.otf', 'Loose', ['loose.otf'], 1],
    ['bundled', 'Noto Sans', 'Noto Sans', [], 1],
    ['bundled', 'Noto Sans Arabic', 'Noto Sans Arabic', [], 0],
    ['bundled', 'Noto Sans Hebrew', 'Noto Sans Hebrew', [], 0],
    ['bundled', 'Noto Sans Devanagari', 'Noto Sans Devanagari', [], 0],
    ['bundled', 'Noto Sans Thai', 'Noto Sans Thai', [], 0],
    ['bundled', 'Noto Color Emoji', 'Noto Color Emoji', [], 0],
  ]);
});

test('the list has project and bundled fonts even without a movie', () => {
  expect(fontRows(null, ASSETS).map(({ reference: ask }) => ask)).toContain('brand.ttf');
});

test('a search finds fonts by family and by file', () => {
  const rows = fontRows(FILM, ASSETS);
  expect(foundFonts(rows, 'thai').map(({ reference: ask }) => ask)).toEqual(['Noto Sans Thai']);
  expect(foundFonts(rows, 'BOLD').map(({ reference: ask }) => ask)).toEqual(['Brand']);
});

test('the font sample is the selected text if the font supports it', () => {
  expect(fontSample('Brand', '  Two\n lines ', 'pangram')).toBe('Two lines');
  expect(fontSample('Brand', null, 'pangram')).toBe('pangram');
  expect(fontSample('Noto Sans Hebrew', 'Two', 'pangram')).toMatch(/^דג/);
  expect(fontSample('Noto Sans Hebrew', 'שלום', 'pangram')).toBe('שלום');
});
