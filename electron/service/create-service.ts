import { join } from 'node:path';
import type { Logger } from 'pino';
import { basicCredentials, type Credentials } from '../../shared/contract/basic-credentials.ts';
import { createAssetProber } from './assets/asset-prober.ts';
import { ownCredentials, renewCredentials } from './credentials.ts';
import { keepCurlConfig } from './curl-config.ts';
import { createAreaLimits } from './disk/area-limits.ts';
import { openSourceCache } from './disk/source-cache.ts';
import { createWorkspaceAreas } from './disk/workspace-areas.ts';
import { createEditorLinks, editorLink } from './editor-host/editor-links.ts';
import type { EditorHost } from './editor-host/editor-routes.ts';
import { createEditorSessions } from './editor-host/editor-sessions.ts';
import { noteProcessesIn } from './ffmpeg/run-tool.ts';
import { createToolsSearch } from './ffmpeg/tools-search.ts';
import { freeBytesAt } from './files/free-bytes.ts';
import type { Handlers } from './http/calls/handler.ts';
import { createHttpServer } from './http/server.ts';
import { type ServerLimits, serverLimits } from './http/server-limits.ts';
import { createMovieInspector } from './inspection/inspector.ts';
import type { StoredKeys } from './jobs/accept/render-form.ts';
import { openRendering } from './jobs/open-rendering.ts';
import { beginProxiesAtImport } from './media-views/import-proxies.ts';
import { createMediaViews } from './media-views/media-views.ts';
import { createEditingStore } from './movies/editing-store.ts';
import { createMissingAssets } from './movies/missing-assets.ts';
import { createMovieStore } from './movies/movie-store.ts';
import { createTemplateStore } from './movies/template-store.ts';
import type { AddressPolicy } from './network/address-guard.ts';
import { createDispatcher } from './notifications/outbox.ts';
import type { Clusters } from './publishing/clusters.ts';
import { createPublisher } from './publishing/publisher.ts';
import { createEncoderTrials } from './render/formats/encoder-trials.ts';
import { assetHandlers } from './routes/assets.ts';
import { bundleHandlers } from './routes/bundles.ts';
import { eventHandlers } from './routes/events.ts';
import { mediaHandlers } from './routes/media.ts';
import { movieHandlers } from './routes/movies.ts';
import { projectHandlers } from './routes/projects.ts';
import { publishingHandlers } from './routes/publishing.ts';
import { renderingHandlers } from './routes/rendering.ts';
import { renderFrameHandler } from './routes/renders.ts';
import { sampleHandlers } from './routes/samples.ts';
import { serviceHandlers } from './routes/service.ts';
import { whenWritable } from './routes/shapes/when-writable.ts';
import { storageHandlers } from './routes/storage.ts';
import { templateHandlers } from './routes/templates.ts';
import { uploadHandlers } from './routes/uploads.ts';
import { createSampleMaker } from './samples/sample-project.ts';
import { pruneCache } from './sources/prune-cache.ts';
import type { Clock, ProjectUid } from './storage/ports.ts';
import type { Workspace } from './storage/stores.ts';
import { startSweeping } from './sweeping.ts';
import { hideSecrets } from './text/hide-secrets.ts';
import { serviceVersion } from './version.ts';
import { openWorkspace } from './workspace/open-workspace.ts';

export interface ServiceConfig {
  /** Absolute path of the folder with everything; made if it is not there. */
  readonly workspace: string;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly region: string;
  /** Null for the workspace's own, which are made the first time. */
  readonly credentials: Credentials | null;
  /** Whether the workspace's own are made anew: the old ones are refused from then on. */
  readonly newCredentials?: boolean;
  /** Hosts that sources, notifications and object stores may be at although they are not public. */
  readonly allowHosts: readonly string[];
  /** Names that the service answers to beside those of loopback. */
  readonly hostNames: readonly string[];
  /** Other services that projects can be published to. */
  readonly clusters: Clusters;
  /** Keys of object stores that destinations may name instead of holding them; there are none unless given. */
  readonly storedKeys?: StoredKeys;
  /** Where FFmpeg is looked for: `SCENEWRIGHT_FFMPEG`, `PATH`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder or file of the FFmpeg that came with the app. */
  readonly bundledFfmpeg: string | null;
  /** The built editor (`out/renderer`), served to browsers that were given a link; null where a window of its own shows it. */
  readonly editor: { readonly folder: string } | null;
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
  /** A new address that opens the editor in a browser: once, for ten minutes. Null where the editor is not served. */
  readonly newEditorLink: (() => string) | null;
  /** Puts running renders back to queued, lets short requests end, closes the workspace. Calling it again does nothing. */
  readonly close: () => Promise<void>;
}

/** Starting a program holds everything up for a moment, so the first answers come before FFmpeg is looked for. */
const FIRST_LOOK_MILLISECONDS = 250;
/** How long requests may still run when the service is closed. */
const GRACE_MILLISECONDS = 3000;

/** Opens the workspace and answers on the address. Throws what `openWorkspace` throws, and the system's error for the address. */
export async function createService(config: ServiceConfig): Promise<Service> {
  const { clock } = config;
  const { logger, hide } = hideSecrets(config.logger);
  for (const { apiSecret } of config.clusters.values()) hide(apiSecret);
  await using undo = new AsyncDisposableStack();
  const workspace = await openWorkspace({ folder: config.workspace, clock, logger });
  undo.defer(() => workspace.close());
  await noteProcessesIn(join(config.workspace, 'running'));
  const own = () => (config.newCredentials === true ? renewCredentials : ownCredentials)(config.workspace);
  const credentials = config.credentials ?? (await own());
  const curlConfig = await keepCurlConfig(config.workspace, config.credentials === null ? credentials : null);
  for (const secret of [credentials.secret, basicCredentials(credentials)]) hide(secret);
  const parts = await assemble({ ...config, logger }, workspace, { credentials, curlConfig });
  undo.defer(() => parts.stop());
  const server = createHttpServer({
    handlers: parts.handlers,
    region: config.region,
    credentials,
    hostNames: config.hostNames,
    limits: { ...serverLimits, ...config.limits },
    logger,
    checkAnswers: config.checkAnswers ?? false,
    editor: editorHost(config, credentials),
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
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  return {
    url,
    credentials,
    newEditorLink: config.editor === null ? null : () => editorLink(url, credentials.secret, clock()),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function editorHost({ editor, clock }: ServiceConfig, { secret }: Credentials): EditorHost | null {
  if (editor === null) return null;
  const { folder } = editor;
  return { folder, links: createEditorLinks(secret, clock), sessions: createEditorSessions(secret, clock) };
}

interface Parts {
  readonly handlers: Handlers;
  /** Begins what goes on in the background. */
  readonly start: () => void;
  readonly stopRendering: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Everything behind the HTTP server, put together. */
async function assemble(
  config: ServiceConfig,
  workspace: Workspace,
  { credentials, curlConfig }: { readonly credentials: Credentials; readonly curlConfig: string | null },
): Promise<Parts> {
  const { clock, logger, region } = config;
  const { database, events, projects } = workspace;
  const policy: AddressPolicy = {
    allowHosts: new Set(config.allowHosts.map((host) => host.toLowerCase())),
    allowLoopback: false,
  };
  const limits = createAreaLimits(database);
  const search = createToolsSearch(config.environment, config.bundledFfmpeg);
  const inspector = createMovieInspector();
  const movies = createMovieStore({ database, events, projects, clock, inspector });
  const templates = createTemplateStore({ database, events, projects, clock, inspector });
  const editing = createEditingStore({ database, events, projects, clock });
  const dispatcher = createDispatcher({ database, secret: credentials.secret, policy, clock, logger });
  const renderable = {
    foundation: workspace,
    policy,
    tools: search.find,
    encoders: createEncoderTrials(),
    ownHosts: { hosts: new Set(config.hostNames.map((name) => name.toLowerCase())) },
    movieXml: (project: ProjectUid, name: string) => movies.get(project, name).xml,
    inspector,
  };
  const rendering = await openRendering({
    ...renderable,
    storedKeys: config.storedKeys ?? (() => null),
    areaLimits: limits.get,
    onNotification: dispatcher.wake,
    onStep: ({ step, render, error }) =>
      error === undefined
        ? logger.info({ render }, `render ${step}`)
        : logger.error({ render, err: error }, `render ${step}`),
  });
  projects.beforeDelete((uid) => rendering.queue.cancelProject(uid));
  const publisher = createPublisher({ ...workspace, clusters: config.clusters });
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
  const views = createMediaViews({
    ...renderable,
    limitBytes: () => limits.get().views,
    onFailure: warn('a stand-in was not made'),
  });
  const areas = createWorkspaceAreas({
    workspace: config.workspace,
    database,
    limits,
    views: views.kept,
    sources: openSourceCache({
      folder: join(config.workspace, 'cache', 'sources'),
      limitBytes: () => limits.get().sources,
    }),
    expire: rendering.expire,
  });
  const prober = createAssetProber(
    workspace,
    () => search.find().catch(() => null),
    warn('an asset was not looked into'),
  );
  const importProxies = beginProxiesAtImport({
    views,
    assets: workspace.assets,
    events,
    freeBytes: () => freeBytesAt(config.workspace),
    onFailure: warn('a stand-in was not begun'),
  });
  const samples = createSampleMaker({ workspace, templates, editing, tools: search.find });
  const look = () =>
    search
      .find()
      .then(
        ({ version, origin }) => logger.info({ version, origin }, 'FFmpeg was found'),
        warn('FFmpeg was not found'),
      );
  const warm = () => inspector.warm().catch(warn('what reads templates was not loaded'));
  let looking: NodeJS.Timeout | undefined;
  const cache = { prune: () => pruneCache(join(config.workspace, 'cache'), { sourceBytes: limits.get().sources }) };
  let sweeping: ReturnType<typeof startSweeping> | undefined;
  const handlers: Handlers = {
    ...projectHandlers({ projects, missing: createMissingAssets({ database, inspector }) }),
    ...sampleHandlers({ samples }),
    ...bundleHandlers({
      workspace,
      editing,
      inspector,
      version: serviceVersion(),
      onFailure: warn('a bundle was cut off on its way out'),
    }),
    ...assetHandlers(workspace),
    ...uploadHandlers(workspace),
    ...movieHandlers({ movies }),
    ...templateHandlers({ templates, editing, region }),
    ...publishingHandlers({ publisher, clusters: config.clusters }),
    ...renderingHandlers(rendering, { blobs: workspace.blobs, region, requireProject: projects.require }),
    ...renderFrameHandler({ views, database, requireProject: projects.require }),
    ...mediaHandlers({ views, requireProject: projects.require }),
    ...storageHandlers({ areas, limits, onFailure: warn('an area was not brought within its limit') }),
    ...eventHandlers(events),
    ...serviceHandlers({
      workspace,
      version: serviceVersion(),
      region,
      curlConfig,
      tools: search.found,
      queue: rendering.queue,
    }),
  };
  return {
    handlers: whenWritable(handlers, database),
    start: () => {
      looking = setTimeout(() => Promise.all([look(), warm()]), FIRST_LOOK_MILLISECONDS);
      // It looks through the whole workspace, for which the first answers do not wait.
      sweeping = startSweeping({ workspace, rendering, cache }, logger);
      rendering.queue.start();
      dispatcher.wake();
      prober.wake();
    },
    stopRendering: async () => {
      await Promise.all([rendering.queue.stop(), views.stop()]);
    },
    stop: async () => {
      clearTimeout(looking);
      await Promise.all([
        rendering.queue.stop(),
        dispatcher.stop(),
        prober.stop(),
        importProxies.stop(),
        views.stop(),
        samples.stop(),
        sweeping?.stop(),
      ]);
      await inspector[Symbol.asyncDispose]();
    },
  };
}
