import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface StoreKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type SignatureProblem = 'AccessDenied' | 'InvalidAccessKeyId' | 'SignatureDoesNotMatch' | 'RequestTimeTooSkewed';

const MAX_SKEW_MILLISECONDS = 15 * 60_000;

/**
 * Checks a request's Authorization header as S3 does (AWS Signature Version 4, header form):
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. Returns the error, or the region of
 * the signature.
 */
export function checkSignature(
  request: IncomingMessage,
  keys: StoreKeys,
  now: number,
): { readonly problem: SignatureProblem } | { readonly region: string } {
  if (new URL(request.url ?? '', 'http://store').searchParams.has('X-Amz-Signature'))
    return checkSignedAddress(request, keys, now);
  const fields =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature = ''] = fields ?? [];
  if (fields === null) return { problem: 'AccessDenied' };
  if (accessKeyId !== keys.accessKeyId) return { problem: 'InvalidAccessKeyId' };
  const time = String(request.headers['x-amz-date']);
  if (Math.abs(parsedTime(time) - now) > MAX_SKEW_MILLISECONDS) return { problem: 'RequestTimeTooSkewed' };

  const names = signedHeaders.split(';');
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (mustBeSigned.some((name) => !names.includes(name))) return { problem: 'SignatureDoesNotMatch' };
  const payload = String(request.headers['x-amz-content-sha256']);
  const isRight = isSigned(canonicalRequest(request, names, payload), { day, region, time, signature }, keys);
  return isRight ? { region } : { problem: 'SignatureDoesNotMatch' };
}

/** Checks the signature in an address: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html. */
function checkSignedAddress(request: IncomingMessage, keys: StoreKeys, now: number): ReturnType<typeof checkSignature> {
  const query = new URL(request.url ?? '', 'http://store').searchParams;
  const [accessKeyId, day = '', region = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  if (accessKeyId !== keys.accessKeyId) return { problem: 'InvalidAccessKeyId' };
  const time = query.get('X-Amz-Date') ?? '';
  if (now > parsedTime(time) + Number(query.get('X-Amz-Expires')) * 1000) return { problem: 'AccessDenied' };
  const signature = query.get('X-Amz-Signature') ?? '';
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const canonical = canonicalRequest(request, names, 'UNSIGNED-PAYLOAD');
  const isRight = /^[0-9a-f]{64}$/.test(signature) && isSigned(canonical, { day, region, time, signature }, keys);
  return isRight ? { region } : { problem: 'SignatureDoesNotMatch' };
}

function isSigned(
  canonical: string,
  signed: { readonly day: string; readonly region: string; readonly time: string; readonly signature: string },
  keys: StoreKeys,
): boolean {
  const { day, region, time, signature } = signed;
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (step, text) => createHmac('sha256', step).update(text).digest(),
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  );
  const expected = createHmac('sha256', key).update(toSign).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function canonicalRequest(request: IncomingMessage, names: readonly string[], payload: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const parameters = query
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .toSorted();
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  return [request.method, path, parameters.join('&'), headers, names.join(';'), payload].join('\n');
}

function parsedTime(text: string): number {
  const plain = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(plain) || 0;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
