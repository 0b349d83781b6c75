import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { FilmFile } from './destination.ts';
import { contentMd5, rangeBody } from './film-range.ts';
import { type UploadOptions, uploadInParts } from './multipart-upload.ts';
import { sumSentBytes } from './sent-bytes.ts';
import { type StoreSession, sendWithRetries } from './store-session.ts';

/** The minimum size of a film that is sent in parts, in bytes. With parts, a broken connection costs little. */
const MULTIPART_BYTES = 16 * 2 ** 20;

/**
 * Sends a file to the session's address. Sends a large file in parts. Returns its ETag if the store returned one. The
 * store verifies the bytes during the transfer (Content-MD5). Throws `StoreError`, the signal's reason, and the
 * system's error.
 */
export async function putObject(session: StoreSession, film: FilmFile, options: UploadOptions): Promise<string | null> {
  return await (film.bytes < MULTIPART_BYTES ? put : uploadInParts)(session, film, options);
}

async function put(session: StoreSession, film: FilmFile, options: UploadOptions): Promise<string | null> {
  const { client, address } = session;
  const range = { path: film.path, offset: 0, bytes: film.bytes };
  const md5 = await contentMd5(range, options.signal);
  const count = sumSentBytes(options.onProgress);
  const { ETag: etag } = await sendWithRetries(session, film.bytes, options.signal, (abortSignal, fail) => {
    const body = rangeBody(range, abortSignal, { onBytes: (bytes) => count(1, bytes), fail });
    const command = new PutObjectCommand({
      Bucket: address.bucket,
      Key: address.key,
      Body: body,
      ContentLength: film.bytes,
      ContentMD5: md5,
      ContentType: film.contentType,
      Metadata: { ...options.metadata },
    });
    return client.send(command, { abortSignal });
  });
  return etag ?? null;
}
