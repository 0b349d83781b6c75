import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/service-error.ts';
import { listIn } from '../text/http-headers.ts';

/** A digest of a body that the client sent. */
export interface ExpectedDigest {
  readonly header: 'Content-Digest' | 'Repr-Digest' | 'Content-MD5' | 'Digest';
  readonly algorithm: 'sha256' | 'sha512' | 'sha1' | 'md5';
  /** Lower-case hex. */
  readonly hex: string;
}

/**
 * The algorithms of RFC 9530, 5. "A recipient MAY ignore any or all of the digests" (2), so other algorithms are
 * ignored.
 */
const ALGORITHMS: ReadonlyMap<string, readonly [algorithm: ExpectedDigest['algorithm'], bytes: number]> = new Map([
  ['sha-256', ['sha256', 32]],
  ['sha-512', ['sha512', 64]],
  ['sha', ['sha1', 20]],
  ['md5', ['md5', 16]],
]);
const MD5_BYTES = 16;

/**
 * Returns the digests in `Content-Digest`, `Repr-Digest` (RFC 9530), `Content-MD5` (RFC 1864), and `Digest` (RFC 3230).
 * Requests have no content coding here, so the content is the whole representation. The exception is a part with
 * `Content-Range`: its `Repr-Digest` and `Digest` also cover bytes of other requests and are ignored. Throws
 * `request/invalid` for a malformed header.
 */
export function digestsOf({ headers }: IncomingMessage): readonly ExpectedDigest[] {
  const isPart = headers['content-range'] !== undefined;
  return [
    ...dictionaryOf('Content-Digest', headers['content-digest']),
    ...(isPart ? [] : dictionaryOf('Repr-Digest', headers['repr-digest'])),
    ...md5Of(headers['content-md5']),
    ...(isPart ? [] : oldDigestsOf(headers['digest'])),
  ];
}

/** Parses a dictionary of byte sequences, such as `sha-256=:BASE64:` (RFC 9651, 3.2). */
function dictionaryOf(
  header: 'Content-Digest' | 'Repr-Digest',
  value: string | readonly string[] | undefined,
): readonly ExpectedDigest[] {
  if (value === undefined) return [];
  const digests = new Map<string, ExpectedDigest>();
  // An empty header has no members.
  for (const member of listIn(typeof value === 'string' ? value : value.join(', '))) {
    const [, key = '', encoded] = /^([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):(?:;[^,]*)?$/.exec(member) ?? [];
    if (encoded === undefined) throw malformed(header);
    const [algorithm, length] = ALGORITHMS.get(key) ?? [];
    if (algorithm === undefined) continue;
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length !== length) throw malformed(header);
    digests.set(key, { header, algorithm, hex: bytes.toString('hex') });
  }
  return [...digests.values()];
}

/** Reads `SHA-256=BASE64` of RFC 3230, 4.3.2, which RFC 9530 replaced. The names of the algorithms ignore case. */
function oldDigestsOf(value: string | readonly string[] | undefined): readonly ExpectedDigest[] {
  if (value === undefined) return [];
  return listIn(typeof value === 'string' ? value : value.join(', ')).flatMap((member) => {
    const [, name, encoded = ''] = /^([A-Za-z0-9-]+)=(.*)$/.exec(member) ?? [];
    if (name === undefined) throw malformed('Digest');
    // Ignore other algorithms, such as `UNIXsum`.
    const [algorithm, length] = ALGORITHMS.get(name.toLowerCase()) ?? [];
    if (algorithm === undefined) return [];
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length !== length || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw malformed('Digest');
    return [{ header: 'Digest' as const, algorithm, hex: bytes.toString('hex') }];
  });
}

/** Reads base64, and also the hexadecimal form that some clients send. */
function md5Of(value: string | readonly string[] | undefined): readonly ExpectedDigest[] {
  if (value === undefined) return [];
  const text = (typeof value === 'string' ? value : value.join(', ')).trim();
  const isHex = /^[0-9a-f]{32}$/i.test(text);
  const bytes = isHex
    ? Buffer.from(text, 'hex')
    : /^[A-Za-z0-9+/]{22}==$/.test(text)
      ? Buffer.from(text, 'base64')
      : null;
  if (bytes?.length !== MD5_BYTES) throw malformed('Content-MD5');
  return [{ header: 'Content-MD5', algorithm: 'md5', hex: bytes.toString('hex') }];
}

const FORMS: Readonly<Record<ExpectedDigest['header'], string>> = {
  'Content-Digest': '`sha-256=:BASE64:` (RFC 9530)',
  'Repr-Digest': '`sha-256=:BASE64:` (RFC 9530)',
  'Content-MD5': 'base64 (RFC 1864)',
  Digest: '`SHA-256=BASE64` (RFC 3230)',
};

function malformed(header: ExpectedDigest['header']): ServiceError {
  return new ServiceError('request/invalid', `Write ${header} as ${FORMS[header]}.`);
}

/** Passes on a stream. Throws `upload/digest` at the end of the stream if a digest differs. */
export async function* verified(
  stream: AsyncIterable<Uint8Array>,
  digests: readonly ExpectedDigest[],
): AsyncGenerator<Uint8Array, void> {
  const hashes = digests.map((digest) => ({ ...digest, hash: createHash(digest.algorithm) }));
  for await (const chunk of stream) {
    for (const { hash } of hashes) hash.update(chunk);
    yield chunk;
  }
  for (const { header, hash, hex } of hashes) {
    const actual = hash.digest();
    if (actual.toString('hex') === hex) continue;
    const encoded = actual.toString('base64');
    throw new ServiceError('upload/digest', `${header} differs: the digest of the received data is ${encoded}.`);
  }
}
