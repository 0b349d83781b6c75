import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { ServiceError } from '../../errors/service-error.ts';
import { runTool } from '../run-tool.ts';
import type { MediaTools } from '../tools.ts';
import { cachedAbilities, type ToolAbilities } from './ability-cache.ts';
import { parseCodecs, parseFilters, parseVersion } from './tool-listings.ts';

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
