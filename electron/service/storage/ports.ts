import type { Readable } from 'node:stream';
import type { Brand } from '#shared/lib/brand.ts';
import type { Message } from '#shared/messages/message.ts';

export type ProjectUid = Brand<string, 'ProjectUid'>;
/** The lower-case hex SHA-256 of a blob's bytes. */
export type BlobDigest = Brand<string, 'BlobDigest'>;

/** Returns milliseconds since 1970. Tests inject a clock that they control. */
export type Clock = () => number;

/** The database of a workspace, which is the only source of truth. All calls except the wait are synchronous. */
export interface Database {
  /** Runs a statement. Parameters are bound by position. */
  run(sql: string, ...parameters: readonly DatabaseValue[]): { readonly changes: number };
  get(sql: string, ...parameters: readonly DatabaseValue[]): DatabaseRow | undefined;
  all(sql: string, ...parameters: readonly DatabaseValue[]): readonly DatabaseRow[];
  /**
   * Runs `work` in a transaction: commits all its changes or none. A nested call joins the outer transaction. Throws
   * `ServiceError` storage/full, storage/busy, storage/read-only.
   */
  transaction<Value>(work: () => Value): Value;
  /**
   * Resolves when no other process has the lock that a change needs. Does not block the thread. Throws `storage/busy`
   * after some seconds. Await it before a change, because a change that meets the lock blocks the thread for 0.1 s.
   */
  waitForWriteLock(): Promise<void>;
  close(): void;
}

export type DatabaseValue = string | number | bigint | null | Uint8Array;
export type DatabaseRow = Readonly<Record<string, DatabaseValue>>;

/** A blob on disk (written, fsynced, renamed). It is unused until a row refers to it. */
export interface StoredBlob {
  readonly sha256: BlobDigest;
  readonly bytes: number;
}

/** A range of a blob's bytes: from `start` up to `end`, exclusive. */
export interface BlobRange {
  readonly start: number;
  readonly end: number;
}

/** The lifetime in seconds of a blob's address, and the headers of its answer. */
export interface AddressedBlob {
  readonly seconds: number;
  readonly contentType: string;
  /** The name under which a browser saves the blob. */
  readonly fileName: string;
}

/**
 * Content-addressed files of a workspace: `blobs/ab/cd/<sha256>`. With a blob backend, the local files are copies, and
 * the least recently used copies are removed. Reading works in the same way with a backend. Take a hold before looking
 * up a blob; otherwise, the blob may be collected.
 *
 * Reading methods throw `storage/lost` if a blob is neither here nor in the backend, `storage/away` if the backend has
 * it and is unreachable, and the signal's reason when aborted.
 */
export interface BlobStore {
  /**
   * Stores a stream and hashes it. When the promise resolves, the blob is durable and has a row in its table. Throws
   * `ServiceError` request/too-large above the limit, storage/full, storage/read-only, upload/digest if
   * `expectedSha256` differs. Throws the signal's reason when aborted. After an error, nothing remains.
   */
  put(
    source: AsyncIterable<Uint8Array>,
    options: { readonly limitBytes: number; readonly expectedSha256?: string; readonly signal: AbortSignal },
  ): Promise<StoredBlob>;
  /** Makes a blob from a finished file of the same file system, such as a rendered film, by renaming it. */
  adopt(path: string, options: { readonly signal: AbortSignal }): Promise<StoredBlob>;
  /**
   * Returns the absolute path of a blob on this machine. Fetches a blob that only the backend has. Throws
   * `storage/full`.
   */
  atHand(sha256: BlobDigest, signal: AbortSignal): Promise<string>;
  /** Reads a blob or a range of it, from the disk or the backend. Bytes from the backend are not stored. */
  read(sha256: BlobDigest, range: BlobRange | null, signal: AbortSignal): Promise<Readable>;
  /**
   * Resolves when the backend has the blob; immediately without a backend. A recent check is reused unless `isDoubted`
   * is true, which means that a reader did not find the blob in the backend.
   */
  inStore(sha256: BlobDigest, signal: AbortSignal, options?: { readonly isDoubted?: boolean }): Promise<void>;
  /**
   * Inserts the row of a blob that only the backend has, such as a film from another machine. Throws `storage/lost` if
   * the backend does not have the blob, and `storage/away`. Only workspaces with a backend support this.
   */
  acceptStored(sha256: BlobDigest, bytes: number, options: { readonly signal: AbortSignal }): Promise<StoredBlob>;
  /** Returns a public address of the blob for a limited time; null if the backend offers no addresses. */
  addressOf(sha256: BlobDigest, answer: AddressedBlob, signal: AbortSignal): Promise<string | null>;
  /** Returns the path of the blob's file on this machine. The file may be missing, so readers use {@link atHand}. */
  pathOf(sha256: BlobDigest): string;
  /** Protects a blob from collection until disposal, during a download or a render. */
  hold(sha256: BlobDigest): Disposable;
  isHeld(sha256: BlobDigest): boolean;
  /** Creates a scope for files that become blobs together or not at all. */
  stage(): BlobStage;
}

/**
 * Files that become blobs together, such as the files of a bundle. Disposal deletes files that were not placed. Placed
 * files are held until disposal, and swept later if no row refers to them. If the process is killed, the next start
 * removes the files. All methods throw `storage/…` and the signal's reason.
 */
export interface BlobStage extends AsyncDisposable {
  /**
   * Receives a stream into a temporary file, which disposal deletes. Throws `tooLarge()` and the errors of the stream.
   */
  scratch(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<ScratchFile>;
  /** Receives a stream into a file that becomes a blob. When the promise resolves, its bytes are durable. */
  write(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StoredBlob>;
  /** Makes blobs of all written files, durably. */
  place(): Promise<void>;
}

export interface StageOptions {
  readonly limitBytes: number;
  readonly tooLarge: () => Error;
  readonly signal: AbortSignal;
}

export interface ScratchFile extends StoredBlob {
  /** Reads bytes at a position. Returns their number; 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
}

/** The state of the blob backend. */
export interface StoreStatus {
  /** The address of the backend without secrets. */
  readonly address: string;
  /**
   * The last error, and the time since which the backend is unreachable, in milliseconds since 1970; null while it is
   * reachable.
   */
  readonly away: { readonly why: Message; readonly since: number } | null;
  /** The blobs that are not yet in the backend. */
  readonly waiting: { readonly blobs: number; readonly bytes: number };
  /** The number of blobs to remove from the backend. */
  readonly removals: number;
  /** The number of blobs that are neither here nor in the backend. */
  readonly lost: number;
  /** The local files of blobs that the backend has. */
  readonly copies: { readonly blobs: number; readonly bytes: number };
}

/** The log of changes. Each row is written in the transaction of its change. Listeners are called after the commit. */
export interface EventLog {
  /** Records an event. Call it inside a transaction. Listeners are called after the commit. */
  record(event: { readonly type: EventType; readonly project: ProjectUid | null; readonly data: object }): void;
  /** Sends a transient event, such as progress, to listeners. Only stored events have ids. */
  announce(event: { readonly type: EventType; readonly project: ProjectUid | null; readonly data: object }): void;
  /** Returns the id of the last recorded event; 0 before the first event. */
  latest(): number;
  /** Returns the stored events after that id, oldest first, but at most `limit`. */
  since(id: number, limit?: number): readonly LoggedEvent[];
  /**
   * Checks whether an event of these types was recorded for a project after that id. Also returns true if events after
   * that id were deleted.
   */
  hasRecorded(id: number, project: ProjectUid, types: readonly EventType[]): boolean;
  subscribe(listener: (event: LoggedEvent) => void): Disposable;
}

export type EventType =
  | 'agents.changed'
  | 'agents.call'
  | 'project.created'
  | 'project.renamed'
  | 'project.opened'
  | 'project.deleted'
  | 'project.published'
  | 'brand.changed'
  | 'asset.saved'
  | 'asset.deleted'
  | 'trash.changed'
  | 'upload.changed'
  | 'movie.saved'
  | 'movie.deleted'
  | 'template.saved'
  | 'template.deleted'
  | 'editing.saved'
  | 'batch-table.saved'
  | 'render.changed'
  | 'render.progress'
  | 'render.deleted'
  | 'batch.changed'
  | 'table.changed'
  | 'table.read'
  | 'table.row'
  | 'media.proxy'
  | 'loudness.progress'
  | 'check.progress'
  | 'designs.changed';

export interface LoggedEvent {
  /** The id of a stored event; null for a transient event. */
  readonly id: number | null;
  readonly type: EventType;
  readonly project: ProjectUid | null;
  readonly data: object;
  readonly at: number;
}

/** The dependencies that all parts of the service share. */
export interface Foundation {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly events: EventLog;
  readonly clock: Clock;
  /** The absolute path of the workspace. Its folder `tmp/` is on the same file system as the blobs. */
  readonly workspace: string;
}
