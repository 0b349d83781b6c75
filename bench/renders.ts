import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaTools } from '#service/ffmpeg/tools.ts';
import { timeByTurns } from './by-turns.ts';
import { filmFacts } from './film-facts.ts';
import { type BenchFilm, cut, film, templateOf, variantsOf } from './films.ts';
import { makeMedia } from './media.ts';
import { meltTitles, meltTitlesLine } from './melt-titles.ts';
import { peakMemory } from './peak-memory.ts';
import { melt, type Peer } from './peers.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';
import { timedRun } from './timed-run.ts';
import { makePictures, overlayLine, renderTitleFilm, type TitleFilm, type TitlePicture } from './titles.ts';

const COMMAND = join(import.meta.dirname, '..', 'out', 'command', 'main.js');
const PROMISED_MEBIBYTES = 500;
const VARIANTS = 100;

const R3 = film('R3', 3, 5);
const R30 = film('R30', 30, 2);
const R300 = film('R300', 300, 2);
/**
 * R1 has a single scene, so that no scenes are rendered in parallel. S3 is so short that the start of the programs
 * matters.
 */
const R1 = film('R1', 1, 20);
const S3 = film('S3', 3, 1);
/** A film of three scenes with titles. */
export const C3: TitleFilm = { name: 'C3', scenes: 3, frames: 100 };
/** The same film with 900 frames, in which the start of the programs matters less. */
export const C3_LONG: TitleFilm = { name: 'C3-900', scenes: 3, frames: 300 };
/** A film of scenes with crossfades of half a second. */
export const X30 = film('X30', 30, 2, 15);
/** A film whose scenes all have the same source, which each scene would decode again. */
export const T10 = cut('T10', 10, 2);
export const COLD_FILMS: readonly BenchFilm[] = [R3, R30, R1, S3, T10];

/** The folder and the tools that the rows of films need. */
export interface RenderBench {
  readonly folder: string;
  readonly tools: MediaTools;
  readonly rounds: number;
}

/** Times a film without cached parts against a peer. */
export async function benchCold(each: BenchFilm, peer: Peer, { folder, tools, rounds }: RenderBench): Promise<Row> {
  await makeMedia(tools.ffmpeg, folder);
  const [ours, theirs] = [join(folder, `${each.name}-ours.mp4`), join(folder, `${each.name}-${peer.name}.mp4`)];
  const row = await timeByTurns(
    {
      name: `${each.name}, cold`,
      what: each.crossfade === 0 ? `${each.scenes.length} scenes` : `${each.scenes.length} scenes with crossfades`,
      against: peer.words,
      ours: () => cold(each, folder, ours),
      theirs: () => timedRun(peer.program, peer.lineOf(each, folder, theirs, 'as usual')),
    },
    rounds,
  );
  // Compare each film with its own lossless version. The two implementations of filters differ slightly, which is not a
  // loss.
  const exact = join(folder, `${each.name}-exact.mkv`);
  const nearlyExact = join(folder, `${each.name}-exact.mov`);
  await timedRun(peer.program, peer.lineOf(each, folder, exact, 'none'));
  await cold(each, folder, nearlyExact, ['--quality', 'high']);
  const films = {
    ours: await filmFacts(ours, nearlyExact, tools),
    theirs: await filmFacts(theirs, exact, tools),
  };
  for (const path of [exact, nearlyExact]) await rm(path);
  return { ...row, films };
}

/** Times a film with a logo and a moving, fading title in each scene against one command that overlays pictures. */
export function benchTitles(titled: TitleFilm, bench: RenderBench): Promise<Row> {
  const { folder, tools } = bench;
  const against = 'one hand-written `ffmpeg` command with `overlay` in yuv444 and drawn PNGs';
  return againstTitles(titled, bench, against, (pictures) =>
    timedRun(tools.ffmpeg, overlayLine(titled, pictures, folder, join(folder, `${titled.name}-ffmpeg.mp4`))),
  );
}

/** Times the same film against `melt`, which overlays the same pictures with `qtblend`. */
export function benchTitlesMelt(bench: RenderBench): Promise<Row> {
  const { folder } = bench;
  const document = join(folder, `${C3.name}.mlt`);
  const line = meltTitlesLine(document, join(folder, `${C3.name}-melt.mp4`));
  return againstTitles(C3, bench, '`melt` with `qtblend` and drawn PNGs', async (pictures) => {
    await writeFile(document, meltTitles(C3, pictures, folder));
    // The Qt module of MLT needs the name of a display, although it opens no window.
    return timedRun(melt.program, line, { QT_QPA_PLATFORM: 'offscreen', DISPLAY: ':0' });
  });
}

async function againstTitles(
  titled: TitleFilm,
  { folder, tools, rounds }: RenderBench,
  against: string,
  theirs: (pictures: readonly TitlePicture[]) => Promise<number>,
): Promise<Row> {
  await makeMedia(tools.ffmpeg, folder);
  const pictures = await makePictures(titled, tools.ffmpeg, folder);
  return timeByTurns(
    {
      name: `${titled.name}, cold`,
      what: `${titled.scenes} scenes of ${titled.frames} frames with a moving, fading title and a logo`,
      against,
      ours: () => renderTitleFilm(titled, folder),
      theirs: () => theirs(pictures),
    },
    rounds,
  );
}

/** Times R30 with one changed scene, and unchanged, each against a render without cached parts. */
export async function benchAgain({ folder, tools, rounds }: RenderBench): Promise<readonly Row[]> {
  await makeMedia(tools.ffmpeg, folder);
  const cache = join(folder, 'cache-again');
  await rm(cache, { recursive: true, force: true });
  const output = join(folder, 'R30-again.mp4');
  const renderCached = (each: BenchFilm) => render(each, folder, output, [], cache);
  const theirs = () => cold(R30, folder, join(folder, 'R30-cold.mp4'));
  await renderCached(R30);
  let edits = 0;
  const changed = await timeByTurns(
    {
      name: 'R30, one scene changed',
      what: 'its in-point moved by a second',
      against: 'our own cold R30',
      // Make a new change in each round, so that the changed scene is never cached.
      ours: () => renderCached(withSceneMoved(R30, edits++)),
      theirs,
    },
    rounds,
  );
  await renderCached(R30);
  const unchanged = await timeByTurns(
    {
      name: 'R30, unchanged',
      what: 'the same again',
      against: 'our own cold R30',
      ours: () => renderCached(R30),
      theirs,
    },
    rounds,
  );
  await rm(cache, { recursive: true, force: true });
  return [changed, unchanged];
}

/** The number of items of the list in {@link benchItems}. */
const ITEMS = 50;

/**
 * Times a film with a scene for each of fifty items, in two rows: a render after a change of one item against a cold
 * render, and a cold render against a cold render of the same scenes written out.
 */
export async function benchItems({ folder, rounds }: RenderBench): Promise<readonly Row[]> {
  await mkdir(folder, { recursive: true });
  const listed = join(folder, 'items.xml');
  const byHand = join(folder, 'items-written.xml');
  const items = Array.from({ length: ITEMS }, (_, at) => `Product ${at + 1}`);
  await writeFile(listed, filmOfItems('each="${items}"', ['${item}']));
  await writeFile(byHand, filmOfItems('', items));
  const cache = join(folder, 'cache-items');
  await rm(cache, { recursive: true, force: true });
  const renderFilm = (template: string, more: readonly string[]) =>
    timedRun(process.execPath, [COMMAND, 'render', template, '--out', join(folder, 'items.mp4'), '--json', ...more], {
      SCENEWRIGHT_CACHE: cache,
    });
  const renderItems = (given: readonly string[], more: readonly string[]) =>
    renderFilm(listed, [...more, '--var', `items=${JSON.stringify(given)}`]);
  await renderItems(items, []);
  let edits = 0;
  const afterEdit = await timeByTurns(
    {
      name: 'a list of 50 items, one changed',
      what: `${ITEMS} scenes of 2 s, one for each item of a list; one item gets another text`,
      against: 'our own cold render of the same film',
      // Make a new change in each round, so that the changed scene is never cached.
      ours: () => renderItems(items.with(edits % ITEMS, `Changed ${edits++}`), []),
      theirs: () => renderItems(items, ['--no-cache']),
    },
    rounds,
  );
  const coldRow = await timeByTurns(
    {
      name: 'a list of 50 items, cold',
      what: `${ITEMS} scenes of 2 s, one for each item of a list`,
      against: 'our own cold render of the same scenes written out',
      ours: () => renderItems(items, ['--no-cache']),
      theirs: () => renderFilm(byHand, ['--no-cache']),
    },
    rounds,
  );
  await rm(cache, { recursive: true, force: true });
  return [afterEdit, coldRow];
}

/** Returns a film with a scene for each text. `repeated` has the attributes that repeat a scene. */
function filmOfItems(repeated: string, texts: readonly string[]): string {
  const scenes = texts.map(
    (content) =>
      `<scene ${repeated} duration="2s"><solid color="#12372a"/><text content="${content}" size="90" width="900" height="200">` +
      '<animation type="fadein" duration="1s"/></text></scene>',
  );
  return `<movie width="1280" height="720" framerate="30">${scenes.join('')}</movie>`;
}

/**
 * Times a hundred films of ten scenes with one difference, against the same number of renders without cached parts
 * (extrapolated from one).
 */
export async function benchVariants({ folder, tools, rounds }: RenderBench): Promise<Row> {
  await makeMedia(tools.ffmpeg, folder);
  // The name is not `variants`: this render must not overwrite `variants.xml`.
  const each = film('variant', 10, 2);
  const { template, rows } = variantsOf(each, VARIANTS);
  await writeFile(join(folder, 'variants.xml'), template);
  await writeFile(join(folder, 'variants.csv'), rows);
  const cache = join(folder, 'cache-variants');
  const out = join(folder, 'variants');
  const batch = async (): Promise<number> => {
    for (const path of [cache, out]) await rm(path, { recursive: true, force: true });
    await mkdir(out);
    const line = ['batch', join(folder, 'variants.xml'), '--rows', join(folder, 'variants.csv'), '--out', out];
    return timedRun(process.execPath, [COMMAND, ...line, '--json'], { SCENEWRIGHT_CACHE: cache });
  };
  const one = join(folder, 'variant.mp4');
  const row = await timeByTurns(
    {
      name: `${VARIANTS} variants`,
      what: 'of ten scenes of 2 s, one of them with a variable',
      against: `${VARIANTS} times our own cold render of one`,
      ours: batch,
      theirs: async () => VARIANTS * (await cold(each, folder, one)),
    },
    rounds,
  );
  for (const path of [cache, out]) await rm(path, { recursive: true, force: true });
  return row;
}

/**
 * Times R30 with a target loudness against R30 without one. For the loudness, the engine measures the whole sound
 * first.
 */
export async function benchLoudness({ folder, tools, rounds }: RenderBench): Promise<Row> {
  await makeMedia(tools.ffmpeg, folder);
  const output = join(folder, 'loudness.mp4');
  return await timeByTurns(
    {
      name: 'R30 with a loudness, cold',
      what: '30 scenes at −14 LUFS',
      against: 'our own cold R30',
      ours: () => cold(R30, folder, output, ['--loudness=-14']),
      theirs: () => cold(R30, folder, output),
    },
    rounds,
  );
}

/** The sizes of the films of a run: landscape, portrait, and square. */
const SHAPES = [
  [1280, 720],
  [720, 1280],
  [720, 720],
] as const;

/** Times a run of three shapes of a film of 20 scenes without cached parts, against the first shape alone. */
export async function benchShapes({ folder, tools, rounds }: RenderBench): Promise<Row> {
  await makeMedia(tools.ffmpeg, folder);
  const each = film('shapes', 20, 2);
  const templates = SHAPES.map(([width, height]) => join(folder, `shapes-${width}x${height}.xml`));
  for (const [at, [width, height]] of SHAPES.entries())
    await writeFile(
      templates[at] ?? '',
      templateOf(each)
        .replace(/width="\d+" height="\d+"/, `width="${width}" height="${height}"`)
        .replaceAll('<video ', '<video fit="cover" '),
    );
  const rows = join(folder, 'shapes.csv');
  await writeFile(rows, 'title\nOne\n');
  const [cache, out] = [join(folder, 'cache-shapes'), join(folder, 'shapes')];
  const batch = async (chosen: readonly string[]): Promise<number> => {
    for (const path of [cache, out]) await rm(path, { recursive: true, force: true });
    await mkdir(out);
    // The placeholder `${movie}` exists only for several templates.
    const name = chosen.length > 1 ? '${movie}' : 'film';
    const line = ['batch', ...chosen, '--rows', rows, '--out', out, '--name', name, '--json'];
    return timedRun(process.execPath, [COMMAND, ...line], { SCENEWRIGHT_CACHE: cache });
  };
  const row = await timeByTurns(
    {
      name: 'a run of three shapes, cold',
      what: '20 scenes of 2 s as 1280×720, 720×1280, and 720×720',
      against: 'our own batch of the first shape',
      ours: () => batch(templates),
      theirs: () => batch(templates.slice(0, 1)),
    },
    rounds,
  );
  for (const path of [cache, out]) await rm(path, { recursive: true, force: true });
  return row;
}

/** Checks that the time is linear and the memory is bounded for ten minutes of film. */
export async function benchLong({ folder, tools, rounds }: RenderBench): Promise<readonly Row[]> {
  await makeMedia(tools.ffmpeg, folder);
  const output = join(folder, 'R300.mp4');
  let peak = Number.NaN;
  const long = await timeByTurns(
    {
      name: 'R300, cold',
      what: '300 scenes',
      against: 'ten times our own cold R30',
      ours: async () => {
        let seconds = 0;
        const work = async () => {
          seconds = await cold(R300, folder, output);
        };
        // Measure the memory in the warm-up round, because the measurement pauses the programs.
        if (Number.isNaN(peak)) peak = await peakMemory(work);
        else await work();
        return seconds;
      },
      theirs: async () => 10 * (await cold(R30, folder, join(folder, 'R30-cold.mp4'))),
    },
    rounds,
  );
  const memory = promisedRow({ name: 'R300, memory', what: 'of all processes', unit: 'MiB' }, PROMISED_MEBIBYTES, [
    peak,
  ]);
  return [long, memory];
}

function cold(each: BenchFilm, folder: string, output: string, more: readonly string[] = []): Promise<number> {
  return render(each, folder, output, [...more, '--no-cache']);
}

/**
 * Runs the command and returns its duration in seconds. The cache is `cache`, or the user's own cache if it is absent.
 */
async function render(
  each: BenchFilm,
  folder: string,
  output: string,
  more: readonly string[],
  cache?: string,
): Promise<number> {
  const template = join(folder, `${each.name}.xml`);
  await writeFile(template, templateOf(each));
  const line = ['render', template, '--out', output, '--json', ...more];
  return timedRun(process.execPath, [COMMAND, ...line], cache === undefined ? {} : { SCENEWRIGHT_CACHE: cache });
}

function withSceneMoved(each: BenchFilm, edit: number): BenchFilm {
  const scenes = each.scenes.map((scene, index) =>
    index === edit % each.scenes.length ? { ...scene, skip: scene.skip + 1 } : scene,
  );
  return { ...each, scenes };
}
