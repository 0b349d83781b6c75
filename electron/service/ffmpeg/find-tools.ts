import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { ServiceError } from '../errors/service-error.ts';
import { sha256 } from '../files/file-digest.ts';
import { recall, remember } from '../files/remembered.ts';
import { runTool } from './run-tool.ts';
import type { MediaTools } from './tools.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface FindOptions {
  /** Folder of the programs that came with the application. */
  readonly bundled?: string;
  readonly signal?: AbortSignal;
  /** Where it is remembered what a program can do; without it, it is asked each time. */
  readonly cacheFolder?: string;
}

type Memory = Parameters<typeof cachedAbilities>[1];

interface Candidate {
  readonly origin: MediaTools['origin'];
  readonly ffmpeg: string;
  /** Where its ffprobe may be, best first. */
  readonly ffprobes: readonly string[];
}

/**
 * Finds FFmpeg and ffprobe and asks what they can do: the path that was configured (`SCENEWRIGHT_FFMPEG`, a file or a
 * folder, and `SCENEWRIGHT_FFPROBE`), the one bundled with the application, `PATH`, the package `ffmpeg-static`.
 * A configured path that does not work is an error; the others are passed over.
 * Throws {@link ServiceError} `ffmpeg/not-found`.
 */
export async function findMediaTools(environment: Environment, options: FindOptions = {}): Promise<MediaTools> {
  const signal = options.signal ?? new AbortController().signal;
  const memory = { folder: options.cacheFolder ?? null, environment: process.env };
  const reasons: string[] = [];
  for (const candidate of await candidates(environment, options.bundled)) {
    const tools = await inspect(candidate, memory, signal);
    if (typeof tools !== 'string') return tools;
    if (candidate.origin === 'configured') throw new ServiceError('ffmpeg/not-found', `SCENEWRIGHT_FFMPEG: ${tools}`);
    reasons.push(tools);
  }
  throw new ServiceError('ffmpeg/not-found', reasons.join(' '));
}

async function candidates(environment: Environment, bundled: string | undefined): Promise<readonly Candidate[]> {
  const onPath = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const anywhere = onPath.map((folder) => join(folder, executable('ffprobe')));
  const configuredProbe = environment['SCENEWRIGHT_FFPROBE'] ?? '';
  const make = (origin: Candidate['origin'], ffmpeg: string): Candidate => ({
    origin,
    ffmpeg,
    ffprobes:
      configuredProbe === '' ? [join(dirname(ffmpeg), executable('ffprobe')), ...anywhere] : [resolve(configuredProbe)],
  });

  const configured = environment['SCENEWRIGHT_FFMPEG'] ?? '';
  if (configured !== '') return [make('configured', await inFolder(resolve(configured)))];
  const packaged = packagedFfmpeg();
  return [
    ...(bundled === undefined ? [] : [make('bundled', await inFolder(bundled))]),
    ...onPath.map((folder) => make('system', join(folder, executable('ffmpeg')))),
    ...(packaged === null ? [] : [make('package', packaged)]),
  ];
}

/** What the candidate is and can do, or a sentence on why it cannot be used (empty if there is simply nothing). */
async function inspect(candidate: Candidate, memory: Memory, signal: AbortSignal): Promise<MediaTools | string> {
  const { ffmpeg, origin } = candidate;
  if (!(await isExecutable(ffmpeg))) return origin === 'system' ? '' : `${ffmpeg} isn’t a program.`;
  const ffprobe = await firstExecutable(candidate.ffprobes);
  if (ffprobe === null)
    return `ffprobe is missing, both next to ${ffmpeg} and on PATH. Install it, or set SCENEWRIGHT_FFPROBE to its path.`;
  try {
    const kept = await cachedAbilities(ffmpeg, memory);
    const abilities = kept.known ?? (await askAbilities(ffmpeg, signal));
    if (abilities === null) return `${ffmpeg} is not FFmpeg.`;
    if (kept.known === null) await kept.keep(abilities);
    return { ffmpeg, ffprobe, origin, ...abilities };
  } catch (error) {
    if (error instanceof ServiceError) return `${ffmpeg} doesn’t work: ${error.log.at(-1) ?? error.message}`;
    throw error;
  }
}

/** Asks a program what it can do; null if it is not FFmpeg. */
async function askAbilities(ffmpeg: string, signal: AbortSignal): Promise<ToolAbilities | null> {
  // A start costs 50 ms of linking, so as few as possible, side by side: one listing names encoders and decoders.
  const ask = (listing: string) =>
    runTool({ program: ffmpeg, kind: 'listing', arguments: [listing], signal, limits: { totalSeconds: 20 } });
  const [codecs, filters] = await Promise.all([ask('-codecs'), ask('-filters')]);
  const version = parseVersion(codecs.log.join('\n'));
  if (version === null) return null;
  return { version, ...parseCodecs(codecs.stdout.toString()), filters: parseFilters(filters.stdout.toString()) };
}

function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

async function inFolder(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  return isFolder ? join(path, executable('ffmpeg')) : path;
}

async function firstExecutable(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await isExecutable(path)) return path;
  return null;
}

/** Whatever stands in the way of looking, it cannot be run. */
async function isExecutable(path: string): Promise<boolean> {
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
  return (
    isFile &&
    (await access(path, constants.X_OK).then(
      () => true,
      () => false,
    ))
  );
}

/** The path that the package `ffmpeg-static` exports, where its optional install succeeded. */
function packagedFfmpeg(): string | null {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static');
    return typeof path === 'string' ? path : null;
  } catch {
    return null;
  }
}

/** What FFmpeg says of itself. */
export type ToolAbilities = Pick<MediaTools, 'version' | 'encoders' | 'decoders' | 'filters' | 'readableCodecs'>;

/** What a program can do, as it was asked in an earlier run. */
export interface CachedAbilities {
  /** Null where it has to be asked. */
  readonly known: ToolAbilities | null;
  /** Remembers what it answered, unless it was replaced while it did. */
  keep(abilities: ToolAbilities): Promise<void>;
}

const DAY_MILLISECONDS = 24 * 3_600_000;
/** Linux lists all libraries here; whoever installs one, such as a build of FFmpeg's with more encoders, renews it. */
const LIBRARY_LIST = '/etc/ld.so.cache';
/** The environment chooses the libraries that a program starts with. */
const LIBRARY_PATHS = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * Looks up what a program can do. It is the same program as long as its file and the list of libraries are unchanged,
 * and for a day at most. Scripts are always asked: what they start may change.
 * @param folder Where it is remembered; null remembers nothing.
 */
export async function cachedAbilities(
  program: string,
  { folder, environment }: { readonly folder: string | null; readonly environment: NodeJS.ProcessEnv },
  now: number = Date.now(),
): Promise<CachedAbilities> {
  const stamp = folder === null ? null : await programStamp(program, environment);
  if (folder === null || stamp === null) return { known: null, keep: () => Promise.resolve() };
  const file = join(folder, 'tools', `${sha256(program)}.json`);
  const record = await recall(file);
  const age = now - Number(record?.['askedAt']);
  const isCurrent = record?.['stamp'] === stamp && age >= 0 && age < DAY_MILLISECONDS;
  return {
    known: isCurrent ? abilitiesIn(record) : null,
    keep: async (abilities) => {
      if ((await programStamp(program, environment)) !== stamp) return;
      const { version, encoders, decoders, filters, readableCodecs } = abilities;
      const lists = {
        encoders: [...encoders],
        decoders: [...decoders],
        filters: [...filters],
        readableCodecs: [...readableCodecs],
      };
      await remember(file, { stamp, askedAt: now, version, ...lists });
    },
  };
}

/** What tells one program from another in its place; null where that cannot be told. */
async function programStamp(program: string, environment: NodeJS.ProcessEnv): Promise<string | null> {
  const own = await fileState(program);
  if (own === null || (await isScript(program))) return null;
  const paths = LIBRARY_PATHS.map((name) => environment[name] ?? '');
  return JSON.stringify([own, process.platform === 'linux' ? await fileState(LIBRARY_LIST) : null, ...paths]);
}

async function fileState(path: string): Promise<string | null> {
  return stat(path, { bigint: true }).then(
    // The time of the inode's change moves even where the other is set back.
    ({ size, mtimeNs, ctimeNs, ino, dev }) => [size, mtimeNs, ctimeNs, ino, dev].join(' '),
    () => null,
  );
}

/** Whatever cannot be read is not known to be none. */
async function isScript(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead < 2 || buffer.toString('latin1') === '#!';
  } catch {
    return true;
  }
}

function abilitiesIn(record: Readonly<Record<string, unknown>>): ToolAbilities | null {
  const { version } = record;
  const lists = ['encoders', 'decoders', 'filters', 'readableCodecs'].map((name) => namesIn(record[name]));
  const [encoders, decoders, filters, readableCodecs] = lists;
  if (typeof version !== 'string' || !encoders || !decoders || !filters || !readableCodecs) return null;
  return { version, encoders, decoders, filters, readableCodecs };
}

function namesIn(value: unknown): ReadonlySet<string> | null {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? new Set<string>(value) : null;
}

/** The version that FFmpeg gives itself in its banner; null if the text is not FFmpeg's. */
function parseVersion(text: string): string | null {
  return /^ffmpeg version (\S{1,80})/m.exec(text)?.[1] ?? null;
}

/**
 * Reads `ffmpeg -codecs`: a line is ` DEV.L. vp9  description (decoders: vp9 libvpx-vp9 ) (encoders: libvpx-vp9 )`,
 * where a coder that is the only one and has the codec's own name is not listed again.
 */
export function parseCodecs(text: string): Pick<MediaTools, 'encoders' | 'decoders' | 'readableCodecs'> {
  const encoders = new Set<string>();
  const decoders = new Set<string>();
  const readableCodecs = new Set<string>();
  for (const line of text.split('\n')) {
    const [, decodes, encodes, name, rest] = /^ ([D.])([E.])[VASDT][I.][L.][S.] (\S+)(.*)$/.exec(line) ?? [];
    if (name === undefined || name === '=') continue;
    if (decodes === 'D') readableCodecs.add(name);
    if (decodes === 'D') for (const decoder of coders(rest, 'decoders') ?? [name]) decoders.add(decoder);
    if (encodes === 'E') for (const encoder of coders(rest, 'encoders') ?? [name]) encoders.add(encoder);
  }
  return { encoders, decoders, readableCodecs };
}

function coders(rest: string | undefined, kind: 'decoders' | 'encoders'): readonly string[] | null {
  const list = new RegExp(`\\(${kind}: ([^)]*)\\)`).exec(rest ?? '')?.[1];
  return list === undefined ? null : list.split(' ').filter((name) => name !== '');
}

/** Reads `ffmpeg -filters`: a line is ` TSC hue  V->V  description`; the number of flags differs between versions. */
export function parseFilters(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/^\s[A-Z.]{2,4}\s+(\S+)\s+[AVN|]+->[AVN|]+/gm)].map((match) => match[1] ?? '');
  return new Set(names);
}
