import type { Readable } from 'node:stream';
import type { SourceDamage } from '#shared/timeline/damaged-source.ts';
import type { BlobDigest, BlobRange, Foundation, ProjectUid, StoredBlob, StoreStatus } from './ports.ts';

/** The stores of a workspace. Times are milliseconds since 1970. */
export interface Workspace extends Foundation {
  readonly projects: ProjectStore;
  readonly assets: AssetStore;
  readonly trash: AssetTrash;
  readonly uploads: UploadStore;
  /** Removes expired and unused data. Call it at the start and every few minutes. */
  sweep(): Promise<SweepReport>;
  /** Returns the state of the blob backend; null without one. */
  readonly store: (() => StoreStatus) | null;
  /** Returns `read-only` after a failed write whose effect is unknown. Only reopening the workspace ends this state. */
  state(): 'ok' | 'read-only';
  /** Closes without waiting: end all requests before. Repeated calls have no effect. */
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
  /** The sum of the assets' sizes. */
  readonly bytes: number;
  /** The last publication to each cluster, latest first. */
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
  /** Returns the projects by name, then uid. */
  list(): readonly Project[];
  /** Returns a project; throws `project/not-found`. It also validates a uid from outside. */
  get(uid: string): Project;
  /** Returns the uid as a `ProjectUid` if the project exists; throws `project/not-found`. Faster than {@link get}. */
  require(uid: string): ProjectUid;
  /** Creates a project. Names need not be unique. Throws `project/invalid-name`. */
  create(name: string): Project;
  /** Renames a project. Throws `project/not-found` and `project/invalid-name`. */
  rename(uid: string, name: string): Project;
  /** Records that an editor opens the project now. Throws `project/not-found`. */
  opened(uid: string): Project;
  /**
   * Copies a project under a new name with its assets, movies, and templates with all revisions and editing records.
   * The copies share the bytes. The copy is visible when it is complete, and the work runs in slices. Renders, batches,
   * and uploads are not copied. Throws the errors of {@link rename}.
   */
  duplicate(uid: string, name: string): Promise<Project>;
  /** Runs the hooks of {@link beforeDelete}, then deletes the project with its content. Throws `project/not-found`. */
  delete(uid: string): Promise<void>;
  /** Adds a hook that is awaited before a project is deleted, for example to cancel its renders. */
  beforeDelete(hook: (uid: ProjectUid) => Promise<void>): void;
}

/** The media facts of a file, with the fields of the contract's `media`. */
export interface AssetMedia {
  readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
  readonly durationSeconds: number | null;
  /** The end of its picture in seconds; null without a picture. */
  readonly pictureSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly frameRate: string | null;
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  readonly hasAudio: boolean;
  /** The damage of a truncated file; null if it is intact. */
  readonly damage: SourceDamage | null;
  /** The family name of a font; null for other files and unnamed fonts. */
  readonly fontFamily: string | null;
  /** Why a film can neither show nor play the file; completes the sentence "`film.mp4` …". Null if it can. */
  readonly reason: string | null;
  /** The code and values of `reason`; absent if `reason` is null and for facts of older versions. */
  readonly why?: { readonly reason: string; readonly values: Readonly<Record<string, unknown>> } | undefined;
}

export interface Asset {
  readonly project: ProjectUid;
  readonly name: string;
  readonly sha256: BlobDigest;
  readonly size: number;
  readonly contentType: string;
  /** A strong tag with its quotes, from the digest of the bytes. */
  readonly etag: string;
  /** Null until the asset is probed. */
  readonly media: AssetMedia | null;
  /** Tags that users have given. They stay when the bytes or the name change. */
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An asset whose bytes stay readable after changes of its name. */
export interface OpenAsset {
  readonly asset: Asset;
  /** Reads like {@link BlobStore.read}. */
  readonly read: (range: BlobRange | null, signal: AbortSignal) => Promise<Readable>;
  readonly hold: Disposable;
}

export interface AssetPage {
  readonly assets: readonly Asset[];
  /** The position of the next page; null on the last. */
  readonly cursor: string | null;
}

/** The bytes of a file that is being received. */
export interface IncomingFile {
  readonly stream: AsyncIterable<Uint8Array>;
  /** The announced type. For a generic type, the extension of the name and then the first bytes are used. */
  readonly contentType: string | null;
  /** Lower-case hex; checked before anything is stored. */
  readonly sha256: string | null;
  readonly limitBytes: number;
  readonly signal: AbortSignal;
}

/** The values of the headers (RFC 9110, 13.1); null or absent without a header. */
export interface WriteConditions {
  readonly ifMatch?: string | null;
  readonly ifNoneMatch?: string | null;
}

/**
 * The assets of projects. Names are compared without regard to case and Unicode form. All methods throw
 * `project/not-found`; writing methods throw `storage/full`, `storage/busy`, and `storage/read-only` without any
 * change.
 */
export interface AssetStore {
  /**
   * Returns assets in code-point order of their names, at most `limit` (10,000). Throws `request/invalid` for a foreign
   * cursor.
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
  /** Returns an asset with its bytes, which are protected by the hold. Throws `asset/not-found`. */
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
  /** Gives an existing blob a name and replaces its present asset. Joins a running transaction. */
  assign(project: string, name: string, blob: StoredBlob, contentType: string | null): Asset;
  /** Renames an asset. Throws `asset/not-found`, `asset/exists`, `asset/invalid-name`, `asset/precondition`. */
  rename(project: string, name: string, to: string, conditions?: WriteConditions): Asset;
  /** Copies an asset with its tags to another project under the same name. Throws `asset/not-found`, `asset/exists`. */
  copy(project: string, name: string, to: string): Asset;
  /** Replaces the tags. Tags that differ only in case are stored once. Throws `asset/not-found`. */
  setTags(project: string, name: string, tags: readonly string[]): Asset;
  /** Moves an asset to the trash and frees its name. Throws `asset/not-found`, `asset/precondition`. */
  delete(project: string, name: string, conditions?: WriteConditions): Asset;
  /**
   * Stores media facts for every asset with these bytes and without present facts. Many assets are updated in slices.
   * After an interruption, the rest is in {@link withoutMedia} or {@link withOlderMedia} as before.
   */
  setMedia(sha256: BlobDigest, media: AssetMedia): Promise<void>;
  /** Returns assets that are not probed, oldest first, one per content, for example after a restart. */
  withoutMedia(limit: number): readonly Asset[];
  /** Returns assets that an earlier version probed with fewer facts, one per content. */
  withOlderMedia(): readonly Asset[];
}

/** A deleted asset. */
export interface TrashedAsset extends Asset {
  readonly id: string;
  readonly deletedAt: number;
  /** The time at which the sweep deletes it permanently. */
  readonly expiresAt: number;
}

/**
 * The deleted assets of projects. All methods throw `project/not-found`; methods with an id throw `asset/not-found`;
 * writing methods throw the errors of {@link AssetStore}.
 */
export interface AssetTrash {
  /** Returns deleted assets, latest first, at most `limit` (10,000). Throws `request/invalid` for a foreign cursor. */
  list(
    project: string,
    options?: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): { readonly assets: readonly TrashedAsset[]; readonly cursor: string | null };
  /** Returns the number and the total size. */
  amount(project: string): { readonly count: number; readonly bytes: number };
  /** Restores an asset under its name, or under a free one if its name exists. */
  restore(project: string, id: string): { readonly asset: Asset; readonly formerName: string };
  /** Deletes an asset permanently. */
  delete(project: string, id: string): TrashedAsset;
  /**
   * Permanently deletes all assets that are in the trash now, in slices, and returns their number. Later ones stay, and
   * so do the ones after a failure.
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
  /** The durable chunks by id. */
  readonly received: readonly ReceivedChunk[];
  /** The ids of missing chunks. They count from 1 until a chunk with id 0 or the last id determines the first id. */
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
   * Starts an upload. Throws `asset/invalid-name`, `request/invalid` (counts), `access/too-many` (open uploads of the
   * project).
   */
  start(
    project: string,
    request: { readonly name: string; readonly chunkCount: number; readonly chunkSize: number },
  ): Upload;
  /** Returns the open uploads, oldest first. */
  list(project: string): readonly Upload[];
  read(project: string, id: string): Upload;
  /** Returns the ids of the uploads in {@link list}. */
  openIds(project: string): readonly string[];
  /** Reads an upload with any number of chunks in slices; otherwise like {@link read}. */
  readInPieces(project: string, id: string): Promise<Upload>;
  /**
   * Writes a chunk, which is durable when it resolves. Throws `upload/chunk-id`, `upload/chunk-size`, `upload/digest`,
   * `upload/finished`, and the stream's errors, without storing anything.
   */
  writeChunk(
    project: string,
    id: string,
    chunkId: number,
    body: { readonly stream: AsyncIterable<Uint8Array>; readonly sha256: string | null; readonly signal: AbortSignal },
  ): Promise<ReceivedChunk>;
  /**
   * Returns the asset of the upload; the same one for 24 hours. A started finish continues after its caller leaves.
   * Throws `UploadIncompleteError` with the missing ids.
   */
  finish(project: string, id: string, signal: AbortSignal): Promise<Asset>;
  /** Abandons an upload. Throws `upload/finished` if it is finished or being finished. */
  abandon(project: string, id: string): Promise<void>;
}
