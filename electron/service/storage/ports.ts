import type { Readable } from 'node:stream';
import type { Brand } from '#shared/lib/brand.ts';
import type { Message } from '#shared/messages/message.ts';

export type ProjectUid = Brand<string, 'ProjectUid'>;
/** Lower-case hex sha256 of a blob's bytes. */
export type BlobDigest = Brand<string, 'BlobDigest'>;

/** Milliseconds since 1970; injected so that tests can move it. */
export type Clock = () => number;

/** The database of a workspace: the only place where something becomes true. All calls are synchronous. */
export interface Database {
  /** Runs a statement; parameters are bound by position. */
  run(sql: string, ...parameters: readonly DatabaseValue[]): { readonly changes: number };
  get(sql: string, ...parameters: readonly DatabaseValue[]): DatabaseRow | undefined;
  all(sql: string, ...parameters: readonly DatabaseValue[]): readonly DatabaseRow[];
  /**
   * Everything in `work` or nothing; nested calls join the outer one. Throws `ServiceError` storage/full, storage/busy,
   * storage/read-only.
   */
  transaction<Value>(work: () => Value): Value;
  /**
   * Settles when no other process has the lock that a change needs, others going on meanwhile; throws `storage/busy`
   * after some seconds. To be awaited before a change: one that meets the lock waits a tenth of a second, and holds all
   * up.
   */
  freeToWrite(): Promise<void>;
  close(): void;
}

export type DatabaseValue = string | number | bigint | null | Uint8Array;
export type DatabaseRow = Readonly<Record<string, DatabaseValue>>;

/** A blob that is on disk (written, fsynced, renamed) and belongs to nobody until a row names it. */
export interface StoredBlob {
  readonly sha256: BlobDigest;
  readonly bytes: number;
}

/** Some of a blob's bytes: from `start` up to `end`, exclusive. */
export interface BlobRange {
  readonly start: number;
  readonly end: number;
}

/** What the answer to the address of a blob says of it, and for how long there is one. */
export interface AddressedBlob {
  readonly seconds: number;
  readonly contentType: string;
  /** The name that a browser saves it under. */
  readonly fileName: string;
}

/**
 * Content-addressed files of a workspace: `blobs/ab/cd/<sha256>`. Where a store elsewhere has them too, the files here
 * are copies, and the least recently used go; what reads a blob finds no difference. Take a hold before you ask for one,
 * or it may go again.
 *
 * Those that read throw `storage/lost` where a blob is neither here nor in the store, `storage/away` where it is only
 * in the store and that cannot be reached, and the signal's reason.
 */
export interface BlobStore {
  /**
   * Takes a stream to its end, hashing as it is written; durable when it settles, with a row in `blob`.
   * Throws `ServiceError` request/too-large past the limit, storage/full, storage/read-only; upload/digest where
   * `expectedSha256` differs; the signal's reason. Nothing is left then.
   */
  put(
    source: AsyncIterable<Uint8Array>,
    options: { readonly limitBytes: number; readonly expectedSha256?: string; readonly signal: AbortSignal },
  ): Promise<StoredBlob>;
  /** Takes over a finished file of the same file system, such as a rendered film, by rename. */
  adopt(path: string, options: { readonly signal: AbortSignal }): Promise<StoredBlob>;
  /** Absolute path of a blob on this machine, fetched first where only the store has it. Throws `storage/full`. */
  atHand(sha256: BlobDigest, signal: AbortSignal): Promise<string>;
  /** A blob's bytes, or some of them, from wherever they are; nothing is kept of what comes from the store. */
  read(sha256: BlobDigest, range: BlobRange | null, signal: AbortSignal): Promise<Readable>;
  /**
   * Settles once the store has the blob; at once where there is no store. It is asked in any case where `isDoubted`, which
   * says that somebody did not find it there; otherwise what it had a moment ago is believed to be there.
   */
  inStore(sha256: BlobDigest, signal: AbortSignal, options?: { readonly isDoubted?: boolean }): Promise<void>;
  /**
   * Makes a row for a blob that the store has, such as a film that was made elsewhere; its bytes do not come here.
   * Throws `storage/lost` unless the store has it, and `storage/away`. For workspaces with a store only.
   */
  acceptStored(sha256: BlobDigest, bytes: number, options: { readonly signal: AbortSignal }): Promise<StoredBlob>;
  /** An address under which anybody can read the blob for so long; null where there is none. */
  addressOf(sha256: BlobDigest, answer: AddressedBlob, signal: AbortSignal): Promise<string | null>;
  /** Where a blob's file is if it is on this machine. Whoever reads it asks for {@link atHand}. */
  pathOf(sha256: BlobDigest): string;
  /** Keeps a blob from being collected for as long as the scope lasts: open downloads, running renders. */
  hold(sha256: BlobDigest): Disposable;
  isHeld(sha256: BlobDigest): boolean;
  /** For files that become blobs together or not at all. */
  stage(): BlobStage;
}

/**
 * Files on their way to become blobs together, such as those of a bundle. What was not placed when the scope ends
 * leaves nothing; what was placed is held until then, and swept later if no row names it. A kill leaves what the next
 * start removes. All methods throw `storage/…` and the signal's reason.
 */
export interface BlobStage extends AsyncDisposable {
  /**
   * Takes a stream to its end into a file that goes with the scope. Throws `tooLarge()`, and what the stream throws.
   */
  scratch(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<ScratchFile>;
  /** The same, for a file that is to become a blob; its bytes are durable when it settles. */
  write(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StoredBlob>;
  /** Makes blobs of all that was written, durably. */
  place(): Promise<void>;
}

export interface StageOptions {
  readonly limitBytes: number;
  readonly tooLarge: () => Error;
  readonly signal: AbortSignal;
}

export interface ScratchFile extends StoredBlob {
  /** How many bytes were read: 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
}

/** How a workspace stands with the store that its blobs go to. */
export interface StoreStatus {
  /** Where it is, without a secret. */
  readonly address: string;
  /** Why, by what was tried last, and since when nothing gets there (milliseconds since 1970); null while it does. */
  readonly away: { readonly why: Message; readonly since: number } | null;
  /** Blobs that the store does not have yet. */
  readonly waiting: { readonly blobs: number; readonly bytes: number };
  /** Blobs that the store has still to remove. */
  readonly removals: number;
  /** Blobs that are known to be neither here nor in the store. */
  readonly lost: number;
  /** Files here that the store has too. */
  readonly copies: { readonly blobs: number; readonly bytes: number };
}

/** What changed, told to whoever listens; the row is written in the transaction that makes the change. */
export interface EventLog {
  /** Call inside a transaction. Listeners hear of it after the commit. */
  record(event: { readonly type: EventType; readonly project: ProjectUid | null; readonly data: object }): void;
  /** Tells listeners something that passes, such as progress: not kept, no id. */
  announce(event: { readonly type: EventType; readonly project: ProjectUid | null; readonly data: object }): void;
  /** The id of the last event there ever was; 0 before the first. */
  latest(): number;
  /** Events after that id, oldest first, as far as they are kept; the first so many of them where `limit` is given. */
  since(id: number, limit?: number): readonly LoggedEvent[];
  /** Whether one of these types was recorded of a project after that id; true where that is no longer known. */
  hasRecorded(id: number, project: ProjectUid, types: readonly EventType[]): boolean;
  subscribe(listener: (event: LoggedEvent) => void): Disposable;
}

export type EventType =
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
  | 'render.changed'
  | 'render.progress'
  | 'render.deleted'
  | 'batch.changed'
  | 'media.proxy'
  | 'loudness.progress'
  | 'designs.changed';

export interface LoggedEvent {
  /** Null for what passes. */
  readonly id: number | null;
  readonly type: EventType;
  readonly project: ProjectUid | null;
  readonly data: object;
  readonly at: number;
}

/** What every part of the service is made with. */
export interface Foundation {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly events: EventLog;
  readonly clock: Clock;
  /** Absolute path of the workspace; `tmp/` below it is on the same file system as the blobs. */
  readonly workspace: string;
}
