import { randomBytes } from 'node:crypto';
import type { StoredSettings } from '#main/system/desktop-settings.ts';
import type { ChildPort, ElectronPort } from '#main/system/electron-port.ts';
import type { Log, LogFile } from '#main/system/log.ts';
import type { Timers } from '#main/system/timers.ts';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import type { ServiceState } from '#shared/contract/desktop/desktop-shapes.ts';
import {
  fromService,
  type ServiceKeys,
  type StartService,
  type ToService,
} from '#shared/contract/desktop/service-channel.ts';
import type { ServiceAccess } from './forward.ts';
import type { ProgramPaths } from './program-paths.ts';

export interface ServiceHostOptions {
  readonly utilityProcess: ElectronPort['utilityProcess'];
  /** The entry of the service as a child process. */
  readonly entry: string;
  /** Called at each start. */
  readonly settings: () => StartService;
  readonly environment: () => Readonly<Record<string, string>>;
  readonly keys: () => ServiceKeys;
  readonly log: Log;
  /** The log file for the output of the service. */
  readonly output: LogFile;
  readonly timers: Timers;
  readonly onState: (state: ServiceState) => void;
  /** Called with watched files that no live table uses any more. */
  readonly onFilesReleased: (ids: readonly string[]) => void;
}

/** The running service: its address, its credentials, and the facts that it reports. */
export interface RunningService extends ServiceAccess {
  readonly workspace: string;
  /** Whether the service uses a different port because the configured port was in use. */
  readonly otherPort: boolean;
}

export interface ServiceHost {
  readonly start: () => void;
  readonly state: () => ServiceState;
  readonly running: () => RunningService | null;
  /** Returns the service when it is ready; null after `milliseconds`, or when the service is stopped. */
  readonly whenRunning: (milliseconds: number) => Promise<RunningService | null>;
  /** Restarts the service. Resolves to true when it is ready, and to false when it fails or is stopped. */
  readonly restart: () => Promise<boolean>;
  /** Stops the service: requests its end, waits, and kills it if necessary. It can be started again. */
  readonly stop: () => Promise<void>;
  readonly sendKeys: () => void;
  /** Informs the service that the user withdrew the permission to watch a file. */
  readonly sendFilesWithdrawn: () => void;
  readonly sendPowerMessage: (message: Extract<ToService, { kind: 'power' }>) => void;
}

/** The time after which a stopping service is killed. It takes up to three seconds to finish running requests. */
const STOP_MILLISECONDS = 8000;

/**
 * Keeps the service running in its own process. Starts it, reports an unexpected end, and starts it again after 0.5, 1,
 * 2, 4 … 30 seconds. Never gives up.
 */
export function createServiceHost(options: ServiceHostOptions): ServiceHost {
  const { log, timers } = options;
  let state: ServiceState = { kind: 'stopped' };
  let child: ChildPort | null = null;
  let exited: Promise<void> = Promise.resolve();
  let running: RunningService | null = null;
  let shouldRun = false;
  let attempt = 0;
  let restarts = 0;
  let failure: { readonly code: string | null; readonly message: string } | null = null;
  let cancelTimer: () => void = () => undefined;
  const pendingChecks = new Set<() => void>();

  const setState = (next: ServiceState): void => {
    state = next;
    options.onState(next);
    for (const check of [...pendingChecks]) check();
  };

  const startProcess = (): void => {
    cancelTimer();
    failure = null;
    setState({ kind: 'starting' });
    const { output } = options;
    const started = options.utilityProcess.fork(options.entry, [], {
      serviceName: 'Scenewright service',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...options.environment() },
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (data: unknown) => output.append(String(data)));
      stream?.on('error', () => undefined);
    }
    started.on('message', (message) => {
      if (child === started) handleMessage(message);
    });
    const exit = Promise.withResolvers<void>();
    exited = exit.promise;
    started.once('exit', (code) => {
      exit.resolve();
      if (child === started) handleExit(code);
    });
    started.postMessage({ kind: 'start', ...options.settings(), keys: options.keys() } satisfies ToService);
  };

  const handleMessage = (data: unknown): void => {
    const parsed = fromService.safeParse(data);
    if (!parsed.success) {
      log.warn('the service sent an unknown message');
      return;
    }
    const message = parsed.data;
    if (message.kind === 'failed') {
      failure = message;
      return;
    }
    if (message.kind === 'files-released') {
      options.onFilesReleased(message.ids);
      return;
    }
    const { url, credentials, workspace, otherPort } = message;
    running = { url, credentials, workspace, otherPort };
    log.info('the service is ready', { url, workspace, restarts });
    // A service counts as recovered only after it has run for a while.
    cancelTimer = timers.after(RECOVERY_MILLISECONDS, () => {
      attempt = 0;
    });
    setState({ kind: 'running', restarts });
  };

  const handleExit = (code: number): void => {
    child = null;
    running = null;
    cancelTimer();
    if (!shouldRun) {
      setState({ kind: 'stopped' });
      return;
    }
    attempt += 1;
    restarts += 1;
    const milliseconds = restartDelay(attempt);
    log.error(`the service exited with ${code}; restarting in ${milliseconds} ms`, failure?.message);
    cancelTimer = timers.after(milliseconds, startProcess);
    setState({
      kind: 'waiting',
      milliseconds,
      attempt,
      code: failure?.code ?? null,
      message: failure?.message ?? `It ended with code ${code}.`,
    });
  };

  const waitUntil = async (isOver: () => boolean, milliseconds: number | null): Promise<void> => {
    if (isOver()) return;
    const done = Promise.withResolvers<void>();
    const check = (): void => {
      if (isOver()) done.resolve();
    };
    pendingChecks.add(check);
    const cancel = milliseconds === null ? () => undefined : timers.after(milliseconds, done.resolve);
    await done.promise;
    cancel();
    pendingChecks.delete(check);
  };

  const stop = async (): Promise<void> => {
    shouldRun = false;
    cancelTimer();
    const stoppingChild = child;
    if (stoppingChild === null) {
      if (state.kind !== 'stopped') setState({ kind: 'stopped' });
      return;
    }
    stoppingChild.postMessage({ kind: 'stop' } satisfies ToService);
    const cancel = timers.after(STOP_MILLISECONDS, () => stoppingChild.kill());
    await exited;
    cancel();
  };

  const start = (): void => {
    if (shouldRun && child !== null) return;
    shouldRun = true;
    attempt = 0;
    startProcess();
  };

  return {
    start,
    state: () => state,
    running: () => running,
    whenRunning: async (milliseconds) => {
      await waitUntil(() => running !== null || state.kind === 'stopped', milliseconds);
      return running;
    },
    restart: async () => {
      await stop();
      start();
      await waitUntil(() => state.kind !== 'starting', null);
      return state.kind === 'running';
    },
    stop,
    sendKeys: () => child?.postMessage({ kind: 'keys', keys: options.keys() } satisfies ToService),
    sendFilesWithdrawn: () => child?.postMessage({ kind: 'files-withdrawn' } satisfies ToService),
    sendPowerMessage: (message) => child?.postMessage(message),
  };
}

const FIRST_MILLISECONDS = 500;
const MAX_MILLISECONDS = 30_000;

/** The time after which a running service counts as recovered. The next crash then counts as the first. */
const RECOVERY_MILLISECONDS = 60_000;

/** Returns the delay before the n-th consecutive start, counted from 1: 0.5, 1, 2, 4 … 30 seconds. */
export function restartDelay(attempt: number): number {
  return Math.min(MAX_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (attempt - 1));
}

/**
 * Returns the parameters for starting the service. If other programs must not use the service, it listens on any port,
 * with credentials that exist only for this run.
 */
export function startParameters(
  { api, allowHosts, workspace }: StoredSettings,
  { bundledFfmpeg }: Pick<ProgramPaths, 'bundledFfmpeg'>,
): StartService {
  return {
    workspace,
    port: api.enabled ? api.port : 0,
    credentials: api.enabled ? null : newCredentials(),
    allowHosts: [...allowHosts],
    bundledFfmpeg,
  };
}

/**
 * Returns the environment of the service. This is the environment of this process without the variables that control
 * Electron and Node, and with the chosen FFmpeg.
 */
export function serviceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  ffmpeg: string | null,
): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !/^(?:ELECTRON_|NODE_OPTIONS$|NODE_PATH$)/.test(name)) variables[name] = value;
  if (ffmpeg !== null) variables['SCENEWRIGHT_FFMPEG'] = ffmpeg;
  return variables;
}

function newCredentials(): Credentials {
  return { key: randomBytes(9).toString('base64url'), secret: randomBytes(24).toString('base64url') };
}
