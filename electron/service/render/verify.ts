import { framesToSeconds, SAMPLE_RATE } from '../../../shared/template/frame-rate.ts';
import { runTool } from '../media/run-tool.ts';
import type { MediaTools } from '../media/tools.ts';
import { ServiceError } from '../service-error.ts';
import type { RenderPlan } from './plan.ts';

/** What a finished file was found to hold. */
export interface FileFacts {
  /** Packets of the picture, of which each is a frame; 0 without a picture. */
  readonly frames: number;
  readonly hasSound: boolean;
  /** The container's length. */
  readonly seconds: number;
}

/** Sound encoders fill up their last block, and some containers count from their priming. */
const SOUND_SLACK_SECONDS = 0.1;

/**
 * Checks a finished file against its plan: streams, number of frames, length, and that its beginning and end can be
 * decoded. Throws {@link ServiceError} `render/wrong-output`.
 */
export async function verifyFile(
  path: string,
  plan: RenderPlan,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<FileFacts> {
  const [facts] = await Promise.all([
    inspect(path, plan, tools, signal),
    decode(path, 'head', plan, tools, signal),
    decode(path, 'tail', plan, tools, signal),
  ]);
  const fault = faultOf(facts, plan);
  if (fault !== null) throw new ServiceError('render/wrong-output', fault);
  return facts;
}

/** What is wrong with a file, as a sentence; null if nothing is. */
function faultOf(facts: FileFacts, { format, length, canvas, samples }: RenderPlan): string | null {
  if (format.picture !== null && facts.frames !== length) return `It has ${facts.frames} of ${length} frames.`;
  if ((format.sound !== null) !== facts.hasSound)
    return facts.hasSound ? 'It has a sound track.' : 'It lacks its sound track.';
  const seconds = format.picture === null ? samples / SAMPLE_RATE : framesToSeconds(length, canvas.frameRate);
  const slack = framesToSeconds(1 as typeof length, canvas.frameRate) + SOUND_SLACK_SECONDS;
  // Written so that a length that is no number is a fault too.
  if (!(Math.abs(facts.seconds - seconds) <= slack))
    return `It lasts ${facts.seconds} instead of ${seconds.toFixed(3)} seconds.`;
  return null;
}

async function inspect(
  path: string,
  { format }: RenderPlan,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<FileFacts> {
  const { stdout } = await runTool({
    program: tools.ffprobe,
    kind: 'ffprobe',
    arguments: [
      ...(format.picture === null ? [] : ['-count_packets']),
      ...['-select_streams', format.picture === null ? 'a' : 'v'],
      ...['-show_entries', 'stream=nb_read_packets:format=duration,nb_streams', '-of', 'json'],
      `file:${path}`,
    ],
    signal,
  });
  const report: unknown = JSON.parse(stdout.toString());
  return factsOf(report, format.picture !== null);
}

function factsOf(report: unknown, hasPicture: boolean): FileFacts {
  const streams = listOf(fieldOf(report, 'streams'));
  const format = fieldOf(report, 'format');
  return {
    frames: hasPicture ? Number(fieldOf(streams[0], 'nb_read_packets')) : 0,
    hasSound: Number(fieldOf(format, 'nb_streams')) - (hasPicture ? 1 : 0) > 0,
    seconds: Number(fieldOf(format, 'duration')),
  };
}

/**
 * Decodes half a second to nowhere. At the beginning any error counts; a seek to the end may land inside a packet of
 * a container without an index, so there it counts whether anything comes out.
 */
async function decode(
  path: string,
  place: 'head' | 'tail',
  plan: RenderPlan,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  let seconds = 0;
  const before = place === 'head' ? ['-xerror'] : ['-sseof', '-1'];
  await runTool({
    program: tools.ffmpeg,
    arguments: [...before, '-i', `file:${path}`, '-t', '0.5', '-map', '0', '-f', 'null', '-'],
    durationSeconds: plan.samples / SAMPLE_RATE,
    signal,
    onProgress: ({ outSeconds, frames }) => {
      seconds = Math.max(outSeconds ?? 0, frames);
    },
  }).catch((cause: unknown) => {
    if (!(cause instanceof ServiceError)) throw cause;
    throw new ServiceError('render/wrong-output', `Its ${place} cannot be decoded.`, { cause, log: cause.log });
  });
  if (seconds <= 0) throw new ServiceError('render/wrong-output', `Nothing can be decoded at its ${place}.`);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
