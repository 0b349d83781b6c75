import { stat } from 'node:fs/promises';
import type { FilmFaultMessages } from '#shared/messages/films/detail-messages.ts';
import { message } from '#shared/messages/message.ts';
import type { MessageIn } from '#shared/messages/message-in.ts';
import { frames, framesToSeconds, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { runTool, type ToolRun } from '../../ffmpeg/run-tool.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { abortable } from '../../waiting/abortable.ts';
import { decimal } from '../parts/filter-graph.ts';
import { copyingLimits } from '../plan/limits.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { SOUND_FORMAT } from '../plan/sound-graph.ts';

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
const KEY_FRAMES = ['-threads', '1', ...DECODING, '-skip_frame:v', 'nokey'];
/** Sound that is shorter may end before a decoder gives its first samples. */
const DECODABLE_SOUND_SECONDS = 0.5;

/** What is known of a film each frame of which was looked through. */
export interface LookedThrough {
  /** The frames of the film at which decoding can begin, counted from zero; the first is one. */
  readonly keyFrames: readonly number[];
}

/** The check of a film that is being made. */
export interface FilmCheck extends AsyncDisposable {
  /** The film will soon be there: what checks it may be loaded meanwhile, and wait. */
  begin(): void;
  /**
   * Checks the finished file against its plan: its streams, its number of frames, the length of each stream, and that
   * its beginning and end can be decoded; where frames were `lookedThrough` one by one, its first key frames and its
   * last are enough of them. Throws {@link ServiceError} `render/wrong-output`, or what else stopped FFmpeg.
   */
  finish(lookedThrough: LookedThrough | null): Promise<void>;
}

/** A check of the film of a plan, to be made at `path`. No process is left when its scope ends. */
export function createFilmCheck(path: string, plan: RenderPlan, tools: MediaTools, signal: AbortSignal): FilmCheck {
  let waiting: ReturnType<typeof startWaiting> | null = null;
  const begin = () => {
    waiting ??= startWaiting(path, plan, tools, signal);
    return waiting;
  };
  return {
    begin: () => {
      if (plan.format.joinedBy === 'us' && plan.hardware === null) begin();
    },
    finish: async (lookedThrough) => {
      const { size } = await stat(path);
      if (size === 0) throw new ServiceError('render/wrong-output', message('film/empty'));
      const limits = copyingLimits(size, plan.samples / SAMPLE_RATE);
      const run = { arguments: verifyArguments(path, plan, 'whole'), limits };
      const { streams, log } = lookedThrough === null ? await listPackets(run, tools, signal) : await begin().goOn();
      const fault = faultOf(streams, plan, lookedThrough);
      if (fault !== null) throw new ServiceError('render/wrong-output', fault, { log });
    },
    [Symbol.asyncDispose]: async () => waiting?.stop(),
  };
}

/**
 * Starts the FFmpeg of a check, which takes longer to load than to check a short film: it waits for the end of its
 * input.
 */
function startWaiting(path: string, plan: RenderPlan, tools: MediaTools, signal: AbortSignal) {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const film = Promise.withResolvers<true>();
  // biome-ignore lint/correctness/useYield: its end is all that is waited for.
  async function* nothingUntilThere(): AsyncGenerator<Uint8Array> {
    await abortable(film.promise, either);
  }
  const run = {
    arguments: [...SOUND_FORMAT, '-i', 'pipe:0', ...verifyArguments(path, plan, 'key frames')],
    stdin: nothingUntilThere(),
    // However long it waits: only then a stall tells that it hangs.
    limits: { ...copyingLimits(0, 0), totalSeconds: Number.POSITIVE_INFINITY },
  };
  const listed = listPackets(run, tools, either);
  // Whoever goes on, if anybody does, is told.
  listed.catch(() => undefined);
  return {
    goOn: () => {
      film.resolve(true);
      return listed;
    },
    stop: async () => {
      stopped.abort();
      await listed.catch(() => undefined);
    },
  };
}

async function listPackets(
  run: Pick<ToolRun, 'arguments' | 'limits' | 'stdin'>,
  { ffmpeg }: MediaTools,
  signal: AbortSignal,
): Promise<{ readonly streams: readonly StreamCounters[]; readonly log: readonly string[] }> {
  const counters = createPacketCounters();
  const { log } = await runTool({
    ...run,
    program: ffmpeg,
    signal,
    onStdout: (chunk) => counters.take(chunk),
  }).catch((cause: unknown) => {
    if (!(cause instanceof ServiceError) || cause.code !== 'ffmpeg/failed') throw cause;
    throw new ServiceError('render/wrong-output', message('film/unreadable'), { cause, log: cause.log });
  });
  return { streams: counters.streams(), log };
}

/**
 * One process reads the whole file and decodes its ends, the `whole` of them or their `key frames`; a line for each
 * packet goes to standard output. The film is its last three inputs.
 */
function verifyArguments(path: string, { format, canvas }: RenderPlan, ends: 'whole' | 'key frames') {
  const file = ['-i', `file:${path}`];
  const frame = framesToSeconds(frames(1), canvas.frameRate);
  const whole = ends === 'whole';
  const head = [...(whole ? DECODING : KEY_FRAMES), ...STRICT, '-t', String(HEAD_SECONDS)];
  // A seek to the end may land inside a packet of a container without an index, so there it counts whether anything
  // comes out.
  const tail = whole
    ? [...TAIL_DECODING, '-sseof', `-${decimal(TAIL_SECONDS + 2 * frame)}`]
    : [...KEY_FRAMES, ...STRICT, '-noaccurate_seek', '-sseof', `-${decimal(frame / 2)}`];
  const first = whole ? 0 : 1;
  const decoded = kindsOf(format).map((kind) => (kind === 'video' ? 'wrapped_avframe' : 'pcm_s16le'));
  const codecs = [...decoded.map(() => 'copy'), ...decoded, ...decoded];
  return [
    // A key frame keeps its time, or it would be left out for coming before the place that was sought.
    ...(whole ? [] : ['-copyts']),
    ...[...file, ...head, ...file, ...tail, ...file],
    ...[first, first + 1, first + 2].flatMap((input) => ['-map', String(input)]),
    ...codecs.flatMap((codec, stream) => [`-c:${stream}`, codec]),
    // Streams that end early are not waited for, or all of a large film's packets would pile up.
    ...['-max_interleave_delta', '1'],
    // Lines come by the buffer: written each by itself, they wake two processes for every packet.
    ...['-flush_packets', '0', '-f', 'framecrc', '-'],
  ];
}

function kindsOf({ picture, sound }: RenderPlan['format']): readonly string[] {
  return [...(picture === null ? [] : ['video']), ...(sound === null ? [] : ['audio'])];
}

type FilmFault = MessageIn<FilmFaultMessages>;

/** What is wrong with a file; null if nothing is. Comparisons are written so that no number is a fault too. */
export function faultOf(
  streams: readonly StreamCounters[],
  plan: RenderPlan,
  lookedThrough: LookedThrough | null,
): FilmFault | null {
  const { format, length, canvas, samples } = plan;
  const kinds = kindsOf(format);
  const found = streams.slice(0, streams.length / 3);
  if (found.map(({ kind }) => kind).join() !== kinds.join())
    return message('film/streams', { there: found.map(({ kind }) => kind), wanted: kinds });
  const head = streams.slice(kinds.length, 2 * kinds.length);
  const tail = streams.slice(2 * kinds.length);
  const picture = found.find(({ kind }) => kind === 'video');
  if (picture && picture.packets !== length) return message('film/frames', { there: picture.packets, wanted: length });

  const frameSeconds = framesToSeconds(frames(1), canvas.frameRate);
  const seconds = picture ? length * frameSeconds : samples / SAMPLE_RATE;
  const begin = Math.min(...found.map(({ start }) => start).filter(Number.isFinite));
  for (const { kind, end } of found) {
    if (!(Math.abs(end - begin - seconds) <= frameSeconds + SOUND_SLACK_SECONDS))
      return message('film/length', { kind, seconds: end - begin, wanted: seconds });
  }
  const headFrames = framesAtHead(length, frameSeconds, lookedThrough);
  const decodable = (kind: string): boolean => kind === 'video' || seconds >= DECODABLE_SOUND_SECONDS;
  for (const [stream, { kind }] of found.entries()) {
    if (decodable(kind) && !((head[stream]?.packets ?? 0) >= (kind === 'video' ? headFrames : 1)))
      return message('film/head', { kind });
    if (decodable(kind) && !tail[stream]?.packets) return message('film/tail', { kind });
  }
  return null;
}

/** How many frames of the beginning have to come out of the decoder: the last ones may come too late for it. */
function framesAtHead(length: number, frameSeconds: number, lookedThrough: LookedThrough | null): number {
  const whole = Math.min(length, Math.ceil(HEAD_SECONDS / frameSeconds)) - 2;
  return Math.max(1, lookedThrough === null ? whole : lookedThrough.keyFrames.filter((frame) => frame < whole).length);
}

/** What the packets of one stream come to. */
export interface StreamCounters {
  readonly kind: string;
  readonly packets: number;
  /** In seconds: the least presentation time, and the greatest end. */
  readonly start: number;
  readonly end: number;
}

interface Count {
  packets: number;
  start: number;
  end: number;
}

/** The least number there is stands for a time that is not known. */
const UNKNOWN = -9e18;
const LONGEST_LINE = 1000;

/**
 * Reads what FFmpeg's `framecrc` muxer writes, however long, in little memory: `#tb 0: 1/30` and `#media_type 0: video`
 * for each stream, then `stream, dts, pts, duration, size, checksum` for each packet.
 */
export function createPacketCounters(): { take(chunk: Uint8Array): void; streams(): readonly StreamCounters[] } {
  const decoder = new TextDecoder();
  const kinds: string[] = [];
  const seconds: number[] = [];
  const counts: Count[] = [];
  let open = '';

  const takePacket = (line: string): void => {
    const [stream = Number.NaN, dts = UNKNOWN, pts = UNKNOWN, duration = 0] = line.split(',', 4).map(Number);
    if (!Number.isSafeInteger(stream)) return;
    counts[stream] ??= { packets: 0, start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY };
    const count = counts[stream];
    const unit = seconds[stream] ?? Number.NaN;
    count.packets++;
    const time = pts > UNKNOWN ? pts : dts;
    if (time <= UNKNOWN) return;
    count.start = Math.min(count.start, time * unit);
    count.end = Math.max(count.end, (time + duration) * unit);
  };
  const takeLine = (line: string): void => {
    const [, name, stream, value = ''] = /^#(tb|media_type) (\d{1,4}): (\S+)/.exec(line) ?? [];
    if (name === 'tb') seconds[Number(stream)] = ratioOf(value);
    else if (name === 'media_type') kinds[Number(stream)] = value;
    else if (!line.startsWith('#')) takePacket(line);
  };
  return {
    take: (chunk) => {
      const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
      open = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      for (const line of lines) if (line !== '') takeLine(line);
    },
    streams: () =>
      kinds.map((kind, stream) => ({
        kind,
        ...(counts[stream] ?? { packets: 0, start: Number.NaN, end: Number.NaN }),
      })),
  };
}

function ratioOf(text: string): number {
  const [numerator = Number.NaN, denominator = Number.NaN] = text.split('/').map(Number);
  return numerator / denominator;
}
