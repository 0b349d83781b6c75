import {
  type FromService,
  type ServiceKeys,
  type StartService,
  toService,
} from '#shared/contract/desktop/service-channel.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { createService, type Service } from '../create-service.ts';
import { ServiceError } from '../errors/service-error.ts';
import { takePrivateUmask } from '../files/private-umask.ts';
import { dataFolder } from '../files/user-folders.ts';
import { openServiceLog } from '../log/service-log.ts';
import type { ServiceConfig } from '../service-config.ts';
import { farmFrom } from './farm.ts';
import { hostNamesFrom } from './settings.ts';

/**
 * This program runs the service as a child process of the desktop app or a similar program. The parent starts it, sends
 * it keys, and stops it by messages. The service exits with its parent.
 */

/** The port to the parent process that Electron gives to a utility process. */
interface ParentPort {
  readonly on: (event: 'message' | 'close', listener: (event: { readonly data: unknown }) => void) => unknown;
  readonly postMessage: (message: FromService) => void;
}

/** The time in milliseconds after which the process exits although the service has not closed. */
const EXIT_TIMEOUT_MS = 10_000;
const HOST = '127.0.0.1';

// Ignore errors of the output: its reader can close it at any time, and the service continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// All files that the service and its children write are private to the owner.
takePrivateUmask();

const log = openServiceLog([], false);
const parent = parentPortOf(process);
if (parent === null) {
  process.stderr.write('This is run by the desktop app; `npm run service` starts the service by itself.\n');
  process.exitCode = 2;
} else {
  run(parent);
}

function run(port: ParentPort): void {
  const objectStores = new Map<string, ServiceKeys['objectStores'][string]>();
  const clusters = new Map<string, { readonly kind: 'service' } & ServiceKeys['clusters'][string]>();
  let service: Promise<OpenService> | null = null;
  let stopping = false;

  const takeKeys = (keys: ServiceKeys): void => {
    objectStores.clear();
    clusters.clear();
    for (const [name, pair] of Object.entries(keys.objectStores)) {
      objectStores.set(name, pair);
      log.alsoHide(pair.secretAccessKey);
    }
    for (const [name, cluster] of Object.entries(keys.clusters)) {
      clusters.set(name, { kind: 'service', ...cluster });
      log.alsoHide(cluster.apiSecret);
    }
  };
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS).unref();
    const running = await service?.catch(() => null);
    await running?.close();
    await log.flush();
    process.exit(0);
  };
  const begin = async (settings: StartService): Promise<void> => {
    const opening = open(settings, {
      ...{ storedKeys: (name) => objectStores.get(name) ?? null, clusters },
      onFilesReleased: (ids) => port.postMessage({ kind: 'files-released', ids: [...ids] }),
    });
    service = opening;
    try {
      const { url, credentials, workspace, otherPort } = await opening;
      port.postMessage({ kind: 'ready', url, credentials, workspace, otherPort });
    } catch (error) {
      log.logger.error({ err: error }, 'the service failed to start');
      port.postMessage({ kind: 'failed', ...failureOf(error) });
      await log.flush();
      // Exit later, because an immediate exit may lose the message.
      setTimeout(() => process.exit(2), 100);
    }
  };

  const checkFiles = async (): Promise<void> => {
    const running = await service?.catch(() => null);
    await running
      ?.checkWatchedFiles()
      .catch((error: unknown) => log.logger.error({ err: error }, 'failed to check the watched files'));
  };

  port.on('message', ({ data }) => {
    const message = toService.parse(data);
    switch (message.kind) {
      case 'start':
        takeKeys(message.keys);
        if (service === null) void begin(message);
        return;
      case 'keys':
        takeKeys(message.keys);
        return;
      case 'power':
        log.logger.info({ state: message.state }, 'the machine goes to sleep or wakes');
        return;
      case 'files-withdrawn':
        void checkFiles();
        return;
      case 'stop':
        void stop();
        return;
      default:
        assertNever(message);
    }
  });
  port.on('close', () => void stop());
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

interface OpenService extends Service {
  readonly workspace: string;
  readonly otherPort: boolean;
}

/** Opens the service. Uses another port if the requested port is in use. */
async function open(
  settings: StartService,
  ofParent: Pick<ServiceConfig, 'storedKeys' | 'clusters' | 'onFilesReleased'>,
): Promise<OpenService> {
  const workspace = settings.workspace ?? dataFolder(process.env, process.platform);
  const farm = await farmFrom({}, process.env, workspace);
  if (!farm.ok) throw new Error(farm.error);
  if (settings.credentials !== null) log.alsoHide(settings.credentials.secret);
  const openAt = async (port: number): Promise<OpenService> => {
    const service = await createService({
      ...ofParent,
      farm: farm.value,
      workspace,
      // The desktop app serves the page from its own scheme.
      editor: null,
      host: HOST,
      port,
      region: 'local',
      credentials: settings.credentials,
      newCredentials: settings.newCredentials ?? false,
      allowHosts: settings.allowHosts,
      hostNames: hostNamesFrom(process.env, HOST),
      environment: process.env,
      bundledFfmpeg: settings.bundledFfmpeg,
      watchedFiles: settings.watchedFiles ?? null,
      logger: log.logger,
      clock: Date.now,
    });
    log.alsoHide(service.credentials.secret);
    return { ...service, workspace, otherPort: port !== settings.port };
  };
  try {
    return await openAt(settings.port);
  } catch (error) {
    if (!isPortError(error)) throw error;
    return await openAt(0);
  }
}

function isPortError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EADDRINUSE' || error.code === 'EACCES') &&
    'syscall' in error &&
    error.syscall === 'listen'
  );
}

function failureOf(error: unknown): { readonly code: string | null; readonly message: string } {
  if (error instanceof ServiceError) return { code: error.code, message: error.message };
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}

/** Returns Electron's port from `process`; null in plain Node. */
function parentPortOf(owner: object): ParentPort | null {
  return 'parentPort' in owner && isParentPort(owner.parentPort) ? owner.parentPort : null;
}

function isParentPort(value: unknown): value is ParentPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;
}
