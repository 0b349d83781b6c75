import { readFile } from 'node:fs/promises';
import { inEnglish } from '#shared/messages/english.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { takePrivateUmask } from '../../files/private-umask.ts';
import { missingWebAssembly } from '../../files/web-assembly.ts';
import { settingsText } from '../../text/settings-text.ts';
import type { FarmConfig } from '../settings/farm-config.ts';
import { readFarmConfig } from '../settings/read-farm-config.ts';
import { parseWorkerArguments, type WorkerArguments, workerHelp } from './worker-arguments.ts';

/** The time in milliseconds after which the process exits although handles are still open. */
const EXIT_MILLISECONDS = 3000;
const WRONG_ARGUMENTS = 2;
const CANNOT_WORK = 1;
const ENDED_AT_ONCE = 130;

// Ignore errors of the output: its reader can close it at any time, and the worker continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Runs a worker until it is stopped; returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  // All files that the worker and its children write are private to the owner.
  takePrivateUmask();
  const parsed = parseWorkerArguments(args);
  if (!parsed.ok) return refuse(`${parsed.error} (see scenewright worker --help)`, WRONG_ARGUMENTS);
  if (parsed.value === 'help') {
    process.stdout.write(workerHelp);
    return 0;
  }
  const missing = missingWebAssembly();
  if (missing !== null) return refuse(missing, CANNOT_WORK);
  const farm = await readFarmConfig({
    arguments: parsed.value.farm,
    environment: process.env,
    readFile: async (path) => settingsText(await readFile(path)),
    stored: null,
  });
  if (!farm.ok) return refuse(inEnglish(farm.error), WRONG_ARGUMENTS);
  if (farm.value === null)
    return refuse('missing addresses of queue and store: --queue and --store (see scenewright worker --help)', 2);
  return await work(parsed.value, farm.value.config);
}

async function work(args: WorkerArguments, farm: FarmConfig): Promise<number> {
  const { openServiceLog } = await import('../../log/service-log.ts');
  const log = openServiceLog(secretsOf(farm), process.stderr.isTTY, args.log);
  const stopped = untilStopped(() => {
    log.logger.warn('the worker ends immediately; other workers continue its jobs after the leases expire');
    void log.flush().finally(() => process.exit(ENDED_AT_ONCE));
  });
  try {
    // Load the rest of the program only after the arguments are valid.
    const { runWorker } = await import('./run-worker.ts');
    const code = await runWorker(args, farm, { environment: process.env, logger: log.logger, stopped });
    await log.flush();
    setTimeout(() => process.exit(code), EXIT_MILLISECONDS).unref();
    return code;
  } catch (error) {
    await log.flush();
    setTimeout(() => process.exit(CANNOT_WORK), EXIT_MILLISECONDS).unref();
    return refuse(sentenceFor(error), CANNOT_WORK);
  }
}

function secretsOf({ queue, store }: FarmConfig): readonly string[] {
  const secrets = [queue.password, ...(store.kind === 's3' ? [store.secretAccessKey] : [])];
  return secrets.filter((secret) => secret !== null);
}

/** Resolves with the name of the first stop signal. Calls `onSecondSignal` at each later signal. */
function untilStopped(onSecondSignal: () => void): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) onSecondSignal();
      isStopping = true;
      resolve(signal);
    });
  return promise;
}

function sentenceFor(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function refuse(sentence: string, code: number): number {
  process.stderr.write(`scenewright: ${sentence}\n`);
  return code;
}
