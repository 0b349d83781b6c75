import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../errors/service-error.ts';
import { type AbilityMemory, abilitiesOf } from './tool-abilities.ts';
import type { MediaTools } from './tools.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface FindOptions {
  /** The folder of the programs that are bundled with the application; by default the headless package's folder. */
  readonly bundled?: string;
  readonly signal?: AbortSignal;
  /** The folder that caches the abilities of programs. Without it, each search starts the programs. */
  readonly cacheFolder?: string;
}

interface Candidate {
  readonly origin: MediaTools['origin'];
  readonly ffmpeg: string;
  /** The possible paths of ffprobe for this FFmpeg, in order of preference. */
  readonly ffprobes: readonly string[];
}

/**
 * Finds FFmpeg and ffprobe, and determines their abilities. Tries the configured path (`SCENEWRIGHT_FFMPEG`, a file or
 * a folder, and `SCENEWRIGHT_FFPROBE`), the bundled programs, `PATH`, and the package `ffmpeg-static`, in this order. A
 * configured path that does not work is an error. Other paths that do not work are skipped. Throws {@link ServiceError}
 * `ffmpeg/not-found`.
 */
export async function findMediaTools(environment: Environment, options: FindOptions = {}): Promise<MediaTools> {
  const signal = options.signal ?? new AbortController().signal;
  const memory: AbilityMemory = { folder: options.cacheFolder ?? null, environment: process.env };
  const reasons: string[] = [];
  for (const candidate of await candidates(environment, options.bundled ?? headlessFfmpeg())) {
    const tools = await inspect(candidate, memory, signal);
    if (typeof tools !== 'string') return tools;
    if (candidate.origin === 'configured') throw new ServiceError('ffmpeg/not-found', `SCENEWRIGHT_FFMPEG: ${tools}`);
    reasons.push(tools);
  }
  throw new ServiceError('ffmpeg/not-found', reasons.join(' '));
}

async function candidates(environment: Environment, bundled: string | undefined): Promise<readonly Candidate[]> {
  const onPath = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const probesOnPath = onPath.map((folder) => join(folder, executable('ffprobe')));
  const configuredProbe = environment['SCENEWRIGHT_FFPROBE'] ?? '';
  const candidateOf = (origin: Candidate['origin'], ffmpeg: string): Candidate => ({
    origin,
    ffmpeg,
    ffprobes:
      configuredProbe === ''
        ? [join(dirname(ffmpeg), executable('ffprobe')), ...probesOnPath]
        : [resolve(configuredProbe)],
  });

  const configured = environment['SCENEWRIGHT_FFMPEG'] ?? '';
  if (configured !== '') return [candidateOf('configured', await inFolder(resolve(configured)))];
  const packaged = packagedFfmpeg();
  return [
    ...(bundled === undefined ? [] : [candidateOf('bundled', await inFolder(bundled))]),
    ...onPath.map((folder) => candidateOf('system', join(folder, executable('ffmpeg')))),
    ...(packaged === null ? [] : [candidateOf('package', packaged)]),
  ];
}

/**
 * Returns the tools of a candidate, or a sentence that explains why the candidate is unusable. The sentence is empty for
 * a folder on PATH without the program.
 */
async function inspect(candidate: Candidate, memory: AbilityMemory, signal: AbortSignal): Promise<MediaTools | string> {
  const { ffmpeg, origin } = candidate;
  if (!(await isExecutable(ffmpeg))) return origin === 'system' ? '' : `${ffmpeg} isn’t a program.`;
  const ffprobe = await firstExecutable(candidate.ffprobes);
  if (ffprobe === null)
    return `ffprobe is missing, both next to ${ffmpeg} and on PATH. Install it, or set SCENEWRIGHT_FFPROBE to its path.`;
  try {
    const abilities = await abilitiesOf(ffmpeg, memory, signal);
    return abilities === null ? `${ffmpeg} is not FFmpeg.` : { ffmpeg, ffprobe, origin, ...abilities };
  } catch (error) {
    if (error instanceof ServiceError) return `${ffmpeg} doesn’t work: ${error.log.at(-1) ?? error.message}`;
    throw error;
  }
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

/** Checks whether a path is an executable file. Returns false on any error. */
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

/**
 * Returns the folder of FFmpeg for this system in the headless package, such as `out/ffmpeg/linux-x64`; undefined if
 * there is none.
 */
function headlessFfmpeg(): string | undefined {
  // The first place is relative to the bundle, the second to the compiled code. The sources have no such folder.
  const places = import.meta.url.endsWith('.ts') ? [] : ['../ffmpeg/', '../../../ffmpeg/'];
  return places
    .map((place) => fileURLToPath(new URL(`${place}${process.platform}-${process.arch}`, import.meta.url)))
    .find((folder) => existsSync(folder));
}

/** Returns the path that the optional package `ffmpeg-static` exports; null if it is not installed. */
function packagedFfmpeg(): string | null {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static');
    return typeof path === 'string' ? path : null;
  } catch {
    return null;
  }
}
