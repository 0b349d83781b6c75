import { isIP } from 'node:net';
import { ServiceError } from '../errors/service-error.ts';
import type { Destination } from './destination.ts';

/** Where requests for an object go; made only of checked parts, so that no name can steer them to another host. */
export interface StoreAddress {
  /** Without the bucket. */
  readonly endpoint: URL;
  readonly region: string;
  readonly bucket: string;
  readonly key: string;
  /** Whether the bucket is the path's first segment; else it is the host's first label. */
  readonly pathStyle: boolean;
  /** Whether it is Amazon's own store. */
  readonly isAmazon: boolean;
  /** The object's address for people and players. */
  readonly url: string;
}

const DEFAULT_REGION = 'us-east-1';
const REGION = /^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/;
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const AMAZON_BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Stores of other vendors, and Amazon's oldest buckets, take more. */
const ANY_BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/;
const MOST_KEY_BYTES = 1024;

/** Reads a destination. Throws {@link ServiceError} `destination/refused` saying which part cannot be used, and why. */
export function storeAddress({ bucket, filename, endpoint, region }: Destination): StoreAddress {
  const isAmazon = endpoint === null;
  const inRegion = region ?? DEFAULT_REGION;
  if (!isRegion(inRegion)) throw refused('The region is not a name such as eu-central-1.');
  if (!(isAmazon ? AMAZON_BUCKET : ANY_BUCKET).test(bucket) || bucket.includes('..') || isIP(bucket) !== 0)
    throw refused('The bucket is not a name that a store can have.');
  const complaint = keyComplaint(filename);
  if (complaint !== null) throw refused(`The filename ${complaint}.`);

  const base = isAmazon ? new URL(`https://s3.${inRegion}.${amazonDomain(inRegion)}`) : endpointUrl(endpoint);
  // A certificate's wildcard stands for one label, so a bucket with dots goes into the path.
  const pathStyle = !isAmazon || bucket.includes('.');
  const path = filename.split('/').map(encodeSegment).join('/');
  const folder = `${base.origin}${base.pathname.replace(/\/+$/, '')}`;
  const url = pathStyle ? `${folder}/${bucket}/${path}` : `https://${bucket}.${base.host}/${path}`;
  return { endpoint: base, region: inRegion, bucket, key: filename, pathStyle, isAmazon, url };
}

export function isRegion(name: string): boolean {
  return REGION.test(name);
}

function amazonDomain(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
}

function endpointUrl(text: string): URL {
  if (!URL.canParse(text)) throw refused('The endpoint is not an address such as https://store.example.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('The endpoint is no http or https address.');
  if (url.username !== '' || url.password !== '')
    throw refused('The endpoint must not hold a user name or password; they have fields of their own.');
  if (url.search !== '' || url.hash !== '') throw refused('The endpoint must not hold a query or a fragment.');
  return url;
}

function keyComplaint(key: string): string | null {
  if (key === '') return 'is empty';
  if (Buffer.byteLength(key) > MOST_KEY_BYTES) return `is longer than ${MOST_KEY_BYTES} bytes`;
  if (!key.isWellFormed() || /\p{Cc}/u.test(key)) return 'holds characters that a store cannot keep';
  const segments = key.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return 'holds an empty segment, “.” or “..” between slashes';
  return null;
}

/** RFC 3986: all but the unreserved characters, which `encodeURIComponent` leaves a few more of. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function refused(detail: string): ServiceError {
  return new ServiceError('destination/refused', detail);
}
