import { join } from 'node:path';
import { clearOpenUpload, sendFilm } from '../destinations/send-film.ts';
import type { StorageLimits } from '../disk/area-limits.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import { createEncoderTrials, type EncoderProbes } from '../engine/formats/encoder-trials.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import type { Foundation } from '../storage/ports.ts';
import { createOutdatedFilms, type OutdatedFilms } from './accept/outdated-films.ts';
import type { RequestContext } from './accept/render-request.ts';
import { type Batches, createBatches, finishBatches } from './batches/batches.ts';
import { type ExpiryReport, expireRenders, type FilmLimits } from './endings/expire-renders.ts';
import { createNotifier } from './endings/notify-ended.ts';
import type { FilmsAtOnce } from './queue/films-at-once.ts';
import { createInProcessWorker, removeUnfinishedFilms } from './queue/in-process-worker.ts';
import { createRenderScheduler, type RenderScheduler, type RenderStep } from './queue/job-queue.ts';
import { isSecretNeeded } from './queue/waiting-renders.ts';
import { expireLinkedFilms } from './records/linked-films.ts';
import type { RenderWorker } from './records/render-worker.ts';
import { openSecretFolder, type SecretKeeper } from './records/secret-keeper.ts';
import type { RenderLedger } from './records/transitions.ts';

export interface RenderingOptions extends Omit<RequestContext, 'database' | 'policy' | 'encoders'> {
  /** Its own unless given. */
  readonly encoders?: EncoderProbes;
  readonly foundation: Foundation;
  /** For sources and object stores. */
  readonly policy: AddressPolicy;
  /** Files of mode 0600 in the workspace unless given. */
  readonly secrets?: SecretKeeper;
  readonly send?: typeof sendFilm;
  /** This process unless given. */
  readonly worker?: RenderWorker;
  /** Films that are rendered side by side; by the machine's cores unless given. */
  readonly atOnce?: FilmsAtOnce | (() => FilmsAtOnce);
  /** What kept parts of films, and films, may take up on disk; asked whenever it matters. */
  readonly areaLimits?: () => Pick<StorageLimits, 'segments' | 'films' | 'links'>;
  readonly filmLimits?: Partial<FilmLimits>;
  /** Called after a commit that put a notification into the outbox. */
  readonly onNotification?: () => void;
  readonly onStep?: (step: RenderStep) => void;
}

/** Everything that renders, put together. */
export interface Rendering {
  readonly queue: RenderScheduler;
  readonly batches: Batches;
  readonly outdated: OutdatedFilms;
  readonly ledger: RenderLedger;
  /** What requests for renders are checked with. */
  readonly requests: RequestContext;
  /** Where parts of films are kept. */
  readonly workshop: Workshop;
  /** Lets all films of links go, but for those that are being downloaded. */
  emptyLinks(): void;
  /** Forgets what is kept of old renders; call it every few minutes. */
  expire(): Promise<ExpiryReport>;
}

const WORKSHOP_BYTES = 8 * 2 ** 30;
const LINKED_BYTES = 8e9;

/**
 * Opens rendering in a workspace that this process owns. Nothing runs until `queue.start()`, which takes up what an
 * earlier process left; `queue.stop()` comes before the server and the workspace are closed.
 */
export async function openRendering(options: RenderingOptions): Promise<Rendering> {
  const { foundation, tools, ownHosts, movieXml, storedKeys, policy } = options;
  const { database, blobs, events, clock, workspace } = foundation;
  // Not `tmp`, where files go that were not written to for an hour: a film may take longer.
  const temporaryFolder = join(workspace, 'rendering');
  await removeUnfinishedFilms(temporaryFolder);
  // They are not seen anywhere: where a full disk keeps them, they wait for the next start.
  await passFull(() => finishBatches({ database }));
  const isWanted = (name: string) => isSecretNeeded(database, name);
  const onMemoryOnly = (error: unknown) =>
    options.onStep?.({ step: 'keys are kept in memory only', render: null, error });
  const secrets =
    options.secrets ??
    (await openSecretFolder({ folder: join(workspace, 'secrets'), isNeeded: isWanted, onMemoryOnly }));

  const ledger = {
    database,
    events,
    clock,
    notify: createNotifier(clock, options.onNotification ?? (() => undefined)),
  };
  const encoders = options.encoders ?? createEncoderTrials();
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
    keeps: true,
    get limitBytes() {
      return areaLimits?.().segments ?? WORKSHOP_BYTES;
    },
  };
  const cacheFolder = join(workspace, 'cache');
  const worker =
    options.worker ??
    createInProcessWorker({
      ...{ database, blobs, tools, cacheFolder, policy, ownHosts, workshop, temporaryFolder },
      ...(options.addedFonts && { addedFonts: options.addedFonts }),
      inspector: options.inspector,
      encoders,
    });
  const queue = createRenderScheduler({
    ledger,
    blobs,
    worker,
    secrets,
    send: options.send ?? sendFilm,
    clear: clearOpenUpload,
    policy,
    requests,
    ...(options.atOnce === undefined ? {} : { atOnce: options.atOnce }),
    ...(options.onStep === undefined ? {} : { onStep: options.onStep }),
  });
  const batches = createBatches({ ledger, queue, secrets, requests });
  const expire = async () => {
    const bounds = areaLimits === undefined ? {} : { filmsBytes: areaLimits().films };
    const limitBytes = areaLimits?.().links ?? LINKED_BYTES;
    expireLinkedFilms(ledger, { isHeld: blobs.isHeld, limitBytes });
    return await expireRenders({ ledger, isHeld: blobs.isHeld, limits: { ...bounds, ...options.filmLimits } });
  };
  const emptyLinks = () => {
    while (expireLinkedFilms(ledger, { isHeld: blobs.isHeld, limitBytes: -1 }) > 0);
  };
  const outdated = createOutdatedFilms(requests);
  return { queue, batches, outdated, ledger, requests, workshop, emptyLinks, expire };
}

async function passFull(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'storage/full') throw error;
  }
}
