import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { pngStreamOf } from '#service/testing/read-png-sequence.ts';
import { availableFormats, testTools } from '#service/testing/render-film.ts';
import { cases } from '#shared/testing/scale.ts';
import { type FormatName, formatNames, formatOf } from '../engine/formats/formats.ts';
import { containerParts, trackLanguage } from '../engine/package/container-parts.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import { type Bench, openBench } from './testing/run-command.ts';

const TEXTS = {
  title: 'Tïtel = eins; #1',
  artist: 'Ada',
  album: 'Reihe',
  comment: 'zwei\\drei',
  copyright: '© Ada',
  date: '2026',
  genre: 'Probe',
  description: 'Worum es geht',
};
const CHAPTERS = [
  { start: 0, end: 1.0, title: 'Eins = 1' },
  { start: 1.0, end: 1.8, title: 'Zwei # 2' },
];
const CUES = [
  { start: 0.08, end: 0.48, text: 'Hallo Welt & alle' },
  { start: 0.6, end: 1.12, text: 'Zwei\nZeilen' },
];

const attributes = Object.entries(TEXTS).map(([name, text]) => `${name}="${text}"`);
const template = `<movie width="64" height="64" framerate="25" language="de" poster="1.4s">
  <resources><metadata ${attributes.join(' ')} cover="cover.png"/></resources>
  <scene duration="30" chapter="Eins = 1"><solid color="#ff0000"/><captions src="cues.vtt" track="soft"/></scene>
  <transition duration="10"/>
  <scene duration="25" chapter="Zwei # 2"><solid color="#0000ff"/></scene>
</movie>`;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await writeFile(join(bench.folder, 'film.xml'), template);
  const lines = CUES.map(({ start, end, text }) => {
    const time = (seconds: number) => `00:${seconds.toFixed(3).padStart(6, '0')}`;
    return `${time(start)} --> ${time(end)}\n${text.replace('&', '&amp;')}\n`;
  });
  await writeFile(join(bench.folder, 'cues.vtt'), `WEBVTT\n\n${lines.join('\n')}`);
  await ffmpeg('-f', 'lavfi', '-i', 'color=c=green:s=48x32', '-frames:v', '1', join(bench.folder, 'cover.png'));
});
afterAll(() => bench[Symbol.asyncDispose]());

/** The answer of ffprobe about a file. */
interface Probed {
  readonly streams: readonly {
    readonly index: number;
    readonly codec_type: string;
    readonly codec_name?: string;
    readonly width?: number;
    readonly tags?: Readonly<Record<string, string>>;
    readonly disposition?: { readonly attached_pic: number };
  }[];
  readonly chapters: readonly {
    readonly start_time: string;
    readonly end_time: string;
    readonly tags?: { readonly title?: string };
  }[];
  readonly format: { readonly tags?: Readonly<Record<string, string>> };
  readonly packets: readonly { readonly pts_time: string; readonly duration_time: string; readonly size: string }[];
}

async function probe(path: string, ...options: readonly string[]): Promise<Probed> {
  const { ffprobe } = await testTools();
  const { stdout } = await runTool({
    kind: 'ffprobe',
    program: ffprobe,
    arguments: ['-of', 'json', '-show_streams', '-show_format', '-show_chapters', ...options, path],
    signal: new AbortController().signal,
  });
  return JSON.parse(stdout.toString()) as Probed;
}

/** Returns the decoded frames or samples of a stream with their times, as a digest. */
async function digestOfStream(path: string, stream: string): Promise<string> {
  const { ffmpeg: program } = await testTools();
  const { stdout } = await runTool({
    program,
    arguments: ['-copyts', '-i', path, '-map', stream, '-f', stream.endsWith('v:0') ? 'framemd5' : 's16le', '-'],
    signal: new AbortController().signal,
  });
  const lines = stream.endsWith('v:0') ? stdout.toString().replace(/^#.*$/gm, '') : stdout;
  return createHash('sha256').update(lines).digest('hex');
}

async function readCues(path: string, options: readonly string[] = []): Promise<typeof CUES> {
  const { ffmpeg: program } = await testTools();
  const { stdout } = await runTool({
    program,
    arguments: ['-copyts', ...options, '-i', path, '-map', '0:s:0', '-f', 'srt', '-'],
    signal: new AbortController().signal,
  });
  const seconds = (time: string) => {
    const [hours = 0, minutes = 0, rest = 0] = time.replace(',', '.').split(':').map(Number);
    return hours * 3600 + minutes * 60 + rest;
  };
  return stdout
    .toString()
    .trim()
    .split(/\r?\n\r?\n/)
    .map((block) => {
      const [, times = '', ...lines] = block.split(/\r?\n/);
      const [start = '', end = ''] = times.split(' --> ');
      return { start: seconds(start), end: seconds(end), text: lines.join('\n') };
    });
}

function expectCues(cues: typeof CUES): void {
  expect(cues.map(({ text }) => text)).toEqual(CUES.map(({ text }) => text));
  for (const [at, { start, end }] of cues.entries()) {
    expect(Math.abs(start - (CUES[at]?.start ?? 0))).toBeLessThanOrEqual(0.001);
    expect(Math.abs(end - (CUES[at]?.end ?? 0))).toBeLessThanOrEqual(0.001);
  }
}

function expectChapters({ chapters }: Probed): void {
  expect(chapters.map(({ tags }) => tags?.title)).toEqual(CHAPTERS.map(({ title }) => title));
  for (const [at, { start_time: start, end_time: end }] of chapters.entries()) {
    expect(Math.abs(Number(start) - (CHAPTERS[at]?.start ?? 0))).toBeLessThanOrEqual(0.001);
    expect(Math.abs(Number(end) - (CHAPTERS[at]?.end ?? 0))).toBeLessThanOrEqual(0.001);
  }
}

/** The formats of the quick scale: one for each kind of container. */
const FIRST: readonly FormatName[] = ['mp4', 'mov', 'mkv', 'webm', 'mp3', 'pngs'];
const FORMATS = [...FIRST, ...(await availableFormats(formatNames)).filter((name) => !FIRST.includes(name))];

/** The files of a rendered package, by the format of its film. */
interface PackedFilm {
  readonly name: string;
  readonly film: string;
  readonly plain: string;
  readonly path: (suffix: string) => string;
}

/** Renders the film twice: with all parts of a package, and without a package. */
async function renderBoth(format: FormatName): Promise<PackedFilm> {
  const { extension } = formatOf(format);
  const name = `${format}-film`;
  const path = (suffix: string) => join(bench.folder, `${name}${suffix}`);
  const film = path(`.${extension}`);
  const plain = join(bench.folder, `${format}-plain.${extension}`);
  const render = ['render', 'film.xml', '--format', format, '--quality', 'draft', '--out'];
  expect((await bench.run(...render, plain)).code).toBe(0);
  const parts = 'poster=png,sheet=3x2,captions=srt+vtt,subtitles,chapters,metadata,checksums';
  const { code, stdout, stderr } = await bench.run(...render, film, '--package', parts, '--json');
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout).film).toMatchObject({ path: film, bytes: (await readFile(film)).length });
  return { name, film, plain, path };
}

async function expectFiles({ name, path }: PackedFilm, format: FormatName): Promise<void> {
  const container = containerParts(format);
  const expected = [
    ...[`.${formatOf(format).extension}`, '.png', '-sheet.jpg', '.sha256', '.de.srt', '.de.vtt'],
    ...(container.chapters ? [] : ['.chapters.txt']),
    ...(container.metadata ? [] : ['.json']),
    ...(container.cover === null ? ['-cover.png'] : []),
  ];
  const files = (await readdir(bench.folder)).filter((each) => each.startsWith(name));
  expect(files.toSorted()).toEqual(expected.map((suffix) => `${name}${suffix}`).toSorted());
  expect((await probe(path('-sheet.jpg'))).streams[0]?.width).toBe(960);
  for (const line of (await readFile(path('.sha256'), 'utf8')).trim().split('\n')) {
    const [digest = '', file = ''] = line.split('  ');
    const bytes = await readFile(join(bench.folder, file));
    expect([file, createHash('sha256').update(bytes).digest('hex')]).toEqual([file, digest]);
  }
}

async function expectCaptions({ film, path }: PackedFilm, format: FormatName, { streams }: Probed): Promise<void> {
  for (const file of ['.de.srt', '.de.vtt']) expectCues(await readCues(path(file)));
  const subtitles = streams.find(({ codec_type: type }) => type === 'subtitle');
  expect(subtitles !== undefined).toBe(containerParts(format).subtitles !== null);
  if (subtitles === undefined) return;
  // Matroska stores the bibliographic language code.
  expect(subtitles.tags?.['language']?.replace(/^ger$/, 'deu')).toBe(trackLanguage('de'));
  expectCues(await readCues(film));
}

async function expectMetadata({ path }: PackedFilm, format: FormatName, probed: Probed): Promise<void> {
  const container = containerParts(format);
  expectChapters(container.chapters ? probed : await probe(path('.chapters.txt'), '-f', 'ffmetadata'));
  const tags = container.metadata
    ? Object.fromEntries(Object.entries(probed.format.tags ?? {}).map(([key, text]) => [key.toLowerCase(), text]))
    : JSON.parse(await readFile(path('.json'), 'utf8'));
  expect(tags).toMatchObject(TEXTS);
  const cover = probed.streams.find(({ disposition }) => disposition?.attached_pic === 1);
  if (container.cover !== null) expect(cover).toMatchObject({ codec_name: 'png', width: 48 });
}

describe('every part of a package is read back', () => {
  test.each(cases(FIRST.length, FORMATS))('in the format %s', async (format) => {
    const { picture, sound } = formatOf(format);
    const packed = await renderBoth(format);
    const probed = await probe(format === 'pngs' ? await pngStreamOf(packed.film) : packed.film);
    await expectFiles(packed, format);
    await expectCaptions(packed, format, probed);
    await expectMetadata(packed, format, probed);
    const container = containerParts(format);
    if (!container.metadata && !container.chapters) {
      expect(await readFile(packed.film)).toEqual(await readFile(packed.plain));
      return;
    }
    for (const [kind, stream] of [
      [picture, '0:v:0'],
      [sound, '0:a:0'],
    ] as const)
      if (kind !== null)
        expect(await digestOfStream(packed.film, stream)).toBe(await digestOfStream(packed.plain, stream));
  });

  test('pictures have the colors of their frames', async () => {
    await bench.run('render', 'film.xml', '--out', 'colors.mp4', '--package', 'poster=png,sheet=2x1');
    const { ffmpeg: program } = await testTools();
    const pixels = async (file: string, filter: string) => {
      const { stdout } = await runTool({
        program,
        arguments: ['-i', join(bench.folder, file), '-vf', filter, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
        signal: new AbortController().signal,
      });
      return [...stdout].map((value) => Math.round(value / 64));
    };
    // The poster lies in the second scene.
    expect(await pixels('colors.png', 'scale=1:1')).toEqual([0, 0, 4]);
    expect(await pixels('colors-sheet.jpg', 'format=rgb24,scale=2:1:flags=area')).toEqual([4, 0, 0, 0, 0, 4]);
  });
});

test('the poster of a transparent film shows its matte', async () => {
  const film = `<movie width="64" height="64" framerate="25" background="transparent" matte="#0000ff">
    <scene duration="5"><solid color="#ff0000" width="32" height="64"/></scene></movie>`;
  await writeFile(join(bench.folder, 'matte.xml'), film);
  const render = ['render', 'matte.xml', '--format', 'webm', '--out', 'matte.webm', '--package', 'poster=png'];
  const { code, stderr } = await bench.run(...render);
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  const { ffmpeg: program } = await testTools();
  const { stdout } = await runTool({
    program,
    arguments: [
      ...['-i', join(bench.folder, 'matte.png'), '-vf', 'scale=4:1:flags=area'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
    ],
    signal: new AbortController().signal,
  });
  const [blue, red] = [
    [0, 0, 4],
    [4, 0, 0],
  ];
  expect([...stdout].map((value) => Math.round(value / 64))).toEqual([blue, red, red, blue].flat());
});

test('the attributes of a package leave the bytes of a film unchanged', async () => {
  const without = template
    .replace(/ (?:chapter|poster)="[^"]*"/g, '')
    .replace(/<resources>.*<\/resources>/, '')
    .replace(/<captions [^>]*\/>/, '');
  await writeFile(join(bench.folder, 'without.xml'), without);
  await bench.run('render', 'without.xml', '--out', 'without.mp4');
  const { stdout } = await bench.run('render', 'film.xml', '--out', 'with.mp4');
  expect(stdout).toContain('2 of 2 scenes reused');
  expect(await readFile(join(bench.folder, 'with.mp4'))).toEqual(await readFile(join(bench.folder, 'without.mp4')));
});

test('a package file never replaces a source of the film', async () => {
  const { code, stderr } = await bench.run('render', 'film.xml', '--out', 'cover.mp4', '--package', 'poster=png');
  expect(code).toBe(1);
  expect(stderr).toContain('cover.png is a source of the film. Choose another file name.');
  expect((await readdir(bench.folder)).filter((name) => /^cover\.|package/.test(name))).toEqual(['cover.png']);
});

test('a missing cover and missing parts are reported', async () => {
  await writeFile(join(bench.folder, 'bare.xml'), template.replace('cover.png', 'none.png'));
  const bad = await bench.run('render', 'bare.xml', '--out', 'bare.mp4', '--package', 'metadata');
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('error package/cover')]);
  const empty = '<movie width="64" height="64" framerate="25"><scene duration="5"/></movie>';
  await writeFile(join(bench.folder, 'empty.xml'), empty);
  const { code, stderr } = await bench.run(
    ...['render', 'empty.xml', '--out', 'empty.mp4', '--package', 'captions,chapters,metadata'],
  );
  expect([code, stderr.match(/warning package\/empty/g)?.length]).toEqual([0, 3]);
});

test('captions that are burned into the picture become caption files', async () => {
  await writeFile(join(bench.folder, 'burned.xml'), template.replace(' track="soft"', ''));
  const { code, stderr } = await bench.run(
    ...['render', 'burned.xml', '--out', 'burned.mp4', '--package', 'captions=srt+vtt,subtitles'],
  );
  expect(code).toBe(0);
  expect(stderr.match(/package\/\w+/g)).toEqual(['package/empty']);
  expectCues(await readCues(join(bench.folder, 'burned.de.srt')));
  expectCues(await readCues(join(bench.folder, 'burned.de.vtt')));
});
