import type { Logger } from 'pino';
import type { Credentials } from '../../shared/contract/basic-credentials.ts';
import { ownCredentials } from './credentials.ts';
import type { Handlers } from './http/handler.ts';
import { createHttpServer } from './http/server.ts';
import { type ServerLimits, serverLimits } from './http/server-limits.ts';
import { openRendering } from './jobs/open-rendering.ts';
import type { AddressPolicy } from './media/address-guard.ts';
import { createAssetProber } from './media/asset-prober.ts';
import { createToolsSearch } from './media/tools-search.ts';
import { createEditingStore } from './movies/editing-store.ts';
import { createMovieInspector } from './movies/inspector.ts';
import { createMovieStore } from './movies/movie-store.ts';
import { createTemplateStore } from './movies/template-store.ts';
import { createDispatcher } from './notifications/outbox.ts';
import type { Clusters } from './publishing/clusters.ts';
import { createPublisher } from './publishing/publisher.ts';
import { assetHandlers } from './routes/assets.ts';
import { eventHandlers } from './routes/events.ts';
import { movieHandlers } from './routes/movies.ts';
import { projectHandlers } from './routes/projects.ts';
import { publishingHandlers } from './routes/publishing.ts';
import { serviceHandlers } from './routes/service.ts';
import { templateHandlers } from './routes/templates.ts';
import { uploadHandlers } from './routes/uploads.ts';
import { openWorkspace } from './storage/open-workspace.ts';
import type { Clock } from './storage/ports.ts';
import type { Workspace } from './storage/stores.ts';
import { startSweeping } from './sweeping.ts';
import { serviceVersion } from './version.ts';

export interface ServiceConfig {
  /** Absolute path of the folder with everything; made if it is not there. */
  readonly workspace: string;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly region: string;
  /** Null for the workspace's own, which are made the first time. */
  readonly credentials: Credentials | null;
  /** Hosts that sources, notifications and object stores may be at although they are not public. */
  readonly allowHosts: readonly string[];
  /** Names that the service answers to beside those of loopback. */
  readonly hostNames: readonly string[];
  /** Other services that projects can be published to. */
  readonly clusters: Clusters;
  /** Where FFmpeg is looked for: `SCENEWRIGHT_FFMPEG`, `PATH`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder or file of the FFmpeg that came with the app. */
  readonly bundledFfmpeg: string | null;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly limits?: Partial<ServerLimits>;
  /** Whether every JSON answer is held to the contract; for tests. */
  readonly checkAnswers?: boolean;
}

export interface Service {
  /** Such as `http://127.0.0.1:7420`. */
  readonly url: string;
  readonly credentials: Credentials;
  /** Puts running renders back to queued, lets short requests end, closes the workspace. Calling it again does nothing. */
  readonly close: () => Promise<void>;
}

/** How long requests may still run when the service is closed. */
const GRACE_MILLISECONDS = 3000;

/** Opens the workspace and answers on the address. Throws what `openWorkspace` throws, and the system's error for the address. */
export async function createService(config: ServiceConfig): Promise<Service> {
  const { clock, logger } = config;
  await using undo = new AsyncDisposableStack();
  const workspace = await openWorkspace({ folder: config.workspace, clock, logger });
  undo.defer(() => workspace.close());
  const credentials = config.credentials ?? (await ownCredentials(config.workspace));
  const parts = await assemble(config, workspace, credentials);
  undo.defer(() => parts.stop());
  const server = createHttpServer({
    handlers: parts.handlers,
    region: config.region,
    credentials,
    hostNames: config.hostNames,
    limits: { ...serverLimits, ...config.limits },
    logger,
    checkAnswers: config.checkAnswers ?? false,
  });
  undo.defer(() => server.close(GRACE_MILLISECONDS));
  const port = await server.listen(config.host, config.port);
  parts.start();

  const running = undo.move();
  let closed: Promise<void> | null = null;
  const close = async () => {
    // Requests that wait for a render end with it, so both are told at once.
    await Promise.all([server.close(GRACE_MILLISECONDS), parts.stopRendering()]);
    await running.disposeAsync();
  };
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    credentials,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

interface Parts {
  readonly handlers: Handlers;
  /** Begins what goes on in the background. */
  readonly start: () => void;
  readonly stopRendering: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Everything behind the HTTP server, put together. */
async function assemble(config: ServiceConfig, workspace: Workspace, credentials: Credentials): Promise<Parts> {
  const { clock, logger, region } = config;
  const { database, events, projects } = workspace;
  const policy: AddressPolicy = {
    allowHosts: new Set(config.allowHosts.map((host) => host.toLowerCase())),
    allowLoopback: false,
  };
  const search = createToolsSearch(config.environment, config.bundledFfmpeg);
  const inspector = createMovieInspector();
  const movies = createMovieStore({ database, events, projects, clock, inspector });
  const templates = createTemplateStore({ database, events, projects, clock, inspector });
  const editing = createEditingStore({ database, events, projects, clock });
  const dispatcher = createDispatcher({ database, secret: credentials.secret, policy, clock, logger });
  const rendering = await openRendering({
    foundation: workspace,
    policy,
    region,
    tools: search.find,
    ownHosts: { hosts: new Set(config.hostNames.map((name) => name.toLowerCase())) },
    movieXml: (project, name) => movies.get(project, name).xml,
    requireProject: projects.require,
    onNotification: dispatcher.wake,
    onStep: ({ step, render, error }) =>
      error === undefined
        ? logger.info({ render }, `render ${step}`)
        : logger.error({ render, err: error }, `render ${step}`),
  });
  projects.beforeDelete((uid) => rendering.queue.cancelProject(uid));
  const publisher = createPublisher({ ...workspace, clusters: config.clusters });
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
  const prober = createAssetProber(
    workspace,
    () => search.find().catch(() => null),
    warn('an asset was not looked into'),
  );
  const sweeping = startSweeping(workspace, logger);
  const handlers: Handlers = {
    ...projectHandlers(workspace),
    ...assetHandlers(workspace),
    ...uploadHandlers(workspace),
    ...movieHandlers({ movies }),
    ...templateHandlers({ templates, editing, region }),
    ...publishingHandlers({ publisher }),
    ...rendering.handlers,
    ...eventHandlers(events),
    ...serviceHandlers({ workspace, version: serviceVersion(), tools: search.found, queue: rendering.queue }),
  };
  return {
    handlers,
    start: () => {
      search
        .find()
        .then(
          ({ version, origin }) => logger.info({ version, origin }, 'FFmpeg was found'),
          warn('FFmpeg was not found'),
        );
      rendering.queue.start();
      dispatcher.wake();
      prober.wake();
    },
    stopRendering: () => rendering.queue.stop(),
    stop: async () => {
      await Promise.all([rendering.queue.stop(), dispatcher.stop(), prober.stop(), sweeping.stop()]);
      await inspector[Symbol.asyncDispose]();
    },
  };
}
