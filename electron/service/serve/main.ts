#!/usr/bin/env node
import { resolve } from 'node:path';
import { createService, type ServiceConfig } from '../create-service.ts';
import { credentialsFile } from '../credentials.ts';
import { ServiceError } from '../service-error.ts';
import { parseServeArguments, type ServeArguments, serveHelp } from './arguments.ts';
import { dataFolder } from './data-folder.ts';
import { openServiceLog } from './service-log.ts';
import { clustersFrom, credentialsFrom, hostNamesFrom } from './settings.ts';

/** After this long, what still clings to the service is left to the system. */
const PATIENCE_MS = 10_000;

// Whoever reads the output may stop at any time; the service goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const parsed = parseServeArguments(args);
  if (!parsed.ok) return refuse(parsed.error);
  if (parsed.value === 'help') {
    process.stdout.write(serveHelp);
    return 0;
  }
  const credentials = credentialsFrom(process.env, parsed.value.host);
  if (!credentials.ok) return refuse(credentials.error);
  const clusters = clustersFrom(process.env);
  if (!clusters.ok) return refuse(clusters.error);
  return await serve(parsed.value, { credentials: credentials.value, clusters: clusters.value });
}

async function serve(
  { workspace: named, port, host, region, allowHosts }: ServeArguments,
  settings: Pick<ServiceConfig, 'credentials' | 'clusters'>,
): Promise<number> {
  const workspace = named === null ? dataFolder(process.env, process.platform) : resolve(named);
  const others = [...settings.clusters.values()].map(({ apiSecret }) => apiSecret);
  const log = openServiceLog([settings.credentials?.secret ?? '', ...others], process.stderr.isTTY);
  const stopped = untilStopped();
  try {
    const service = await createService({
      ...settings,
      workspace,
      host,
      port,
      region,
      allowHosts,
      hostNames: hostNamesFrom(process.env, host),
      environment: process.env,
      bundledFfmpeg: null,
      logger: log.logger,
      clock: Date.now,
    });
    log.alsoHide(service.credentials.secret);
    if (settings.credentials === null) process.stderr.write(`API key and secret: ${credentialsFile(workspace)}\n`);
    process.stdout.write(`listening on ${service.url}\n`);
    await stopped;
    await service.close();
    return 0;
  } catch (error) {
    return refuse(sentenceFor(error, host, port));
  } finally {
    log.flush();
  }
}

/** Settles at the first signal to stop; a second one, or a stop that takes too long, ends the process at once. */
async function untilStopped(): Promise<void> {
  const { promise, resolve: stop } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  await promise;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  setTimeout(() => process.exit(1), PATIENCE_MS).unref();
}

function sentenceFor(error: unknown, host: string, port: number): string {
  if (error instanceof ServiceError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `${host}:${port} is in use by another program; choose another --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `--host ${host}: this machine has no such address`;
  if (code === 'EACCES') return `${host}:${port} may not be used by this user`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}
