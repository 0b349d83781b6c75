import { stat } from 'node:fs/promises';
import { required } from '../../../shared/lib/assert.ts';
import { frames, framesToSeconds, SAMPLE_RATE } from '../../../shared/template/frame-rate.ts';
import { runTool } from '../media/run-tool.ts';
import type { MediaTools } from '../media/tools.ts';
import { ServiceError } from '../service-error.ts';
import { decimal } from './effect-graphs.ts';
import type { LookedThrough } from './join-mp4.ts';
import { copyingLimits } from './limits.ts';
import { createPacketTally, type StreamTally } from './packet-tally.ts';
import type { RenderPlan } from './plan.ts';

/** Sound encoders fill up their last block, and some containers count from their priming. */
const SOUND_SLACK_SECONDS = 0.1;
/** So much is decoded at the beginning. */
const HEAD_SECONDS = 0.5;
/** A seek so far before the end, and two frames more, finds a frame to decode. */
const TAIL_SECONDS = 1;
/** Nobody looks at these pictures, so their edges are not smoothed: all of the file's bytes are read all the same. */
const DECODING = ['-skip_loop_filter:v', 'all'];
/** The tail is decoded from the last key frame on, seconds before it: frames that no other needs are left out. */
const TAIL_DECODING = [...DECODING, '-skip_frame:v', 'noref'];
/** A frame with any error is left out. */
const STRICT = ['-err_detect', 'explode'];
/** A thread for each of so few frames costs more than they do. */
const KEY_FRAMES = ['-threads', '1', ...DECODING, '-skip_frame:v', 'nokey', ...STRICT];
/** Sound that is shorter may end before a decoder gives its first samples. */
const DECODABLE_SOUND_SECONDS = 0.5;

/**
 * Checks a finished file against its plan: its streams, its number of frames, the length of each stream, and that its
 * beginning and end can be decoded; where frames were `lookedThrough` one by one, the first and the last key frame are
 * enough of them. Throws {@link ServiceError} `render/wrong-output`, or what else stopped FFmpeg.
 */
export async function verifyFile(
  path: string,
  plan: RenderPlan,
  lookedThrough: LookedThrough | null,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  const { size } = await stat(path);
  if (size === 0) throw new ServiceError('render/wrong-output', 'It is empty.');
  const tally = createPacketTally();
  const { log } = await runTool({
    program: tools.ffmpeg,
    arguments: verifyArguments(path, plan, lookedThrough),
    limits: copyingLimits(size, plan.samples / SAMPLE_RATE),
    signal,
    onStdout: (chunk) => tally.take(chunk),
  }).catch((cause: unknown) => {
    if (!(cause instanceof ServiceError) || cause.code !== 'ffmpeg/failed') throw cause;
    throw new ServiceError('render/wrong-output', 'It cannot be read.', { cause, log: cause.log });
  });
  const fault = faultOf(tally.streams(), plan, lookedThrough);
  if (fault !== null) throw new ServiceError('render/wrong-output', fault, { log });
}

/** One process reads the whole file and decodes its ends; a line for each packet goes to standard output. */
function verifyArguments(path: string, plan: RenderPlan, lookedThrough: LookedThrough | null): readonly string[] {
  const file = ['-i', `file:${path}`];
  const head = [...(lookedThrough === null ? [...DECODING, ...STRICT] : KEY_FRAMES), '-t', String(HEAD_SECONDS)];
  const decoded = kindsOf(plan.format).map((kind) => (kind === 'video' ? 'wrapped_avframe' : 'pcm_s16le'));
  const codecs = [...decoded.map(() => 'copy'), ...decoded, ...decoded];
  return [
    ...[...file, ...head, ...file, ...tailOptions(plan, lookedThrough), ...file],
    ...['-map', '0', '-map', '1', '-map', '2'],
    ...codecs.flatMap((codec, stream) => [`-c:${stream}`, codec]),
    // Streams that end early are not waited for, or all of a large film's packets would pile up.
    ...['-max_interleave_delta', '1', '-f', 'framecrc', '-'],
  ];
}

/**
 * A seek to the end may land inside a packet of a container without an index, so there it counts whether anything comes
 * out. A seek to a key frame goes half a frame behind it, so that no rounding finds the one before; what lies before a
 * place that was sought is kept if it is less than a frame.
 */
function tailOptions({ canvas }: RenderPlan, lookedThrough: LookedThrough | null): readonly string[] {
  const frameSeconds = framesToSeconds(frames(1), canvas.frameRate);
  if (lookedThrough === null) return [...TAIL_DECODING, '-sseof', `-${decimal(TAIL_SECONDS + 2 * frameSeconds)}`];
  const last = required(lookedThrough.keyFrames.at(-1), 'a key frame');
  return [...KEY_FRAMES, '-noaccurate_seek', '-ss', decimal((last + 0.5) * frameSeconds)];
}

function kindsOf({ picture, sound }: RenderPlan['format']): readonly string[] {
  return [...(picture === null ? [] : ['video']), ...(sound === null ? [] : ['audio'])];
}

/** What is wrong with a file, as a sentence; null if nothing is. Comparisons are written so that no number is a fault too. */
export function faultOf(
  streams: readonly StreamTally[],
  plan: RenderPlan,
  lookedThrough: LookedThrough | null,
): string | null {
  const { format, length, canvas, samples } = plan;
  const kinds = kindsOf(format);
  const found = streams.slice(0, streams.length / 3);
  if (found.map(({ kind }) => kind).join() !== kinds.join())
    return `It has ${listed(found.map(({ kind }) => kind))} instead of ${listed(kinds)}.`;
  const head = streams.slice(kinds.length, 2 * kinds.length);
  const tail = streams.slice(2 * kinds.length);
  const picture = found.find(({ kind }) => kind === 'video');
  if (picture && picture.packets !== length) return `It has ${picture.packets} of ${length} frames.`;

  const frameSeconds = framesToSeconds(frames(1), canvas.frameRate);
  const seconds = picture ? length * frameSeconds : samples / SAMPLE_RATE;
  const begin = Math.min(...found.map(({ start }) => start).filter(Number.isFinite));
  for (const { kind, end } of found) {
    if (!(Math.abs(end - begin - seconds) <= frameSeconds + SOUND_SLACK_SECONDS))
      return `Its ${kind} lasts ${(end - begin).toFixed(3)} instead of ${seconds.toFixed(3)} seconds.`;
  }
  const headFrames = framesAtHead(length, frameSeconds, lookedThrough);
  const decodable = (kind: string): boolean => kind === 'video' || seconds >= DECODABLE_SOUND_SECONDS;
  for (const [stream, { kind }] of found.entries()) {
    if (decodable(kind) && !((head[stream]?.packets ?? 0) >= (kind === 'video' ? headFrames : 1)))
      return `The head of its ${kind} cannot be decoded.`;
    if (decodable(kind) && !tail[stream]?.packets) return `The tail of its ${kind} cannot be decoded.`;
  }
  return null;
}

/** How many frames of the beginning have to come out of the decoder: the last ones may come too late for it. */
function framesAtHead(length: number, frameSeconds: number, lookedThrough: LookedThrough | null): number {
  const whole = Math.min(length, Math.ceil(HEAD_SECONDS / frameSeconds)) - 2;
  return Math.max(1, lookedThrough === null ? whole : lookedThrough.keyFrames.filter((frame) => frame < whole).length);
}

function listed(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'nothing' : kinds.join(' and ');
}
