import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { type Client, type FetchAnswer, ProblemError } from '#shared/contract/client.ts';
import type { ParametersOf } from '#shared/contract/contract.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { BlobStore } from '../storage/ports.ts';
import type { ServiceCluster } from './clusters.ts';
import type { ContentAsset, ContentText, ProjectContent } from './project-content.ts';

export interface SendOptions {
  readonly client: Client<FetchAnswer>;
  readonly cluster: ServiceCluster;
  readonly blobs: BlobStore;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SendProgress) => void;
}

/** The progress of sending in bytes. Content that the other service already has counts as sent. */
export interface SendProgress {
  readonly done: number;
  /** The total size of assets and texts in bytes. */
  readonly total: number;
  /** The name of the last item that was sent. */
  readonly name: string;
}

/**
 * Sends a project to another service and publishes it there. Sends only missing content, and removes nothing on the
 * other service. After a failure, another call continues. Returns the publication on the other service.
 */
export async function sendProject(options: SendOptions, content: ProjectContent) {
  const { client, blobs, signal } = options;
  using holds = new DisposableStack();
  for (const { sha256 } of content.assets) holds.use(blobs.hold(sha256));
  const progress = progressOf(options, content);
  const project = await findOrCreateProject(options, content.name);
  await sendAssets(options, project, content.assets, progress);
  await sendBrand(options, project, content.brand);
  // Send templates before movies, because saving a template exports its movie, which may have been edited later.
  await sendTemplates(options, project, content.templates, progress);
  await sendMovies(options, project, content.movies, progress);
  return await client.call('publishProject', { parameters: { project, cluster: 'local' }, query: {}, signal });
}

/** Sends the brand unless it is empty, so that services without support for brands can be used. */
async function sendBrand({ client, signal }: SendOptions, project: string, brand: BrandKit): Promise<void> {
  if (Object.keys(brand).length === 0) return;
  await client.call('saveBrand', { parameters: { project }, query: {}, body: brand, signal });
}

type OnAssetBytes = (bytes: number, name: string) => void;

async function sendAssets(
  options: SendOptions,
  project: string,
  assets: readonly ContentAsset[],
  progress: OnAssetBytes,
): Promise<void> {
  const { client, blobs, signal } = options;
  const present = await assetTags(options, project);
  for (const asset of assets) {
    const onBytes = (bytes: number): void => progress(bytes, asset.name);
    if (present.get(asset.name) === asset.etag) onBytes(asset.size);
    else await sendAsset({ client, project, signal, onBytes }, asset, await blobs.atHand(asset.sha256, signal));
  }
}

async function sendTemplates(
  options: SendOptions,
  project: string,
  templates: readonly ContentText[],
  progress: OnAssetBytes,
): Promise<void> {
  const { client, cluster, signal } = options;
  for (const template of templates) {
    const parameters = { region: cluster.region ?? 'local', project, name: template.name };
    if (!(await hasTemplate(options, parameters, template)))
      await client.call('saveTemplate', { parameters, query: {}, body: template.bytes, signal });
    progress(template.bytes.length, template.name);
  }
}

async function sendMovies(
  options: SendOptions,
  project: string,
  movies: readonly ContentText[],
  progress: OnAssetBytes,
): Promise<void> {
  const { client, signal } = options;
  const { SDLS } = await client.call('listMovies', { parameters: { project }, query: {}, signal });
  const present = new Set(SDLS.map(nameKey));
  const headers = { 'content-type': 'application/xml' };
  for (const movie of movies) {
    const parameters = { project, movie: movie.name };
    const exists = present.has(nameKey(movie.name));
    const input = { parameters, query: {}, body: movie.bytes, headers, signal };
    if (!exists) await client.call('createMovie', input);
    else if (!(await hasMovie(options, parameters, movie))) await client.call('replaceMovie', input);
    progress(movie.bytes.length, movie.name);
  }
}

function progressOf({ onProgress }: SendOptions, { assets, templates, movies }: ProjectContent): OnAssetBytes {
  const sizes = [
    ...assets.map(({ size }: ContentAsset) => size),
    ...[...templates, ...movies].map(({ bytes }: ContentText) => bytes.length),
  ];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  return (bytes, name) => {
    done += bytes;
    onProgress({ done, total, name });
  };
}

/** Returns the uid of the project with this name on the other service. Creates the project if it is missing. */
async function findOrCreateProject({ client, signal }: SendOptions, name: string): Promise<string> {
  const { projects } = await client.call('listProjects', { parameters: {}, query: {}, signal });
  const match = projects.find((project) => project.name === name);
  if (match !== undefined) return match.uid;
  return (await client.call('createProject', { parameters: { name }, query: {}, signal })).uid;
}

async function assetTags({ client, signal }: SendOptions, project: string): Promise<ReadonlyMap<string, string>> {
  const tags = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const page: { readonly assets: readonly { name: string; etag: string }[]; readonly cursor: string | null } =
      await client.call('listAssets', { parameters: { project }, query, signal });
    for (const { name, etag } of page.assets) tags.set(name, etag);
    cursor = page.cursor;
  } while (cursor !== null);
  return tags;
}

type TemplatePath = ParametersOf<'readTemplate'>;
type MoviePath = ParametersOf<'readMovie'>;

async function hasTemplate({ client, signal }: SendOptions, parameters: TemplatePath, { etag }: ContentText) {
  try {
    return await isUnchanged(
      client.open('readTemplate', { parameters, query: {}, headers: { 'if-none-match': etag }, signal }),
    );
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'template/not-found') return false;
    throw error;
  }
}

async function hasMovie({ client, signal }: SendOptions, parameters: MoviePath, { etag }: ContentText) {
  const headers = { accept: 'application/xml', 'if-none-match': etag };
  return await isUnchanged(client.open('readMovie', { parameters, query: {}, headers, signal }));
}

/**
 * Checks whether the answer has status 304, which means that the other service has the content with this tag. Reads the
 * body of any other answer, so that its connection becomes free.
 */
async function isUnchanged(opened: Promise<FetchAnswer>): Promise<boolean> {
  const answer = await opened;
  await answer.text();
  return answer.status === 304;
}

/** The size of a chunk in bytes. A smaller asset is sent in one request. */
const CHUNK_BYTES = 8 * 2 ** 20;

export interface AssetTarget {
  readonly client: Client<FetchAnswer>;
  /** The uid of the project on the other service. */
  readonly project: string;
  readonly signal: AbortSignal;
  /** Called with the additional number of bytes that the other service now has. */
  readonly onBytes: (bytes: number) => void;
}

/** Sends an asset from the file at `path`. Replaces an asset with the same name. */
async function sendAsset(target: AssetTarget, asset: ContentAsset, path: string): Promise<void> {
  await using file = await open(path);
  if (asset.size > CHUNK_BYTES) await sendInChunks(target, asset, file);
  else await sendWhole(target, asset, file);
}

async function sendWhole({ client, project, signal, onBytes }: AssetTarget, asset: ContentAsset, file: FileHandle) {
  const body = await readPart(file, 0, asset.size);
  await client.call('replaceAsset', {
    parameters: { project, name: asset.name },
    query: {},
    body,
    headers: { 'content-type': asset.contentType, 'content-digest': contentDigest(sha256(body)) },
    signal,
  });
  onBytes(asset.size);
}

/** Continues an open upload with the same name and chunk size. Sends only chunks that are missing or differ. */
async function sendInChunks(target: AssetTarget, asset: ContentAsset, file: FileHandle): Promise<void> {
  const { client, project, signal, onBytes } = target;
  const chunkSize = Math.max(CHUNK_BYTES, Math.ceil(asset.size / serviceLimits.chunkCount));
  const chunkCount = Math.ceil(asset.size / chunkSize);
  const { id, received } = await openUpload(target, asset, chunkCount, chunkSize);
  const first = received.some((chunk) => chunk.chunk_id === 0) ? 0 : 1;
  const digests = new Map(received.map((chunk) => [chunk.chunk_id, chunk.sha256]));
  for (let index = 0; index < chunkCount; index++) {
    signal.throwIfAborted();
    const body = await readPart(file, index * chunkSize, Math.min(chunkSize, asset.size - index * chunkSize));
    const digest = sha256(body);
    if (digests.get(first + index) !== digest.toString('hex'))
      await client.call('writeChunk', {
        parameters: { project, upload: id },
        query: { chunk_id: first + index },
        body,
        headers: { 'content-digest': contentDigest(digest) },
        signal,
      });
    onBytes(body.length);
  }
  await client.call('finishUpload', { parameters: { project, upload: id }, query: {}, signal });
}

async function openUpload(
  { client, project, signal }: AssetTarget,
  { name }: ContentAsset,
  chunkCount: number,
  chunkSize: number,
) {
  const { uploads } = await client.call('listUploads', { parameters: { project }, query: {}, signal });
  const existing = uploads.find(
    (upload) => upload.name === name && upload.chunk_count === chunkCount && upload.chunk_size === chunkSize,
  );
  if (existing !== undefined) return existing;
  const query = { name, chunk_count: chunkCount, chunk_size: chunkSize };
  return await client.call('startUpload', { parameters: { project }, query, signal });
}

async function readPart(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('an asset is shorter than its row says');
    filled += bytesRead;
  }
  return bytes;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Returns the value of the header `Content-Digest` (RFC 9530). */
function contentDigest(digest: Buffer): string {
  return `sha-256=:${digest.toString('base64')}:`;
}
