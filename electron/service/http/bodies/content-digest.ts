import { ServiceError } from '../../errors/service-error.ts';

/**
 * The sha256 of a `Content-Digest` header in lower-case hex; null where there is none of that kind. Throws
 * `request/invalid` for a header that is not as RFC 9530 has it: a dictionary of byte sequences, `sha-256=:base64:`.
 */
export function parseContentDigest(header: string | undefined): string | null {
  if (header === undefined) return null;
  let sha256: string | null = null;
  for (const member of header.split(',')) {
    const [, algorithm, encoded] = /^[ \t]*([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):[ \t]*$/.exec(member) ?? [];
    if (algorithm === undefined || encoded === undefined) throw malformed();
    if (algorithm !== 'sha-256') continue;
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length !== 32) throw malformed();
    sha256 = bytes.toString('hex');
  }
  return sha256;
}

function malformed(): ServiceError {
  return new ServiceError('request/invalid', 'Write Content-Digest as `sha-256=:BASE64:` (RFC 9530).');
}
