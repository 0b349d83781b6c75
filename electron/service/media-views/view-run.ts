import { stat } from 'node:fs/promises';
import { type PartTarget, partArguments } from '../engine/make/job-arguments.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { canToneMap } from '../sources/facts/color-filters.ts';

/** The maximum time in seconds of a run that makes pictures. The preceding sync frame may be far away. */
const PICTURE_SECONDS = 300;
const PICTURE_BYTES = 64 * 2 ** 20;
const PICTURE_THREADS = 2;

/** Makes pictures of one source in one process. Throws the errors of `runTool`. */
export async function makePictures(
  targets: readonly PartTarget[],
  sourcePath: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  const settings = {
    sourcePath: () => sourcePath,
    stillPath: () => {
      throw new Error('a picture of a source has no stills');
    },
    decodingThreadsOf: () => PICTURE_THREADS,
    encodingThreadsOf: () => PICTURE_THREADS,
  };
  using _memory = reserveViewMemory();
  const run = (fromStart: boolean) =>
    runTool({
      program: tools.ffmpeg,
      arguments: partArguments(targets, { ...settings, toolsVersion: tools.version, fromStart }),
      signal,
      limits: { totalSeconds: PICTURE_SECONDS },
      outputLimitBytes: PICTURE_BYTES,
    });
  await run(false);
  const sizes = await Promise.all(
    targets.map(({ path }) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  if (sizes.every((size) => size === 0)) await run(true);
}

/** Checks whether this FFmpeg can map HDR to the range of the film, as the engine does. */
export function toneMaps({ filters }: Pick<MediaTools, 'filters'>): boolean {
  return canToneMap(filters);
}
