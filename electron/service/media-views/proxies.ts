import { join } from 'node:path';
import { message } from '#shared/messages/message.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { filter, numberedPadNames, printChains, printFilters } from '../engine/parts/filter-graph.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { TAGGED } from '../engine/plan/picture-graph.ts';
import { leadFilters, stereoFilters } from '../engine/plan/sound-graph.ts';
import { failureOf } from '../errors/issues.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { AudioFacts } from '../sources/facts/media-facts.ts';
import { clockOutput, clockStream, inputArguments } from '../sources/facts/media-input.ts';
import { createFaultReader, FRAME_TIMES, LOGS_FRAMES } from '../sources/facts/source-faults.ts';
import type { EventLog, ProjectUid } from '../storage/ports.ts';
import { opaqueBt709Chains, sizeWithin, withPicture } from './view-picture.ts';
import { toneMaps } from './view-run.ts';
import type { SourceQuery, ViewSource } from './view-sources.ts';
import type { ViewStore } from './view-store.ts';

export interface ProxyState {
  readonly state: 'queued' | 'working' | 'ready' | 'failed';
  /** The progress from 0 to 1. */
  readonly progress: number;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

/** Makes proxies in the background, one at a time. The projects alternate (round robin). */
export interface Proxies {
  /**
   * Queues the proxy of a source if it does not exist. Returns its state. With `retry`, also queues a failed proxy
   * again.
   */
  request(key: string, source: ViewSource, requester: ProxyRequester, retry: boolean): Promise<ProxyState>;
  /** Ends the proxy in progress and clears the queue. Clients request these proxies again. */
  stop(): Promise<void>;
}

/** A project that is notified about a proxy, with its query for the source. */
export interface ProxyRequester {
  readonly project: ProjectUid;
  readonly query: SourceQuery;
}

interface Job {
  readonly key: string;
  readonly source: ViewSource;
  readonly requesters: Map<string, ProxyRequester>;
  readonly hold: Disposable;
  current: ProxyState;
  stalls: number;
}

export interface ProxyOptions {
  readonly store: ViewStore;
  readonly events: EventLog;
  readonly tools: () => Promise<MediaTools>;
  readonly onFailure: (error: unknown) => void;
  /** Receives the damaged places that decoding found in a source. */
  readonly onFaults?: (source: ViewSource, places: readonly FaultSpan[]) => Promise<void>;
}

const MAX_JOBS = 10_000;
/**
 * The number of stalls after which a proxy fails. A busy machine or a damaged source causes stalls. A stalled proxy is
 * queued behind the others, so that a damaged source delays each of them only once.
 */
const MAX_STALLS = 3;
const QUEUED: ProxyState = { state: 'queued', progress: 0, error: null };
const READY: ProxyState = { state: 'ready', progress: 1, error: null };

export function createProxies(options: ProxyOptions): Proxies {
  const { store, events } = options;
  const stopping = new AbortController();
  const jobs = new Map<string, Job>();
  const lastTurns = new Map<ProjectUid, number>();
  let turns = 0;
  let running: Promise<void> | null = null;

  const announce = (job: Job, current: ProxyState): void => {
    job.current = current;
    for (const { project, query } of job.requesters.values())
      events.announce({
        type: 'media.proxy',
        project,
        data: { ...sourceFields(query), sourceEtag: job.source.etag, ...current },
      });
  };
  /** Returns the next queued job by round robin: the job of the project that was served least recently. */
  const nextJob = (): Job | undefined => {
    const waiting = [...jobs.values()].filter(({ current }) => current.state === 'queued');
    const lastTurn = (job: Job) =>
      Math.min(...[...job.requesters.values()].map(({ project }) => lastTurns.get(project) ?? 0));
    const [chosen] = waiting.toSorted((left, right) => lastTurn(left) - lastTurn(right));
    turns++;
    for (const { project } of chosen?.requesters.values() ?? []) lastTurns.set(project, turns);
    return chosen;
  };
  const runAll = async (): Promise<void> => {
    for (let job = nextJob(); job !== undefined && !stopping.signal.aborted; job = nextJob()) {
      try {
        announce(job, { ...QUEUED, state: 'working' });
        await makeProxy(job, options, stopping.signal, (progress) =>
          announce(job, { ...QUEUED, state: 'working', progress }),
        );
        jobs.delete(job.key);
        announce(job, READY);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (isQueuedAgain(job, error)) continue;
        const { code, detail } = failureOf(error);
        if (!(error instanceof ServiceError)) options.onFailure(error);
        announce(job, { state: 'failed', progress: 0, error: { code, detail } });
      }
      job.hold[Symbol.dispose]();
    }
    lastTurns.clear();
  };
  /** Queues a stalled job again, behind the other jobs. Returns false if the job has failed. */
  const isQueuedAgain = (job: Job, error: unknown): boolean => {
    if (!isStall(error)) return false;
    job.stalls += 1;
    if (job.stalls === MAX_STALLS) return false;
    jobs.delete(job.key);
    jobs.set(job.key, job);
    announce(job, QUEUED);
    return true;
  };
  const wake = (): void => {
    if (stopping.signal.aborted || running !== null) return;
    running = runAll().finally(() => {
      running = null;
      if ([...jobs.values()].some(({ current }) => current.state === 'queued')) wake();
    });
  };

  return {
    request: async (key, source, requester, retry) => {
      const cached = await store.find(key);
      cached?.hold[Symbol.dispose]();
      if (cached !== null) return READY;
      const existing = jobs.get(key);
      if (existing !== undefined && !(retry && existing.current.state === 'failed')) {
        existing.requesters.set(JSON.stringify(requester), requester);
        return existing.current;
      }
      if (jobs.size >= MAX_JOBS) throw new ServiceError('access/too-many', message('service/stand-ins'));
      const requesters = new Map([...(existing?.requesters ?? []), [JSON.stringify(requester), requester]]);
      const job: Job = { key, source, requesters, hold: source.hold(), current: QUEUED, stalls: 0 };
      jobs.set(key, job);
      announce(job, QUEUED);
      wake();
      return job.current;
    },
    stop: async () => {
      stopping.abort();
      await running;
      for (const { hold } of jobs.values()) hold[Symbol.dispose]();
      jobs.clear();
    },
  };
}

/**
 * Returns whether a process stalled or was interrupted, in which case a retry may succeed. A process that exceeded its total time limit
 * would exceed it again.
 */
function isStall(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return error.says?.code === 'ffmpeg/busy' || error.code === 'ffmpeg/interrupted';
}

function sourceFields({ src, url, deinterlace }: SourceQuery): object {
  return { ...(src === undefined ? { url } : { src }), ...(deinterlace === 'false' && { deinterlace }) };
}

/**
 * The time limit of a proxy: this many seconds plus the length of its source times the factor. A proxy may take long,
 * because its process has a low priority.
 */
const TIMEOUT_BASE_SECONDS = 600;
const TIMEOUT_FACTOR = 100;
/** The minimum step of reported progress. */
const PROGRESS_STEP = 0.01;

async function makeProxy(
  { key, source }: Job,
  { store, tools: findTools, onFaults }: ProxyOptions,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<void> {
  // Check again, because the proxy may have been finished shortly before this request.
  const cached = await store.find(key);
  cached?.hold[Symbol.dispose]();
  if (cached !== null) return;
  const tools = await findTools();
  const missing = ['libx264', 'aac'].filter((encoder) => !tools.encoders.has(encoder));
  if (missing.length > 0)
    throw new ServiceError('render/format-unavailable', message('format/lacks', { encoders: missing }));
  const { durationSeconds, video } = source.facts;
  await using scratch = await store.scratch();
  const path = join(scratch.folder, 'stand-in.mp4');
  const faults = createFaultReader();
  let announced = 0;
  let encoded = 0;
  using _memory = reserveViewMemory();
  await runTool({
    program: tools.ffmpeg,
    arguments: proxyArguments(source, path, tools),
    signal,
    background: true,
    limits: { totalSeconds: TIMEOUT_BASE_SECONDS + TIMEOUT_FACTOR * durationSeconds },
    outputLimitBytes: proxyLimitBytes(source),
    onLog: faults.push,
    onProgress: ({ outSeconds, frames }) => {
      encoded = frames;
      const progress = Math.min(0.99, Math.max(0, (outSeconds ?? 0) / durationSeconds));
      if (progress < announced + PROGRESS_STEP) return;
      announced = progress;
      onProgress(Math.round(progress * 100) / 100);
    },
  });
  if (video !== null && encoded === 0) throw new ServiceError('render/wrong-output', message('film/stand-in-empty'));
  await store.keep(key, path);
  await onFaults?.(source, faults.places());
}

/** A filter that logs the {@link FRAME_TIMES} of the picture. */
const FRAME_LOG = filter('showinfo', { checksum: 0 });
const MAX_LINES = 720;
const MAX_COLUMNS = 2560;
/**
 * The number of frames between two sync frames. A player that displays a frame in between decodes half of them on
 * average.
 */
const GROUP_FRAMES = 10;
const MAX_BITS_PER_SECOND = 16_000_000;
const SOUND_BITS_PER_SECOND = 192_000;
const MARGIN_BYTES = 16 * 2 ** 20;

/** Returns FFmpeg's arguments for the proxy of a source at `path`. */
function proxyArguments(source: ViewSource, path: string, tools: MediaTools): readonly string[] {
  const { facts } = source;
  const { video, audio } = facts;
  const decoder = video?.decoder ? [`-c:${video.streamIndex}`, video.decoder] : [];
  // Make FFmpeg read the other stream, too. With a single stream, FFmpeg counts time from the start of that stream.
  const clock = video === null || audio === null ? clockStream(facts, (video ?? audio)?.streamIndex ?? 0) : null;
  return [
    ...[...LOGS_FRAMES, ...decoder],
    ...['-threads', '1', ...inputArguments(source.path, facts.demuxer)],
    ...pictureArguments(source, tools),
    ...(audio === null ? [] : soundArguments(audio, video === null)),
    ...['-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-movflags', '+faststart', '-f', 'mp4', '-y', `file:${path}`],
    ...(clock === null ? [] : clockOutput(0, clock)),
  ];
}

function pictureArguments(source: ViewSource, tools: MediaTools): readonly string[] {
  if (source.facts.video === null) return [];
  const pictured = withPicture(source);
  const { video } = pictured.facts;
  const size = sizeWithin(video, MAX_COLUMNS, MAX_LINES);
  const ticks = String(source.details?.timeScale ?? 90_000);
  const chains = opaqueBt709Chains(pictured, size, toneMaps(tools), { before: [], after: [TAGGED, FRAME_LOG] });
  return [
    ...['-filter_complex_threads', '1', '-filter_complex'],
    printChains(chains, numberedPadNames([0], '')),
    ...['-map', '[out]', '-c:v', 'libx264', '-preset', 'superfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
    ...['-maxrate', String(MAX_BITS_PER_SECOND), '-bufsize', String(MAX_BITS_PER_SECOND)],
    ...['-g', String(GROUP_FRAMES), '-bf', '0', '-threads', '1'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    // Keep the time of each frame: repeat and drop no frame, and use a time scale as fine as in the source.
    ...['-fps_mode', 'passthrough', '-enc_time_base', `1:${ticks}`],
    ...['-video_track_timescale', ticks, '-movie_timescale', ticks],
  ];
}

function soundArguments(audio: AudioFacts, isAlone: boolean): readonly string[] {
  const timed = isAlone ? [filter(FRAME_TIMES.sound)] : [];
  const filters = printFilters([...timed, ...leadFilters(audio), ...stereoFilters(audio, null)]);
  return ['-map', `0:${audio.streamIndex}`, '-af', filters, '-c:a', 'aac', '-b:a', String(SOUND_BITS_PER_SECOND)];
}

/** Returns the size limit of a proxy in bytes. No correct proxy reaches it. */
function proxyLimitBytes({ facts }: ViewSource): number {
  return (2 * facts.durationSeconds * (MAX_BITS_PER_SECOND + SOUND_BITS_PER_SECOND)) / 8 + MARGIN_BYTES;
}
