import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';

export type BodyProblem = 'BadDigest' | 'XAmzContentSHA256Mismatch' | 'InvalidRequest' | 'IncompleteBody';

/** Reads and checks a body: its signed hash, Content-MD5, and the trailer of aws-chunked bodies. */
export async function readBody(
  request: IncomingMessage,
  onChunk: (received: number) => Promise<void>,
): Promise<{ readonly problem: BodyProblem } | { readonly bytes: Buffer }> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    await onChunk(received);
  }
  const raw = Buffer.concat(chunks);
  const signed = String(request.headers['x-amz-content-sha256']);
  const decoded = signed === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' ? decodeAwsChunked(raw) : { bytes: raw, trailer: '' };
  if (decoded === null) return { problem: 'IncompleteBody' };
  const { bytes, trailer } = decoded;
  if (/^[0-9a-f]{64}$/.test(signed) && createHash('sha256').update(bytes).digest('hex') !== signed)
    return { problem: 'XAmzContentSHA256Mismatch' };
  const md5 = request.headers['content-md5'];
  if (md5 !== undefined && createHash('md5').update(bytes).digest('base64') !== md5) return { problem: 'BadDigest' };
  const length = request.headers['x-amz-decoded-content-length'];
  if (length !== undefined && Number(length) !== bytes.length) return { problem: 'IncompleteBody' };
  const announced = request.headers['x-amz-trailer'];
  if (announced === undefined) return { bytes };
  if (announced !== 'x-amz-checksum-crc32') return { problem: 'InvalidRequest' };
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  return trailer === `x-amz-checksum-crc32:${checksum.toString('base64')}` ? { bytes } : { problem: 'BadDigest' };
}

/**
 * Decodes `<hex size>\r\n<bytes>\r\n` until size 0, and then the line of the trailer. Returns null if the body has
 * another form.
 */
function decodeAwsChunked(raw: Buffer): { readonly bytes: Buffer; readonly trailer: string } | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = raw.indexOf('\r\n', at);
    const size = Number.parseInt(raw.toString('latin1', at, lineEnd).split(';')[0] ?? '', 16);
    if (lineEnd < 0 || Number.isNaN(size)) return null;
    at = lineEnd + 2;
    if (size === 0) return { bytes: Buffer.concat(chunks), trailer: raw.toString('latin1', at).trim() };
    if (at + size + 2 > raw.length) return null;
    chunks.push(raw.subarray(at, at + size));
    at += size + 2;
  }
}
