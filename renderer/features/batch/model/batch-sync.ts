import type { Api } from '#renderer/api/api.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { fromStoredTable, type SharedBatch, toStoredTable } from './shared-table.ts';

/** The batch of a template in this browser. */
export interface LocalBatch extends SharedBatch {
  /** The version of the service on which it is based; null if it was never sent. */
  readonly etag: string | null;
  /** Whether the service has it. */
  readonly isSent: boolean;
}

export interface BatchSyncOptions {
  readonly api: Pick<Api, 'client' | 'events'>;
  readonly project: string;
  readonly template: string;
  readonly local: {
    readonly read: () => Promise<LocalBatch | null>;
    readonly write: (batch: LocalBatch) => Promise<void>;
  };
  /** Called with the batch that another window saved. */
  readonly onTheirs: (batch: SharedBatch) => void;
  /** Called if the batch is too large for the service. It stays in this browser. */
  readonly onTooLarge: () => void;
}

/** Keeps the batch of a template on the service, which all windows read, and a copy in this browser. */
export interface BatchSync extends Disposable {
  /** Returns the stored batch; null if there is none. Without the service, the copy of this browser. */
  load(): Promise<SharedBatch | null>;
  /** Stores a batch here immediately and on the service soon. The last window that saves wins. */
  save(batch: SharedBatch): void;
}

/** The time in milliseconds for which further changes are collected. */
const COLLECT_MILLISECONDS = 400;

/** Opens the synchronization. Disposal sends the last change and stops following. */
export function openBatchSync({ api, project, template, local, onTheirs, onTooLarge }: BatchSyncOptions): BatchSync {
  const { client, events } = api;
  const parameters = { project, name: template };
  let etag: string | null = null;
  let unsent: SharedBatch | null = null;
  let sending: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const read = async () => {
    const answer = await client.open('readBatchTable', { parameters });
    const version = answer.headers.get('etag');
    return { etag: version, batch: fromStoredTable(await answer.json(), template) };
  };
  const sendNow = async (): Promise<void> => {
    const batch = unsent;
    if (batch === null) return;
    try {
      const answer = await client.open('saveBatchTable', { parameters, body: toStoredTable(batch) });
      await answer.body?.cancel();
      etag = answer.headers.get('etag');
      if (unsent !== batch) return;
      unsent = null;
      await local.write({ ...batch, etag, isSent: true });
    } catch (error) {
      // Other failures are repeated at the next change, and when the service is back.
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
    await local.write({ ...theirs.batch, etag, isSent: true });
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
      // A batch of this browser that is newer, or that an earlier version stored only here.
      const isNewer = localBatch !== null && !localBatch.isSent && (theirs.batch === null || localBatch.etag === etag);
      if (isNewer) {
        unsent = sharedPart(localBatch);
        void send();
      }
      // The copy can have the bytes of a file that is too long to share.
      return localBatch !== null && (isNewer || localBatch.etag === etag) ? sharedPart(localBatch) : theirs.batch;
    },
    save: (batch) => {
      unsent = batch;
      void local.write({ ...batch, etag, isSent: false });
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
