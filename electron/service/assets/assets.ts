import { MAX_LISTED } from '#shared/contract/calls/assets.ts';
import { message } from '#shared/messages/message.ts';
import { distinctTags } from '#shared/names/tags.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { WorkspaceBlobs } from '../storage/blobs/workspace-blobs.ts';
import { checkedName } from '../storage/checked-name.ts';
import { inSeparateTurn } from '../storage/pieces.ts';
import type { Clock, Database, EventLog, ProjectUid, StoredBlob } from '../storage/ports.ts';
import type { Asset, AssetStore, IncomingFile, ProjectStore, WriteConditions } from '../storage/stores.ts';
import { httpDate } from '../text/http-headers.ts';
import { type AssetRows, createAssetRows } from './asset-rows.ts';
import type { WorkspaceTrash } from './asset-trash.ts';
import { announcedType, TYPE_HEAD_BYTES, typeOfBytes, UNKNOWN_TYPE } from './content-type.ts';
import { cursorOf, textInCursor } from './cursor.ts';

/**
 * Creates the store of assets, which are names of blobs. Each change is one transaction, so a reader gets either the
 * whole old file or the whole new file.
 */
export function createAssetStore(parts: {
  readonly database: Database;
  readonly blobs: WorkspaceBlobs;
  readonly events: EventLog;
  readonly projects: ProjectStore;
  readonly trash: Pick<WorkspaceTrash, 'put'>;
  readonly clock: Clock;
}): AssetStore {
  const { database, blobs, events, projects, trash, clock } = parts;
  const rows = createAssetRows(database);

  const requireAsset = (project: ProjectUid, name: string): Asset => {
    const asset = rows.find(project, name);
    if (asset === null) throw new ServiceError('asset/not-found', message('detail/brackets', { words: name }));
    return asset;
  };
  const get: AssetStore['get'] = (project, name) => requireAsset(projects.require(project), name);

  const assign: AssetStore['assign'] = (project, name, blob, contentType) =>
    database.transaction(() => {
      const uid = projects.require(project);
      checkedName(name, 'asset/invalid-name');
      const type = contentType ?? announcedType(null, name) ?? UNKNOWN_TYPE;
      rows.write({ project: uid, name, blob, contentType: type, now: clock() });
      const asset = requireAsset(uid, name);
      events.record({ type: 'asset.saved', project: uid, data: { name: asset.name, etag: asset.etag } });
      return asset;
    });

  /**
   * Checks the conditions before the body is received, to avoid a needless transfer. The check in the transaction
   * decides.
   */
  const write = async (
    project: string,
    name: string,
    file: IncomingFile,
    check: (existing: Asset | null) => void,
  ): Promise<{ readonly asset: Asset; readonly created: boolean }> => {
    checkedName(name, 'asset/invalid-name');
    check(rows.find(projects.require(project), name));
    const announced = announcedType(file.contentType, name);
    const { stream, head } = announced === null ? withHead(file.stream) : { stream: file.stream, head: () => NO_BYTES };
    const blob = await storeFile(blobs, stream, file);
    using _ = blobs.hold(blob.sha256);
    await database.waitForWriteLock();
    return database.transaction(() => {
      const existing = rows.find(projects.require(project), name);
      check(existing);
      const asset = assign(project, name, blob, announced ?? typeOfBytes(head()));
      return { asset, created: existing === null };
    });
  };

  /** Changes assets in slices, and records an event for each. */
  const inSlices = async (change: (after: number) => ReturnType<AssetRows['setMedia']>): Promise<void> => {
    const changeSome = (after: number): number | null => {
      const { changed, next } = change(after);
      for (const { project, name, etag } of changed)
        events.record({ type: 'asset.saved', project, data: { name, etag } });
      return next;
    };
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await inSeparateTurn<number | null>(database, () => changeSome(from));
    }
  };

  return {
    list: (project, { prefix = '', limit = MAX_LISTED, cursor } = {}) => {
      const uid = projects.require(project);
      const after = cursor === undefined ? '' : textInCursor(cursor);
      const page = rows.page(uid, { prefix: prefix.normalize('NFC'), after, limit: Math.min(limit, MAX_LISTED) });
      return { assets: page.assets, cursor: page.cursor === null ? null : cursorOf(page.cursor) };
    },
    find: (project, name) => rows.find(projects.require(project), name),
    get,
    open: (project, name) => {
      const asset = get(project, name);
      const { sha256 } = asset;
      return { asset, read: (range, signal) => blobs.read(sha256, range, signal), hold: blobs.hold(sha256) };
    },
    create: async (project, name, file) => {
      const { asset } = await write(project, name, file, refuseExisting);
      return asset;
    },
    put: (project, name, file, conditions: WriteConditions = {}) =>
      write(project, name, file, (existing) => requireConditions(conditions, existing)),
    assign,
    rename: (project, name, to, conditions = {}) =>
      database.transaction(() => {
        const asset = get(project, name);
        requireConditions(conditions, asset);
        checkedName(to, 'asset/invalid-name');
        const other = rows.find(asset.project, to);
        // A rename that changes only letter case finds the renamed asset itself.
        if (other?.name !== asset.name) refuseExisting(other);
        if (to === asset.name) return asset;
        rows.rename(asset, to, clock());
        events.record({ type: 'asset.deleted', project: asset.project, data: { name: asset.name } });
        const renamed = requireAsset(asset.project, to);
        events.record({ type: 'asset.saved', project: asset.project, data: { name: to, etag: renamed.etag } });
        return renamed;
      }),
    copy: (project, name, to) =>
      database.transaction(() => {
        const asset = get(project, name);
        refuseExisting(rows.find(projects.require(to), asset.name));
        const blob = { sha256: asset.sha256, bytes: asset.size };
        const copied = assign(to, asset.name, blob, asset.contentType);
        rows.setTags(copied, asset.tags, clock());
        return { ...copied, tags: asset.tags };
      }),
    setTags: (project, name, tags) =>
      database.transaction(() => {
        const asset = get(project, name);
        const distinct = distinctTags(tags);
        // Record no event if the list is unchanged.
        if (JSON.stringify(distinct) === JSON.stringify(asset.tags)) return asset;
        rows.setTags(asset, distinct, clock());
        const tagged = requireAsset(asset.project, asset.name);
        events.record({ type: 'asset.saved', project: asset.project, data: { name: asset.name, etag: asset.etag } });
        return tagged;
      }),
    delete: (project, name, conditions = {}) =>
      database.transaction(() => {
        const asset = get(project, name);
        requireConditions(conditions, asset);
        trash.put(asset);
        rows.remove(asset.project, name);
        database.run('UPDATE project SET updated_at = max(updated_at, ?) WHERE uid = ?', clock(), asset.project);
        events.record({ type: 'asset.deleted', project: asset.project, data: { name: asset.name } });
        return asset;
      }),
    setMedia: (sha256, media) => inSlices((after) => rows.setMedia(sha256, media, after)),
    setFaults: (sha256, faults) => inSlices((after) => rows.setFaults(sha256, faults, after)),
    withoutMedia: rows.withoutMedia,
    withOlderMedia: rows.withOlderMedia,
  };
}

function refuseExisting(existing: Asset | null): void {
  if (existing !== null) throw new ServiceError('asset/exists', message('detail/brackets', { words: existing.name }));
}

function storeFile(blobs: WorkspaceBlobs, stream: AsyncIterable<Uint8Array>, file: IncomingFile): Promise<StoredBlob> {
  const { limitBytes, signal, sha256 } = file;
  return blobs.put(stream, { limitBytes, signal, ...(sha256 === null ? {} : { expectedSha256: sha256 }) });
}

const NO_BYTES = new Uint8Array(0);

/** Returns the same stream, and stores its first bytes as they pass. */
function withHead(source: AsyncIterable<Uint8Array>): {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly head: () => Uint8Array;
} {
  let head = NO_BYTES;
  async function* passOn(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      if (head.length < TYPE_HEAD_BYTES)
        head = Uint8Array.from([...head, ...piece.subarray(0, TYPE_HEAD_BYTES - head.length)]);
      yield piece;
    }
  }
  return { stream: passOn(), head: () => head };
}

/** The validators of the present asset. */
interface Present {
  readonly etag: string;
  /** The time of the last change in milliseconds since 1970. */
  readonly updatedAt: number;
}

/**
 * Throws `asset/precondition` unless the conditions hold for the present asset, which is null if the name is free.
 * If-Match uses the strong comparison, so a weak tag never matches (RFC 9110, 13.1.1). If-None-Match uses the weak
 * comparison (13.1.2). "A recipient MUST ignore If-Unmodified-Since if the request contains an If-Match header field"
 * (13.1.4), or if the date is invalid.
 */
function requireConditions(conditions: WriteConditions, present: Present | null): void {
  const { ifMatch = null, ifNoneMatch = null, ifUnmodifiedSince = null } = conditions;
  const etag = present?.etag ?? null;
  const unmodifiedSince = ifMatch === null && ifUnmodifiedSince !== null ? httpDate(ifUnmodifiedSince) : null;
  const isModified =
    present !== null && unmodifiedSince !== null && Math.floor(present.updatedAt / 1000) * 1000 > unmodifiedSince;
  if (isModified || (ifMatch !== null && !matches(ifMatch, etag, false)))
    throw new ServiceError(
      'asset/precondition',
      etag === null ? message('state/none') : message('state/now', { etag }),
    );
  if (ifNoneMatch !== null && matches(ifNoneMatch, etag, true))
    throw new ServiceError('asset/precondition', message('state/one', { etag: String(etag) }));
}

function matches(header: string, etag: string | null, weakly: boolean): boolean {
  if (etag === null) return false;
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (weakly && tag === `W/${etag}`));
}
