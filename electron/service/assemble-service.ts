import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import { createAgents, type McpEndpoint } from './agents/agents.ts';
import { createInProcessCalls } from './agents/in-process-calls.ts';
import { createAssetProber } from './assets/asset-prober.ts';
import { brandValuesOf } from './brand/brand-rows.ts';
import { createBrandStore } from './brand/brand-store.ts';
import { createDesigns } from './designs/designs.ts';
import { createAreaLimits } from './disk/area-limits.ts';
import { createWorkspaceAreas, openSourceCache } from './disk/workspace-areas.ts';
import { createEncoderProbes } from './engine/formats/encoder-probes.ts';
import type { Farm } from './farm/open-farm.ts';
import { tryQueue } from './farm/queue/connection.ts';
import { readStoredFarmConfig, storeFarmConfig } from './farm/settings/farm-settings.ts';
import { tryStore } from './farm/storage/open-object-storage.ts';
import { createToolsSearch } from './ffmpeg/tools-search.ts';
import { freeBytesAt } from './files/free-bytes.ts';
import { cacheFolder } from './files/user-folders.ts';
import { serviceVersion } from './files/version.ts';
import { createFilmChecks } from './film-check/film-checks.ts';
import { DEFAULT_REGISTRY } from './fonts/fetch-archive.ts';
import { createFontStore } from './fonts/font-store.ts';
import { fontsFolder } from './fonts/fonts-folder.ts';
import type { Handlers } from './http/handler.ts';
import { createMovieInspector } from './inspection/inspector.ts';
import { openFilmStreams } from './links/film-streams.ts';
import { linkHandlers } from './links/link-routes.ts';
import { createLinkedFilms } from './links/linked-films.ts';
import { pageHandlers } from './links/page-routes.ts';
import { createPublicAddress } from './links/public-address.ts';
import { createLinkSigner } from './links/sign-link.ts';
import { streamHandlers } from './links/stream-routes.ts';
import { createVisitorPhotos } from './links/visitor-photos.ts';
import { liveTableHandlers } from './live-tables/live-table-routes.ts';
import { createLiveTables } from './live-tables/live-tables.ts';
import { createFilmLoudness, type FilmLoudness } from './loudness/film-loudness.ts';
import { beginProxiesAtImport } from './media-views/import-proxies.ts';
import { createMediaViews } from './media-views/media-views.ts';
import { createBatchTableStore } from './movies/batch-table-store.ts';
import { createEditingStore } from './movies/editing-store.ts';
import { createMissingAssets } from './movies/missing-assets.ts';
import { createMovieStore } from './movies/movie-store.ts';
import { createTemplateStore } from './movies/template-store.ts';
import type { AddressPolicy } from './network/address-guard.ts';
import { createNotificationDispatcher } from './notifications/outbox.ts';
import { createPublisher } from './publishing/publisher.ts';
import { openRendering, type Rendering } from './renders/open-rendering.ts';
import { assetHandlers, trashHandlers } from './routes/assets.ts';
import { tableHandlers } from './routes/batches.ts';
import { designHandlers } from './routes/design-handlers.ts';
import { openFarmRoutes } from './routes/farm/farm-routes.ts';
import { fontHandlers } from './routes/fonts.ts';
import { mediaHandlers } from './routes/media.ts';
import { movieHandlers } from './routes/movies.ts';
import { brandHandlers, bundleHandlers, projectHandlers, sampleHandlers } from './routes/projects.ts';
import { publishingHandlers } from './routes/publishing.ts';
import { renderingHandlers } from './routes/rendering.ts';
import { renderFrameHandler } from './routes/renders.ts';
import { eventHandlers, serviceHandlers, storageHandlers } from './routes/service.ts';
import { templateHandlers } from './routes/templates.ts';
import { uploadHandlers } from './routes/uploads.ts';
import { waitForDatabaseLock } from './routes/wait-for-database-lock.ts';
import { createSampleWriter } from './samples/sample-project.ts';
import type { ServiceConfig } from './service-config.ts';
import { pruneCache } from './sources/prune-cache.ts';
import type { ProjectUid } from './storage/ports.ts';
import type { Workspace } from './storage/stores.ts';

/** Starting a program blocks the thread for a moment, so the search for FFmpeg waits for the first answers. */
const START_DELAY_MILLISECONDS = 250;

/** The handlers and lifecycle functions that the HTTP server uses. */
export interface ServiceDependencies {
  readonly handlers: Handlers;
  /** The tools for assistants over HTTP. */
  readonly agents: McpEndpoint;
  /** Returns the public address of links; null if none is configured. */
  readonly publicAddress: () => string | null;
  /** Stops watching the files of live tables whose permission the user withdrew. */
  readonly checkWatchedFiles: () => Promise<void>;
  /** Starts the background work. */
  readonly start: () => void;
  readonly stopRendering: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Creates the stores, rendering, and the handlers of all calls. */
export async function assembleService(
  config: ServiceConfig,
  workspace: Workspace,
  started: {
    readonly credentials: Credentials;
    readonly curlConfig: string | null;
    /** The farm; null if this process makes the films. */
    readonly farm: Farm | null;
    /** The path of the socket for assistants. */
    readonly socket: string;
  },
): Promise<ServiceDependencies> {
  const { clock, logger, region } = config;
  const { credentials, curlConfig, socket } = started;
  const { database, events, projects } = workspace;
  const policy: AddressPolicy = {
    allowHosts: new Set(config.allowHosts.map((host) => host.toLowerCase())),
    allowLoopback: false,
  };
  const limits = createAreaLimits(database);
  const publicAddress = createPublicAddress(database);
  const search = createToolsSearch(
    config.environment,
    config.bundledFfmpeg,
    cacheFolder(config.environment, process.platform),
  );
  const inspector = createMovieInspector();
  const movies = createMovieStore({ database, events, projects, clock, inspector });
  const templates = createTemplateStore({ database, events, projects, clock, inspector });
  const editing = createEditingStore({ database, events, projects, clock });
  const tables = createBatchTableStore({ database, events, projects, clock });
  const dispatcher = createNotificationDispatcher({ database, secret: credentials.secret, policy, clock, logger });
  const fonts = createFontStore({
    folder: fontsFolder(config.environment, process.platform),
    registry: config.environment['SCENEWRIGHT_FONTS_REGISTRY'] || DEFAULT_REGISTRY,
    onFailure: (error) => logger.warn({ err: error }, 'failed to add fonts'),
  });
  const renderable = {
    foundation: workspace,
    policy,
    tools: search.find,
    encoders: createEncoderProbes(),
    ownHosts: { hosts: new Set(config.hostNames.map((name) => name.toLowerCase())) },
    movieXml: (project: ProjectUid, name: string) => movies.get(project, name).xml,
    inspector,
    addedFonts: fonts.installed,
  };
  // Does nothing until the queue exists, because workers can report earlier.
  let wakeQueue = (): void => undefined;
  // Films can be dispatched before the measurement exists.
  const measurement = Promise.withResolvers<FilmLoudness>();
  const farmFilms = await started.farm?.makeFilms({
    ...{ ...renderable, ...workspace, clock, logger },
    gainOf: async (...film) => (await measurement.promise).gainOf(...film),
    store: () => workspace.store?.() ?? { away: null },
    keepFaults: workspace.assets.setFaults,
    onCapacity: () => wakeQueue(),
  });
  const checks = createFilmChecks({ ...renderable, workshop: () => rendering.workshop });
  const streams = await openFilmStreams(join(config.workspace, 'streams'), workspace);
  const rendering = await openRendering({
    ...renderable,
    pass: checks.pass,
    openStream: streams.open,
    ...(farmFilms && { worker: farmFilms.worker, atOnce: farmFilms.atOnce }),
    storedKeys: config.storedKeys ?? (() => null),
    keepFaults: workspace.assets.setFaults,
    areaLimits: limits.get,
    onNotification: dispatcher.wake,
    onStep: ({ step, render, error }) =>
      error === undefined
        ? logger.info({ render }, `render ${step}`)
        : logger.error({ render, err: error }, `render ${step}`),
  });
  wakeQueue = rendering.queue.wake;
  projects.beforeDelete((uid) => rendering.queue.cancelProject(uid));
  const publisher = createPublisher({ ...workspace, clusters: config.clusters });
  const warn = (failure: string) => (error: unknown) => logger.warn({ err: error }, failure);
  const views = createMediaViews({
    ...renderable,
    limitBytes: () => limits.get().views,
    onFailure: warn('failed to make a proxy'),
    keepFaults: workspace.assets.setFaults,
  });
  const loudness = createFilmLoudness({ ...renderable, workshop: rendering.workshop });
  measurement.resolve(loudness);
  const areas = createWorkspaceAreas({
    workspace: config.workspace,
    database,
    limits,
    views: views.cache,
    sources: openSourceCache({
      folder: join(config.workspace, 'cache', 'sources'),
      limitBytes: () => limits.get().sources,
    }),
    emptyLinks: rendering.emptyLinks,
    expire: rendering.expire,
  });
  const linkedFilms = createLinkedFilms({ foundation: workspace, ...rendering });
  const liveTables = createLiveTables({
    ...{ ...rendering, policy, folder: config.tablesFolder ?? null },
    ...{ watchedFiles: config.watchedFiles ?? null, onFilesReleased: config.onFilesReleased ?? (() => undefined) },
    ...{ assets: workspace.assets, blobs: workspace.blobs, onFailure: warn('failed to read a live table') },
  });
  const prober = createAssetProber(
    workspace,
    () => search.find().catch(() => null),
    warn('failed to inspect an asset'),
  );
  const importProxies = beginProxiesAtImport({
    views,
    assets: workspace.assets,
    events,
    freeBytes: () => freeBytesAt(config.workspace),
    onFailure: warn('failed to start a proxy'),
  });
  const designs = createDesigns({
    ...{ ...renderable, workspace, editing, views, version: serviceVersion(), folder: config.designs },
    workshop: rendering.workshop,
    onFailure: warn('skipped a design, or failed to make its preview film'),
  });
  const samples = createSampleWriter({ workspace, templates, editing, tools: search.find });
  const findTools = () =>
    search
      .find()
      .then(({ version, origin }) => logger.info({ version, origin }, 'found FFmpeg'), warn('found no FFmpeg'));
  const warm = () => inspector.warm().catch(warn('failed to load the template reader'));
  let startTimer: NodeJS.Timeout | undefined;
  const cache = { prune: () => pruneCache(join(config.workspace, 'cache'), { sourceBytes: limits.get().sources }) };
  let sweeping: ReturnType<typeof startSweeping> | undefined;
  const brandOf = (project: string) => brandValuesOf(database, project);
  const farm = openFarmRoutes({
    ...{ database, events, clock, version: serviceVersion(), queue: rendering.queue },
    watch: farmFilms?.watch ?? null,
    settings: {
      started: { farm: config.farm ?? null, stored: await readStoredFarmConfig(config.workspace) },
      stored: () => readStoredFarmConfig(config.workspace),
      keep: (requested) => storeFarmConfig(config.workspace, requested),
      ...{ tryQueue, tryStore },
    },
    uploadsWaiting: workspace.store === null ? null : () => workspace.store?.().waiting.blobs ?? 0,
  });
  const agents = createAgents({
    ...{ database, events, clock, inspector, region, policy, socket, requests: rendering.requests },
    workspace: config.workspace,
    version: serviceVersion(),
    boxes: checks.boxes,
    cells: views.filmCells,
    calls: createInProcessCalls(() => waiting),
    onLeave: config.onLeave ?? null,
    onFailure: warn('failed to serve an assistant'),
  });
  const linkOptions = {
    ...rendering,
    ...{ films: linkedFilms, streams, views, publicAddress, clock },
    blobs: workspace.blobs,
    signer: createLinkSigner(credentials.secret),
    requireProject: projects.require,
  };
  const handlers: Handlers = {
    ...agents.handlers,
    ...projectHandlers({ projects, missing: createMissingAssets({ database, inspector, brandOf }), designs }),
    ...designHandlers({
      ...{ designs, region, requireProject: projects.require },
      onFailure: warn('failed while sending a bundle'),
    }),
    ...sampleHandlers({ samples }),
    ...brandHandlers({ brands: createBrandStore({ database, events, projects, clock }) }),
    ...bundleHandlers({
      ...{ workspace, editing, tables, inspector },
      version: serviceVersion(),
      onFailure: warn('failed while sending a bundle'),
    }),
    ...assetHandlers(workspace),
    ...trashHandlers(workspace, { sweepSoon: () => sweeping?.soon() }),
    ...uploadHandlers(workspace),
    ...movieHandlers({ movies, brandOf }),
    ...templateHandlers({ templates, editing, tables, region }),
    ...publishingHandlers({ publisher, clusters: config.clusters }),
    ...renderingHandlers(rendering, { blobs: workspace.blobs, region, requireProject: projects.require, checks }),
    ...streamHandlers({ films: linkedFilms, streams, clock, requireProject: projects.require }),
    ...linkHandlers(linkOptions),
    ...pageHandlers({ ...linkOptions, photos: createVisitorPhotos({ foundation: workspace, views }) }),
    ...renderFrameHandler({ views, database, requireProject: projects.require }),
    ...fontHandlers({ fonts }),
    ...tableHandlers(),
    ...liveTableHandlers({ tables: liveTables, database, requireProject: projects.require }),
    ...mediaHandlers({ views, loudness, editing, requireProject: projects.require }),
    ...storageHandlers({
      areas,
      limits,
      folder: config.workspace,
      onFailure: warn('failed to reduce an area to its limit'),
    }),
    ...eventHandlers(events),
    ...farm.handlers,
    ...serviceHandlers({
      workspace,
      version: serviceVersion(),
      region,
      curlConfig,
      tools: search.found,
      queue: rendering.queue,
      farm: farm.health,
    }),
  };
  const waiting = waitForDatabaseLock(handlers, database);
  return {
    handlers: waiting,
    agents: agents.endpoint,
    publicAddress: publicAddress.get,
    checkWatchedFiles: liveTables.checkFiles,
    start: () => {
      startTimer = setTimeout(() => {
        // The sweep reads the whole workspace, so it starts after the first answers.
        sweeping = startSweeping({ workspace, rendering, cache }, logger);
        return Promise.all([findTools(), warm()]);
      }, START_DELAY_MILLISECONDS);
      rendering.queue.start();
      liveTables.start();
      agents.start();
      dispatcher.wake();
      prober.wake();
    },
    stopRendering: async () => {
      const stopped = [liveTables.stop(), importProxies.stop(), views.stop(), loudness.stop(), checks.stop()];
      await Promise.all([agents.stop(), rendering.queue.stop(), ...stopped]);
    },
    stop: async () => {
      clearTimeout(startTimer);
      farm[Symbol.dispose]();
      await Promise.all([
        agents.stop(),
        liveTables.stop(),
        rendering.queue.stop(),
        dispatcher.stop(),
        prober.stop(),
        importProxies.stop(),
        views.stop(),
        loudness.stop(),
        checks.stop(),
        samples.stop(),
        designs.stop(),
        fonts.stop(),
        sweeping?.stop(),
        linkedFilms.stop(),
        streams.stop(),
      ]);
      await farmFilms?.close();
      await inspector[Symbol.asyncDispose]();
    },
  };
}

const SWEEP_MILLISECONDS = 10 * 60 * 1000;

export interface SweepSchedule {
  /** Requests a sweep after the current one. All calls before that sweep share it. */
  readonly soon: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Sweeps the workspace, old renders, and the cache now and every ten minutes. Logs failures; the next sweep tries
 * again.
 */
function startSweeping(
  {
    workspace,
    rendering,
    cache,
  }: {
    readonly workspace: Pick<Workspace, 'sweep'>;
    readonly rendering: Pick<Rendering, 'expire'>;
    readonly cache: { readonly prune: () => Promise<void> };
  },
  logger: Logger,
): SweepSchedule {
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  const sweep = async () => {
    isWaiting = false;
    try {
      // Expired renders release data, which the sweep of the workspace then removes.
      const report = { ...(await rendering.expire()), ...(await workspace.sweep()) };
      await cache.prune();
      if (Object.values(report).some((count) => count > 0)) logger.info(report, 'cleaned up the workspace');
    } catch (error) {
      logger.warn({ err: error }, 'failed to clean up the workspace');
    }
  };
  const next = () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(sweep);
  };
  next();
  const timer = setInterval(next, SWEEP_MILLISECONDS);
  return {
    soon: next,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
