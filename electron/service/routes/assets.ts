import { setImmediate as nextTurn } from 'node:timers/promises';
import { MOST_LISTED } from '../../../shared/contract/calls/assets.ts';
import { serviceLimits } from '../../../shared/contract/limits.ts';
import type { ByteBody, CallRequest, HandlersOf } from '../http/calls/handler.ts';
import type { Asset, IncomingFile, Workspace, WriteConditions } from '../storage/stores.ts';
import { assetEntry, storedAssetAnswer } from './shapes/asset-shape.ts';
import { printedPages } from './shapes/printed-json.ts';

type AssetCalls = 'listAssets' | 'readAsset' | 'createAsset' | 'replaceAsset' | 'renameAsset' | 'deleteAsset';

/** Assets that are read and printed at a stretch, others going on between. */
const PAGE = 1000;

export function assetHandlers({ assets }: Pick<Workspace, 'assets'>): HandlersOf<AssetCalls> {
  return {
    listAssets: async ({ parameters, query }) => {
      let cursor = query.cursor ?? null;
      async function* pages() {
        for (let left = query.limit ?? MOST_LISTED; left > 0; left -= PAGE) {
          const from = cursor === null ? {} : { cursor };
          const page = assets.list(parameters.project, { ...query, ...from, limit: Math.min(PAGE, left) });
          yield page.assets.map(assetEntry);
          cursor = page.cursor;
          if (cursor === null) return;
          await nextTurn();
        }
      }
      return { status: 200, printed: await printedPages('assets', pages(), () => ({ cursor })) };
    },
    readAsset: ({ parameters }) => {
      const { asset, path, hold } = assets.open(parameters.project, parameters.name);
      const { size, etag, contentType, updatedAt: modifiedAt } = asset;
      const file = { path, size, etag, modifiedAt, contentType, attachment: attachmentName(asset), hold };
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
    deleteAsset: ({ parameters, headers }) => {
      const { name } = assets.delete(parameters.project, parameters.name, conditions(headers));
      return { status: 200, json: { deleted: [name] } };
    },
  };
}

function incoming({ stream, contentType, sha256 }: ByteBody, signal: AbortSignal): IncomingFile {
  return { stream, contentType, sha256, limitBytes: serviceLimits.assetBytes, signal };
}

function conditions(headers: CallRequest<'replaceAsset'>['headers']): WriteConditions {
  return { ifMatch: headers['if-match'] ?? null, ifNoneMatch: headers['if-none-match'] ?? null };
}

/** What a browser would show as a page of ours, or run, is to be saved instead. */
function attachmentName({ name, contentType }: Asset): string | null {
  const active = /html|xml|svg|javascript|ecmascript|pdf/i;
  return active.test(contentType) || /\.(?:x?html?|svgz?|xml|xsl|m?js)$/i.test(name) ? name : null;
}
