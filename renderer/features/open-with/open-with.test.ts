import { expect, test } from 'vitest';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { matchMedia } from './match-media.ts';
import { readOpened } from './read-opened.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const film = (layers: string) =>
  `<movie width="320" height="180" framerate="25">\n  <scene duration="10">${layers}</scene>\n</movie>\n`;
const file = (name: string): OfferedFile => ({ file: new File(['bytes'], name), handle: null });

test('the sources of a template include defaults and disabled layers', () => {
  const layers =
    '<video src="a.mp4"/><video src="${clip}"/><video src="${other, b.mp4}"/><video url="https://example.org/c.mp4"/>';
  const asset = (name: string) => ({ kind: 'asset', name });
  expect(readOpened(bytes(`\uFEFF${film(layers)}`))).toEqual({
    kind: 'good',
    sources: [asset('a.mp4'), asset('b.mp4'), { kind: 'url', url: 'https://example.org/c.mp4' }],
  });
});

test.each([
  ['not XML', film('<video src="a.mp4">'), { code: 'xml/not-well-formed', line: 2 }],
  ['another root element', '<html/>', { code: 'template/root', line: 1, column: 1 }],
  ['an invalid value', film('<video src="a.mp4" audio="perhaps"/>'), { code: 'template/invalid-value', line: 2 }],
])('an invalid template has problems with positions: %s', (_name, text, problem) => {
  expect(readOpened(bytes(text))).toMatchObject({ kind: 'broken', text, problems: [problem] });
});

test('a binary or oversized file cannot be repaired', () => {
  expect(readOpened(Uint8Array.of(0x3c, 0x6d, 0xff))).toMatchObject({ kind: 'broken', text: null });
  const long = readOpened(bytes(film(' '.repeat(6_000_000))));
  expect(long).toMatchObject({ kind: 'broken', text: null, problems: [{ code: 'xml/too-large' }] });
});

test('media files are found in the project before the opened files', () => {
  const names = ['there.mp4', 'Beside.MP4', 'beside.mp4', 'gone.mp4', 'chosen.mp4'];
  const sources = [
    ...names.map((name) => ({ kind: 'asset', name }) as const),
    { kind: 'url', url: 'https://example.org/x.mp4' } as const,
  ];
  const [beside, ignored, odd] = [file('beside.mp4'), file('There.mp4'), file('odd name.mov')];
  const offer = { assets: ['There.mp4'], files: [beside, ignored], chosen: new Map([['chosen.mp4', odd]]) };
  expect(matchMedia(sources, offer)).toEqual([
    { name: 'there.mp4', from: { kind: 'project' } },
    { name: 'Beside.MP4', from: { kind: 'file', offered: beside } },
    { name: 'gone.mp4', from: { kind: 'missing' } },
    { name: 'chosen.mp4', from: { kind: 'file', offered: odd } },
  ]);
});
