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
  /**
   * The fingerprint of the last table that this browser sent; null if it has sent none. The next window uses it to
   * recognize a save whose answer did not arrive. The table itself has no mark, because another program that reads and
   * saves the table would pass on the mark.
   */
  readonly sent: string | null;
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
  let sent: string | null = null;
  let unsent: SharedBatch | null = null;
  let sending: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const read = async () => {
    const answer = await client.open('readBatchTable', { parameters });
    const stored = await answer.json();
    return { etag: answer.headers.get('etag'), batch: fromStoredTable(stored, template), stored };
  };
  const sendNow = async (): Promise<void> => {
    const batch = unsent;
    if (batch === null) return;
    try {
      const body = toStoredTable(batch);
      sent = fingerprint(body);
      const answer = await client.open('saveBatchTable', { parameters, body });
      await answer.body?.cancel();
      etag = answer.headers.get('etag');
      if (unsent !== batch) return;
      unsent = null;
      await local.write({ ...batch, etag, isSent: true, sent });
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
    await local.write({ ...theirs.batch, etag, isSent: true, sent });
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
      sent = localBatch?.sent ?? null;
      const isOwn = () => sent !== null && sent === fingerprint(theirs.stored);
      const isBased = theirs.batch === null || localBatch?.etag === etag || isOwn();
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
      void local.write({ ...batch, etag, isSent: false, sent });
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

/** Returns a hash of the content of a table. The order of its fields has no effect. */
function fingerprint(stored: ReturnType<typeof toStoredTable>): string {
  const text = JSON.stringify(stored, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  let [high, low] = [0x9e3779b1, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995) ^ (low >>> 15);
  }
  return `${text.length}-${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}`;
}

function sharedPart({ prepared, settings }: LocalBatch): SharedBatch {
  return { prepared, settings };
}
