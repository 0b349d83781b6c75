import type { Api } from '#renderer/api/api.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { fromStoredTable, type SharedBatch, toStoredTable } from './shared-table.ts';

/** The batch of a template in this browser. */
export interface LocalBatch extends SharedBatch {
  /** The etag of the service's version on which the batch is based; null if the batch was never sent. */
  readonly etag: string | null;
  /** Whether the service has this version. */
  readonly isSent: boolean;
  /** The id of the last save that this browser sent; null if it has sent none. */
  readonly saveId: string | null;
}

export interface BatchSyncOptions {
  readonly api: Pick<Api, 'client' | 'events'>;
  readonly project: string;
  readonly template: string;
  readonly local: {
    readonly read: () => Promise<LocalBatch | null>;
    readonly write: (batch: LocalBatch) => Promise<void>;
  };
  /** Called with the batch that another window has saved. */
  readonly onTheirs: (batch: SharedBatch) => void;
  /** Called if the batch is too large for the service. It then stays only in this browser. */
  readonly onTooLarge: () => void;
}

/** Keeps the batch of a template in the service, where all windows share it, with a copy in this browser. */
export interface BatchSync extends Disposable {
  /** Returns the stored batch; null if there is none. If the service is unreachable, returns this browser's copy. */
  load(): Promise<SharedBatch | null>;
  /**
   * Stores a batch in this browser immediately and in the service after a delay. If several windows save, the last save
   * wins.
   */
  save(batch: SharedBatch): void;
}

/** The debounce delay in milliseconds before a change is sent. */
const COLLECT_MILLISECONDS = 400;

/** Opens the synchronization. Disposing it sends the last change and stops listening. */
export function openBatchSync({ api, project, template, local, onTheirs, onTooLarge }: BatchSyncOptions): BatchSync {
  const { client, events } = api;
  const parameters = { project, name: template };
  let etag: string | null = null;
  let saveId: string | null = null;
  let unsent: SharedBatch | null = null;
  let sending: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const read = async () => {
    const answer = await client.open('readBatchTable', { parameters });
    const stored = await answer.json();
    const { saveId: id = null, ...settings } = stored.settings ?? {};
    const batch = fromStoredTable({ ...stored, ...(stored.settings && { settings }) }, template);
    return { etag: answer.headers.get('etag'), batch, saveId: id };
  };
  const sendNow = async (): Promise<void> => {
    const batch = unsent;
    if (batch === null) return;
    try {
      // Later changes are stored with this id, by which the next window recognizes a save whose answer did not arrive.
      saveId = crypto.randomUUID();
      const stored = toStoredTable(batch);
      const body = { ...stored, settings: { ...stored.settings, saveId } };
      const answer = await client.open('saveBatchTable', { parameters, body });
      await answer.body?.cancel();
      etag = answer.headers.get('etag');
      if (unsent !== batch) return;
      unsent = null;
      await local.write({ ...batch, etag, isSent: true, saveId });
    } catch (error) {
      // After other failures, the batch is sent again at the next change, or when the service is reachable again.
      if (!(error instanceof ProblemError) || error.problem.code !== 'request/too-large') return;
      unsent = null;
      onTooLarge();
    }
  };
  const send = (): Promise<void> => {
    clearTimeout(timer);
    sending = sending.then(sendNow);
    return sending;
  };
  const loadTheirs = async (): Promise<void> => {
    await (unsent === null ? sending : send());
    const theirs = await read().catch(() => null);
    if (theirs === null || theirs.batch === null || theirs.etag === etag || unsent !== null || isClosed) return;
    etag = theirs.etag;
    await local.write({ ...theirs.batch, etag, isSent: true, saveId });
    onTheirs(theirs.batch);
  };
  const stops = [
    events.subscribe((event) => {
      const isOtherVersion =
        event.type === 'batch-table.saved' && event.project === project && event.data.etag !== etag;
      if (isOtherVersion && nameKey(event.data.name) === nameKey(template)) void loadTheirs();
    }),
    events.onGap(() => void loadTheirs()),
  ];

  return {
    load: async () => {
      const [localBatch, theirs] = await Promise.all([local.read(), read().catch(() => null)]);
      if (theirs === null) return localBatch && sharedPart(localBatch);
      etag = theirs.etag;
      // This browser's batch is newer if it was not sent and is based on the service's batch: the service has no batch,
      // the etags are equal, or the service's batch is an earlier save of this browser whose answer did not arrive.
      saveId = localBatch?.saveId ?? null;
      const isBased =
        theirs.batch === null || localBatch?.etag === etag || (saveId !== null && theirs.saveId === saveId);
      const isNewer = localBatch !== null && !localBatch.isSent && isBased;
      if (isNewer) {
        unsent = sharedPart(localBatch);
        void send();
      }
      // Prefer the local copy, because it can contain the bytes of a file that is too large to share.
      return localBatch !== null && (isNewer || localBatch.etag === etag) ? sharedPart(localBatch) : theirs.batch;
    },
    save: (batch) => {
      unsent = batch;
      void local.write({ ...batch, etag, isSent: false, saveId });
      clearTimeout(timer);
      timer = setTimeout(() => void send(), COLLECT_MILLISECONDS);
    },
    [Symbol.dispose]: () => {
      isClosed = true;
      for (const stop of stops) stop();
      void send();
    },
  };
}

function sharedPart({ prepared, settings }: LocalBatch): SharedBatch {
  return { prepared, settings };
}
