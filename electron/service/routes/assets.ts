import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_LISTED } from '#shared/contract/calls/assets.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { ByteBody, CallRequest, HandlersOf } from '../http/handler.ts';
import type { Asset, IncomingFile, Workspace, WriteConditions } from '../storage/stores.ts';
import { assetEntry, storedAssetAnswer, trashedEntry } from './shapes/asset-shape.ts';
import { printedPages } from './shapes/printed-json.ts';

type AssetCalls =
  | 'listAssets'
  | 'readAsset'
  | 'createAsset'
  | 'replaceAsset'
  | 'renameAsset'
  | 'copyAsset'
  | 'tagAsset'
  | 'deleteAsset';
type TrashCalls = 'listTrash' | 'restoreAsset' | 'deleteTrashed' | 'emptyTrash';

/** The number of assets that are read and printed without a pause. */
const PAGE = 1000;

export function assetHandlers({ assets }: Pick<Workspace, 'assets'>): HandlersOf<AssetCalls> {
  return {
    listAssets: async ({ parameters, query }) => {
      const read = (range: Range) => {
        const page = assets.list(parameters.project, { ...query, ...range });
        return { entries: page.assets.map(assetEntry), cursor: page.cursor };
      };
      return { status: 200, jsonParts: await printedList(query, read, (cursor) => ({ cursor })) };
    },
    readAsset: ({ parameters }) => {
      const { asset, read, hold } = assets.open(parameters.project, parameters.name);
      const { size, etag, contentType, updatedAt: modifiedAt } = asset;
      const file = { read, size, etag, modifiedAt, contentType, attachment: attachmentName(asset), hold };
      return { status: 200, file };
    },
    createAsset: async ({ parameters, body, signal }) => {
      const asset = await assets.create(parameters.project, parameters.name, incoming(body, signal));
      return { status: 201, json: storedAssetAnswer(asset), etag: asset.etag };
    },
    replaceAsset: async ({ parameters, headers, body, signal }) => {
      const file = incoming(body, signal);
      const { asset, created } = await assets.put(parameters.project, parameters.name, file, conditions(headers));
      return { status: created ? 201 : 200, json: storedAssetAnswer(asset), etag: asset.etag };
    },
    renameAsset: ({ parameters, headers, body }) => {
      const asset = assets.rename(parameters.project, parameters.name, body.name, conditions(headers));
      return { status: 200, json: storedAssetAnswer(asset), etag: asset.etag };
    },
    copyAsset: ({ parameters, body }) => {
      const asset = assets.copy(parameters.project, parameters.name, body.to);
      return { status: 201, json: storedAssetAnswer(asset), etag: asset.etag };
    },
    tagAsset: ({ parameters, body }) => {
      const asset = assets.setTags(parameters.project, parameters.name, body.tags);
      return { status: 200, json: storedAssetAnswer(asset), etag: asset.etag };
    },
    deleteAsset: ({ parameters, headers }) => {
      const { name } = assets.delete(parameters.project, parameters.name, conditions(headers));
      return { status: 200, json: { deleted: [name] } };
    },
  };
}

/** Returns the handlers of deleted assets. `sweepSoon` removes the bytes that only these assets used. */
export function trashHandlers(
  { trash }: Pick<Workspace, 'trash'>,
  { sweepSoon }: { readonly sweepSoon: () => void },
): HandlersOf<TrashCalls> {
  return {
    listTrash: async ({ parameters: { project }, query }) => {
      const read = (range: Range) => {
        const page = trash.list(project, range);
        return { entries: page.assets.map(trashedEntry), cursor: page.cursor };
      };
      const fields = (cursor: string | null) => ({ cursor, ...trash.amount(project) });
      return { status: 200, jsonParts: await printedList(query, read, fields) };
    },
    restoreAsset: ({ parameters: { project, id } }) => {
      const { asset, formerName } = trash.restore(project, id);
      return { status: 200, json: { ...storedAssetAnswer(asset), formerName }, etag: asset.etag };
    },
    deleteTrashed: ({ parameters: { project, id } }) => {
      const { name } = trash.delete(project, id);
      sweepSoon();
      return { status: 200, json: { deleted: [name] } };
    },
    emptyTrash: async ({ parameters: { project } }) => {
      const count = await trash.empty(project);
      sweepSoon();
      return { status: 200, json: { count } };
    },
  };
}

interface Range {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Prints the requested page as JSON. Reads it in slices. */
function printedList(
  requested: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  read: (range: Range) => { readonly entries: readonly object[]; readonly cursor: string | null },
  fields: (cursor: string | null) => object,
): Promise<readonly string[]> {
  let cursor = requested.cursor ?? null;
  async function* pages() {
    for (let remaining = requested.limit ?? MAX_LISTED; remaining > 0; remaining -= PAGE) {
      const page = read({ limit: Math.min(PAGE, remaining), ...(cursor !== null && { cursor }) });
      yield page.entries;
      cursor = page.cursor;
      if (cursor === null) return;
      await nextTurn();
    }
  }
  return printedPages('assets', pages(), () => fields(cursor));
}

function incoming({ stream, contentType, sha256 }: ByteBody, signal: AbortSignal): IncomingFile {
  return { stream, contentType, sha256, limitBytes: serviceLimits.assetBytes, signal };
}

function conditions(headers: CallRequest<'replaceAsset'>['headers']): WriteConditions {
  return {
    ifMatch: headers['if-match'] ?? null,
    ifNoneMatch: headers['if-none-match'] ?? null,
    ifUnmodifiedSince: headers['if-unmodified-since'] ?? null,
  };
}

/** Returns the attachment name for a file that a browser would run or display as a page; null for other files. */
function attachmentName({ name, contentType }: Asset): string | null {
  const active = /html|xml|svg|javascript|ecmascript|pdf/i;
  return active.test(contentType) || /\.(?:x?html?|svgz?|xml|xsl|m?js)$/i.test(name) ? name : null;
}
