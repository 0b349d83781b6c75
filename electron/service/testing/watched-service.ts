import { afterAll, beforeAll } from 'vitest';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A service in its own workspace with a project. Its main thread is measured. */
export interface WatchedService {
  /** The absolute path of its workspace. */
  readonly folder: string;
  readonly service: ServiceProcess;
  /** The project's uid. */
  readonly project: string;
}

/**
 * Starts the service before the tests of a file, and stops it after them. The tests get it from the returned function.
 */
export function watchedService(): () => WatchedService {
  const scope = new AsyncDisposableStack();
  let started: WatchedService | null = null;
  beforeAll(async () => {
    const { path: folder } = scope.use(await temporaryFolder());
    const service = scope.use(await startServiceProcess(folder, { watched: true }));
    const project = await service.createProject();
    started = { folder, service, project };
  });
  afterAll(() => scope.disposeAsync());
  return () => {
    if (started === null) throw new Error('the service is there within tests only');
    return started;
  };
}
