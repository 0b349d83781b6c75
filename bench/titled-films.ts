import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeByTurns } from './by-turns.ts';
import { type BenchFilm, film, HEIGHT, templateOf, WIDTH } from './films.ts';
import { makeMedia } from './media.ts';
import { peakMemory } from './peak-memory.ts';
import { promisedRow } from './promised.ts';
import type { RenderBench } from './renders.ts';
import type { Row } from './report.ts';
import { timedRun } from './timed-run.ts';

const COMMAND = join(import.meta.dirname, '..', 'out', 'command', 'main.js');
const R30 = film('R30-titles', 30, 2);
const R300 = film('R300-titles', 300, 2);
const GREETING = film('greeting', 10, 2);
const LARGE = film('2160p', 2, 3);
const NAMES = 100;
const LONG_MEBIBYTES = 500;
const LARGE_MEBIBYTES = 900;

/** A function that returns the title of a scene; null if it has none. */
type Titles = (scene: number) => string | null;

const everyScene: Titles = (scene) => `Title ${scene + 1} of the film`;

/**
 * Measures R30 with a moving title in each scene. Compares a cold render with R30 without titles, and a render after one
 * changed title with the cold render.
 */
export async function benchTitledFilm({ folder, tools, rounds }: RenderBench): Promise<readonly Row[]> {
  await makeMedia(tools.ffmpeg, folder);
  const plain = await written(folder, 'R30-plain', templateOf(R30));
  const titled = await written(folder, R30.name, withTitles(R30, everyScene));
  const output = join(folder, 'R30-titles.mp4');
  const cold = (template: string) => run(['render', template, '--out', output, '--json', '--no-cache']);
  const added = await timeByTurns(
    {
      name: 'R30 with titles, cold',
      what: 'a title that moves in each of 30 scenes',
      against: 'our own cold R30 without',
      ours: () => cold(titled),
      theirs: () => cold(plain),
    },
    rounds,
  );
  const cache = join(folder, 'cache-titles');
  await rm(cache, { recursive: true, force: true });
  const renderCached = async (titles: Titles) => {
    const template = await written(folder, 'R30-changed', withTitles(R30, titles));
    return run(['render', template, '--out', output, '--json'], cache);
  };
  await renderCached(everyScene);
  let edits = 0;
  const changed = await timeByTurns(
    {
      name: 'R30 with titles, one changed',
      what: 'other words in the title of a scene',
      against: 'the same cold',
      // Use a new text in each round, so that it is never cached.
      ours: () => renderCached(changedTitle(edits++)),
      theirs: () => cold(titled),
    },
    rounds,
  );
  await rm(cache, { recursive: true, force: true });
  return [added, changed];
}

function changedTitle(edit: number): Titles {
  return (scene) => (scene === edit % R30.scenes.length ? `Words ${edit + 1} of another title` : everyScene(scene));
}

/** Times a hundred greetings: films of ten scenes that differ in the name in one title. */
export async function benchNames({ folder, tools, rounds }: RenderBench): Promise<Row> {
  await makeMedia(tools.ffmpeg, folder);
  const inFourth: Titles = (scene) => (scene === 3 ? 'Good morning, ${name, friend}' : null);
  const template = await written(folder, GREETING.name, withTitles(GREETING, inFourth));
  const names = Array.from({ length: NAMES }, (_, index) => `Guest ${index + 1}`);
  const rows = join(folder, 'greeting.csv');
  await writeFile(rows, ['name', ...names, ''].join('\n'));
  const [cache, out] = [join(folder, 'cache-names'), join(folder, 'names')];
  const row = await timeByTurns(
    {
      name: `${NAMES} names`,
      what: 'in a title of one of ten scenes of 2 s',
      against: `${NAMES} times our own cold render of one`,
      ours: async () => {
        for (const path of [cache, out]) await rm(path, { recursive: true, force: true });
        await mkdir(out);
        return run(['batch', template, '--rows', rows, '--out', out, '--json'], cache);
      },
      theirs: async () =>
        NAMES * (await run(['render', template, '--out', join(folder, 'greeting.mp4'), '--json', '--no-cache'])),
    },
    rounds,
  );
  for (const path of [cache, out]) await rm(path, { recursive: true, force: true });
  return row;
}

/** Measures the memory of all processes during ten minutes of film with titles. */
export async function benchLongTitles({ folder, tools }: RenderBench): Promise<Row> {
  await makeMedia(tools.ffmpeg, folder);
  const template = await written(folder, R300.name, withTitles(R300, everyScene));
  const line = ['render', template, '--out', join(folder, 'R300-titles.mp4'), '--json', '--no-cache'];
  const peak = await peakMemory(async () => {
    await run(line);
  });
  return promisedRow({ name: 'R300 with titles, memory', what: 'of all processes', unit: 'MiB' }, LONG_MEBIBYTES, [
    peak,
  ]);
}

/** Times one title over pictures of 2160 lines against the same film without the title, and measures its memory. */
export async function benchLargeTitle({ folder, tools, rounds }: RenderBench): Promise<readonly Row[]> {
  await makeMedia(tools.ffmpeg, folder);
  const large = (template: string) =>
    template.replace(`width="${WIDTH}" height="${HEIGHT}"`, `width="${3 * WIDTH}" height="${3 * HEIGHT}"`);
  const plain = await written(folder, '2160p-plain', large(templateOf(LARGE)));
  const titled = await written(folder, LARGE.name, large(withTitles(LARGE, everyScene)));
  const line = (template: string) => ['render', template, '--out', join(folder, '2160p.mp4'), '--json', '--no-cache'];
  const time = await timeByTurns(
    {
      name: '2160p with a title, cold',
      what: 'a title that moves over each of two scenes of 3 s',
      against: 'the same without titles',
      ours: () => run(line(titled)),
      theirs: () => run(line(plain)),
    },
    rounds,
  );
  const peak = await peakMemory(async () => {
    await run(line(titled));
  });
  const memory = { name: '2160p with a title, memory', what: 'of all processes', unit: 'MiB' } as const;
  return [time, promisedRow(memory, LARGE_MEBIBYTES, [peak])];
}

/** Returns the template of the film with a title that moves during the whole of each scene. */
function withTitles(each: BenchFilm, titles: Titles): string {
  let scene = 0;
  return templateOf(each).replaceAll('</video></scene>', () => {
    const words = titles(scene++);
    if (words === null) return '</video></scene>';
    const keys = '<key time="0" position="-120, 200"/><key time="100%" position="120, 200"/>';
    const text = `<text content="${words}" size="72" shadow="0, 3, 8, #000000a0"><animation>${keys}</animation></text>`;
    return `</video>${text}</scene>`;
  });
}

async function written(folder: string, name: string, template: string): Promise<string> {
  const file = join(folder, `${name}.xml`);
  await writeFile(file, template);
  return file;
}

/** Runs the command and returns its duration in seconds. */
function run(line: readonly string[], cache?: string): Promise<number> {
  return timedRun(process.execPath, [COMMAND, ...line], cache === undefined ? {} : { SCENEWRIGHT_CACHE: cache });
}

/** The duration of the film with captions in seconds, and the words that are spoken in each second. */
const CAPTIONED = { seconds: 60, wordsPerSecond: 3 };

/** Times a vertical one-minute film with a pill behind each spoken word against the same film with whole captions. */
export async function benchCaptions({ folder, rounds }: RenderBench): Promise<Row> {
  const spoken = await written(folder, 'captions-words', captionedFilm('look="pill" words="spread"'));
  const whole = await written(folder, 'captions-whole', captionedFilm('weight="800" outline="4, #000000"'));
  const output = join(folder, 'captions.mp4');
  const cold = (template: string) => run(['render', template, '--out', output, '--json', '--no-cache']);
  return await timeByTurns(
    {
      name: 'captions, active word',
      what: 'a pill behind each of 180 words in a minute of 1080×1920',
      against: 'our own film with whole captions',
      ours: () => cold(spoken),
      theirs: () => cold(whole),
    },
    rounds,
  );
}

function captionedFilm(attributes: string): string {
  const { seconds, wordsPerSecond } = CAPTIONED;
  const cues = Array.from({ length: seconds / 2 }, (_, index) => {
    const words = Array.from({ length: 2 * wordsPerSecond }, (__, word) => `word${index + word}`).join(' ');
    return `<cue start="${2 * index}s" end="${2 * index + 2}s">${words}</cue>`;
  });
  const captions = `<captions ${attributes} size="84">${cues.join('')}</captions>`;
  return `<movie width="1080" height="1920" framerate="30"><scene duration="${seconds}s" background="#335566">${captions}</scene></movie>`;
}
