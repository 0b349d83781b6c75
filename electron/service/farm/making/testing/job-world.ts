import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openPartStore } from '#service/engine/cache/part-store.ts';
import { createEncoderProbes } from '#service/engine/formats/encoder-probes.ts';
import type { InstalledFont } from '#service/fonts/installed-fonts.ts';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import type { BlobDigest, ProjectUid } from '#service/storage/ports.ts';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { FilmJob, PartsJob } from '../../protocol/job.ts';
import { openFolderStorage } from '../../storage/folder-storage.ts';
import { blobKey, type ObjectStorage, templateKey } from '../../storage/object-storage.ts';
import { openSharedParts } from '../../storage/part-cache.ts';
import type { DividedFilm, Division, FilmContext, JobProcessor, JobProcessorOptions } from '../job-processor.ts';
import { createJobProcessor } from '../process-job.ts';
import { openStoredFiles } from '../stored-files.ts';

export const never = new AbortController().signal;

/** The error that a queue throws after it dispatched the parts of a film. */
export class DividedError extends Error {
  override readonly name = 'DividedError';
  readonly jobs: readonly PartsJob[];
  readonly frames: number;
  readonly divided: DividedFilm;

  constructor({ jobs, frames, divided }: Division) {
    super('divided');
    this.jobs = jobs;
    this.frames = frames;
    this.divided = divided;
  }
}

/** Dispatches all parts to other workers. */
export const dividing: NonNullable<FilmContext['divide']> = (...parameters) =>
  Promise.reject(new DividedError(...parameters));

export interface TestProcessor extends JobProcessor {
  /** The worker's own folder for caches, parts, and unfinished films. */
  readonly folder: string;
  /** The sizes of the files that were fetched from the store. */
  readonly fetched: readonly number[];
  /** The internal errors. */
  readonly internal: readonly unknown[];
}

export interface JobWorld extends AsyncDisposable {
  /** The folder with the media of the embedded engine and all other files. */
  readonly folder: string;
  readonly storage: ObjectStorage;
  /** The folder of the parts in the store. */
  readonly partsFolder: string;
  /** Returns the job of a film with assets from the folder. Puts the assets and the template into the store. */
  filmJob(xml: string, assets: readonly string[], changes?: Partial<FilmJob>): Promise<FilmJob>;
  /** Puts the fonts into the store and returns them in the form of a job. */
  fonts(installed: readonly InstalledFont[]): Promise<FilmJob['fonts']>;
  /** Creates a job processor with its own folders. */
  processor(name: string, changes?: Partial<JobProcessorOptions>): TestProcessor;
}

/** Opens a store for several workers. When they divide a film, a whole frame has the given number of pixels. */
export async function openJobWorld({ framePixels }: { readonly framePixels: number }): Promise<JobWorld> {
  const folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  await mkdir(at('store'));
  const storage = openFolderStorage(at('store'));
  const inspector = createMovieInspector();
  const put = async (path: string, keyOf: (sha256: string) => string): Promise<BlobDigest> => {
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    const { size: bytes } = await stat(path);
    await storage.put(keyOf(sha256), { path, bytes, sha256 }, { signal: never });
    return sha256 as BlobDigest;
  };
  let jobs = 0;
  return {
    folder: folder.path,
    storage,
    partsFolder: at('store/parts'),
    filmJob: async (xml, assets, changes = {}) => {
      await writeFile(at('template.xml'), xml);
      const inputs: (readonly [string, BlobDigest])[] = [];
      for (const name of assets) inputs.push([nameKey(name), await put(at(name), blobKey)]);
      jobs += 1;
      return {
        kind: 'film',
        id: `r${jobs}-1`,
        render: `r${jobs}`,
        attempt: 1,
        project: 'p1' as ProjectUid,
        template: await put(at('template.xml'), templateKey),
        ...{ variables: [], range: null, format: 'mp4', quality: 'draft', hardware: null },
        ...{ inputs, ownAddresses: [], fonts: [], encodingCores: availableParallelism() },
        ...changes,
      };
    },
    fonts: async (installed) => {
      for (const { path } of installed) await put(path, blobKey);
      return installed.map(({ path: _path, ...font }) => font);
    },
    processor: (name, changes = {}) => {
      const workerFolder = at(name);
      const fetched: number[] = [];
      const internal: unknown[] = [];
      const jobStorage = changes.storage ?? storage;
      const limitBytes = 2 ** 30;
      const workshop = { folder: join(workerFolder, 'workshop'), isCacheOn: true, limitBytes };
      const processor = createJobProcessor({
        tools: testTools,
        inspector,
        encoders: createEncoderProbes(),
        cacheFolder: join(workerFolder, 'cache'),
        temporaryFolder: join(workerFolder, 'films'),
        policy: { allowHosts: new Set(), allowLoopback: false },
        workshop,
        storage: jobStorage,
        parts: openSharedParts({ local: openPartStore(workshop), storage: jobStorage, clock: Date.now }),
        files: openStoredFiles({
          ...{ storage: jobStorage, folder: join(workerFolder, 'files'), limitBytes },
          onFetched: (bytes) => fetched.push(bytes),
        }),
        cores: 2,
        workerId: name,
        workers: idleWorkers(name, 1),
        framePixels,
        onInternal: (error) => internal.push(error),
        ...changes,
      });
      return { ...processor, folder: workerFolder, fetched, internal };
    },
    [Symbol.asyncDispose]: async () => {
      await inspector[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Returns the reports of idle workers with two cores. The first worker has the given id. */
export function idleWorkers(id: string, count: number): JobProcessorOptions['workers'] {
  const ids = Array.from({ length: count }, (_, index) => (index === 0 ? id : `${id}-${index}`));
  return async () => ids.map((each) => ({ id: each, cores: 2, doing: [] }));
}

/** Returns the files of a worker outside its caches, which must be gone after each job. */
export async function leftBehind({ folder }: TestProcessor): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/^(?:cache|files)[/\\]|^workshop[/\\]kept[/\\]/.test(path) || path.endsWith('.unfinished'));
}
