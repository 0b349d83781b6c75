import type { Readable } from 'node:stream';
import type { SourceDamage } from '#shared/film/checks/damaged-source.ts';
import type { BlobDigest, BlobRange, Foundation, ProjectUid, StoredBlob, StoreStatus } from './ports.ts';

/** Everything that a workspace keeps, as the routes use it. Times are milliseconds since 1970. */
export interface Workspace extends Foundation {
  readonly projects: ProjectStore;
  readonly assets: AssetStore;
  readonly trash: AssetTrash;
  readonly uploads: UploadStore;
  /** Removes what has expired and what nobody needs; call it at the start and every few minutes. */
  sweep(): Promise<SweepReport>;
  /** How its blobs get to the store; null where there is none. */
  readonly store: (() => StoreStatus) | null;
  /** `read-only` after a write to disk failed in a way that leaves doubt; only opening the workspace again ends it. */
  state(): 'ok' | 'read-only';
  /** Waits for nothing: end requests first. Calling it again does nothing. */
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
  /** Sum of the assets' sizes. */
  readonly bytes: number;
  /** What was published last to each cluster, the latest first. */
  readonly published: readonly ProjectPublication[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** In an editor; null for one that never was. */
  readonly openedAt: number | null;
}

export interface ProjectPublication {
  readonly cluster: string;
  readonly version: number;
  readonly publishedAt: number;
}

export interface ProjectStore {
  /** By name, then uid. */
  list(): readonly Project[];
  /** Throws `project/not-found`; a uid that came from outside is parsed by this. */
  get(uid: string): Project;
  /** The uid itself, branded, once it is known to exist; throws `project/not-found`. Cheaper than {@link get}. */
  require(uid: string): ProjectUid;
  /** Throws `project/invalid-name`. Names of projects need not be unique. */
  create(name: string): Project;
  /** Throws `project/not-found` and `project/invalid-name`. */
  rename(uid: string, name: string): Project;
  /** Notes that it is opened in an editor now. Throws `project/not-found`. */
  opened(uid: string): Project;
  /**
   * A project of that name with the same assets, templates (all revisions and editing records) and movies. They share the
   * bytes. It is seen once it is whole, and others go on meanwhile. Renders, batches and uploads stay where they are. Throws as {@link rename} does.
   */
  duplicate(uid: string, name: string): Promise<Project>;
  /** Runs the hooks of {@link beforeDelete}, then deletes the project and all that is in it. Throws `project/not-found`. */
  delete(uid: string): Promise<void>;
  /** Awaited before a project is deleted, such as to cancel its renders. */
  beforeDelete(hook: (uid: ProjectUid) => Promise<void>): void;
}

/** What a file is to people; same fields as the contract's `media`. */
export interface AssetMedia {
  readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
  readonly durationSeconds: number | null;
  /** Where its picture ends; null where it has none. */
  readonly pictureSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly frameRate: string | null;
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  readonly hasAudio: boolean;
  /** What lacks of a file that is cut short. */
  readonly damage: SourceDamage | null;
  /** Of a font that says it. */
  readonly fontFamily: string | null;
  /** Why a film can neither show nor sound it; completes the sentence "`film.mp4` …". Null of what it can. */
  readonly reason: string | null;
  /** What that is made of; absent where it is null, and in what older versions saw. */
  readonly why?: { readonly reason: string; readonly values: Readonly<Record<string, unknown>> } | undefined;
}

export interface Asset {
  readonly project: ProjectUid;
  readonly name: string;
  readonly sha256: BlobDigest;
  readonly size: number;
  readonly contentType: string;
  /** Strong, with its quotes: from the digest of the bytes. */
  readonly etag: string;
  /** Null until it was looked into. */
  readonly media: AssetMedia | null;
  /** What people have put it in order by; they stay when its bytes or its name change. */
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An asset whose bytes can be read, whatever becomes of its name. */
export interface OpenAsset {
  readonly asset: Asset;
  /** As {@link BlobStore.read}. */
  readonly read: (range: BlobRange | null, signal: AbortSignal) => Promise<Readable>;
  readonly hold: Disposable;
}

export interface AssetPage {
  readonly assets: readonly Asset[];
  /** Leads to the next page; null on the last. */
  readonly cursor: string | null;
}

/** The bytes of a file on their way in. */
export interface IncomingFile {
  readonly stream: AsyncIterable<Uint8Array>;
  /** As announced by the client; what carries no meaning falls back to the name's extension, then the first bytes. */
  readonly contentType: string | null;
  /** Lower-case hex; checked before anything is stored. */
  readonly sha256: string | null;
  readonly limitBytes: number;
  readonly signal: AbortSignal;
}

/** Header values as they came (RFC 9110, 13.1); null or absent where there was none. */
export interface WriteConditions {
  readonly ifMatch?: string | null;
  readonly ifNoneMatch?: string | null;
}

/**
 * Names are looked up whatever their case and Unicode form. All methods throw `project/not-found`; those that write
 * throw `storage/full`, `storage/busy` and `storage/read-only`, and nothing has changed then.
 */
export interface AssetStore {
  /** In code-point order of the names, at most `limit` (10,000). Throws `request/invalid` for a cursor not from here. */
  list(
    project: string,
    options?: {
      readonly prefix?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    },
  ): AssetPage;
  /** Null where there is none. */
  find(project: string, name: string): Asset | null;
  /** Throws `asset/not-found`. */
  get(project: string, name: string): Asset;
  /** An asset with its bytes, which stay for as long as the hold does. Throws `asset/not-found`. */
  open(project: string, name: string): OpenAsset;
  /** Throws `asset/exists`, `asset/invalid-name`, and what `BlobStore.put` throws. */
  create(project: string, name: string, file: IncomingFile): Promise<Asset>;
  /** Throws `asset/precondition`, `asset/invalid-name`, and what `BlobStore.put` throws. */
  put(
    project: string,
    name: string,
    file: IncomingFile,
    conditions?: WriteConditions,
  ): Promise<{ readonly asset: Asset; readonly created: boolean }>;
  /** Puts a blob that is there under a name, replacing what had it; joins a running transaction. */
  assign(project: string, name: string, blob: StoredBlob, contentType: string | null): Asset;
  /** The same asset under another name. Throws `asset/not-found`, `asset/exists`, `asset/invalid-name`, `asset/precondition`. */
  rename(project: string, name: string, to: string, conditions?: WriteConditions): Asset;
  /** Gives another project the same under the same name, with its tags. Throws `asset/not-found`, `asset/exists`. */
  copy(project: string, name: string, to: string): Asset;
  /** Gives it these tags instead of those it has; each is kept once, whatever its case. Throws `asset/not-found`. */
  setTags(project: string, name: string, tags: readonly string[]): Asset;
  /** Puts it into the trash; its name is free. Throws `asset/not-found`, `asset/precondition`. */
  delete(project: string, name: string, conditions?: WriteConditions): Asset;
  /**
   * Remembers what a file is, for every asset that has these bytes and was not looked into as it is now. Where many have
   * them, others go on meanwhile; what a stop leaves is among {@link withoutMedia} or {@link withOlderMedia} as before.
   */
  setMedia(sha256: BlobDigest, media: AssetMedia): Promise<void>;
  /** Assets that were not looked into, oldest first, such as after a restart; one of each content. */
  withoutMedia(limit: number): readonly Asset[];
  /** Assets that an earlier version looked into, which saw less; one of each content. */
  withOlderMedia(): readonly Asset[];
}

/** A deleted asset, as it was. */
export interface TrashedAsset extends Asset {
  readonly id: string;
  readonly deletedAt: number;
  /** When the sweep deletes it for good. */
  readonly expiresAt: number;
}

/**
 * Deleted assets of each project. All methods throw `project/not-found`; those that take an id throw `asset/not-found`;
 * those that write throw as those of {@link AssetStore} do.
 */
export interface AssetTrash {
  /** The latest first, at most `limit` (10,000). Throws `request/invalid` for a cursor not from here. */
  list(
    project: string,
    options?: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): { readonly assets: readonly TrashedAsset[]; readonly cursor: string | null };
  /** How many there are, and the sum of their sizes. */
  amount(project: string): { readonly count: number; readonly bytes: number };
  /** Gives it its name back, or a free one where that is taken. */
  restore(project: string, id: string): { readonly asset: Asset; readonly formerName: string };
  /** For good. */
  delete(project: string, id: string): TrashedAsset;
  /**
   * Deletes for good all that is there now, others going on meanwhile, and gives how many. What is deleted meanwhile
   * stays in the trash, and so does what a failure leaves.
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
  /** What is durable, by id. */
  readonly received: readonly ReceivedChunk[];
  /** Ids that have not come; counted from 1 as long as neither 0 nor the last has settled it. */
  readonly missing: readonly number[];
  readonly bytesReceived: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** All methods that take an id throw `project/not-found`, `upload/not-found`, `upload/expired`. */
export interface UploadStore {
  /** Throws `asset/invalid-name`, `request/invalid` (counts), `access/too-many` (open uploads of the project). */
  start(
    project: string,
    request: { readonly name: string; readonly chunkCount: number; readonly chunkSize: number },
  ): Upload;
  /** The open ones, oldest first. */
  list(project: string): readonly Upload[];
  read(project: string, id: string): Upload;
  /** The ids of those that {@link list} gives. */
  openIds(project: string): readonly string[];
  /** As {@link read}, others going on meanwhile, however many chunks it has. */
  readInPieces(project: string, id: string): Promise<Upload>;
  /**
   * Durable when it settles. Throws `upload/chunk-id`, `upload/chunk-size`, `upload/digest`, `upload/finished`; the
   * stream's own errors; nothing is stored then.
   */
  writeChunk(
    project: string,
    id: string,
    chunkId: number,
    body: { readonly stream: AsyncIterable<Uint8Array>; readonly sha256: string | null; readonly signal: AbortSignal },
  ): Promise<ReceivedChunk>;
  /**
   * The asset that it became; for 24 hours the same again. Once begun it goes on even if its caller leaves. Throws `UploadIncompleteError` with the missing ids.
   */
  finish(project: string, id: string, signal: AbortSignal): Promise<Asset>;
  /** Throws `upload/finished` when it is finished or being finished. */
  abandon(project: string, id: string): Promise<void>;
}
