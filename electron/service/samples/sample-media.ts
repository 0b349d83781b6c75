import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { runPool } from '../waiting/pool.ts';
import { type ClipShape, clipArguments, clipNames, MUSIC_NAME, MUSIC_SECONDS, musicArguments } from './clip-recipes.ts';

/** Small, so that they are made in seconds; large enough to look at. */
const SHAPE: ClipShape = { height: 540, seconds: 4 };
/** FFmpeg uses several threads for each. */
const AT_ONCE = 2;
const LARGEST_CLIP = 20 * 2 ** 20;

/** A file of the sample project. */
interface Recipe {
  /** As an asset. */
  readonly name: string;
  readonly arguments: readonly string[];
  readonly seconds: number;
}

const recipes: readonly Recipe[] = [
  ...clipNames.map((name) => ({
    name: `${name}.mp4`,
    arguments: clipArguments(name, SHAPE),
    seconds: SHAPE.seconds,
  })),
  { name: MUSIC_NAME, arguments: musicArguments(16_000), seconds: MUSIC_SECONDS },
];

/**
 * The clips and the music of the sample project as files, by the names of their assets, made unless they are there: kept
 * in `samples/` of the workspace by what they are made with. Not to be called again before it has settled. Throws
 * `ffmpeg/…`, `render/format-unavailable` and the signal's reason.
 */
export async function provideSampleMedia(
  workspace: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const folder = join(workspace, 'samples');
  const files = recipes.map((recipe) => [recipe, join(folder, fileName(recipe, tools))] as const);
  await mkdir(folder, { recursive: true });
  await runPool(files, AT_ONCE, signal, async ([recipe, file], either) => {
    if (!(await isThere(file))) await make(recipe, file, tools, either);
  });
  return new Map(files.map(([{ name }, file]) => [name, file]));
}

/** Whatever changes a file changes its name. */
function fileName({ name, arguments: made }: Recipe, { version }: MediaTools): string {
  const digest = createHash('sha256').update(JSON.stringify([version, made]));
  return `${digest.digest('hex')}${extname(name)}`;
}

async function make(
  { arguments: made, seconds }: Recipe,
  file: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  if (!tools.encoders.has('libx264'))
    throw new ServiceError('render/format-unavailable', statement('detail/brackets', { words: 'H.264' }));
  const unfinished = `${file}.unfinished`;
  try {
    await runTool({
      program: tools.ffmpeg,
      arguments: ['-y', ...made, `file:${unfinished}`],
      signal,
      durationSeconds: seconds,
      outputLimitBytes: LARGEST_CLIP,
    });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    return (await stat(file)).size > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
