import type { Readable } from 'node:stream';
import type { SourceDamage } from '#shared/timeline/damaged-source.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import type { BlobDigest, BlobRange, Foundation, ProjectUid, StoredBlob, StoreStatus } from './ports.ts';

/** The stores of a workspace. Times are milliseconds since 1970. */
export interface Workspace extends Foundation {
  readonly projects: ProjectStore;
  readonly assets: AssetStore;
  readonly trash: AssetTrash;
  readonly uploads: UploadStore;
  /** Removes expired and unused data. Call this at the start and every few minutes. */
  sweep(): Promise<SweepReport>;
  /** Returns the state of the blob backend; null without a backend. */
  readonly store: (() => StoreStatus) | null;
  /**
   * Returns `read-only` after a failed write whose effect is unknown. The state lasts until the workspace is reopened.
   */
  state(): 'ok' | 'read-only';
  /**
   * Closes the workspace without waiting for requests. The caller must end all requests first. Repeated calls have no
   * effect.
   */
  close(): Promise<void>;
}

export interface SweepReport {
  readonly uploads: number;
  readonly trash: number;
  readonly files: number;
  readonly blobs: number;
  readonly events: number;
}

export interface Project {
  readonly uid: ProjectUid;
  readonly name: string;
  readonly counts: { readonly assets: number; readonly movies: number; readonly templates: number };
  /** The total size of the assets in bytes. */
  readonly bytes: number;
  /** The last publication to each cluster, the latest first. */
  readonly published: readonly ProjectPublication[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The time of the last opening in an editor; null if it was never opened. */
  readonly openedAt: number | null;
}

export interface ProjectPublication {
  readonly cluster: string;
  readonly version: number;
  readonly publishedAt: number;
}

export interface ProjectStore {
  /** Returns the projects, sorted by name and then by uid. */
  list(): readonly Project[];
  /** Returns a project. Throws `project/not-found`, also for an invalid uid. */
  get(uid: string): Project;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. Faster than {@link get}. */
  require(uid: string): ProjectUid;
  /** Creates a project. Names need not be unique. Throws `project/invalid-name`. */
  create(name: string): Project;
  /** Renames a project. Throws `project/not-found` and `project/invalid-name`. */
  rename(uid: string, name: string): Project;
  /** Records that an editor has opened the project. Throws `project/not-found`. */
  opened(uid: string): Project;
  /**
   * Copies a project under a new name with its assets, movies, and templates, including all revisions and editing
   * records. Both projects share the stored bytes. The work runs in slices, and the copy becomes visible when it is
   * complete. Renders, batches, and uploads are not copied. Throws the errors of {@link rename}.
   */
  duplicate(uid: string, name: string): Promise<Project>;
  /** Runs the hooks of {@link beforeDelete}, then deletes the project with its content. Throws `project/not-found`. */
  delete(uid: string): Promise<void>;
  /** Adds a hook that is awaited before a project is deleted. For example, a hook cancels the project's renders. */
  beforeDelete(hook: (uid: ProjectUid) => Promise<void>): void;
}

/** The media facts of a file, with the fields of the contract's `media`. */
export interface AssetMedia {
  readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
  readonly durationSeconds: number | null;
  /** The end of the picture in seconds; null without a picture. */
  readonly pictureSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly frameRate: string | null;
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  readonly hasAudio: boolean;
  /** The damage of a truncated file; null if it is intact. */
  readonly damage: SourceDamage | null;
  /** The damaged places that are known so far; absent if none are known. */
  readonly faults?: readonly FaultSpan[] | undefined;
  /** The family name of a font; null for other files and unnamed fonts. */
  readonly fontFamily: string | null;
  /**
   * The reason why films can neither show nor play the file; null if they can. It completes the sentence "`film.mp4`
   * …".
   */
  readonly reason: string | null;
  /** The code and values of `reason`; absent if `reason` is null, and in facts of older versions. */
  readonly why?: { readonly reason: string; readonly values: Readonly<Record<string, unknown>> } | undefined;
}

export interface Asset {
  readonly project: ProjectUid;
  readonly name: string;
  readonly sha256: BlobDigest;
  readonly size: number;
  readonly contentType: string;
  /** The strong entity tag with its quotes, made from the digest of the bytes. */
  readonly etag: string;
  /** The media facts; null until the asset is probed. */
  readonly media: AssetMedia | null;
  /** The tags that users have given to the asset. They stay when its bytes or its name change. */
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An asset whose bytes stay readable even if its name is changed or deleted. */
export interface OpenAsset {
  readonly asset: Asset;
  /** Reads the bytes, as `BlobStore.read` does. */
  readonly read: (range: BlobRange | null, signal: AbortSignal) => Promise<Readable>;
  readonly hold: Disposable;
}

export interface AssetPage {
  readonly assets: readonly Asset[];
  /** The position of the next page; null on the last page. */
  readonly cursor: string | null;
}

/** The bytes of a file that is being received. */
export interface IncomingFile {
  readonly stream: AsyncIterable<Uint8Array>;
  /**
   * The announced type. If it is generic, the type is determined by the extension of the name, or otherwise by the
   * first bytes.
   */
  readonly contentType: string | null;
  /** The announced digest in lower-case hex. It is checked before anything is stored. */
  readonly sha256: string | null;
  readonly limitBytes: number;
  readonly signal: AbortSignal;
}

/** The values of the conditional headers (RFC 9110, 13.1); null or absent if a header is missing. */
export interface WriteConditions {
  readonly ifMatch?: string | null;
  readonly ifNoneMatch?: string | null;
  readonly ifUnmodifiedSince?: string | null;
}

/**
 * The assets of projects. Names are compared without regard to case and Unicode form. All methods throw
 * `project/not-found`; writing methods throw `storage/full`, `storage/busy`, and `storage/read-only` without any
 * change.
 */
export interface AssetStore {
  /**
   * Returns assets in code-point order of their names, but at most `limit` (10,000). Throws `request/invalid` for a
   * cursor that another list returned.
   */
  list(
    project: string,
    options?: {
      readonly prefix?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    },
  ): AssetPage;
  /** Returns the asset; null if it does not exist. */
  find(project: string, name: string): Asset | null;
  /** Returns the asset; throws `asset/not-found`. */
  get(project: string, name: string): Asset;
  /** Returns an asset with its bytes. The hold protects the bytes. Throws `asset/not-found`. */
  open(project: string, name: string): OpenAsset;
  /** Creates an asset. Throws `asset/exists`, `asset/invalid-name`, and the errors of `BlobStore.put`. */
  create(project: string, name: string, file: IncomingFile): Promise<Asset>;
  /**
   * Creates or replaces an asset. Throws `asset/precondition`, `asset/invalid-name`, and the errors of `BlobStore.put`.
   */
  put(
    project: string,
    name: string,
    file: IncomingFile,
    conditions?: WriteConditions,
  ): Promise<{ readonly asset: Asset; readonly created: boolean }>;
  /** Makes an existing blob the content of an asset with this name. Joins a running transaction. */
  assign(project: string, name: string, blob: StoredBlob, contentType: string | null): Asset;
  /** Renames an asset. Throws `asset/not-found`, `asset/exists`, `asset/invalid-name`, `asset/precondition`. */
  rename(project: string, name: string, to: string, conditions?: WriteConditions): Asset;
  /** Copies an asset with its tags to another project and keeps the name. Throws `asset/not-found`, `asset/exists`. */
  copy(project: string, name: string, to: string): Asset;
  /** Replaces the tags of an asset. Tags that differ only in case are stored once. Throws `asset/not-found`. */
  setTags(project: string, name: string, tags: readonly string[]): Asset;
  /** Moves an asset to the trash and frees its name. Throws `asset/not-found`, `asset/precondition`. */
  delete(project: string, name: string, conditions?: WriteConditions): Asset;
  /**
   * Stores media facts for every asset that has these bytes and no current facts. Updates many assets in slices. If it
   * is interrupted, the remaining assets are still in {@link withoutMedia} or {@link withOlderMedia}.
   */
  setMedia(sha256: BlobDigest, media: AssetMedia): Promise<void>;
  /** Replaces the damaged places of every probed asset that has these bytes. */
  setFaults(sha256: BlobDigest, faults: readonly FaultSpan[]): Promise<void>;
  /**
   * Returns the assets that are not probed, oldest first. Assets with equal bytes are listed once. Used after a
   * restart.
   */
  withoutMedia(limit: number): readonly Asset[];
  /** Returns the assets that an earlier version probed with fewer facts. Assets with equal bytes are listed once. */
  withOlderMedia(): readonly Asset[];
}

/** A deleted asset in the trash. */
export interface TrashedAsset extends Asset {
  readonly id: string;
  readonly deletedAt: number;
  /** The time at which the sweep permanently deletes the asset. */
  readonly expiresAt: number;
}

/**
 * The deleted assets of projects. All methods throw `project/not-found`. Methods with an id throw `asset/not-found`.
 * Writing methods throw the errors of {@link AssetStore}.
 */
export interface AssetTrash {
  /**
   * Returns deleted assets, the latest first, but at most `limit` (10,000). Throws `request/invalid` for a cursor that
   * another list returned.
   */
  list(
    project: string,
    options?: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): { readonly assets: readonly TrashedAsset[]; readonly cursor: string | null };
  /** Returns the number and the total size of the deleted assets. */
  amount(project: string): { readonly count: number; readonly bytes: number };
  /** Restores an asset under its name, or under a free name if its name is taken. */
  restore(project: string, id: string): { readonly asset: Asset; readonly formerName: string };
  /** Deletes an asset permanently. */
  delete(project: string, id: string): TrashedAsset;
  /**
   * Permanently deletes all assets that are in the trash at the time of the call, in slices. Returns their number.
   * Assets that are moved to the trash later stay there. After a failure, the remaining assets stay there, too.
   */
  empty(project: string): Promise<number>;
}

export interface ReceivedChunk {
  readonly chunkId: number;
  readonly size: number;
  readonly sha256: string;
}

export interface Upload {
  readonly id: string;
  readonly project: ProjectUid;
  readonly name: string;
  readonly chunkCount: number;
  readonly chunkSize: number;
  readonly state: 'open' | 'finished';
  /** The durable chunks, sorted by id. */
  readonly received: readonly ReceivedChunk[];
  /** The ids of missing chunks. The ids are assumed to start at 1 until the chunk with id 0 or the last id arrives. */
  readonly missing: readonly number[];
  readonly bytesReceived: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * The chunked uploads of projects. Methods with an id throw `project/not-found`, `upload/not-found`, `upload/expired`.
 */
export interface UploadStore {
  /**
   * Starts an upload. Throws `asset/invalid-name`, `request/invalid` for invalid counts, and `access/too-many` for too
   * many open uploads of the project.
   */
  start(
    project: string,
    request: { readonly name: string; readonly chunkCount: number; readonly chunkSize: number },
  ): Upload;
  /** Returns the open uploads, the oldest first. */
  list(project: string): readonly Upload[];
  read(project: string, id: string): Upload;
  openIds(project: string): readonly string[];
  /** Reads an upload, as {@link read} does, but in slices. Use it for uploads with many chunks. */
  readInPieces(project: string, id: string): Promise<Upload>;
  /**
   * Writes a chunk. When the promise resolves, the chunk is durable. Throws `upload/chunk-id`, `upload/chunk-size`,
   * `upload/digest`, `upload/finished`, and the stream's errors. Nothing is stored after an error.
   */
  writeChunk(
    project: string,
    id: string,
    chunkId: number,
    body: { readonly stream: AsyncIterable<Uint8Array>; readonly sha256: string | null; readonly signal: AbortSignal },
  ): Promise<ReceivedChunk>;
  /**
   * Finishes an upload and returns its asset. Repeated calls return the same asset for 24 hours. Once started, the work
   * continues even if the caller disconnects. Throws `upload/incomplete` with the missing ids.
   */
  finish(project: string, id: string, signal: AbortSignal): Promise<Asset>;
  /** Abandons an upload. Throws `upload/finished` if the upload is finished or is being finished. */
  abandon(project: string, id: string): Promise<void>;
}
