import { execFile } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cut, templateOf } from './films.ts';
import { makeMedia } from './media.ts';
import { promisedRow } from './promised.ts';
import type { RenderBench } from './renders.ts';
import type { Row } from './report.ts';

const ROOT = join(import.meta.dirname, '..');
const COMMAND = join(ROOT, 'out', 'command', 'main.js');
/** The limits in seconds for ten seconds of film on two idle cores: cold, and again without a change. */
const COLD = 3;
const AGAIN = 0.4;
/** The limit of a check after a change of one of 20 scenes, as a share of the cold check. */
const CHANGED = 0.15;

interface Checked {
  /** The time of the check in seconds for ten seconds of film. */
  readonly seconds: number;
}

/** Times the film check at the level `full`: a design in 1080p, a film of plain videos, and one changed scene of 20. */
export async function benchFilmCheck({ folder, tools, rounds }: RenderBench): Promise<readonly Row[]> {
  await makeMedia(tools.ffmpeg, folder);
  const cache = join(folder, 'cache-check');
  const fresh = () => rm(cache, { recursive: true, force: true });
  const check = async (template: string): Promise<Checked> => {
    // The exit code is 1 if the check has errors.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [COMMAND, 'check', template, '--level', 'full', '--fail-on', 'never', '--json'],
      { env: { ...process.env, SCENEWRIGHT_CACHE: cache }, maxBuffer: 2 ** 26 },
    );
    const { check: report } = JSON.parse(stdout) as {
      readonly check: { readonly milliseconds: number; readonly film: { readonly seconds: number } };
    };
    return { seconds: (report.milliseconds / 1000) * (10 / report.film.seconds) };
  };
  const design = await copyDesign(join(folder, 'check-design'));
  const plain = join(folder, 'check-plain.xml');
  await writeFile(plain, templateOf(cut('check-plain', 5, 2)));
  const measured = { design: [0], again: [0], plain: [0], changed: [0] };
  for (const times of Object.values(measured)) times.length = 0;
  for (let round = 0; round < rounds; round++) {
    await fresh();
    measured.design.push((await check(design)).seconds);
    measured.again.push((await check(design)).seconds);
    await fresh();
    measured.plain.push((await check(plain)).seconds);
    await fresh();
    const scenes = join(folder, 'check-scenes.xml');
    const textOf = (title: string) => titledScenes(20, title);
    await writeFile(scenes, textOf('One'));
    const cold = (await check(scenes)).seconds;
    await writeFile(scenes, textOf('Two'));
    measured.changed.push((await check(scenes)).seconds / cold);
  }
  await fresh();
  const said = (name: string, what: string) => ({ name: `check, ${name}`, what });
  return [
    promisedRow(said('cold', 'level full, ten seconds of a design in 1080p'), COLD, measured.design),
    promisedRow(said('again', 'the same film without a change'), AGAIN, measured.again),
    promisedRow(said('plain video', 'level full, ten seconds of videos alone'), COLD, measured.plain),
    promisedRow(
      said('one scene changed', '20 scenes of 2 s, for a second of the cold check'),
      CHANGED,
      measured.changed,
    ),
  ];
}

/** Copies a design with its fonts and its music into a folder, and returns the path of its template. */
async function copyDesign(folder: string): Promise<string> {
  for (const part of ['product-launch', 'fonts', 'music'])
    await cp(join(ROOT, 'designs', part), folder, { recursive: true });
  return join(folder, '16x9.xml');
}

/** Returns a film of scenes with a moving title each. The first scene has the given title. */
function titledScenes(count: number, title: string): string {
  const scenes = Array.from(
    { length: count },
    (_, index) =>
      `<scene duration="2s"><solid color="#12372a"/><text content="${index === 0 ? title : `Title ${index}`}" size="120">` +
      '<animation><key time="0%" position="-300, 0"/><key time="100%" position="300, 0"/></animation></text></scene>',
  );
  return `<movie width="1920" height="1080" framerate="30">${scenes.join('')}</movie>`;
}
