import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fontOf, packedFontOf, tablesOf } from '#service/drawings/testing/font-parts.ts';
import { fontOfCharacter, sampleFonts } from '#service/drawings/testing/sample-fonts.ts';
import { cachedFiles } from '#service/testing/cached-files.ts';
import { faultyFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { type FilmOptions, renderFilm, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { isRunning, waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';
import { amount, cases } from '#shared/testing/scale.ts';
import { below, seeded } from '#shared/testing/seeded.ts';

const OLD = 'the old film';
const SCENE = '<scene duration="12"><video src="clip.mp4"/><text content="Title" size="20"/></scene>';
const XML = `<movie width="160" height="90" framerate="25">${SCENE}</movie>`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let right: string;
/** The files that a render without faults caches, as pairs of key and digest. */
let cachedCorrectly: ReadonlySet<string>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(at('clip.mp4'), { width: 160, height: 90 });
  const workshop = { folder: at('kept-of-right'), isCacheOn: true };
  right = (await renderFilm(XML, { folder: folder.path, output: at('right.mp4'), workshop })).sha256;
  cachedCorrectly = new Set(await cachedFiles(workshop.folder));
});
afterAll(() => folder[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const name of ['films', 'workshop']) await rm(at(name), { recursive: true, force: true });
  await mkdir(at('films'));
  await writeFile(at('films/film.mp4'), OLD);
});

function render(options: Partial<FilmOptions> = {}) {
  const workshop = { folder: at('workshop'), isCacheOn: true };
  return renderFilm(XML, { folder: folder.path, output: at('films/film.mp4'), workshop, ...options });
}

type ComposingRun = 'decode' | 'compose';
const kinds: readonly ComposingRun[] = ['compose', 'decode'];

async function renderWith(kind: ComposingRun, script: string, options: Partial<FilmOptions> = {}) {
  return render({ ...options, tools: { ffmpeg: await faultyFfmpeg(folder.path, `faulty-${kind}`, kind, script) } });
}

/**
 * Checks that the old film is intact, that no temporary file is left, and that the cache contains only correct files.
 */
async function expectNothingLeft(): Promise<void> {
  expect(await readdir(at('films'))).toEqual(['film.mp4']);
  expect(await readFile(at('films/film.mp4'), 'utf8')).toBe(OLD);
  expect(existsSync(at('workshop/work'))).toBe(false);
  expect((await cachedFiles(at('workshop'))).filter((file) => !cachedCorrectly.has(file))).toEqual([]);
}

/** The size of a decoder's frame, in bytes. */
const FRAME = (160 * 90 * 3) / 2;
const some = (bytes: number): string => `real "$@" 2>/dev/null | head -c ${bytes}; exit 0`;

describe('an FFmpeg that crashes', { tags: ['promise:F21'] }, () => {
  test.each(kinds)("fails the render with FFmpeg's last output in a %s run", async (kind) => {
    const failing = renderWith(kind, 'echo "about to crash" >&2; kill -SEGV $$');
    await expect(failing).rejects.toMatchObject({
      code: 'ffmpeg/failed',
      log: expect.arrayContaining(['about to crash']),
    });
    await expectNothingLeft();
    expect((await render()).sha256).toBe(right);
  });
});

describe('an FFmpeg that is killed', { tags: ['promise:F21'] }, () => {
  const sizes = [0, 1, FRAME - 1, 3.5 * FRAME, 11 * FRAME];
  const scripts: Readonly<Record<ComposingRun, (bytes: number) => string>> = {
    decode: (bytes) => `real "$@" 2>/dev/null | head -c ${bytes}; kill -KILL $$`,
    compose: (bytes) => `head -c ${bytes} > /dev/null; kill -KILL $$`,
  };
  const runs = kinds.flatMap((kind) => sizes.map((bytes) => [kind, bytes] as const));
  test.each(cases(3, runs))(
    'fails the render and leaves nothing behind: %s run after %d bytes',
    async (kind, bytes) => {
      await expect(renderWith(kind, scripts[kind](bytes))).rejects.toMatchObject({ code: 'ffmpeg/interrupted' });
      await expectNothingLeft();
    },
  );

  full.test.each(Array.from({ length: 10 }, (_, group) => group))(
    'many kills leave neither files nor open pipes behind: group %i',
    async (group) => {
      const openFiles = async () => (await readdir('/proc/self/fd')).length;
      const random = seeded(45 + group);
      const before = await openFiles();
      for (let kill = 0; kill < amount('pipeKills') / 10; kill++) {
        const kind = kinds[kill % 2] ?? 'compose';
        // A film has 12 frames: some programs are killed after their last frame.
        const bytes = below(random, 13 * FRAME);
        await expect(renderWith(kind, scripts[kind](bytes)), `${kind} ${bytes}`).rejects.toMatchObject({
          code: 'ffmpeg/interrupted',
        });
        await expectNothingLeft();
      }
      expect(await openFiles()).toBeLessThan(before + 5);
      expect((await render()).sha256).toBe(right);
    },
  );

  test.each(cases(1, kinds))('fails the render although a lost child holds its pipes: %s run', async (kind) => {
    const pidFile = at(`lost-${kind}.pid`);
    const script = `setsid sh -c 'echo $$ > ${pidFile}; exec sleep 600' <&0 & while [ ! -s ${pidFile} ]; do sleep 0.1; done; exit 1`;
    await expect(renderWith(kind, script)).rejects.toMatchObject({ code: 'ffmpeg/failed' });
    process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
    await expectNothingLeft();
  });
});

describe('an FFmpeg that hangs', { tags: ['promise:F21'] }, () => {
  test.each(cases(1, kinds))('is killed: %s run', async (kind) => {
    const pidFile = at(`${kind}.pid`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const hanging = renderWith(kind, `trap '' TERM; echo $$ > ${pidFile}; while :; do sleep 1; done`);
      let isOver = false;
      const ended = expect(hanging.finally(() => (isOver = true))).rejects.toMatchObject({ code: 'ffmpeg/stalled' });
      await waitUntil(() => existsSync(pidFile));
      await waitUntil(async () => {
        await vi.advanceTimersByTimeAsync(30_000);
        return isOver;
      });
      await ended;
    } finally {
      vi.useRealTimers();
    }
    const pid = Number(await readFile(pidFile, 'utf8'));
    await waitUntil(() => !isRunning(pid));
    await expectNothingLeft();
  });
});

describe('an FFmpeg that claims to have worked', { tags: ['promise:F22'] }, () => {
  const claims: readonly (readonly [ComposingRun, string, string])[] = [
    ['decode', 'gave no frame', 'exit 0'],
    ['decode', 'gave half a frame', some(FRAME / 2)],
    ['decode', 'gave some frames', some(5 * FRAME)],
    ['decode', 'gave some frames and half of one', some(5.5 * FRAME)],
    ['decode', 'gave a frame too many', `real "$@" 2>/dev/null; head -c ${FRAME} /dev/zero; exit 0`],
    ['compose', 'wrote nothing', 'exit 0'],
    ['compose', 'took all frames and wrote an empty file', 'cat > /dev/null; : > "$out"; exit 0'],
    [
      'compose',
      'reported all frames and wrote none',
      'cat > /dev/null; : > "$out"; printf "frame=12\\nprogress=end\\n" >&3; exit 0',
    ],
    ['compose', 'took half of them', `head -c ${6 * FRAME} > /dev/null; : > "$out"; exit 0`],
  ];
  test.each(cases(4, claims))('fails the render in a %s run: it %s', async (kind, _, script) => {
    await expect(renderWith(kind, script)).rejects.toMatchObject({
      code: expect.stringMatching(/^(render\/wrong-output|ffmpeg\/failed)$/),
    });
    await expectNothingLeft();
  });
});

describe('a canceled render', () => {
  test.each(cases(1, kinds))('rejects in a %s run with the reason and leaves nothing behind', async (kind) => {
    const pidFile = at(`cancelled-${kind}.pid`);
    const controller = new AbortController();
    const script = `trap '' TERM INT; echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; while :; do sleep 1; done`;
    const rendering = renderWith(kind, script, { signal: controller.signal });
    await waitUntil(() => existsSync(pidFile));
    const reason = new Error('a person changed their mind');
    controller.abort(reason);
    await expect(rendering).rejects.toBe(reason);
    expect(isRunning(Number(await readFile(pidFile, 'utf8')))).toBe(false);
    await expectNothingLeft();
  });

  test.each(cases(1, ['rendering', 'fetching', 'joining', 'verifying'] as const))(
    'rejects if it is canceled when a stage begins: %s',
    async (stage) => {
      const controller = new AbortController();
      const onProgress = (progress: { readonly stage: string }) =>
        progress.stage === stage && controller.abort('enough');
      await expect(render({ signal: controller.signal, onProgress })).rejects.toBe('enough');
      await expectNothingLeft();
    },
  );
});

describe('faults of images and texts', () => {
  const findings = async (layers: string) => {
    const film = `<movie width="160" height="90" framerate="25"><scene duration="5">${layers}</scene></movie>`;
    const result = await tryFilm(film, { folder: folder.path, output: at('films/other.mp4') });
    return result.ok ? result.value.warnings.map(({ code }) => code) : result.error.map(({ code }) => code);
  };

  test('include a video in place of an image, and the reverse', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'color=red:s=20x20', '-frames:v', '1', at('red.png'));
    expect(await findings('<image src="clip.mp4"/><video src="red.png"/>')).toEqual(['source/kind', 'source/kind']);
  });

  test('include a damaged image and a file without an image', async () => {
    const png = await readFile(at('red.png'));
    await writeFile(at('cut.png'), png.subarray(0, png.length / 2));
    await writeFile(at('words.png'), 'no picture');
    expect(await findings('<image src="cut.png"/>')).toEqual(['source/unreadable']);
    expect(await findings('<image src="words.png"/>')).toEqual(['source/unreadable']);
  });

  test('include every damaged image, even if only pixels are damaged', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360', '-frames:v', '1', '-pix_fmt', 'rgb24', at('whole.png'));
    const png = await readFile(at('whole.png'));
    // Keep only the first chunk of the pixels. All checksums and the end of the file stay valid.
    const [second, end] = [png.indexOf('IDAT', png.indexOf('IDAT') + 4) - 4, png.indexOf('IEND') - 4];
    for (const name of ['hole-1.png', 'hole-2.png'])
      await writeFile(at(name), Buffer.concat([png.subarray(0, second), png.subarray(end), Buffer.from(name)]));
    await writeFile(at('short.png'), png.subarray(0, png.length / 2));
    const holes = '<image src="hole-1.png"/><image src="whole.png"/><image src="hole-2.png" width="80"/>';
    const unreadable = 'source/unreadable';
    expect(await findings(holes)).toEqual([unreadable, unreadable]);
    expect(await findings(`<image src="short.png"/>${holes}`)).toEqual([unreadable, unreadable, unreadable]);
  });

  full.test('include a damaged image of a luma transition', async () => {
    const joined = (source: string) =>
      findings(`</scene><transition type="luma" duration="2" src="${source}"/><scene duration="5">`);
    expect(await joined('cut.png')).toEqual(['source/unreadable']);
    expect(await joined('clip.mp4')).toEqual(['source/kind']);
    expect(await joined('red.png')).toEqual([]);
  });

  full.test('include a color table that is invalid or too large', async () => {
    await writeFile(at('short.cube'), 'LUT_3D_SIZE 2\n0 0 0\n');
    await writeFile(at('large.cube'), `LUT_1D_SIZE 2\n0 0 0\n1 1 1\n${'#\n'.repeat(2 ** 23)}`);
    const solid = (source: string) => findings(`<solid><filter type="cube" src="${source}"/></solid>`);
    expect(await solid('short.cube')).toEqual(['cube/unreadable']);
    expect(await solid('red.png')).toEqual(['cube/unreadable']);
    expect(await solid('large.cube')).toEqual(['source/too-large']);
  });

  test('include overflowing or tiny text and missing characters as warnings', async () => {
    const long = 'word '.repeat(200);
    expect(await findings(`<text content="${long}" width="60" height="20" size="20"/>`)).toEqual(['text/overflow']);
    expect(await findings('<text content="&#x12000; is no glyph" size="10"/>')).toEqual(['text/missing-glyph']);
    expect(await findings('<text content="don&#x92;t" size="10"/>')).toEqual(['text/missing-glyph']);
    const shrunk = '<text content="A title of many words" width="60" height="1.5" size="20" minsize="1"/>';
    expect(await findings(shrunk)).toEqual(['text/too-small']);
  });

  test('include an unused font or a missing weight as a warning', async () => {
    const symbols = tablesOf(await fontOfCharacter('\uf041'));
    // The Windows platform with its symbol encoding (OpenType, `cmap`).
    symbols.get('cmap')?.writeUInt16BE(0, 6);
    await writeFile(at('symbols.ttf'), fontOf('\0\x01\0\0', symbols, 0));
    await writeFile(at('hebrew.ttf'), (await sampleFonts()).opentype);
    await writeFile(at('old.woff'), Buffer.concat([Buffer.from('wOFF'), Buffer.alloc(100)]));
    const set = (content: string, attributes: string) =>
      findings(`<text content="${content}" size="10" ${attributes}/>`);
    expect(await set('A', 'font="symbols.ttf"')).toEqual(['font/unused']);
    expect(await set('&#xf041;', 'font="symbols.ttf"')).toEqual([]);
    expect(await set('Привет', 'font="hebrew.ttf"')).toEqual(['font/unused']);
    expect(await set('Привет שלום', 'font="hebrew.ttf"')).toEqual([]);
    expect(await set('שלום', 'font="hebrew.ttf" weight="900"')).toEqual(['font/weight']);
    await writeFile(at('hebrew.woff2'), packedFontOf(tablesOf((await sampleFonts()).truetype)));
    expect(await set('שלום', 'font="hebrew.woff2" weight="900"')).toEqual(['font/weight']);
    expect(await set('שלום', 'font="hebrew.woff2"')).toEqual([]);
    expect(await set('A', 'font="old.woff"')).toEqual(['font/unreadable']);
  });

  test('include a font that a later one replaces as a warning', async () => {
    const { opentype, truetype } = await sampleFonts();
    await writeFile(at('first.ttf'), opentype);
    await writeFile(at('second.ttf'), truetype);
    const set = async (first: string, second: string) => {
      const resources = `<resources><font family="Brand" src="first.ttf" ${first}/><font family="Brand" src="second.ttf" ${second}/></resources>`;
      const layer = '<text content="שלום" size="10" font="Brand"/>';
      const result = await tryFilm(
        `<movie width="64" height="64" framerate="10">${resources}<scene duration="2">${layer}</scene></movie>`,
        { folder: folder.path },
      );
      return result.ok ? result.value.warnings.map(({ says }) => says?.code) : ['refused'];
    };
    expect(await set('', '')).toEqual(['font/repeated']);
    expect(await set('weight="700"', '')).toEqual([]);
    expect(await set('weight="700"', 'weight="700" style="italic"')).toEqual([]);
    expect(await set('weight="700" style="italic"', 'weight="700" style="italic"')).toEqual(['font/repeated']);
  });
});
