import type { StoredObject } from './fake-object-store-operations.ts';

/** Returns the body of a listing (ListObjectsV2) with URL-encoded keys, in the order of their bytes. */
export function listObjects(
  objects: ReadonlyMap<string, StoredObject>,
  bucket: string,
  query: URLSearchParams,
): string {
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const after = Buffer.from(query.get('continuation-token') ?? '', 'hex');
  const keys = [...objects.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => Buffer.from(name.slice(bucket.length + 1)))
    .filter((key) => Buffer.compare(key, after) > 0)
    .toSorted(Buffer.compare);
  const page = keys.slice(0, most);
  const rows = page.map((key) => {
    const { bytes, modified } = objects.get(`${bucket}/${key}`) ?? { bytes: '', modified: 0 };
    const named = `<Key>${encodeURIComponent(String(key)).replaceAll('%2F', '/').replaceAll('%20', '+')}</Key>`;
    const at = new Date(modified).toISOString();
    return `<Contents>${named}<LastModified>${at}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const goesOn = keys.length > page.length;
  const next = goesOn ? `<NextContinuationToken>${page.at(-1)?.toString('hex')}</NextContinuationToken>` : '';
  return `<IsTruncated>${goesOn}</IsTruncated><EncodingType>url</EncodingType>${next}${rows.join('')}`;
}
