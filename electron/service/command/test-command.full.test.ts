import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { openService } from '#service/testing/open-service.ts';
import { cases, scale } from '#shared/testing/scale.ts';
import { readCases } from './test-cases.ts';
import { type Bench, openBench } from './testing/run-command.ts';

const film = (title: string) =>
  `<movie width="320" height="180" framerate="25"><scene duration="50"><solid color="#203040"/><text name="Title" size="30" content="${title}"/></scene></movie>\n`;
const FRAMES = [4, 12, 20, 25, 29, 37, 45];

let bench: Bench;
let golden: string;
beforeAll(async () => {
  bench = await openBench();
  golden = join(bench.folder, 'films', 'golden');
  await mkdir(join(bench.folder, 'films'));
});
afterAll(() => bench[Symbol.asyncDispose]());

const write = (name: string, text: string) => writeFile(join(bench.folder, 'films', name), text);
const goldenFile = (name: string) => join(golden, name);

async function allFiles(): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(golden)).toSorted();
  const files = await Promise.all(names.map((name) => readFile(goldenFile(name), 'base64')));
  return Object.fromEntries(names.map((name, index) => [name, files[index] ?? '']));
}

interface Report {
  readonly ok: boolean;
  readonly cases: readonly {
    readonly case: string;
    readonly state: string;
    readonly reason: string | null;
    readonly frames: readonly { readonly frame: number; readonly equal: boolean; readonly pixels: number | null }[];
  }[];
  readonly error: { readonly code: string; readonly message: string } | null;
}

async function report(...options: readonly string[]): Promise<Report & { readonly code: number | null }> {
  const { code, stdout } = await bench.run('test', 'films', '--json', ...options);
  return { ...(JSON.parse(stdout) as Report), code };
}

describe('test', () => {
  test('writes golden files once, and then finds equal films', async () => {
    await write('card.xml', film('${title, Hello}'));
    await write('card.cases.json', '{"Long name": {"title": "A long title"}}');
    expect(await report()).toMatchObject({ ok: false, code: 1, cases: [{ state: 'missing' }, { state: 'missing' }] });
    expect(await readdir(join(bench.folder, 'films'))).not.toContain('golden');
    const made = await bench.run('test', 'films', '--update');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toBe('card.xml default: created.\ncard.xml long-name: created.\n2 films: 2 created.\n');
    const files = await allFiles();
    const names = ['default', 'long-name'].flatMap((name) =>
      ['json', 'template.gz', 'webp'].map((end) => `card.${name}.${end}`),
    );
    expect(Object.keys(files)).toEqual(names);
    expect(await bench.run('test', 'films')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 films: 2 equal.'),
    });
    expect((await bench.run('test', 'films', '--update')).stdout).toContain('2 films: 2 equal.');
    expect(await allFiles()).toEqual(files);
    expect(JSON.parse(Buffer.from(files['card.default.json'] ?? '', 'base64').toString())).toMatchObject({
      film: { width: 320, height: 180, rate: '25', frames: 50 },
      frames: FRAMES.map((frame) => ({ frame, scene: 'scene', basis: 'composed' })),
      sound: null,
    });
  });

  test('names the layer that differs, counts its pixels, and draws a sheet', async () => {
    await write('card.xml', film('${title, Hallo}'));
    const { code, stdout } = await bench.run('test', 'films', '--sheet', 'differences.png');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^card\.xml default: different\.\n {2}frame 4 \(0\.16 s, scene\): \d+ pixels by at most \d+, in [\d,]+: scene\/text “Title” \(text\)$/m,
    );
    expect(stdout).toContain('card.xml long-name: equal.');
    const sheet = await readFile(join(bench.folder, 'differences.png'));
    expect([sheet.readUInt32BE(16), sheet.readUInt32BE(20)]).toEqual([3 * 320 + 2 * 4, 7 * (180 + 18 + 4) - 4]);
    const { cases: results } = await report('--only', 'card.default');
    expect(results).toMatchObject([{ case: 'default', frames: FRAMES.map((frame) => ({ frame, equal: false })) }]);
    for (const { pixels } of results[0]?.frames ?? []) expect(pixels).toBeGreaterThan(10);
    await rm(goldenFile('card.default.template.gz'));
    const lost = await report('--only', 'card.default');
    expect(lost.cases[0]?.frames.map(({ pixels }) => pixels)).toEqual(FRAMES.map(() => null));
  });

  test('reads the lists of data sets', async () => {
    const folder = join(bench.folder, 'lists');
    await mkdir(folder);
    await writeFile(join(folder, 'card.xml'), film('Hello'));
    await writeFile(join(folder, 'data.json'), '{"Long": {"items": [{"text": "One"}, {"text": "Two"}]}}');
    const [, long] = await readCases(folder, { only: [], cases: null }, folder);
    expect(long).toMatchObject({ name: 'long', values: new Map([['items', '[{"text":"One"},{"text":"Two"}]']]) });
  });

  test('accepts the change with --update, and removes stale files', async () => {
    await rm(join(bench.folder, 'films', 'card.cases.json'));
    const stale = await bench.run('test', 'films', '--update', '--frames', '2');
    expect(stale).toMatchObject({ code: 0, stdout: expect.stringContaining('card.xml default: updated.') });
    expect(stale.stdout).toContain('its template or case no longer exists; removed.');
    expect(await readdir(golden)).toEqual(['card.default.json', 'card.default.template.gz', 'card.default.webp']);
    const { cases: results } = await report();
    expect(results).toMatchObject([{ state: 'equal', frames: [{ frame: 12 }, { frame: 25 }, { frame: 37 }] }]);
  });

  test('compares the films with the films in another folder', async () => {
    await mkdir(join(bench.folder, 'before'));
    await writeFile(join(bench.folder, 'before', 'card.xml'), film('Hello'));
    const { code, cases: results } = await report('--against', 'before');
    expect(code).toBe(1);
    expect(results).toMatchObject([
      {
        state: 'different',
        frames: expect.arrayContaining([
          expect.objectContaining({ layers: [{ at: 'scene/text', name: 'Title', what: ['text'] }] }),
        ]),
      },
    ]);
    expect((await bench.run('test', 'films', '--against', 'nowhere')).stderr).toContain(
      'nowhere is neither a folder nor a Git revision',
    );
  });

  test('compares the films with the films of a Git revision', async () => {
    const git = (...args: readonly string[]) =>
      promisify(execFile)('git', [
        '-C',
        join(bench.folder, 'kit'),
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@b.c',
        ...args,
      ]);
    // The name is too long for the header of a file in a tar archive.
    const photo = `${'p'.repeat(120)}.png`;
    const card = (title: string) => film(title).replace('<text', `<image src="${photo}" width="40"/><text`);
    const put = async (title: string) => writeFile(join(bench.folder, 'kit', 'cards', 'card.xml'), card(title));
    await mkdir(join(bench.folder, 'kit', 'cards'), { recursive: true });
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1', join(bench.folder, 'kit', 'cards', photo));
    await put('Hello');
    await git('init', '-q');
    await git('add', '.');
    await git('commit', '-q', '-m', 'First');
    await put('Hallo');
    const against = async (revision: string) => {
      const { code, stdout } = await bench.run('test', 'kit/cards', '--json', '--against', revision);
      return { ...(JSON.parse(stdout) as Report), code };
    };
    const { code, cases: results } = await against('HEAD');
    const layers = [{ at: 'scene/text', name: 'Title', what: ['text'] }];
    expect({ code, results }).toMatchObject({ code: 1, results: [{ state: 'different' }] });
    expect(results[0]?.frames[0]).toMatchObject({ equal: false, layers, pixels: expect.any(Number) });
    await git('commit', '-q', '-a', '-m', 'Second');
    expect(await against('HEAD')).toMatchObject({ code: 0, cases: [{ state: 'equal' }] });
    expect(await against('HEAD~1')).toMatchObject({ code: 1, cases: [{ state: 'different' }] });
    expect((await against('HEAD~2')).error?.message).toContain('HEAD~2 is neither a folder nor a Git revision');
    expect(await readdir(join(bench.folder, 'kit', 'cards'))).not.toContain('golden');
    expect(await bench.leftovers()).toEqual([]);
  });

  test('compares frames from another FFmpeg version only within a tolerance', async () => {
    const folder = join(bench.folder, 'clips');
    const goldenPath = join(folder, 'golden', 'clip.default.json');
    const run = async (...options: readonly string[]) => {
      const { code, stdout } = await bench.run('test', 'clips', '--json', ...options);
      const { cases: results } = JSON.parse(stdout) as Report;
      return { code, state: results[0]?.state, equal: [...new Set(results[0]?.frames.map(({ equal }) => equal))] };
    };
    await mkdir(folder);
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2', '-pix_fmt', 'yuv420p', join(folder, 'clip.mp4'));
    const xml = '<movie width="320" height="180" framerate="25"><scene><video src="clip.mp4"/></scene></movie>';
    await writeFile(join(folder, 'clip.xml'), xml);
    expect(await run('--update')).toMatchObject({ code: 0, state: 'created' });
    const ofOther = (await readFile(goldenPath, 'utf8')).replace(/"ffmpeg": "[^"]*"/, '"ffmpeg": "0.1"');
    await writeFile(goldenPath, ofOther);
    expect(await run('--tolerance', '0')).toEqual({ code: 0, state: 'equal', equal: [true] });
    // The other FFmpeg made brighter pictures.
    const [sheet, brighter] = [goldenPath.replace('.json', '.webp'), join(bench.folder, 'brighter.webp')];
    const lossless = ['-pix_fmt', 'bgra', '-c:v', 'libwebp', '-lossless', '1'];
    await ffmpeg('-i', sheet, '-vf', 'lutrgb=r=val+4:g=val+4:b=val+4', ...lossless, brighter);
    const exact = await readFile(sheet);
    await copyFile(brighter, sheet);
    expect(await run()).toEqual({ code: 1, state: 'different', equal: [false] });
    expect(await run('--tolerance', '8')).toEqual({ code: 0, state: 'equal', equal: [true] });
    // The other FFmpeg rounded a few values differently.
    await writeFile(sheet, exact);
    const slightly = 'crop=4:3:24:40,lutrgb=r=val+6:g=val-6';
    const places = `split[a][b];[b]${slightly}[c];[a][c]overlay=24:40:format=rgb`;
    await ffmpeg('-i', sheet, '-vf', places, ...lossless, '-y', brighter);
    await copyFile(brighter, sheet);
    expect(await run()).toEqual({ code: 0, state: 'equal', equal: [true] });
    expect(await run('--tolerance', '0')).toMatchObject({ code: 1, state: 'different' });
    expect(await readFile(goldenPath, 'utf8')).toBe(ofOther);
    // An FFmpeg without WebP wrote a PNG.
    await writeFile(sheet, exact);
    const png = sheet.replace('.webp', '.png');
    await ffmpeg('-i', sheet, '-pix_fmt', 'rgb24', png);
    await rm(sheet);
    expect(await run('--tolerance', '0')).toEqual({ code: 0, state: 'equal', equal: [true] });
    expect(await run('--update')).toMatchObject({ code: 0 });
    const names = (await readdir(join(folder, 'golden'))).toSorted();
    expect(names).toEqual(['clip.default.json', 'clip.default.template.gz', 'clip.default.webp']);
    expect(await readFile(sheet)).toEqual(exact);
  });

  describe('beside another film', () => {
    beforeAll(async () => {
      await write('other.xml', film('Other'));
      await bench.run('test', 'films', '--update');
    });
    afterAll(async () => {
      await rm(join(bench.folder, 'films', 'other.xml'));
      await bench.run('test', 'films', '--update');
    });

    test.each([
      ['text that is no JSON', '{"golden": 1', 'is damaged: it isn’t JSON'],
      ['another file', '{"name": "x"}', 'isn’t a golden file'],
      ['another version', '{"golden": 3}', 'has version 3 of the format'],
      ['a missing list', '{"golden": 1}', 'is damaged: scenewright'],
      ['a layer that is not there', null, 'is damaged: it refers to a missing layer'],
    ])('refuses a damaged golden file without changing it: %s', async (_, text, message) => {
      const whole = await readFile(goldenFile('card.default.json'), 'utf8');
      const damaged = text ?? whole.replace(/"states": \[.*?\n {2}\]/s, '"states": []');
      await writeFile(goldenFile('card.default.json'), damaged);
      for (const options of [[], ['--update']]) {
        const { code, cases: results } = await report(...options);
        expect({ code, results }).toMatchObject({
          code: 1,
          results: [
            { state: 'refused', reason: expect.stringContaining(`card.default.json ${message}`) },
            { state: 'equal' },
          ],
        });
      }
      expect(await readFile(goldenFile('card.default.json'), 'utf8')).toBe(damaged);
      await writeFile(goldenFile('card.default.json'), whole);
    });

    test.each([
      ['a cut sheet', 'webp', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
      ['another file as sheet', 'webp', () => Buffer.from('garbage')],
      ['an empty template', 'template.gz', () => Buffer.alloc(0)],
    ])('refuses a damaged file beside a golden file: %s', async (_, end, damage) => {
      const file = goldenFile(`card.default.${end}`);
      const whole = await readFile(file);
      const damaged = Buffer.from(damage(whole));
      await writeFile(file, damaged);
      for (const options of [[], ['--update']]) {
        const { code, stdout, stderr } = await bench.run('test', 'films', ...options);
        expect(code).toBe(1);
        expect(stdout).toContain(`card.default.${end} is damaged. It wasn’t changed.`);
        expect(stdout).toContain('2 films: 1 refused, 1 equal.');
        expect(stderr).toBe('scenewright: 1 with damaged golden files.\n');
      }
      expect(await readFile(file)).toEqual(damaged);
      await rm(file);
      expect((await bench.run('test', 'films', '--update')).stdout).toContain('card.xml default: updated.');
      expect(await readFile(file)).toEqual(whole);
    });
  });

  test('refuses a template with errors, and exits with 2 for wrong arguments', async () => {
    await write('wrong.xml', '<movie width="320" height="180" framerate="25"><scene duration="x"/></movie>');
    const { code, cases: results } = await report('--only', 'wrong');
    expect({ code, results }).toMatchObject({ code: 1, results: [{ state: 'refused' }] });
    await rm(join(bench.folder, 'films', 'wrong.xml'));
    for (const options of [
      ['--frames', '0'],
      ['--tolerance', 'x'],
      ['--sheet', 'a.jpg'],
      ['--update', '--against', 'x'],
      ['a', 'b'],
    ])
      expect((await bench.run('test', ...options)).code).toBe(2);
    for (const only of ['nothing', 'card.nothing'])
      expect(await bench.run('test', 'films', '--only', only)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`--only ${only}: films has no template or case with this name.`),
      });
    expect((await bench.run('test', 'films', '--against', 'nowhere')).code).toBe(2);
  });
});

const DESIGNS = [
  'quote',
  'news',
  'birthday',
  'countdown',
  'event',
  'price-list',
  'product-launch',
  'property',
  'slideshow',
  'sports',
  'testimonial',
  'weather',
  'year',
];

test.each(cases(1, DESIGNS))('the films of a design equal their golden files: %s', async (design) => {
  await using own = await openBench();
  expect(await own.run('new', design, 'films')).toMatchObject({ code: 0 });
  const only = scale === 'full' ? [] : ['--only', '16x9'];
  expect((await own.run('test', 'films', '--update', ...only)).stdout).toMatch(/\d films: \d created\.$/m);
  const again = await own.run('test', 'films', ...only);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d films: \d equal\.$/m) });
});

test('`frame` writes the same bytes as the HTTP interface', async () => {
  await using service = await openService();
  const project = await service.createProject();
  const xml = film('Hello');
  await write('card.xml', xml);
  const made = await bench.run(
    'frame',
    'films/card.xml',
    '--at',
    '0.4s',
    '--width',
    '160',
    '--out',
    'new/a.png',
    '--json',
  );
  expect(JSON.parse(made.stdout)).toMatchObject({
    ok: true,
    frame: { frame: 10, seconds: 0.4, scene: 'scene', width: 160, height: 90, format: 'png' },
  });
  const parameters = { region: 'local', project };
  const answer = await service.client.open('renderFrame', {
    parameters,
    body: { template: xml, frame: '10', width: '160' },
  });
  expect(await readFile(join(bench.folder, 'new', 'a.png'))).toEqual(Buffer.from(await answer.arrayBuffer()));
  for (const name of ['b.jpg', 'c.webp'])
    expect(await bench.run('frame', 'films/card.xml', '--out', name)).toMatchObject({ code: 0 });
  const { stderr } = await bench.run('frame', 'films/card.xml', '--at', '3s', '--out', 'd.png');
  expect(stderr).toBe('scenewright: --at 3s: the film ends at 1.96 s.\n');
  expect((await bench.run('frame', 'films/card.xml', '--at', '1.5', '--out', 'd.png')).stderr).toContain(
    'isn’t a time',
  );
  expect((await bench.run('frame', 'films/card.xml', '--out', 'films/card.xml')).code).toBe(2);
  expect(await bench.leftovers()).toEqual([]);
});

test('`sheet` lists its pictures in rows', async () => {
  const made = await bench.run(
    'sheet',
    'films/card.xml',
    '--pictures',
    '6',
    '--from',
    '10',
    '--to',
    '1.6s',
    '--out',
    's.jpg',
    '--json',
  );
  const { sheet } = JSON.parse(made.stdout) as { readonly sheet: { readonly pictures: readonly { frame: number }[] } };
  expect(sheet).toMatchObject({ columns: 4, rows: 2, exact: true });
  expect(sheet.pictures.map(({ frame }) => frame)).toEqual([12, 17, 22, 27, 32, 37]);
  await ffmpeg('-i', join(bench.folder, 's.jpg'), '-f', 'null', '-');
  expect((await bench.run('sheet', 'films/card.xml', '--from', '30', '--to', '20', '--out', 's.jpg')).code).toBe(2);
});
