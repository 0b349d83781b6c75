import type { ByteBody, Handlers } from '../handler.ts';

interface Received {
  text: string;
  contentType: string | null;
  sha256: string | null;
}

/** Returns handlers that record their input. They add a body to `received` only when it has arrived completely. */
export function recordingHandlers() {
  const received: Received[] = [];
  const failures: string[] = [];
  const take = async (body: ByteBody) => {
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of body.stream) chunks.push(chunk);
    } catch (error) {
      failures.push(error instanceof Error && 'code' in error ? String(error.code) : String(error));
      throw error;
    }
    received.push({ text: Buffer.concat(chunks).toString(), contentType: body.contentType, sha256: body.sha256 });
    return { status: 200, json: { chunk_id: 0, size: 0, sha256: '' } };
  };
  const text = (bytes: unknown) => {
    received.push({ text: String(bytes), contentType: null, sha256: null });
    return { status: 200, json: {} };
  };
  const handlers: Partial<Handlers> = {
    createAsset: async ({ body }) => {
      await take(body);
      const at = new Date(0).toISOString();
      const json = {
        'Resource-Name': 'a',
        name: 'a',
        size: 1,
        contentType: '',
        etag: '',
        createdAt: at,
        updatedAt: at,
        media: null,
        tags: [],
      };
      return { status: 201, json };
    },
    writeChunk: ({ body }) => take(body),
    saveEditing: ({ body }) => text(JSON.stringify(body)),
    startRender: async ({ body }) => {
      text(JSON.stringify(body));
      return { status: 202, json: { id: '1', state: 'queued', statusUrl: '' } };
    },
    createMovie: ({ body }) => {
      text(`${body.spelling} ${Buffer.from(body.bytes).toString()}`);
      return { status: 201, json: { name: 'm', variables: [], issues: [] } };
    },
  };
  return { handlers, received, failures };
}
