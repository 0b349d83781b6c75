import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_RATE } from '../../../shared/template/frame-rate.ts';
import { runTool } from '../media/run-tool.ts';
import { ServiceError } from '../service-error.ts';
import type { RenderContext } from './inventory.ts';
import { type JoinStep, joinSteps, PICTURE_LIST, pictureList, SOUND_TRACK, trackStep } from './join-arguments.ts';
import { copyingLimits, encodingLimits, outputLimitBytes, type TimeLimits } from './limits.ts';
import type { RenderPlan } from './plan.ts';
import { soundStream } from './sound-stream.ts';

/** Settles with the path of a part as soon as it is whole. */
export type PartArrival = (key: string) => Promise<string>;

/**
 * Puts the film's encoded sound into the scratch folder, from the store or made of its scenes' sound as it arrives;
 * does nothing for formats whose sound is encoded as the film is joined.
 */
export async function makeTrack(plan: RenderPlan, arrival: PartArrival, context: RenderContext): Promise<void> {
  const { keys, store, folder, tools, signal } = context;
  const step = trackStep(plan, tools.version);
  if (step === null || keys.track === null) return;
  const path = join(folder, SOUND_TRACK);
  if ((await store.take(keys.track, path, signal)) !== null) return;
  // It waits for the pictures that the sounds are made beside, however long they take; only a stall tells that it hangs.
  const limits = { ...copyingLimits(0, 0), totalSeconds: Number.POSITIVE_INFINITY };
  await runStep(step, plan, arrival, { ...context, limits, copiedBytes: 0 });
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new ServiceError('render/wrong-output', 'FFmpeg left out its sound.', { cause });
  });
  if (size === 0) throw new ServiceError('render/wrong-output', 'Its sound is empty.');
  await store.keep(keys.track, path, signal);
}

/** Joins a film's parts, all of which are there, into one file at `output`. */
export async function joinParts(plan: RenderPlan, output: string, context: RenderContext): Promise<void> {
  const { keys, folder, tools } = context;
  if (plan.format.picture !== null) await writeFile(join(folder, PICTURE_LIST), pictureList(plan, keys.partOf));
  const copiedBytes = await bytesOfPictures(plan, context);
  const seconds = plan.samples / SAMPLE_RATE;
  const limits = plan.format.palette
    ? encodingLimits(plan.canvas, plan.length, seconds)
    : copyingLimits(copiedBytes, seconds);
  const arrival: PartArrival = (key) => Promise.resolve(join(folder, key));
  for (const step of joinSteps(plan, tools.version, output))
    await runStep(step, plan, arrival, { ...context, limits, copiedBytes });
}

interface StepContext extends RenderContext {
  readonly limits: TimeLimits;
  /** Of the pictures that it copies. */
  readonly copiedBytes: number;
}

async function runStep(
  step: JoinStep,
  plan: RenderPlan,
  arrival: PartArrival,
  { tools, keys, folder, signal, limits, copiedBytes }: StepContext,
): Promise<void> {
  const { canvas, format, length, samples } = plan;
  // A palette makes new pictures of all frames; everything else copies what is there.
  const limitBytes = outputLimitBytes(canvas, format.palette ? length : 0, samples) + 2 * copiedBytes;
  const stretches = plan.scenes.map(({ sound, samples }) => ({
    path: sound === null ? Promise.resolve(null) : arrival(keys.partOf(sound)),
    samples,
  }));
  await runTool({
    program: tools.ffmpeg,
    arguments: step.arguments,
    limits,
    outputLimitBytes: limitBytes,
    signal,
    cwd: folder,
    ...(step.takesSound ? { stdin: soundStream(stretches, signal) } : {}),
  });
}

async function bytesOfPictures({ scenes }: RenderPlan, { keys, folder }: RenderContext): Promise<number> {
  let bytes = 0;
  for (const { picture } of scenes)
    if (picture !== null) bytes += (await stat(join(folder, keys.partOf(picture)))).size;
  return bytes;
}
