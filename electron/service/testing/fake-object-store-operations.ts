import { createHash, randomUUID } from 'node:crypto';
import { listObjects } from './fake-object-store-listing.ts';

export interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The time of the last change, in milliseconds since 1970. It has whole seconds, like the protocol's headers. */
  readonly modified: number;
}

/** The answer of an S3 call; `body` is XML, or an object's bytes. */
export interface StoreAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface StoreCall {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly range: string | null;
  readonly ifMatch: string | null;
  readonly copySource: string | null;
  /** Whether the metadata of a copy comes from the call instead of the source of the copy. */
  readonly replacesMetadata: boolean;
}

interface OpenUpload {
  readonly initiated: string;
  readonly bucket: string;
  readonly key: string;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly parts: Map<number, { readonly bytes: Buffer; readonly etag: string }>;
}

export interface StoreContents {
  /** The objects by `bucket/key`. */
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, OpenUpload>;
}

const MIN_PART_BYTES = 5 * 2 ** 20;

/** Executes an authorized call and answers as S3 does. */
export function operate({ objects, uploads }: StoreContents, call: StoreCall): StoreAnswer {
  const { method, bucket, key, query, contentType, metadata, body } = call;
  const name = `${bucket}/${key}`;
  const uploadId = query.get('uploadId');
  if (key === '' && method === 'GET')
    return query.has('uploads')
      ? listUploads(uploads, bucket, query.get('prefix') ?? '')
      : xml('ListBucketResult', listObjects(objects, bucket, query));
  if (key === '') return problem(501, 'NotImplemented');
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID();
    const initiated = new Date().toISOString();
    uploads.set(id, { initiated, bucket, key, contentType, metadata, parts: new Map() });
    return xml(
      'InitiateMultipartUploadResult',
      `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`,
    );
  }
  if (uploadId !== null) return operateOnUpload({ objects, uploads }, uploadId, call);
  if (call.copySource !== null) return copy(objects, name, call.copySource, call);
  if (method === 'PUT') {
    const etag = `"${md5(body)}"`;
    objects.set(name, { bytes: body, etag, contentType, metadata, modified: wholeSecond() });
    return { status: 200, headers: { etag } };
  }
  if (method === 'DELETE') {
    objects.delete(name);
    return { status: 204 };
  }
  const found = objects.get(name);
  return found === undefined ? problem(404, 'NoSuchKey') : readObject(found, call);
}

function operateOnUpload(
  contents: StoreContents,
  uploadId: string,
  { method, key, query, body }: StoreCall,
): StoreAnswer {
  const upload = contents.uploads.get(uploadId);
  if (upload === undefined || upload.key !== key) return problem(404, 'NoSuchUpload');
  if (method === 'PUT') {
    const etag = `"${md5(body)}"`;
    upload.parts.set(Number(query.get('partNumber')), { bytes: body, etag });
    return { status: 200, headers: { etag } };
  }
  if (method === 'GET') return listParts(upload);
  if (method !== 'DELETE') return complete(contents, uploadId, upload, body.toString());
  contents.uploads.delete(uploadId);
  return { status: 204 };
}

function readObject(found: StoredObject, { method, query, range, ifMatch }: StoreCall): StoreAnswer {
  if (ifMatch !== null && ifMatch !== found.etag) return problem(412, 'PreconditionFailed');
  const headers = {
    etag: found.etag,
    'last-modified': new Date(found.modified).toUTCString(),
    'content-type': query.get('response-content-type') ?? found.contentType,
    ...(query.has('response-content-disposition') && {
      'content-disposition': query.get('response-content-disposition') ?? '',
    }),
    'content-length': String(found.bytes.length),
    ...Object.fromEntries(Object.entries(found.metadata).map(([field, value]) => [`x-amz-meta-${field}`, value])),
  };
  if (method === 'HEAD') return { status: 200, headers };
  return range === null ? { status: 200, headers, body: found.bytes } : part(found.bytes, headers, range);
}

/** Answers a range request (RFC 9110, 14.2) with a single range whose start and end are given. */
function part(bytes: Buffer, headers: Readonly<Record<string, string>>, range: string): StoreAnswer {
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (first === '') return problem(501, 'NotImplemented');
  const [start, end] = [Number(first), Math.min(Number(last), bytes.length - 1)];
  if (start >= bytes.length) return problem(416, 'InvalidRange');
  const body = bytes.subarray(start, end + 1);
  const about = { 'content-length': String(body.length), 'content-range': `bytes ${start}-${end}/${bytes.length}` };
  return { status: 206, headers: { ...headers, ...about }, body };
}

function copy(
  objects: StoreContents['objects'],
  name: string,
  source: string,
  { query, metadata, contentType, ifMatch, replacesMetadata }: StoreCall,
): StoreAnswer {
  if (query.has('uploadId')) return problem(501, 'NotImplemented');
  const found = objects.get(source.split('/').map(decodeURIComponent).join('/'));
  if (found === undefined) return problem(404, 'NoSuchKey');
  if (ifMatch !== null && ifMatch !== found.etag) return problem(412, 'PreconditionFailed');
  objects.set(name, { ...found, ...(replacesMetadata && { metadata, contentType }), modified: wholeSecond() });
  return xml('CopyObjectResult', `<ETag>${found.etag.replaceAll('"', '&quot;')}</ETag>`);
}

function wholeSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}

function complete(
  { objects, uploads }: StoreContents,
  uploadId: string,
  { bucket, key, contentType, metadata, parts }: OpenUpload,
  request: string,
): StoreAnswer {
  const named = [...request.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }));
  const chosen = named.map(({ number, etag }) => {
    const part = parts.get(number);
    return part?.etag === etag ? part : null;
  });
  if (chosen.length === 0 || chosen.some((part) => part === null)) return problem(400, 'InvalidPart');
  if (named.some(({ number }, index) => index > 0 && number <= (named[index - 1]?.number ?? 0)))
    return problem(400, 'InvalidPartOrder');
  const found = chosen.filter((part) => part !== null);
  if (found.slice(0, -1).some(({ bytes }) => bytes.length < MIN_PART_BYTES)) return problem(400, 'EntityTooSmall');
  const digests = Buffer.concat(found.map(({ bytes }) => createHash('md5').update(bytes).digest()));
  const etag = `"${md5(digests)}-${found.length}"`;
  objects.set(`${bucket}/${key}`, {
    bytes: Buffer.concat(found.map(({ bytes }) => bytes)),
    etag,
    contentType,
    metadata,
    modified: wholeSecond(),
  });
  uploads.delete(uploadId);
  const quoted = etag.replaceAll('"', '&quot;');
  return xml('CompleteMultipartUploadResult', `<Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>${quoted}</ETag>`);
}

function listUploads(uploads: StoreContents['uploads'], bucket: string, prefix: string): StoreAnswer {
  const inBucket = [...uploads].filter(([, upload]) => upload.bucket === bucket && upload.key.startsWith(prefix));
  const rows = inBucket.map(
    ([id, { key, initiated }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`,
  );
  return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${rows.join('')}`);
}

function listParts({ parts }: OpenUpload): StoreAnswer {
  const rows = [...parts].map(([number, { etag, bytes }]) => {
    return `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${bytes.length}</Size></Part>`;
  });
  return xml('ListPartsResult', rows.join(''));
}

export function problem(status: number, code: string, more = ''): StoreAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>said by the fake store</Message>${more}</Error>`,
  };
}

function xml(root: string, inside: string): StoreAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${inside}</${root}>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}
