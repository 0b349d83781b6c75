import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { basicCredentials, type Credentials } from '#shared/contract/basic-credentials.ts';
import { requestShutdown, socketPath } from './agents/agent-socket.ts';
import { assembleService } from './assemble-service.ts';
import { loadOrCreateCredentials, renewCredentials, writeCurlConfig } from './credentials.ts';
import { createEditorLinks, editorLink } from './editor-host/editor-links.ts';
import type { EditorHost } from './editor-host/editor-routes.ts';
import { createEditorSessions } from './editor-host/editor-sessions.ts';
import { ServiceError } from './errors/service-error.ts';
import type { Farm } from './farm/open-farm.ts';
import { recordProcessesIn } from './ffmpeg/running-tools.ts';
import { serverLimits } from './http/server-limits.ts';
import { createHttpServer } from './server/server.ts';
import type { ServiceConfig } from './service-config.ts';
import type { OpenBlobBackend } from './storage/blobs/blob-backend.ts';
import { hideSecrets } from './text/hide-secrets.ts';
import { openWorkspace } from './workspace/open-workspace.ts';

export interface Service {
  /** The address, for example `http://127.0.0.1:7420`. */
  readonly url: string;
  readonly credentials: Credentials;
  /**
   * Returns a new address that opens the editor in a browser, once within ten minutes. Returns null if the editor is
   * not served.
   */
  readonly newEditorLink: (() => string) | null;
  /** Stops watching the files of live tables whose permission the user withdrew. */
  readonly checkWatchedFiles: () => Promise<void>;
  /**
   * Queues running renders again, completes short requests, and closes the workspace. Repeated calls have no effect.
   */
  readonly close: () => Promise<void>;
}

/** The time for running requests when the service closes. */
const GRACE_MILLISECONDS = 3000;

/**
 * Opens the workspace and listens on the address. Throws the errors of `openWorkspace`, and the error of the system for
 * the address.
 */
export async function createService(config: ServiceConfig): Promise<Service> {
  const { clock } = config;
  const { logger, hide } = hideSecrets(config.logger);
  for (const { apiSecret } of config.clusters.values()) hide(apiSecret);
  await using undo = new AsyncDisposableStack();
  const farm = await farmOf(config, hide);
  if (farm !== null) undo.defer(() => farm.close());
  const openBlobs = await blobBackendOf(farm?.storage ?? config.storage, config);
  const opening = { folder: config.workspace, clock, logger, ...(openBlobs && { openBlobs }) };
  const workspace = await openWorkspace(opening).catch(async (error: unknown) => {
    // A command for an assistant may use the workspace: ask it to close the workspace.
    if (config.listens === false || !isInUse(error) || !(await requestShutdown(agentSocket(config)))) throw error;
    return await openWhenFree(opening);
  });
  undo.defer(() => workspace.close());
  await recordProcessesIn(join(config.workspace, 'running'));
  const ownCredentials = () =>
    (config.newCredentials === true ? renewCredentials : loadOrCreateCredentials)(config.workspace);
  const credentials = config.credentials ?? (await ownCredentials());
  const curlConfig = await writeCurlConfig(config.workspace, config.credentials === null ? credentials : null);
  for (const secret of [credentials.secret, basicCredentials(credentials)]) hide(secret);
  const parts = await assembleService({ ...config, logger }, workspace, {
    ...{ credentials, curlConfig, farm },
    socket: agentSocket(config),
  });
  undo.defer(() => parts.stop());
  const server = createHttpServer({
    handlers: parts.handlers,
    region: config.region,
    credentials,
    hostNames: config.hostNames,
    publicAddress: parts.publicAddress,
    limits: { ...serverLimits, ...config.limits },
    logger,
    clock,
    checkAnswers: config.checkAnswers ?? false,
    editor: editorHost(config, credentials),
    mcp: parts.agents,
  });
  undo.defer(() => server.close(GRACE_MILLISECONDS));
  const port = config.listens === false ? 0 : await server.listen(config.host, config.port);
  parts.start();

  const running = undo.move();
  let closed: Promise<void> | null = null;
  const close = async () => {
    // Stop both at the same time, because a request that waits for a render ends only when the render stops.
    await Promise.all([server.close(GRACE_MILLISECONDS), parts.stopRendering()]);
    await running.disposeAsync();
  };
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  return {
    url,
    credentials,
    checkWatchedFiles: parts.checkWatchedFiles,
    newEditorLink: config.editor === null ? null : () => editorLink(url, credentials.secret, clock()),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function isInUse(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'workspace/in-use';
}

/**
 * The time in milliseconds in which another process closes the workspace, and the pause between two attempts to open
 * it.
 */
const LEAVE_MILLISECONDS = 8000;
const LOOK_MILLISECONDS = 100;

/** Opens a workspace that another process is closing. Throws `workspace/in-use` if it stays in use. */
async function openWhenFree(options: Parameters<typeof openWorkspace>[0]): ReturnType<typeof openWorkspace> {
  const end = performance.now() + LEAVE_MILLISECONDS;
  for (;;) {
    try {
      return await openWorkspace(options);
    } catch (error) {
      if (!isInUse(error) || performance.now() > end) throw error;
      await pause(LOOK_MILLISECONDS);
    }
  }
}

function agentSocket({ workspace, environment }: ServiceConfig): string {
  return socketPath(workspace, environment, process.platform);
}

/** Opens the farm; null if none is configured. The module is imported only for a farm. */
async function farmOf({ farm = null }: ServiceConfig, hide: (secret: string) => void): Promise<Farm | null> {
  if (farm === null) return null;
  const { queue, store } = farm.config;
  const secrets = [queue.password, store.kind === 's3' ? store.secretAccessKey : null];
  for (const secret of secrets) if (secret !== null && secret !== '') hide(secret);
  const { openFarm } = await import('./farm/open-farm.ts');
  return await openFarm(farm.config);
}

/**
 * Returns the function that opens the blob backend; null without a storage. The module is imported only for a storage.
 */
async function blobBackendOf(
  storage: ServiceConfig['storage'],
  { environment }: ServiceConfig,
): Promise<OpenBlobBackend | null> {
  if (storage === undefined) return null;
  const { blobBackendIn } = await import('./farm/blobs/open-blob-backend.ts');
  return blobBackendIn(storage, {
    copyBytes: bytesIn(environment['SCENEWRIGHT_STORE_COPY_BYTES']),
    partsBytes: bytesIn(environment['SCENEWRIGHT_STORE_PARTS_BYTES']),
  });
}

function bytesIn(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function editorHost({ editor, clock }: ServiceConfig, { secret }: Credentials): EditorHost | null {
  if (editor === null) return null;
  const { folder } = editor;
  return { folder, links: createEditorLinks(secret, clock), sessions: createEditorSessions(secret, clock) };
}
