import { existsSync, rmSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cachedFiles } from '#service/testing/cached-files.ts';
import { faultyFfmpeg, type RunKind } from '#service/testing/faulty-ffmpeg.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { type FilmOptions, renderFilm } from '#service/testing/render-film.ts';
import { canMount, mountDisk } from '#service/testing/small-disk.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { isRunning, waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import type { FormatName } from './formats/formats.ts';

const OLD = 'the old film';
const scenes = [0, 20].map((skip) => `<scene duration="12"><video src="clip.mp4" skip="${skip}"/></scene>`);
const XML = `<movie width="160" height="90" framerate="25">${scenes.join('')}</movie>`;

const mountable = await canMount();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let correctDigest: string;
/** The files that a render without faults caches, as pairs of key and digest. */
const cachedCorrectly = new Set<string>();
const at = (name: string): string => join(folder.path, name);
const films = (): string => at('films');

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(at('clip.mp4'), { width: 160, height: 90 });
  for (const format of ['mp4', 'mkv'] as const) {
    const workshop = { folder: at(`kept-of-${format}`), isCacheOn: true };
    const output = at(`right.${format}`);
    const { sha256 } = await renderFilm(XML, { folder: folder.path, format, output, workshop });
    if (format === 'mp4') correctDigest = sha256;
    for (const file of await cachedFiles(workshop.folder)) cachedCorrectly.add(file);
  }
});
afterAll(() => folder[Symbol.asyncDispose]());
beforeEach(async () => {
  await rm(films(), { recursive: true, force: true });
  await rm(at('workshop'), { recursive: true, force: true });
  await mkdir(films());
  await writeFile(join(films(), 'film.mp4'), OLD);
});

/** Renders with a cache and replaces the old film. */
function render(options: Partial<FilmOptions> = {}) {
  const workshop = { folder: at('workshop'), isCacheOn: true };
  return renderFilm(XML, { folder: folder.path, output: join(films(), 'film.mp4'), workshop, ...options });
}

/** Returns a format that needs the given run. FFmpeg does not join MP4, so the join run needs another format. */
const formatWith = (kind: RunKind): FormatName => (kind === 'join' ? 'mkv' : 'mp4');

async function renderWith(kind: RunKind, script: string) {
  return render({
    format: formatWith(kind),
    tools: { ffmpeg: await faultyFfmpeg(folder.path, `faulty-${kind}`, kind, script) },
  });
}

/** Fills the cache with the scenes of the same film in another format. The sound of this format is not cached. */
async function cacheScenesFor(format: FormatName): Promise<void> {
  await cp(at(format === 'mkv' ? 'kept-of-mp4' : 'kept-of-mkv'), at('workshop'), { recursive: true });
}

/**
 * Checks that the old film is intact, that no temporary file is left, and that the cache contains only correct files.
 */
async function expectNothingLeft(): Promise<void> {
  expect(await readdir(films())).toEqual(['film.mp4']);
  expect(await readFile(join(films(), 'film.mp4'), 'utf8')).toBe(OLD);
  expect(existsSync(at('workshop/work'))).toBe(false);
  expect((await cachedFiles(at('workshop'))).filter((file) => !cachedCorrectly.has(file))).toEqual([]);
}

full.test('an error of beforeMaking is rethrown unchanged', async () => {
  // A system error. The engine converts such errors unless `beforeMaking` threw them.
  const thrown = Object.assign(new Error('given to others'), { code: 'ENOENT', syscall: 'open' });
  const counts: number[] = [];
  const beforeMaking: FilmOptions['beforeMaking'] = ({ jobs, ready }) => {
    counts.push(jobs.flatMap(({ parts }) => parts).length, ready.size);
    return Promise.reject(thrown);
  };
  await expect(render({ beforeMaking })).rejects.toBe(thrown);
  await expectNothingLeft();
  expect((await render()).sha256).toBe(correctDigest);
  // The film comes from the cache, so `beforeMaking` is not called again.
  await render({ beforeMaking });
  expect(counts).toEqual([4, 0]);
});

const kinds = ['part', 'track', 'join', 'verify'] as const;
const HALF = 'real -f lavfi -i testsrc2=s=64x64:d=1 -f rawvideo -y pipe:1 2>/dev/null | head -c 5000 > "$out"';

describe('an FFmpeg that crashes', { tags: ['promise:F21'] }, () => {
  test.each(cases(2, kinds))("fails the render with FFmpeg's last output: %s run", async (kind) => {
    const failing = renderWith(kind, `${HALF}; echo "about to crash" >&2; kill -SEGV $$`);
    const code = kind === 'verify' ? 'render/wrong-output' : 'ffmpeg/failed';
    await expect(failing).rejects.toMatchObject({ code, log: expect.arrayContaining(['about to crash']) });
    await expectNothingLeft();
  });

  full.test.each(kinds)('fails the render if it is killed in a %s run', async (kind) => {
    await expect(renderWith(kind, 'kill -KILL $$')).rejects.toMatchObject({ code: 'ffmpeg/interrupted' });
    await expectNothingLeft();
  });
});

describe('an FFmpeg that hangs', { tags: ['promise:F21'] }, () => {
  test.each(cases(1, kinds))('is killed: %s run', async (kind) => {
    // The scenes come from the cache, so that only the run under test can be slow.
    if (kind !== 'part') await cacheScenesFor(formatWith(kind));
    const pidFile = at(`${kind}.pid`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      // The script hangs after it has read all of its input, so no other process of the render is running.
      const script = `cat > /dev/null; trap '' TERM; echo $$ > ${pidFile}; while :; do sleep 1; done`;
      const hanging = renderWith(kind, script);
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
  const claims: readonly (readonly [RunKind, string, string])[] = [
    ['part', 'wrote nothing', 'exit 0'],
    ['part', 'wrote empty files', ': > "$out"; exit 0'],
    [
      'part',
      'reported all frames and wrote empty files',
      ': > "$out"; printf "frame=12\\nprogress=end\\n" >&3; exit 0',
    ],
    ['part', 'reported all frames and wrote rubbish', `${HALF}; printf "frame=12\\nprogress=end\\n" >&3; exit 0`],
    ['track', 'wrote nothing', 'exit 0'],
    ['track', 'wrote rubbish', `${HALF}; cat > /dev/null; exit 0`],
    [
      'track',
      'wrote half of the sound',
      'real -f s16le -ar 48000 -ac 2 -i pipe:0 -t 0.4 -c:a aac -f adts -y "$out" 2>/dev/null; exit 0',
    ],
    ['join', 'wrote nothing', 'exit 0'],
    ['join', 'wrote rubbish', `${HALF}; exit 0`],
    ['join', 'left out a scene', 'head -n 3 pictures.ffconcat > list; mv list pictures.ffconcat'],
    [
      'join',
      'wrote half a file',
      'real "$@" 2>/dev/null; head -c 4000 "$out" > "$out.half"; cat "$out.half" > "$out"; rm "$out.half"; exit 0',
    ],
    ['verify', 'found nothing', 'exit 0'],
  ];
  test.each(cases(5, claims))('fails the render in a %s run: it %s', async (kind, _, script) => {
    if (kind !== 'part') await cacheScenesFor(formatWith(kind));
    const failing = renderWith(kind, script);
    await expect(failing).rejects.toMatchObject({
      code: expect.stringMatching(/^(render\/wrong-output|ffmpeg\/failed)$/),
    });
    await expectNothingLeft();
  });
});

test('sound of parts that fail later is not cached', { tags: ['promise:F22'] }, async () => {
  const script = `case $kind in
    track) real -f lavfi -i anoisesrc=d=5 -ac 2 -ar 48000 -c:a aac -f adts -y "$out" 2>/dev/null; exit 0 ;;
    part)
      for argument; do case "$argument" in *.new) head -c 4000 /dev/zero > "\${argument#file:}" ;; esac; done
      until [ -s "\${out%/*}/track.sound-0.new" ]; do sleep 0.05; done; sleep 0.5; exit 1 ;;
  esac`;
  const tools = { ffmpeg: await faultyFfmpeg(folder.path, 'hasty', 'any', script) };
  await expect(render({ tools })).rejects.toMatchObject({ code: 'ffmpeg/failed' });
  await expectNothingLeft();
});

full.test('the waiting film check ends when the FFmpeg of a scene crashes', { tags: ['promise:F21'] }, async () => {
  const pidFile = at('waiting-check.pid');
  const script = `case $kind in
    verify) echo $$ > ${pidFile} ;;
    part) for i in $(seq 1000); do [ -s ${pidFile} ] && exit 1; sleep 0.05; done ;;
  esac`;
  const tools = { ffmpeg: await faultyFfmpeg(folder.path, 'crashing-last', 'any', script) };
  await expect(render({ tools })).rejects.toMatchObject({ code: 'ffmpeg/failed' });
  expect(isRunning(Number(await readFile(pidFile, 'utf8')))).toBe(false);
  await expectNothingLeft();
});

describe('an FFmpeg that writes too much', { tags: ['promise:F23'] }, () => {
  test.each(['part', 'track', 'join'] as const)('is stopped in a %s run', async (kind) => {
    const failing = renderWith(kind, 'exec head -c 200000000 /dev/zero > "$out"');
    await expect(failing).rejects.toMatchObject({ code: 'ffmpeg/output-limit' });
    await expectNothingLeft();
  });
});

describe('a full disk during a render', { tags: ['promise:F12'] }, () => {
  full.test.each(['part', 'track', 'join'] as const)("is reported with FFmpeg's message in a %s run", async (kind) => {
    const failing = renderWith(
      kind,
      `${HALF}; echo "[error] av_interleaved_write_frame(): No space left on device" >&2; exit 1`,
    );
    await expect(failing).rejects.toMatchObject({
      code: 'storage/full',
      log: [expect.stringContaining('No space left on device')],
    });
    await expectNothingLeft();
  });
  test.runIf(mountable)("keeps the old film if the output's disk is full", async () => {
    await using disk = await mountDisk(at('disk'), '1m');
    await writeFile(join(disk.path, 'film.mp4'), OLD);
    await writeFile(join(disk.path, 'ballast'), Buffer.alloc(1_030_000));
    const failing = render({ output: join(disk.path, 'film.mp4') });
    await expect(failing).rejects.toMatchObject({ code: 'storage/full' });
    expect((await readdir(disk.path)).toSorted()).toEqual(['ballast', 'film.mp4']);
    expect(await readFile(join(disk.path, 'film.mp4'), 'utf8')).toBe(OLD);
    await expectNothingLeft();
  });

  test.runIf(mountable)("leaves no scratch files if the parts' disk is full", async () => {
    await using disk = await mountDisk(at('disk'), '200k');
    const failing = render({ workshop: { folder: disk.path, isCacheOn: true } });
    await expect(failing).rejects.toMatchObject({ code: 'storage/full' });
    expect(existsSync(join(disk.path, 'work'))).toBe(false);
    await expectNothingLeft();
  });

  test.runIf(mountable)('a workshop can be on another disk than the output', async () => {
    await using disk = await mountDisk(at('disk'), '8m');
    expect((await render({ output: join(disk.path, 'film.mp4') })).sha256).toBe(correctDigest);
    expect((await render({ output: join(disk.path, 'again.mp4') })).sha256).toBe(correctDigest);
    expect((await readdir(disk.path)).toSorted()).toEqual(['again.mp4', 'film.mp4']);
  });
});

describe('a render whose output cannot be written', () => {
  test('fails before rendering if its folder is missing', async () => {
    const stages: string[] = [];
    const failing = render({ output: at('nowhere/film.mp4'), onProgress: ({ stage }) => stages.push(stage) });
    await expect(failing).rejects.toMatchObject({ code: 'storage/unwritable' });
    expect(stages).toEqual([]);
    await expectNothingLeft();
  });

  test('fails before rendering if a folder has its name', async () => {
    await mkdir(join(films(), 'taken.mp4'));
    const failing = render({ output: join(films(), 'taken.mp4') });
    await expect(failing).rejects.toMatchObject({ code: 'storage/unwritable' });
    await rm(join(films(), 'taken.mp4'), { recursive: true });
    await expectNothingLeft();
  });

  full.test('leaves no scratch files if the output folder disappears', async () => {
    const folderOfOutput = join(films(), 'inner');
    await mkdir(folderOfOutput);
    const failing = render({
      output: join(folderOfOutput, 'film.mp4'),
      onProgress: ({ stage }) => {
        if (stage === 'joining') rmSync(folderOfOutput, { recursive: true });
      },
    });
    await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/^(storage|ffmpeg|render)\//) });
    await expectNothingLeft();
  });

  test('fails if the workshop is a file', async () => {
    await writeFile(at('workshop'), '');
    await expect(render()).rejects.toMatchObject({ code: 'storage/unwritable' });
    await rm(at('workshop'));
    await expectNothingLeft();
  });

  test.runIf(process.getuid?.() !== 0)('fails if its folder is read-only', async () => {
    await chmod(films(), 0o500);
    await expect(render()).rejects.toMatchObject({ code: 'storage/unwritable' });
    await chmod(films(), 0o700);
    await expectNothingLeft();
  });
});

full.test('an output name can have 255 bytes', async () => {
  const name = `${'映'.repeat(83)}.mp4`;
  await render({ output: join(films(), name) });
  expect((await readdir(films())).toSorted()).toEqual(['film.mp4', name]);
});
