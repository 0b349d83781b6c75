import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import { wholeEncoderOf } from '../formats/formats.ts';
import { createPngSequence, type WrittenFilm } from '../formats/picture-files.ts';
import {
  hasEmptyPixels,
  type JoinStep,
  joinSteps,
  PICTURE_LIST,
  pictureList,
  SOUND_TRACK,
} from '../plan/join-arguments.ts';
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
  await using changed = await changedOutput(plan, output);
  const stepContext = { ...context, limits, limitBytes, ...(changed && { onStdout: changed.take }) };
  for (const step of joinSteps(plan, tools.version, changed === null ? output : null))
    await runStep(step, openSound, stepContext);
  await changed?.finish();
  return null;
}

/** Opens a film for which the output of FFmpeg is changed. Returns null for other films. */
async function changedOutput(plan: RenderPlan, output: string): Promise<WrittenFilm | null> {
  if (plan.format.isSequence === true) return createPngSequence(output);
  return hasEmptyPixels(plan) ? createClearedGif(output) : null;
}

/** Writes a GIF to `output`. Makes each frame clear its pixels before the next one. */
async function createClearedGif(output: string): Promise<WrittenFilm> {
  const file = await open(output, 'w');
  const parser = gifParser();
  let next = parser.next(0).value;
  let skipped = 0;
  return {
    take: async (piece) => {
      let at = next.skip - skipped;
      for (; at < piece.length; at += 1 + next.skip) {
        const byte = piece[at] ?? 0;
        piece[at] = next.change?.(byte) ?? byte;
        next = parser.next(byte).value;
      }
      skipped = next.skip - (at - piece.length);
      await file.writeFile(piece);
    },
    finish: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

interface GifByte {
  /** The number of bytes before this byte that the parser does not need. */
  readonly skip: number;
  /** Returns the new byte; absent if the byte stays as it is. */
  readonly change?: (byte: number) => number;
}

const EXTENSION = 0x21;
const CONTROL_EXTENSION = 0xf9;
const IMAGE = 0x2c;
/** The disposal method in the flags of a frame, and its value for clearing the pixels of the frame (GIF89a, 23). */
const DISPOSAL_BITS = 0x1c;
const CLEAR_PIXELS = 2 << 2;
const HAS_EMPTY_COLOR = 1;

/**
 * Yields the places of the bytes that determine the structure of a GIF, and takes these bytes (GIF89a, 15 to 26).
 * Changes the disposal of each frame. Every frame also names the empty color, because FFmpeg clears the pixels of other
 * frames to an opaque color.
 */
function* gifParser(): Generator<GifByte, never, number> {
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const screenFlags = yield { skip: 10 };
  // FFmpeg's background is the empty color of the palette.
  const emptyColor = yield { skip: 0 };
  for (let skip = 1 + tableBytes(screenFlags); ; skip = 0) {
    const introducer = yield { skip };
    if (introducer === IMAGE) skip = 1 + tableBytes(yield { skip: 8 });
    else if (introducer === EXTENSION)
      skip = (yield { skip: 0 }) === CONTROL_EXTENSION ? yield* changeControl(emptyColor) : 0;
    else for (;;) yield { skip: Number.POSITIVE_INFINITY };
    for (let bytes = yield { skip }; bytes > 0; ) bytes = yield { skip: bytes };
  }
}

/** Changes the data of a control extension. Returns the number of bytes up to its end. */
function* changeControl(emptyColor: number): Generator<GifByte, number, number> {
  const bytes = yield { skip: 0 };
  const flags = yield { skip: 0, change: (before) => (before & ~DISPOSAL_BITS) | CLEAR_PIXELS | HAS_EMPTY_COLOR };
  // A frame with a color table has its own index of the empty color.
  const hasColor = (flags & HAS_EMPTY_COLOR) !== 0;
  yield { skip: 2, change: (before) => (hasColor ? before : emptyColor) };
  return bytes - 4;
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
