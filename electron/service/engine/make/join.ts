import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import { wholeEncoderOf } from '../formats/formats.ts';
import { createPngSequence } from '../formats/picture-files.ts';
import { type JoinStep, joinSteps, PICTURE_LIST, pictureList, SOUND_TRACK } from '../plan/join-arguments.ts';
import { copyTimeLimits, encodingTimeLimits, outputLimitBytes, type TimeLimits } from '../plan/limits.ts';
import { PROCESS_BYTES } from '../plan/memory-plan.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { completeRange, filmSound, type SoundFile } from './film-sound.ts';
import { joinMp4, writeSoundTrack } from './join-mp4.ts';
import type { RenderContext } from './render-context.ts';
import type { CheckedFrames } from './verify.ts';

/**
 * Joins the parts of a film into one file at `output`. All parts must exist. Returns the sync frames if this program
 * wrote the MP4 and checked each frame; null if FFmpeg joined the film.
 */
export async function joinParts(
  plan: RenderPlan,
  output: string,
  context: RenderContext,
): Promise<CheckedFrames | null> {
  const checkedFrames = plan.format.joinedBy === 'service' ? await joinMp4(plan, output, context) : null;
  if (checkedFrames !== null) return checkedFrames;
  const { keys, folder, tools } = context;
  if (keys.track !== null) await writeSoundTrack(join(folder, SOUND_TRACK), plan, context);
  if (plan.format.picture !== null) await writeFile(join(folder, PICTURE_LIST), pictureList(plan));
  const copiedBytes = await bytesOfPictures(plan, context);
  const seconds = plan.samples / SAMPLE_RATE;
  const isEncodedNow = wholeEncoderOf(plan.format) !== null;
  const limits = isEncodedNow
    ? encodingTimeLimits(plan.canvas, plan.length, seconds)
    : copyTimeLimits(copiedBytes, seconds);
  // Most formats copy the pictures. The other formats encode all frames again.
  const limitBytes = outputLimitBytes(plan.canvas, isEncodedNow ? plan.length : 0, plan.samples) + 2 * copiedBytes;
  const fileOf: SoundFile = ({ key }) => ({ path: Promise.resolve(join(folder, key)), growing: null });
  const openSound = () => filmSound(plan, [completeRange(plan)], fileOf, context.signal);
  await using sequence = plan.format.isSequence === true ? await createPngSequence(output) : null;
  const stepContext = { ...context, limits, limitBytes, ...(sequence && { onStdout: sequence.take }) };
  for (const step of joinSteps(plan, tools.version, sequence === null ? output : null))
    await runStep(step, openSound, stepContext);
  await sequence?.finish();
  return null;
}

export interface StepContext extends RenderContext {
  readonly limits: TimeLimits;
  /** The size limit of each file that the step writes. */
  readonly limitBytes: number;
  /** The receiver of the step's standard output; absent for a step that writes a file. */
  readonly onStdout?: (chunk: Buffer) => Promise<void>;
}

/** Runs one FFmpeg step. Pipes the sound to it if the step reads it. */
export async function runStep(
  { arguments: stepArguments, takesSound }: JoinStep,
  openSound: () => AsyncIterable<Uint8Array>,
  { tools, folder, signal, limits, limitBytes, memory, onStdout }: StepContext,
): Promise<void> {
  using _share = memory.count(PROCESS_BYTES);
  await runTool({
    program: tools.ffmpeg,
    arguments: stepArguments,
    limits,
    outputLimitBytes: limitBytes,
    signal,
    cwd: folder,
    ...(onStdout && { onStdout }),
    ...(takesSound ? { stdin: openSound() } : {}),
  });
}

async function bytesOfPictures({ scenes }: RenderPlan, { folder }: RenderContext): Promise<number> {
  let bytes = 0;
  for (const { picture } of scenes) if (picture !== null) bytes += (await stat(join(folder, picture.key))).size;
  return bytes;
}
