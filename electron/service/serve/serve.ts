import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { createService, type Service } from '../create-service.ts';
import { credentialsFile } from '../credentials.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { takePrivateUmask } from '../files/private-umask.ts';
import { dataFolder } from '../files/user-folders.ts';
import { missingWebAssembly } from '../files/web-assembly.ts';
import { openServiceLog } from '../log/service-log.ts';
import type { ServiceConfig } from '../service-config.ts';
import { DEFAULT_PORT, parseServeArguments, type ServeArguments, serveHelp } from './arguments.ts';
import { farmFrom } from './farm.ts';
import { recordRunningEditor, runningEditor } from './running-editor.ts';
import { clustersFrom, credentialsFrom, hostNamesFrom } from './settings.ts';

/** The time in milliseconds after which the process exits although the service has not closed. */
const EXIT_TIMEOUT_MS = 10_000;
/** The ports for a service with an editor: the usual port and the next nine. */
const USUAL_PORTS = Array.from({ length: 10 }, (_, index) => DEFAULT_PORT + index);

type Settings = Pick<ServiceConfig, 'credentials' | 'clusters' | 'editor'>;

// Ignore errors of the output: its reader can close it at any time, and the service continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/**
 * Runs the service until it is stopped. Returns the exit code. Wrong arguments or a wrong environment cause code 2 and
 * one sentence, before a workspace is opened.
 */
export async function main(args: readonly string[]): Promise<number> {
  // All files that the service and its children write are private to the owner.
  takePrivateUmask();
  const parsed = parseServeArguments(args);
  if (!parsed.ok) return refuse(`${parsed.error} (see scenewright service --help)`);
  if (parsed.value === 'help') {
    process.stdout.write(serveHelp);
    return 0;
  }
  const missing = missingWebAssembly();
  if (missing !== null) return refuse(missing);
  const credentials = credentialsFrom(process.env, parsed.value.host);
  if (!credentials.ok) return refuse(credentials.error);
  const clusters = clustersFrom(process.env);
  if (!clusters.ok) return refuse(clusters.error);
  const folder = parsed.value.editor ? editorFolder(process.env) : null;
  if (folder !== null && !folder.ok) return refuse(folder.error);
  const editor = folder === null ? null : { folder: folder.value };
  return await serve(parsed.value, { credentials: credentials.value, clusters: clusters.value, editor });
}

async function serve(options: ServeArguments, settings: Settings): Promise<number> {
  const workspace = options.workspace === null ? dataFolder(process.env, process.platform) : resolve(options.workspace);
  const farm = await farmFrom(options.farm, process.env, workspace);
  if (!farm.ok) return refuse(farm.error);
  const log = openServiceLog([], process.stderr.isTTY, options.log);
  const stopped = untilStopped();
  const { host, region, allowHosts } = options;
  try {
    const service = await createAtFreePort(options, {
      ...settings,
      farm: farm.value,
      workspace,
      host,
      region,
      allowHosts,
      tablesFolder: options.tables === null ? null : resolve(options.tables),
      hostNames: hostNamesFrom(process.env, host),
      environment: process.env,
      bundledFfmpeg: null,
      logger: log.logger,
      clock: Date.now,
    });
    const note = await recordRunningEditor(workspace, settings.editor?.folder ?? null, service).catch(
      (error: unknown) => {
        // Continue without the note, for example if the disk is full.
        log.logger.warn({ err: error }, 'failed to save the address of the editor');
        return null;
      },
    );
    if (settings.credentials === null && options.log === 'info')
      process.stderr.write(`API key and secret: ${credentialsFile(workspace)}\n`);
    process.stdout.write(`listening on ${service.url}\n`);
    if (service.newEditorLink !== null) process.stdout.write(`${openAt(service.newEditorLink())}\n`);
    await stopped;
    await note?.remove();
    await service.close();
    return 0;
  } catch (error) {
    const running =
      settings.editor !== null && isInUse(error)
        ? await runningEditor(workspace, settings.editor.folder, settings.credentials)
        : null;
    if (running === null) return refuse(sentenceFor(error, host, options.port ?? DEFAULT_PORT));
    if (running.kind === 'other-build') return refuse(otherBuild(running));
    process.stdout.write(`${openAt(running.link)}\n`);
    return 0;
  } finally {
    await log.flush();
  }
}

/**
 * Opens the service. If the usual port is in use, a service with an editor uses the next port, because users need not
 * know its address.
 */
async function createAtFreePort(
  { editor, port }: ServeArguments,
  config: Omit<ServiceConfig, 'port'>,
): Promise<Service> {
  const ports = editor && port === null ? [...USUAL_PORTS, 0] : [port ?? DEFAULT_PORT];
  for (const [index, candidate] of ports.entries()) {
    try {
      const service = await createService({ ...config, port: candidate });
      if (index > 0) process.stderr.write(`port ${DEFAULT_PORT} is in use by another program\n`);
      return service;
    } catch (error) {
      if (index === ports.length - 1 || systemCode(error) !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error('there are no ports to try');
}

/** Returns the line that `npm start` reads. */
function openAt(link: string): string {
  return `Scenewright is open at ${link}`;
}

/** Resolves at the first stop signal. A second signal, or a stop that takes too long, ends the process immediately. */
async function untilStopped(): Promise<void> {
  const { promise, resolve: stop } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  await promise;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS).unref();
}

function otherBuild({ url, process: id }: { readonly url: string; readonly process: number }): string {
  return `another version of the editor is running at ${url} (process ${id}); stop it, then start this one`;
}

function sentenceFor(error: unknown, host: string, port: number): string {
  if (error instanceof ServiceError) return error.message;
  const code = systemCode(error);
  if (code === 'EADDRINUSE') return `${host}:${port} is in use by another program; choose another --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `--host ${host}: this machine has no such address`;
  if (code === 'EACCES') return `this user isn’t allowed to use ${host}:${port}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isInUse(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'workspace/in-use';
}

function refuse(sentence: string): number {
  process.stderr.write(`scenewright: ${sentence}\n`);
  return 2;
}

/**
 * The folders of the built editor, relative to the sources or to the compiled or bundled file. If the service runs from
 * its sources, `renderer/` is the source folder instead.
 */
const EDITOR_FOLDERS = import.meta.url.endsWith('.ts')
  ? ['../../../out/renderer']
  : ['../../../renderer', '../renderer'];

/**
 * Returns the folder of the built editor: the value of `SCENEWRIGHT_EDITOR`, or the folder beside the service. The
 * error is a sentence for users.
 */
function editorFolder(environment: Readonly<Record<string, string | undefined>>): Result<string, string> {
  const configured = environment['SCENEWRIGHT_EDITOR'] ?? '';
  const folders =
    configured === ''
      ? EDITOR_FOLDERS.map((place) => fileURLToPath(new URL(place, import.meta.url)))
      : [resolve(configured)];
  const folder = folders.find((candidate) => existsSync(join(candidate, 'index.html')));
  if (folder !== undefined) return ok(folder);
  return err(`the editor isn’t built (${folders[0]}); run \`npm run build\` first`);
}
