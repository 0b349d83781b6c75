import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../errors/service-error.ts';
import { sha256 } from '../files/digest-file.ts';
import { readCachedJson, writeCachedJson } from '../files/remembered.ts';
import { runTool } from './run-tool.ts';
import type { MediaTools } from './tools.ts';

/** The version and the abilities that FFmpeg reports. {@link cachedAbilities} reads and writes each field. */
export type ToolAbilities = Pick<
  MediaTools,
  'version' | 'configuration' | 'encoders' | 'decoders' | 'filters' | 'readableCodecs'
>;

export interface AbilityMemory {
  /** The folder that caches the abilities of programs; null turns off the cache. */
  readonly folder: string | null;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Returns the abilities of an FFmpeg, from the cache or from the program; null if the program is not FFmpeg. Throws the
 * errors of {@link runTool}.
 */
export async function abilitiesOf(
  ffmpeg: string,
  memory: AbilityMemory,
  signal: AbortSignal,
): Promise<ToolAbilities | null> {
  const cached = await cachedAbilities(ffmpeg, memory);
  if (cached.known !== null) return cached.known;
  const abilities = await readAbilities(ffmpeg, signal);
  if (abilities !== null) await cached.keep(abilities);
  return abilities;
}

/** Reads the abilities that a program lists. Returns null if it is not FFmpeg. */
async function readAbilities(ffmpeg: string, signal: AbortSignal): Promise<ToolAbilities | null> {
  // Run few processes, and run them at the same time, because each start costs 50 ms of linking. One listing contains
  // both encoders and decoders.
  const list = (listing: string) =>
    runTool({ program: ffmpeg, kind: 'listing', arguments: [listing], signal, limits: { totalSeconds: 20 } });
  const [codecs, filters] = await Promise.all([list('-codecs'), list('-filters')]);
  const log = codecs.log.join('\n');
  const version = parseVersion(log);
  if (version === null) return null;
  return {
    version,
    configuration: parseConfiguration(log),
    ...parseCodecs(codecs.stdout.toString()),
    filters: parseFilters(filters.stdout.toString()),
  };
}

/** Returns the version in FFmpeg's banner; null for the banner of another program. */
function parseVersion(text: string): string | null {
  return /^ffmpeg version (\S{1,80})/m.exec(text)?.[1] ?? null;
}

/** The paths of the ffprobe programs that printed their version. */
const workingProbes = new Set<string>();

/**
 * Checks that ffprobe works, before a file is called faulty. Throws {@link ServiceError} `ffmpeg/not-found`
 * or `ffmpeg/interrupted`, and the signal's reason when aborted.
 */
export async function requireProbe(ffprobe: string, signal: AbortSignal): Promise<void> {
  if (workingProbes.has(ffprobe)) return;
  const limits = { totalSeconds: 20 };
  const version = await runTool({ program: ffprobe, kind: 'ffprobe', arguments: ['-version'], signal, limits }).then(
    ({ stdout }) => stdout.toString(),
    (error: unknown) => {
      if (error instanceof ServiceError && error.code !== 'ffmpeg/interrupted') return '';
      throw error;
    },
  );
  if (!/^ffprobe version /.test(version)) throw new ServiceError('ffmpeg/not-found', `${ffprobe} doesn’t work.`);
  workingProbes.add(ffprobe);
}

/** Parses the line `  configuration: --enable-gpl …` of the banner. Returns an empty text if the line is missing. */
function parseConfiguration(text: string): string {
  return /^\s*configuration: (.*)$/m.exec(text)?.[1]?.trim() ?? '';
}

/**
 * Parses `ffmpeg -codecs`. A line is ` DEV.L. vp9 description (decoders: vp9 libvpx-vp9 ) (encoders: libvpx-vp9 )`.
 * FFmpeg omits a list if its only entry equals the name of the codec.
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

/** Parses `ffmpeg -filters`. A line is ` TSC hue  V->V  description`; the number of flags differs between versions. */
export function parseFilters(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/^\s[A-Z.]{2,4}\s+(\S+)\s+[AVN|]+->[AVN|]+/gm)].map((match) => match[1] ?? '');
  return new Set(names);
}

/** The abilities that a program reported in an earlier run. */
export interface CachedAbilities {
  /** The abilities; null if the program must be started to list them. */
  readonly known: ToolAbilities | null;
  /** Caches the abilities. Does nothing if the program was replaced since the lookup. */
  keep(abilities: ToolAbilities): Promise<void>;
}

const DAY_MILLISECONDS = 24 * 3_600_000;
/** The list of all libraries on Linux. Installing a library, such as another FFmpeg build, renews this file. */
const LIBRARY_LIST = '/etc/ld.so.cache';
/** The environment variables that choose the libraries of a program. */
const LIBRARY_PATHS = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * Looks up the cached abilities of a program. They are valid for 24 hours if the program's file and the list of
 * libraries are unchanged. The abilities of scripts are never cached, because the program that a script starts can
 * change.
 */
export async function cachedAbilities(
  program: string,
  { folder, environment }: AbilityMemory,
  now: number = Date.now(),
): Promise<CachedAbilities> {
  const stamp = folder === null ? null : await programStamp(program, environment);
  if (folder === null || stamp === null) return { known: null, keep: () => Promise.resolve() };
  const file = join(folder, 'tools', `${sha256(program)}.json`);
  const record = await readCachedJson(file);
  const age = now - Number(record?.['askedAt']);
  const isCurrent = record?.['stamp'] === stamp && age >= 0 && age < DAY_MILLISECONDS;
  return {
    known: isCurrent ? abilitiesIn(record) : null,
    keep: async (abilities) => {
      if ((await programStamp(program, environment)) !== stamp) return;
      const { version, configuration, encoders, decoders, filters, readableCodecs } = abilities;
      const lists = {
        encoders: [...encoders],
        decoders: [...decoders],
        filters: [...filters],
        readableCodecs: [...readableCodecs],
      };
      await writeCachedJson(file, { stamp, askedAt: now, version, configuration, ...lists });
    },
  };
}

/** Returns a stamp that identifies the program; null for scripts and unreadable files. */
async function programStamp(program: string, environment: NodeJS.ProcessEnv): Promise<string | null> {
  const programState = await fileState(program);
  if (programState === null || (await isScript(program))) return null;
  const paths = LIBRARY_PATHS.map((name) => environment[name] ?? '');
  return JSON.stringify([programState, process.platform === 'linux' ? await fileState(LIBRARY_LIST) : null, ...paths]);
}

async function fileState(path: string): Promise<string | null> {
  return stat(path, { bigint: true }).then(
    // Include the change time of the inode, which changes even when the modification time is reset.
    ({ size, mtimeNs, ctimeNs, ino, dev }) => [size, mtimeNs, ctimeNs, ino, dev].join(' '),
    () => null,
  );
}

/** Checks whether a file is a script. Returns true for an unreadable file. */
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
  const { version, configuration } = record;
  const lists = ['encoders', 'decoders', 'filters', 'readableCodecs'].map((name) => namesIn(record[name]));
  const [encoders, decoders, filters, readableCodecs] = lists;
  if (typeof version !== 'string' || typeof configuration !== 'string') return null;
  if (!encoders || !decoders || !filters || !readableCodecs) return null;
  return { version, configuration, encoders, decoders, filters, readableCodecs };
}

function namesIn(value: unknown): ReadonlySet<string> | null {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? new Set<string>(value) : null;
}
