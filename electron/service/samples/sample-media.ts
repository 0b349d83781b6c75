import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { statement } from '../../../shared/statements/statement.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { runPool } from '../waiting/pool.ts';
import { type ClipName, type ClipShape, clipArguments, clipNames } from './clip-recipes.ts';

/** Small, so that they are made in seconds; large enough to look at. */
const SHAPE: ClipShape = { height: 540, seconds: 4 };
/** FFmpeg uses several threads for each. */
const AT_ONCE = 2;
const LARGEST_CLIP = 20 * 2 ** 20;

/**
 * The clips of the sample project as files, made unless they are there: kept in `samples/` of the workspace by what
 * they are made with. Not to be called again before it has settled. Throws `ffmpeg/…`, `render/format-unavailable` and
 * the signal's reason.
 */
export async function provideSampleClips(
  workspace: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<ReadonlyMap<ClipName, string>> {
  const folder = join(workspace, 'samples');
  const files = new Map(clipNames.map((name) => [name, join(folder, fileName(name, tools))] as const));
  await mkdir(folder, { recursive: true });
  await runPool([...files], AT_ONCE, signal, async ([name, file], either) => {
    if (!(await isThere(file))) await makeClip(name, file, tools, either);
  });
  return files;
}

/** Whatever changes a clip changes its name. */
function fileName(name: ClipName, { version }: MediaTools): string {
  const made = JSON.stringify([version, clipArguments(name, SHAPE)]);
  return `${createHash('sha256').update(made).digest('hex')}.mp4`;
}

async function makeClip(name: ClipName, file: string, tools: MediaTools, signal: AbortSignal): Promise<void> {
  if (!tools.encoders.has('libx264'))
    throw new ServiceError('render/format-unavailable', statement('detail/brackets', { words: 'H.264' }));
  const unfinished = `${file}.unfinished`;
  try {
    await runTool({
      program: tools.ffmpeg,
      arguments: ['-y', ...clipArguments(name, SHAPE), `file:${unfinished}`],
      signal,
      durationSeconds: SHAPE.seconds,
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
