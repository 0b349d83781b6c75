import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { required } from '#shared/lib/assert.ts';
import type { FilmFaultMessage } from '#shared/messages/details.en.ts';
import { message } from '#shared/messages/message.ts';
import { frames, framesToSeconds, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { runTool, type ToolRun } from '../../ffmpeg/run-tool.ts';
import { createPacketCounters, type StreamCounters } from '../../ffmpeg/tool-progress.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { abortable } from '../../waiting/abortable.ts';
import { readPngSequence, readWebpFile, stillOfFrame } from '../formats/picture-files.ts';
import { decimal } from '../parts/filter-graph.ts';
import { copyTimeLimits } from '../plan/limits.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { SOUND_FORMAT } from '../plan/sound-graph.ts';

/**
 * The tolerance for the length of the sound in seconds. Encoders fill up their last block, and some containers count
 * from the start of the priming.
 */
const SOUND_SLACK_SECONDS = 0.1;
/** The duration that is decoded at the start of the film, in seconds. */
const HEAD_SECONDS = 0.5;
/**
 * The duration that is decoded at the end of the film, in seconds. The seek starts two frames earlier, so that it finds
 * a frame.
 */
const TAIL_SECONDS = 1;
/** Skip deblocking, because the decoded pictures are discarded. The decoder still reads all bytes. */
const DECODING = ['-skip_loop_filter:v', 'all'];
/**
 * Skip frames that no other frame references: decoding the end starts at the last sync frame, which can be several
 * seconds before it.
 */
const TAIL_DECODING = [...DECODING, '-skip_frame:v', 'noref'];
/** Drop each frame with an error. */
const STRICT = ['-err_detect', 'explode'];
/** Use one thread, because additional threads cost more time than they save for so few frames. */
const SYNC_FRAME_DECODING = ['-threads', '1', ...DECODING, '-skip_frame:v', 'nokey'];
/**
 * The minimum length of a sound that is decoded, in seconds. A shorter sound may end before a decoder returns its first
 * samples.
 */
const DECODABLE_SOUND_SECONDS = 0.5;

/** The facts about a film whose frames were all checked during the join. */
export interface CheckedFrames {
  /** The indices of the sync frames. The first frame is always one. */
  readonly syncFrames: readonly number[];
}

export interface FilmCheck extends AsyncDisposable {
  /**
   * Starts the checking process before the film exists. The process then waits for the film. Does nothing if FFmpeg
   * joins the film or a hardware encoder made it.
   */
  begin(): void;
  /**
   * Checks the finished file against its plan: its streams, the number of frames, the length of each stream, and that
   * its start and end can be decoded. For a film whose frames were all checked (`frameCheck`), only the first sync
   * frames and the last one are decoded. Throws a {@link ServiceError} `render/wrong-output`, or the error that stopped
   * FFmpeg.
   */
  finish(frameCheck: CheckedFrames | null): Promise<void>;
}

/** Creates the check of the film at `path` against its plan. Disposing of the check ends its process. */
export function createFilmCheck(path: string, plan: RenderPlan, tools: MediaTools, signal: AbortSignal): FilmCheck {
  let waiting: ReturnType<typeof startEarly> | null = null;
  const begin = () => {
    waiting ??= startEarly(path, plan, tools, signal);
    return waiting;
  };
  return {
    begin: () => {
      if (plan.format.joinedBy === 'service' && plan.hardware === null) begin();
    },
    finish: async (frameCheck) => {
      const { size } = await stat(path);
      if (size === 0) throw new ServiceError('render/wrong-output', message('film/empty'));
      if (plan.format.muxer === 'webp') return await requireWebp(path, plan, tools, signal);
      if (plan.format.isSequence === true) return await requireSequence(path, plan, tools, signal);
      const limits = copyTimeLimits(size, plan.samples / SAMPLE_RATE);
      const run = { arguments: verifyArguments(path, plan, 'whole'), limits };
      const { streams, log } = frameCheck === null ? await listPackets(run, tools, signal) : await begin().finish();
      const fault = faultOf(streams, plan, frameCheck);
      if (fault !== null) throw new ServiceError('render/wrong-output', fault, { log });
    },
    [Symbol.asyncDispose]: async () => waiting?.stop(),
  };
}

/**
 * Checks an animated WebP file, which FFmpeg cannot read before version 8. Decodes its first and last frame. The
 * encoder merges equal frames, and makes a still picture if all are equal.
 */
async function requireWebp(
  path: string,
  { canvas, length }: RenderPlan,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  const file = await readWebpFile(path);
  if (file === null || file.width !== canvas.width || file.height !== canvas.height)
    throw wrongOutput(message('film/unreadable'));
  if (file.frames.length > length)
    throw wrongOutput(message('film/frames', { there: file.frames.length, wanted: length }));
  const seconds = file.frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  const planned = length * framesToSeconds(frames(1), canvas.frameRate);
  // The encoder does not get the length of the last frame and uses the average length of the other frames.
  const slack = SOUND_SLACK_SECONDS + framesToSeconds(frames(1), canvas.frameRate);
  if (file.isAnimated && !(Math.abs(seconds - planned) <= slack))
    throw wrongOutput(message('film/length', { kind: 'video', seconds, wanted: planned }));
  await requireEnds('webp_pipe', (at) => stillOfFrame(path, required(file.frames.at(at), 'a frame')), tools, signal);
}

/** Checks a PNG sequence: the number of its pictures and their checksums. Decodes the first and the last picture. */
async function requireSequence(
  path: string,
  { length }: RenderPlan,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  const sequence = await readPngSequence(path, signal);
  if (sequence === null) throw wrongOutput(message('film/unreadable'));
  if (sequence.count !== length) throw wrongOutput(message('film/frames', { there: sequence.count, wanted: length }));
  await requireEnds('png_pipe', (at) => Promise.resolve(at === 0 ? sequence.first : sequence.last), tools, signal);
}

/** Decodes the first (0) and the last (−1) still picture of a film. */
async function requireEnds(
  demuxer: 'webp_pipe' | 'png_pipe',
  stillAt: (at: 0 | -1) => Promise<Buffer>,
  { ffmpeg }: MediaTools,
  signal: AbortSignal,
): Promise<void> {
  for (const [end, at] of [
    ['film/head', 0],
    ['film/tail', -1],
  ] as const) {
    const still = await stillAt(at);
    const { stdout } = await runTool({
      program: ffmpeg,
      arguments: [...STRICT, '-f', demuxer, '-i', 'pipe:0', '-f', 'framecrc', '-'],
      limits: copyTimeLimits(still.length, 0),
      stdin: Readable.from([still]),
      signal,
    }).catch((cause: unknown) => {
      throw cause instanceof ServiceError && cause.code === 'ffmpeg/failed' ? wrongOutput(message(end, VIDEO)) : cause;
    });
    if (!/^0,/m.test(String(stdout))) throw wrongOutput(message(end, VIDEO));
  }
}

const wrongOutput = (fault: FilmFault) => new ServiceError('render/wrong-output', fault);

const VIDEO = { kind: 'video' };

/**
 * Starts the FFmpeg process of a check and lets it wait for its input. Loading FFmpeg takes longer than checking a
 * short film, so the process starts early.
 */
function startEarly(path: string, plan: RenderPlan, tools: MediaTools, signal: AbortSignal) {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const film = Promise.withResolvers<true>();
  // biome-ignore lint/correctness/useYield: only the end of this stream is awaited.
  async function* emptyAfterFilm(): AsyncGenerator<Uint8Array> {
    await abortable(film.promise, either);
  }
  const run = {
    arguments: [...SOUND_FORMAT, '-i', 'pipe:0', ...verifyArguments(path, plan, 'sync frames')],
    stdin: emptyAfterFilm(),
    // The total time is unlimited because the process waits for the film. The stall limit still detects a hang.
    limits: { ...copyTimeLimits(0, 0), totalSeconds: Number.POSITIVE_INFINITY },
  };
  const listed = listPackets(run, tools, either);
  // Prevent an unhandled rejection before `finish` is called. `finish` reports the error.
  listed.catch(() => undefined);
  return {
    finish: () => {
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
 * Returns the arguments of one process that reads the whole file and decodes its start and its end. `whole` decodes all
 * frames there, and otherwise only the sync frames are decoded. The process writes one line per packet to standard
 * output. Its last three inputs are the film.
 */
function verifyArguments(path: string, { format, canvas }: RenderPlan, ends: 'whole' | 'sync frames') {
  const file = ['-i', `file:${path}`];
  const frame = framesToSeconds(frames(1), canvas.frameRate);
  const whole = ends === 'whole';
  // FFmpeg 7 refuses options of pictures for a file without them.
  const ofPicture = (options: readonly string[]) => (format.picture === null ? [] : options);
  const head = [...ofPicture(whole ? DECODING : SYNC_FRAME_DECODING), ...STRICT, '-t', String(HEAD_SECONDS)];
  // In a container without an index, a seek to the end can land inside a packet. This mode only tests whether any frame
  // is decoded.
  const tail = whole
    ? [...ofPicture(TAIL_DECODING), '-sseof', `-${decimal(TAIL_SECONDS + 2 * frame)}`]
    : [...ofPicture(SYNC_FRAME_DECODING), ...STRICT, '-noaccurate_seek', '-sseof', `-${decimal(frame / 2)}`];
  const first = whole ? 0 : 1;
  const decoded = kindsOf(format).map((kind) => (kind === 'video' ? 'wrapped_avframe' : 'pcm_s16le'));
  const codecs = [...decoded.map(() => 'copy'), ...decoded, ...decoded];
  return [
    // Keep the times of sync frames, because FFmpeg would otherwise drop a frame before the seek position.
    ...(whole ? [] : ['-copyts']),
    // The service wrote the header of a film whose frames were all checked, so FFmpeg need not decode frames for it.
    ...[...(whole ? [] : ['-nofind_stream_info']), ...file, ...head, ...file, ...tail, ...file],
    ...[first, first + 1, first + 2].flatMap((input) => ['-map', String(input)]),
    ...codecs.flatMap((codec, stream) => [`-c:${stream}`, codec]),
    // Do not wait for streams that end early: all packets of a large film would accumulate in memory.
    ...['-max_interleave_delta', '1'],
    // Do not flush each line, because that would wake two processes for every packet.
    ...['-flush_packets', '0', '-f', 'framecrc', '-'],
  ];
}

function kindsOf({ picture, sound }: RenderPlan['format']): readonly string[] {
  return [...(picture === null ? [] : ['video']), ...(sound === null ? [] : ['audio'])];
}

type FilmFault = FilmFaultMessage;

/** Returns the error in a file; null if the file is correct. Each comparison treats `NaN` as an error. */
export function faultOf(
  streams: readonly StreamCounters[],
  plan: RenderPlan,
  frameCheck: CheckedFrames | null,
): FilmFault | null {
  const { format, length, canvas, samples } = plan;
  const kinds = kindsOf(format);
  const filmStreams = streams.slice(0, streams.length / 3);
  if (filmStreams.map(({ kind }) => kind).join() !== kinds.join())
    return message('film/streams', { there: filmStreams.map(({ kind }) => kind), wanted: kinds });
  const head = streams.slice(kinds.length, 2 * kinds.length);
  const tail = streams.slice(2 * kinds.length);
  const picture = filmStreams.find(({ kind }) => kind === 'video');
  if (picture && picture.packets !== length) return message('film/frames', { there: picture.packets, wanted: length });

  const frameSeconds = framesToSeconds(frames(1), canvas.frameRate);
  const seconds = picture ? length * frameSeconds : samples / SAMPLE_RATE;
  const begin = Math.min(...filmStreams.map(({ start }) => start).filter(Number.isFinite));
  for (const { kind, end } of filmStreams) {
    if (!(Math.abs(end - begin - seconds) <= frameSeconds + SOUND_SLACK_SECONDS))
      return message('film/length', { kind, seconds: end - begin, wanted: seconds });
  }
  const headFrames = framesAtHead(length, frameSeconds, frameCheck);
  const decodable = (kind: string): boolean => kind === 'video' || seconds >= DECODABLE_SOUND_SECONDS;
  for (const [stream, { kind }] of filmStreams.entries()) {
    if (decodable(kind) && !((head[stream]?.packets ?? 0) >= (kind === 'video' ? headFrames : 1)))
      return message('film/head', { kind });
    if (decodable(kind) && !tail[stream]?.packets) return message('film/tail', { kind });
  }
  return null;
}

/**
 * Returns the minimum number of frames that a decoder returns for the start of the film. The last two frames may come
 * only after the decoded range.
 */
function framesAtHead(length: number, frameSeconds: number, frameCheck: CheckedFrames | null): number {
  const headFrames = Math.min(length, Math.ceil(HEAD_SECONDS / frameSeconds)) - 2;
  return Math.max(
    1,
    frameCheck === null ? headFrames : frameCheck.syncFrames.filter((frame) => frame < headFrames).length,
  );
}
