import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateIn, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import { required } from '#shared/lib/assert.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 64;
const HEIGHT = 48;
const RED = toBt709({ red: 255, green: 0, blue: 0 }).luma;
const BLUE = toBt709({ red: 0, green: 0, blue: 255 }).luma;
const BLACK = 16;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const write = (name: string, bytes: Uint8Array) => writeFile(join(folder.path, name), bytes);

beforeAll(async () => {
  folder = await temporaryFolder();
  const halves = '<rect width="4" height="6" fill="#f00"/><rect x="4" width="4" height="6" fill="#00f"/>';
  await write('halves.svg', sampleSvg(halves, 'viewBox="0 0 8 6"'));
  await write('fade.svg', sampleSvg('<rect width="4" height="6" fill="#fff"/>', 'viewBox="0 0 8 6"'));
  await write('packed.svgz', gzipSync(sampleSvg(halves)));
  await write('cut.svg', sampleSvg(halves).subarray(0, 150));
  await write('page.svg', new TextEncoder().encode('<html>no picture</html>'));
  await write('words.svg', new TextEncoder().encode('<note>no picture</note>'));
});
afterAll(() => folder[Symbol.asyncDispose]());

const film = (inside: string) => `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${inside}</movie>`;
const scene = (layers: string, length = 2) => `<scene duration="${length}">${layers}</scene>`;
const lumaAt = (frame: Buffer | undefined, x: number, y: number) => required(frame, 'a frame')[y * WIDTH + x];
const frameOf = async (layers: string) => (await composedFrames(film(scene(layers)), { folder: folder.path }))[1];

test('an SVG has its natural size by default', async () => {
  const frame = await frameOf('<image src="halves.svg"/>');
  expect([27, 29, 34, 37].map((x) => lumaAt(frame, x, 24))).toEqual([BLACK, RED, BLUE, BLACK]);
});

test.each([
  ['fitted to a width', 'width="100%"'],
  ['scaled', 'scale="8"'],
])('an enlarged SVG is sharp: %s', async (_, attributes) => {
  const frame = await frameOf(`<image src="halves.svg" ${attributes}/>`);
  const row = Array.from({ length: WIDTH }, (_each, x) => lumaAt(frame, x, 24));
  // The image is enlarged eight times but drawn at four times its size. One pixel on either side of an edge can
  // therefore be mixed.
  expect(new Set(row.slice(2, 31))).toEqual(new Set([RED]));
  expect(new Set(row.slice(33, 62))).toEqual(new Set([BLUE]));
});

test('an SVG works in animations, groups, and masks', async () => {
  const moving = '<image src="halves.svg" width="100%"><animation type="kenburns" zoom="1.5"/></image>';
  const group = `<group scale="0.5">${moving}</group>`;
  const frame = await frameOf(group);
  expect([10, 20, 44, 54].map((x) => lumaAt(frame, x, 24))).toEqual([BLACK, RED, BLUE, BLACK]);
  const masked = await frameOf('<solid color="#0000ff"><mask><image src="fade.svg" width="100%"/></mask></solid>');
  expect([10, 50].map((x) => lumaAt(masked, x, 24))).toEqual([BLUE, BLACK]);
});

test('an SVG can lead a luma transition', async () => {
  const luma = '<transition type="luma" src="fade.svg" duration="3"/>';
  const xml = film(`${scene('<solid color="#ff0000"/>', 6)}${luma}${scene('<solid color="#0000ff"/>', 6)}`);
  const [, middle] = await composedFrames(xml, { folder: folder.path, segment: 1 });
  expect([lumaAt(middle, 10, 24), lumaAt(middle, 50, 24)]).toEqual([BLUE, RED]);
});

test.each([
  ['packed.svgz', 'media/packed'],
  ['page.svg', 'media/other-file'],
  ['words.svg', 'media/no-image'],
])('a compressed SVG or other XML is refused with a reason: %s', async (name, reason) => {
  const signal = new AbortController().signal;
  const found = await locateIn(folder.path)({ source: { kind: 'asset', name }, kind: 'image' }, signal);
  expect(found).toMatchObject({ ok: false, error: { says: { values: { reason: { code: reason } } } } });
});

test('a damaged SVG is reported before a frame is made', async () => {
  const result = await tryFilm(film(scene('<image src="cut.svg"/>')), { folder: folder.path });
  expect(result).toMatchObject({ ok: false, error: [{ code: 'source/unreadable' }] });
});

test.each([
  ['outside', '<!DOCTYPE svg [<!ENTITY logo SYSTEM "logo.ent">]>', 'logo'],
  ['undefined', '', 'nbsp'],
])('an SVG with an external entity is refused with its name: %s', async (name, doctype, entity) => {
  const svg = `${doctype}\n<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6">\n<text>&amp;&${entity};</text></svg>`;
  await write(`${name}.svg`, new TextEncoder().encode(svg));
  const result = await tryFilm(film(scene(`<image src="${name}.svg"/>`)), { folder: folder.path });
  const says = { code: 'drawing/svg-outside-entity', values: { file: `${name}.svg`, entity } };
  expect(result).toMatchObject({ ok: false, error: [{ code: 'source/unreadable', says }] });
});
