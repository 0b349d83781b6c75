import type { z } from 'zod';
import type { receivedChunk, uploadState } from '#shared/contract/shapes/shapes.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { HandlersOf } from '../http/handler.ts';
import { refuseHiddenSeparator } from '../http/request-path.ts';
import type { ReceivedChunk, Upload, Workspace } from '../storage/stores.ts';
import { storedAssetAnswer } from './shapes/asset-shape.ts';
import { printedList } from './shapes/printed-json.ts';

type UploadCalls = 'startUpload' | 'listUploads' | 'readUpload' | 'writeChunk' | 'finishUpload' | 'abandonUpload';

export function uploadHandlers({ uploads }: Pick<Workspace, 'uploads'>): HandlersOf<UploadCalls> {
  return {
    startUpload: ({ parameters, query }) => {
      const { name, chunk_count: chunkCount, chunk_size: chunkSize } = query;
      refuseHiddenSeparator(name);
      const upload = uploads.start(parameters.project, { name, chunkCount, chunkSize });
      const { missing, bytes_received, ...started } = stateOf(upload);
      return { status: 201, json: started };
    },
    listUploads: ({ parameters }) => ({
      status: 200,
      jsonStream: printedList('uploads', statesOf(uploads, parameters.project, uploads.openIds(parameters.project))),
    }),
    readUpload: async ({ parameters }) => ({
      status: 200,
      json: stateOf(await uploads.readInPieces(parameters.project, parameters.upload)),
    }),
    writeChunk: async ({ parameters, query, body, signal }) => {
      const { stream, sha256 } = body;
      const incoming = { stream, sha256, signal };
      const chunk = await uploads.writeChunk(parameters.project, parameters.upload, query.chunk_id, incoming);
      return { status: 200, json: chunkOf(chunk) };
    },
    finishUpload: async ({ parameters, signal }) => {
      const asset = await uploads.finish(parameters.project, parameters.upload, signal);
      return { status: 201, json: storedAssetAnswer(asset) };
    },
    abandonUpload: async ({ parameters }) => {
      await uploads.abandon(parameters.project, parameters.upload);
      return { status: 200, json: { deleted: [parameters.upload] } };
    },
  };
}

/**
 * Reads the states one after another, so that only one state is in memory. Omits uploads that have ended since the list
 * was read.
 */
async function* statesOf(uploads: Workspace['uploads'], project: string, ids: readonly string[]) {
  for (const id of ids) {
    try {
      const upload = await uploads.readInPieces(project, id);
      if (upload.state === 'open') yield printedState(upload);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
}

function chunkOf({ chunkId, size, sha256 }: ReceivedChunk): z.output<typeof receivedChunk> {
  return { chunk_id: chunkId, size, sha256 };
}

function stateOf(upload: Upload): z.output<typeof uploadState> {
  return { ...printedState(upload), missing: [...upload.missing] };
}

/** Returns the fields of an upload for printing. Does not copy its long lists. */
function printedState(upload: Upload) {
  return {
    id: upload.id,
    upload_id: upload.id,
    name: upload.name,
    chunk_count: upload.chunkCount,
    chunk_size: upload.chunkSize,
    received: upload.received.map(chunkOf),
    expires_at: new Date(upload.expiresAt).toISOString(),
    missing: upload.missing,
    bytes_received: upload.bytesReceived,
  };
}
