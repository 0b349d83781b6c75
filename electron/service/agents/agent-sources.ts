import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath, rm } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type EditedTemplate, hostsInValues } from '#shared/agents/edit-template.ts';
import type { ToolInput, ToolOutput } from '#shared/agents/tools.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { freeName } from '#shared/names/usable-name.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { openChecked } from '../network/guarded-request.ts';
import { filmValues } from '../renders/accept/film-values.ts';
import { brandFor } from '../renders/accept/render-request.ts';
import type { ProjectUid } from '../storage/ports.ts';
import type { ByteSource } from './in-process-calls.ts';
import { requireProject, type ToolCall, type ToolResult, type ToolServices } from './tool-context.ts';

/** The maximum size of a file in base64, and of a file from a folder or an address, in bytes. */
const MAX_BASE64 = 4 * 2 ** 20;
const MAX_FILE = 512 * 2 ** 20;
/** The number of names that are tried for a file. */
const MAX_NAMES = 20;
const FETCH_LIMITS = { connectMilliseconds: 5000, idleMilliseconds: 10_000 };

export async function addAsset(
  { project: uid, name, from, content }: ToolInput<'add_asset'>,
  call: ToolCall,
  services: ToolServices,
): Promise<ToolResult<ToolOutput<'add_asset'>>> {
  const project = await requireProject(call, services, uid);
  await using bytes = await openBytes(from, content, call, services);
  const { calls } = services;
  const taken = new Set<string>();
  for (let attempt = 0; attempt < MAX_NAMES; attempt += 1) {
    const candidate = freeName(name, (key) => taken.has(key));
    taken.add(nameKey(candidate));
    try {
      const asset = await calls.json(
        'createAsset',
        { parameters: { project, name: candidate }, body: { bytes, contentType: null } },
        call.signal,
      );
      return { data: { kind: 'file', ...asset, name: candidate, bytes: bytes.length } };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'asset/exists') throw error;
    }
  }
  throw new ServiceError('asset/exists');
}

/** The bytes of a new asset. The bytes of a large asset stay on disk. */
type AddedBytes = ByteSource & AsyncDisposable;

async function openBytes(
  from: ToolInput<'add_asset'>['from'],
  content: string,
  call: ToolCall,
  services: ToolServices,
): Promise<AddedBytes> {
  switch (from) {
    case 'text':
      return inMemory(new TextEncoder().encode(content));
    case 'base64':
      return inMemory(fromBase64(content));
    case 'path':
      return await fromFolder(content, call);
    default:
      return await fromAddress(content, call, services);
  }
}

function inMemory(bytes: Uint8Array): AddedBytes {
  return {
    open: () => Readable.from([bytes]),
    length: bytes.length,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Returns the bytes of an open file up to its current size. A growing file therefore stays within the limit. */
function inFile(file: FileHandle, length: number, close: () => Promise<void>): AddedBytes {
  return {
    open: () =>
      length === 0 ? Readable.from([]) : file.createReadStream({ start: 0, end: length - 1, autoClose: false }),
    length,
    [Symbol.asyncDispose]: close,
  };
}

function fromBase64(content: string): Uint8Array {
  if (content.length > (MAX_BASE64 * 4) / 3 + 4)
    throw new ServiceError(
      'request/too-large',
      `Base64 data can have up to ${MAX_BASE64 / 2 ** 20} MiB. Use a path instead.`,
    );
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content) || content.length % 4 !== 0)
    throw new ServiceError('request/invalid', '`content` isn’t base64.');
  return Buffer.from(content, 'base64');
}

/**
 * Opens a file below a permitted folder. Checks the open file itself, so a link that changes meanwhile has no effect.
 * Throws `agents/path` if it is not a regular file in such a folder.
 */
async function fromFolder(path: string, call: ToolCall): Promise<AddedBytes> {
  const { files } = call.folders;
  if (files.length === 0) throw new ServiceError('agents/path', 'The person hasn’t given access to a folder.');
  const candidates = isAbsolute(path) ? [resolve(path)] : files.map((folder) => join(folder, path));
  for (const candidate of candidates) {
    const bytes = await openWithin(candidate, files);
    if (bytes !== null) return bytes;
  }
  throw new ServiceError('agents/path', `Opened: ${files.join(', ')}.`);
}

/** Opens a regular file below the folders; null for everything else. */
async function openWithin(path: string, folders: readonly string[]): Promise<AddedBytes | null> {
  if (path.includes('\0')) return null;
  const real = await realpath(path).catch(() => null);
  if (real === null || !folders.some((folder) => isBelow(real, folder))) return null;
  try {
    // O_NOFOLLOW refuses a link that replaced the file, and O_NONBLOCK does not wait for a pipe.
    await using opened = new AsyncDisposableStack();
    const file = opened.use(await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
    const stat = await file.stat();
    if (!stat.isFile()) return null;
    // The path may have changed after it was resolved: compare the open file with the path below the folder.
    const again = await realpath(real).catch(() => null);
    if (again !== real) return null;
    if (stat.size > MAX_FILE)
      throw new ServiceError('request/too-large', `A file can have up to ${MAX_FILE / 2 ** 20} MiB.`);
    const owned = opened.move();
    return inFile(file, stat.size, () => owned.disposeAsync());
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Downloads a file into the workspace, where it stays until the result is disposed of. */
async function fromAddress(address: string, call: ToolCall, { policy, workspace }: ToolServices): Promise<AddedBytes> {
  if (!call.key.addresses) throw new ServiceError('agents/address');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:') throw new ServiceError('agents/address', 'The address must begin with https://.');
  const opened = await openChecked(url, {}, policy, FETCH_LIMITS, call.signal).catch(() => null);
  if (opened === null) throw new ServiceError('agents/address', 'The address didn’t answer.');
  if (!opened.ok) throw new ServiceError('agents/address', 'The service doesn’t download from this address.');
  const response = opened.value;
  try {
    if (response.statusCode !== 200)
      throw new ServiceError('agents/address', `The address answered with ${response.statusCode}.`);
    // The next start of the service removes the file if this process is killed.
    const path = join(workspace, 'tmp', `agents-${randomUUID()}`);
    await using stack = new AsyncDisposableStack();
    stack.defer(() => rm(path, { force: true }));
    const file = stack.use(await open(path, 'wx+', 0o600));
    let size = 0;
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_FILE)
        throw new ServiceError('request/too-large', `A file can have up to ${MAX_FILE / 2 ** 20} MiB.`);
      await file.writeFile(chunk);
    }
    const owned = stack.move();
    return inFile(file, size, () => owned.disposeAsync());
  } finally {
    response.destroy();
  }
}

/** A template of a project. */
interface Place {
  readonly project: string;
  readonly template: string;
}

/**
 * Throws `agents/address` for a host and port that no revision of the template contains, unless the key permits
 * addresses. Otherwise, a text that misleads an assistant could make it send data to any host. Another port is another
 * program, and anyone on the network can answer for a host without TLS.
 */
async function requireKnownHosts(
  hosts: Iterable<string>,
  place: Place | null,
  call: ToolCall,
  services: ToolServices,
): Promise<void> {
  const unknown = new Set([...hosts].map(hostName));
  if (call.key.addresses || unknown.size === 0) return;
  if (place !== null) for (const host of await earlierHosts(unknown, place, call, services)) unknown.delete(host);
  if (unknown.size > 0) throw new ServiceError('agents/address', `New: ${[...unknown].slice(0, 5).join(', ')}.`);
}

/** The films that a call makes of one template. */
interface Films {
  /** The template; null if the call locates no source. */
  readonly xml: string | null;
  /** The given values of each film. The brand of the project fills the rest. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** The project of the films; null for a new project. */
  readonly project: string | null;
}

/**
 * Throws `agents/address` for a host in a given value, and for a host of a source of the films with their values; see
 * {@link requireKnownHosts}. Call it before anything locates a source of the films.
 */
export async function requireKnownSources(
  { xml, rows, project }: Films,
  place: Place | null,
  call: ToolCall,
  services: ToolServices,
): Promise<void> {
  if (call.key.addresses) return;
  const values = rows.flatMap((row) => Object.values(row));
  await requireKnownHosts(hostsInValues(values), place, call, services);
  if (xml === null) return;
  const brand = project === null ? [] : brandFor(project as ProjectUid, null, services.requests);
  const films = rows.map((row) => [...filmValues({ variables: Object.entries(row), brand })]);
  await requireKnownHosts(await services.inspector.hosts(xml, films, call.signal), place, call, services);
}

/**
 * Throws `agents/address` if an edited template has a new host, or a new address whose host depends on variables; see
 * {@link requireKnownHosts}.
 */
export async function requireKnownAddresses(
  { text, newHosts, openAddresses }: Pick<EditedTemplate, 'text' | 'newHosts' | 'openAddresses'>,
  { project, place }: { readonly project: string | null; readonly place: Place | null },
  call: ToolCall,
  services: ToolServices,
): Promise<void> {
  if (call.key.addresses) return;
  await requireKnownHosts(newHosts, place, call, services);
  const [address] = openAddresses;
  if (address !== undefined)
    throw new ServiceError('agents/address', `The host must not depend on variables: ${address.slice(0, 200)}`);
  await requireKnownSources({ xml: text, rows: [{}], project }, place, call, services);
}

/** Returns a host as an address of the URL standard has it, such as in lower case and without the usual port. */
function hostName(host: string): string {
  const address = host.startsWith(PLAIN) ? host : `https://${host}`;
  if (!URL.canParse(address)) return host;
  const url = new URL(address);
  return url.protocol === 'http:' ? PLAIN + url.host : url.host;
}

/** Returns a known host, and the same host with TLS. */
function withTls(host: string): readonly string[] {
  return host.startsWith(PLAIN) ? [host, host.slice(PLAIN.length)] : [host];
}

/** The start of hosts without TLS. */
const PLAIN = 'http://';

/** Returns those hosts that an earlier revision contains in an address, or that its film uses with its own values. */
async function earlierHosts(
  hosts: ReadonlySet<string>,
  { project, template }: Place,
  call: ToolCall,
  { calls, inspector, region, requests }: ToolServices,
): Promise<ReadonlySet<string>> {
  const parameters = { region, project, name: template };
  const { revisions } = await calls.json('listRevisions', { parameters }, call.signal);
  const brand = brandFor(project as ProjectUid, null, requests);
  const found = new Set<string>();
  for (const { revision } of revisions) {
    const { bytes } = await calls.bytes('readTemplate', { parameters, query: { revision } }, call.signal);
    const text = new TextDecoder().decode(bytes);
    const own = await inspector.hosts(text, [[...filmValues({ variables: [], brand })]]);
    const compared = /https?:/i.test(text) ? await inspector.compare(EMPTY, bytes) : null;
    const written = compared?.ok ? compared.value.newHosts : [];
    for (const host of [...own, ...written].map(hostName).flatMap(withTls)) if (hosts.has(host)) found.add(host);
    if (found.size === hosts.size) break;
  }
  return found;
}

const EMPTY = new TextEncoder().encode('<movie/>');
