import { isIP } from 'node:net';
import type { DestinationMessage } from '#shared/messages/destinations.en.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Destination } from './destination.ts';

/** The address for requests about an object. All of its parts are checked, so no name can change the host. */
export interface StoreAddress {
  /** The endpoint without the bucket. */
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  readonly key: string;
  /** Whether the bucket is the first segment of the path. Otherwise the bucket is the first label of the host. */
  readonly pathStyle: boolean;
  /** Whether the store is Amazon S3. */
  readonly isAmazon: boolean;
  /** The object's address for users and players. */
  readonly url: string;
}

type Complaint = DestinationMessage;

const DEFAULT_REGION = 'us-east-1';
const REGION = /^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/;
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const AMAZON_BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** The stores of other vendors and Amazon's oldest buckets allow more names. */
const ANY_BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/;
const MAX_KEY_BYTES = 1024;

/**
 * Parses a destination. Throws {@link ServiceError} `destination/refused`, whose message states the invalid part and
 * the reason.
 */
export function storeAddress({ bucket, filename, endpoint, region }: Destination): StoreAddress {
  const isAmazon = endpoint === null;
  const regionName = region ?? DEFAULT_REGION;
  if (!isRegion(regionName)) throw refused(message('destination/region'));
  if (!(isAmazon ? AMAZON_BUCKET : ANY_BUCKET).test(bucket) || bucket.includes('..') || isIP(bucket) !== 0)
    throw refused(message('destination/bucket'));
  const problem = keyProblem(filename);
  if (problem !== null) throw refused(problem);

  const base = isAmazon ? new URL(`https://s3.${regionName}.${amazonDomain(regionName)}`) : endpointUrl(endpoint);
  // Put a bucket with dots into the path, because the wildcard of a certificate covers only one label.
  const pathStyle = !isAmazon || bucket.includes('.');
  const path = filename.split('/').map(encodeSegment).join('/');
  const folder = `${base.origin}${base.pathname.replace(/\/+$/, '')}`;
  const url = pathStyle ? `${folder}/${bucket}/${path}` : `https://${bucket}.${base.host}/${path}`;
  return { endpoint: base, region: regionName, bucket, key: filename, pathStyle, isAmazon, url };
}

export function isRegion(name: string): boolean {
  return REGION.test(name);
}

function amazonDomain(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
}

function endpointUrl(text: string): URL {
  if (!URL.canParse(text)) throw refused(message('destination/endpoint-no-address'));
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(message('destination/endpoint-no-web-address'));
  if (url.username !== '' || url.password !== '') throw refused(message('destination/endpoint-credentials'));
  if (url.search !== '' || url.hash !== '') throw refused(message('destination/endpoint-query'));
  return url;
}

function keyProblem(key: string): Complaint | null {
  if (key === '') return message('destination/filename-empty');
  if (Buffer.byteLength(key) > MAX_KEY_BYTES)
    return message('destination/filename-too-long', { mostBytes: MAX_KEY_BYTES });
  if (!key.isWellFormed() || /\p{Cc}/u.test(key)) return message('destination/filename-characters');
  const segments = key.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return message('destination/filename-segments');
  return null;
}

/**
 * Encodes all characters except the unreserved characters of RFC 3986. `encodeURIComponent` alone would leave `!'()*`
 * unencoded.
 */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function refused(detail: Complaint): ServiceError {
  return new ServiceError('destination/refused', detail);
}
