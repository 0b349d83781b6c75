import { join } from 'node:path';
import { clearOpenUpload, sendFilm } from '../destinations/send-film.ts';
import type { StorageLimits } from '../disk/area-limits.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import { createEncoderProbes, type EncoderProbes } from '../engine/formats/encoder-probes.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { FilmsAtOnce } from '../ffmpeg/process-plan.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import type { Foundation } from '../storage/ports.ts';
import { createOutdatedFilms, type OutdatedFilms } from './accept/outdated-films.ts';
import type { RequestContext } from './accept/render-request.ts';
import { type Batches, createBatches, finishBatches } from './batches/batches.ts';
import { type ExpiryReport, expireRenders, type FilmLimits } from './endings/expire-renders.ts';
import { createNotifier } from './endings/notify-ended.ts';
import {
  createInProcessWorker,
  type InProcessWorkerOptions,
  removeUnfinishedFilms,
} from './queue/in-process-worker.ts';
import { createFilmPacker } from './queue/package-film.ts';
import { createRenderScheduler, type RenderScheduler, type RenderStep } from './queue/render-scheduler.ts';
import type { PassFilm } from './queue/run-render.ts';
import { isSecretNeeded } from './queue/waiting-renders.ts';
import { expireLinkedFilms } from './records/linked-films.ts';
import type { RenderWorker } from './records/render-worker.ts';
import { openSecretFolder, type SecretKeeper } from './records/secret-keeper.ts';
import type { RenderRecords } from './records/transitions.ts';

export interface RenderingOptions extends Omit<RequestContext, 'database' | 'policy' | 'encoders'> {
  /** The encoder probes; by default a new instance. */
  readonly encoders?: EncoderProbes;
  readonly foundation: Foundation;
  /** The address policy for sources and object stores. */
  readonly policy: AddressPolicy;
  /** The secret keeper; by default files with mode 0600 in the workspace. */
  readonly secrets?: SecretKeeper;
  /** Checks a film before it is made, if its render has a check. */
  readonly pass: PassFilm;
  readonly send?: typeof sendFilm;
  /** The worker; by default this process. */
  readonly worker?: RenderWorker;
  /** The maximum number of films that are rendered at the same time; by default the plan of this machine. */
  readonly atOnce?: FilmsAtOnce | (() => FilmsAtOnce);
  /** Returns the disk limits of cached parts and of films. Called at each use. */
  readonly areaLimits?: () => Pick<StorageLimits, 'segments' | 'films' | 'links'>;
  readonly filmLimits?: Partial<FilmLimits>;
  /** Called after the commit of a transaction that put a notification into the outbox. */
  readonly onNotification?: () => void;
  readonly onStep?: (step: RenderStep) => void;
  /** Opens the receiver of the segments of a streamed film; none by default. */
  readonly openStream?: InProcessWorkerOptions['openStream'];
  /** Stores the damaged places that a film found in an asset. */
  readonly keepFaults?: InProcessWorkerOptions['keepFaults'];
}

/** The rendering of an open workspace. */
export interface Rendering {
  readonly queue: RenderScheduler;
  readonly batches: Batches;
  readonly outdated: OutdatedFilms;
  readonly records: RenderRecords;
  /** The keys of object stores and the headers of addresses. */
  readonly secrets: SecretKeeper;
  /** The dependencies for checking requests. */
  readonly requests: RequestContext;
  /** The cache of film parts. */
  readonly workshop: Workshop;
  /** Deletes all films of links except films that are being downloaded. */
  emptyLinks(): void;
  /** Deletes expired films and renders. Call this every few minutes. */
  expire(): Promise<ExpiryReport>;
}

const WORKSHOP_BYTES = 8 * 2 ** 30;
const LINKED_BYTES = 8e9;

/**
 * Opens rendering in a workspace that this process owns. `queue.start()` resumes the renders of an earlier process and
 * starts the queue. Call `queue.stop()` before you close the server and the workspace.
 */
export async function openRendering(options: RenderingOptions): Promise<Rendering> {
  const { foundation, tools, ownHosts, movieXml, storedKeys, policy } = options;
  const { database, blobs, events, clock, workspace } = foundation;
  // Use a separate folder: files in `tmp` are removed after an hour without writes, and a film may take longer.
  const temporaryFolder = join(workspace, 'rendering');
  await removeUnfinishedFilms(temporaryFolder);
  // Ignore a full disk, because batches that were not accepted are invisible and the next start removes them.
  await ignoreFullDisk(() => finishBatches({ database }));
  const isNeeded = (name: string) => isSecretNeeded(database, name);
  const onMemoryOnly = (error: unknown) =>
    options.onStep?.({ step: 'keys are kept in memory only', render: null, error });
  const secrets =
    options.secrets ?? (await openSecretFolder({ folder: join(workspace, 'secrets'), isNeeded, onMemoryOnly }));

  const records = {
    database,
    events,
    clock,
    notify: createNotifier(clock, options.onNotification ?? (() => undefined)),
  };
  const encoders = options.encoders ?? createEncoderProbes();
  const requests: RequestContext = {
    database,
    ownHosts,
    tools,
    encoders,
    policy,
    movieXml,
    inspector: options.inspector,
    ...(storedKeys && { storedKeys }),
  };
  const { areaLimits } = options;
  const workshop: Workshop = {
    folder: join(workspace, 'workshop'),
    isCacheOn: true,
    get limitBytes() {
      return areaLimits?.().segments ?? WORKSHOP_BYTES;
    },
  };
  const cacheFolder = join(workspace, 'cache');
  const making = {
    ...{ database, blobs, tools, cacheFolder, policy, ownHosts, workshop, temporaryFolder },
    ...(options.addedFonts && { addedFonts: options.addedFonts }),
    inspector: options.inspector,
    encoders,
    keepFaults: options.keepFaults,
    openStream: options.openStream,
  };
  const worker = options.worker ?? createInProcessWorker(making);
  const queue = createRenderScheduler({
    records,
    blobs,
    worker,
    pass: options.pass,
    pack: createFilmPacker(making),
    secrets,
    send: options.send ?? sendFilm,
    clear: clearOpenUpload,
    policy,
    requests,
    ...(options.atOnce === undefined ? {} : { atOnce: options.atOnce }),
    ...(options.onStep === undefined ? {} : { onStep: options.onStep }),
  });
  const batches = createBatches({ records, queue, secrets, requests });
  const expire = async () => {
    const bounds = areaLimits === undefined ? {} : { filmsBytes: areaLimits().films };
    const limitBytes = areaLimits?.().links ?? LINKED_BYTES;
    expireLinkedFilms(records, { isHeld: blobs.isHeld, limitBytes });
    return await expireRenders({ records, isHeld: blobs.isHeld, limits: { ...bounds, ...options.filmLimits } });
  };
  const emptyLinks = () => {
    while (expireLinkedFilms(records, { isHeld: blobs.isHeld, limitBytes: -1 }) > 0);
  };
  const outdated = createOutdatedFilms(requests);
  return { queue, batches, outdated, records, secrets, requests, workshop, emptyLinks, expire };
}

async function ignoreFullDisk(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'storage/full') throw error;
  }
}
