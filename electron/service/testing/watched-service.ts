import { afterAll, beforeAll } from 'vitest';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A service whose main thread is watched, with a project in a workspace of its own. */
export interface WatchedService {
  /** Absolute; its workspace. */
  readonly folder: string;
  readonly service: ServiceProcess;
  /** The project's uid. */
  readonly project: string;
}

/** Starts it before the tests of a file, and ends it after them; what is given back may be asked within them. */
export function watchedService(): () => WatchedService {
  const scope = new AsyncDisposableStack();
  let started: WatchedService | null = null;
  beforeAll(async () => {
    const { path: folder } = scope.use(await temporaryFolder());
    const service = scope.use(await startServiceProcess(folder, { watched: true }));
    const { uid: project } = await service.client.call('createProject', { parameters: { name: 'Films' }, query: {} });
    started = { folder, service, project };
  });
  afterAll(() => scope.disposeAsync());
  return () => {
    if (started === null) throw new Error('the service is there within tests only');
    return started;
  };
}
