import { join } from 'node:path';
import { statement } from '#shared/statements/statement.ts';
import { failureOf } from '../errors/issues.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { countView } from '../render/memory/memory-turns.ts';
import type { EventLog, ProjectUid } from '../storage/ports.ts';
import { proxyArguments, proxyLimitBytes } from './proxy-arguments.ts';
import type { SourceQuery, ViewSource } from './view-sources.ts';
import type { ViewStore } from './view-store.ts';

export interface ProxyState {
  readonly state: 'queued' | 'working' | 'ready' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

/** Makes stand-ins in the background, one at a time, projects by turns. */
export interface Proxies {
  /**
   * Puts the stand-in of a source into the queue unless it is there, or says how far it is. `retry` makes a failed one
   * again.
   */
  request(key: string, source: ViewSource, asker: ProxyAsker, retry: boolean): Promise<ProxyState>;
  /** Ends the one that is being made, and forgets those that wait: whoever wants them asks again. */
  stop(): Promise<void>;
}

/** Who is told how a stand-in gets on, and by which name they know its source. */
export interface ProxyAsker {
  readonly project: ProjectUid;
  readonly query: SourceQuery;
}

interface Job {
  readonly key: string;
  readonly source: ViewSource;
  readonly askers: Map<string, ProxyAsker>;
  readonly hold: Disposable;
  current: ProxyState;
}

export interface ProxyOptions {
  readonly store: ViewStore;
  readonly events: EventLog;
  readonly tools: () => Promise<MediaTools>;
  readonly onFailure: (error: unknown) => void;
}

const MOST_WAITING = 10_000;
const QUEUED: ProxyState = { state: 'queued', progress: 0, error: null };
const READY: ProxyState = { state: 'ready', progress: 1, error: null };

export function createProxies(options: ProxyOptions): Proxies {
  const { store, events } = options;
  const stopping = new AbortController();
  const jobs = new Map<string, Job>();
  const lastTurns = new Map<ProjectUid, number>();
  let turns = 0;
  let running: Promise<void> | null = null;

  const tell = (job: Job, current: ProxyState): void => {
    job.current = current;
    for (const { project, query } of job.askers.values())
      events.announce({
        type: 'media.proxy',
        project,
        data: { ...named(query), sourceEtag: job.source.etag, ...current },
      });
  };
  /** The project that waited longest since its last turn goes first, and of its sources the one asked for first. */
  const nextJob = (): Job | undefined => {
    const waiting = [...jobs.values()].filter(({ current }) => current.state === 'queued');
    const lastTurn = (job: Job) =>
      Math.min(...[...job.askers.values()].map(({ project }) => lastTurns.get(project) ?? 0));
    const [chosen] = waiting.toSorted((left, right) => lastTurn(left) - lastTurn(right));
    turns++;
    for (const { project } of chosen?.askers.values() ?? []) lastTurns.set(project, turns);
    return chosen;
  };
  const runAll = async (): Promise<void> => {
    for (let job = nextJob(); job !== undefined && !stopping.signal.aborted; job = nextJob()) {
      const { hold } = job;
      using _hold = hold;
      try {
        tell(job, { ...QUEUED, state: 'working' });
        await makeProxy(job, options, stopping.signal, (progress) =>
          tell(job, { ...QUEUED, state: 'working', progress }),
        );
        jobs.delete(job.key);
        tell(job, READY);
      } catch (error) {
        if (stopping.signal.aborted) return;
        const { code, detail } = failureOf(error);
        if (!(error instanceof ServiceError)) options.onFailure(error);
        tell(job, { state: 'failed', progress: 0, error: { code, detail } });
      }
    }
    lastTurns.clear();
  };
  const wake = (): void => {
    if (stopping.signal.aborted || running !== null) return;
    running = runAll().finally(() => {
      running = null;
      if ([...jobs.values()].some(({ current }) => current.state === 'queued')) wake();
    });
  };

  return {
    request: async (key, source, asker, retry) => {
      const kept = await store.find(key);
      kept?.hold[Symbol.dispose]();
      if (kept !== null) return READY;
      const known = jobs.get(key);
      if (known !== undefined && !(retry && known.current.state === 'failed')) {
        known.askers.set(JSON.stringify(asker), asker);
        return known.current;
      }
      if (jobs.size >= MOST_WAITING) throw new ServiceError('access/too-many', statement('service/stand-ins'));
      const askers = new Map([...(known?.askers ?? []), [JSON.stringify(asker), asker]]);
      const job: Job = { key, source, askers, hold: source.hold(), current: QUEUED };
      jobs.set(key, job);
      tell(job, QUEUED);
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

function named({ src, url, deinterlace }: SourceQuery): object {
  return { ...(src === undefined ? { url } : { src }), ...(deinterlace === 'false' && { deinterlace }) };
}

/** Behind everything else that the machine has to do, a stand-in may take long; it has no hurry. */
const PATIENCE_SECONDS = 600;
const PATIENCE = 100;
/** Progress is told in steps that can be seen. */
const STEP = 0.01;

async function makeProxy(
  { key, source }: Job,
  { store, tools: findTools }: ProxyOptions,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<void> {
  // Asked for just as an earlier one was finished.
  const kept = await store.find(key);
  kept?.hold[Symbol.dispose]();
  if (kept !== null) return;
  const tools = await findTools();
  const missing = ['libx264', 'aac'].filter((encoder) => !tools.encoders.has(encoder));
  if (missing.length > 0)
    throw new ServiceError('render/format-unavailable', statement('format/lacks', { encoders: missing }));
  const { durationSeconds, video } = source.facts;
  await using scratch = await store.scratch();
  const path = join(scratch.folder, 'stand-in.mp4');
  let told = 0;
  let encoded = 0;
  using _memory = countView();
  await runTool({
    program: tools.ffmpeg,
    arguments: proxyArguments(source, path, tools),
    signal,
    background: true,
    limits: { totalSeconds: PATIENCE_SECONDS + PATIENCE * durationSeconds },
    outputLimitBytes: proxyLimitBytes(source),
    onProgress: ({ outSeconds, frames }) => {
      encoded = frames;
      const progress = Math.min(0.99, Math.max(0, (outSeconds ?? 0) / durationSeconds));
      if (progress < told + STEP) return;
      told = progress;
      onProgress(Math.round(progress * 100) / 100);
    },
  });
  if (video !== null && encoded === 0) throw new ServiceError('render/wrong-output', statement('film/stand-in-empty'));
  await store.keep(key, path);
}
