import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type PlatformName, pinnedBuild } from './ffmpeg-builds.ts';
import { PackagingError } from './script.ts';

const run = promisify(execFile);

export interface FfmpegChoice {
  readonly platform: PlatformName;
  /** A folder with ffmpeg, ffprobe, and their license texts; null for the pinned build. */
  readonly folder: string | null;
  /** Additional files with license texts. */
  readonly licences: readonly string[];
  /** The address of the sources of the programs in the folder; null for the pinned build. */
  readonly source: string | null;
  /** The destination folder. */
  readonly target: string;
  /** A table of pinned builds that replaces the default table. */
  readonly builds?: string;
}

const LICENCE = /^(?:licen[cs]e|copying|copyright|gpl|lgpl)/i;
const SUMS = 'SHA256SUMS';
/** The output of `ffmpeg -version`, which the recipe of build/ffmpeg writes. */
const VERSION = 'VERSION.txt';
const OFFER_YEARS = 3;

/**
 * Puts FFmpeg, ffprobe, their license texts, and the source offer into the target folder, either all or none. Throws
 * {@link PackagingError} if a file is missing or differs from the pinned file.
 */
export async function stageFfmpeg(choice: FfmpegChoice): Promise<readonly string[]> {
  await mkdir(dirname(choice.target), { recursive: true });
  const staging = await mkdtemp(`${choice.target}.part-`);
  try {
    const { folder, source } = await findBuild(choice, staging);
    const programs = await takePrograms(folder, staging, choice.platform);
    const licences = await takeLicences(folder, choice.licences, staging);
    if (source === null)
      throw new PackagingError(
        'Name the address of the sources of this FFmpeg: --source ADDRESS. Its license requires a source offer.',
      );
    await writeFile(
      join(staging, 'SOURCE-OFFER.txt'),
      offer(await words(folder, join(staging, programs[0] ?? '')), source, licences),
    );
    await rm(join(staging, 'unpacked'), { recursive: true, force: true });
    await chmod(staging, 0o755);
    await rm(choice.target, { recursive: true, force: true });
    await rename(staging, choice.target);
    return [...programs, ...licences, 'SOURCE-OFFER.txt'];
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function findBuild(choice: FfmpegChoice, work: string) {
  if (choice.folder !== null) {
    await checkSums(choice.folder);
    return { folder: choice.folder, source: choice.source };
  }
  const build = await pinnedBuild(choice.platform, choice.builds);
  const folder = join(work, 'unpacked');
  await mkdir(folder);
  for (const { url, sha256 } of build.archives) {
    const file = join(folder, basename(new URL(url).pathname));
    await download(url, sha256, file);
    await unpack(file, folder);
  }
  return { folder, source: choice.source ?? build.source };
}

/** Checks the files of a folder against its SHA256SUMS, if the folder has one. */
async function checkSums(folder: string): Promise<void> {
  const sums = await readFile(join(folder, SUMS), 'utf8').catch(() => null);
  if (sums === null) return;
  for (const line of sums.split(/\r?\n/)) {
    const [, requested, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (requested === undefined || name === undefined) continue;
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes === null) throw new PackagingError(`${SUMS} lists ${name}, but the file is missing.`);
    requireDigest(bytes, requested, join(folder, name));
  }
}

async function download(url: string, sha256: string, file: string): Promise<void> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new PackagingError(`${url} cannot be had: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!response.ok) throw new PackagingError(`${url} cannot be downloaded: it answered ${response.status}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  requireDigest(bytes, sha256, url);
  await writeFile(file, bytes);
}

function requireDigest(bytes: Uint8Array, requested: string, name: string): void {
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== requested) throw new PackagingError(`${name} has the SHA-256 ${digest} instead of ${requested}.`);
}

/** Unpacks an archive. Every system for packaging has `tar`, which also reads zip files on Windows and macOS. */
async function unpack(file: string, folder: string): Promise<void> {
  const isZip = file.endsWith('.zip') && process.platform === 'linux';
  const [program, args] = isZip ? ['unzip', ['-q', file, '-d', folder]] : ['tar', ['-xf', file, '-C', folder]];
  await run(program, args).catch((error: unknown) => {
    throw new PackagingError(
      `${basename(file)} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
}

async function takePrograms(folder: string, target: string, platform: PlatformName): Promise<readonly string[]> {
  const ending = platform.startsWith('win') ? '.exe' : '';
  const files = await readdir(folder, { recursive: true });
  const programs = ['ffmpeg', 'ffprobe'].map((name) => `${name}${ending}`);
  for (const program of programs) {
    const matches: string[] = [];
    for (const file of files) {
      if (basename(file) === program && (await stat(join(folder, file))).isFile()) matches.push(file);
    }
    const [file, another] = matches;
    if (file === undefined) throw new PackagingError(`${folder} has no ${program}.`);
    if (another !== undefined) throw new PackagingError(`${folder} has several ${program}: ${matches.join(', ')}.`);
    await copyFile(join(folder, file), join(target, program));
    await chmod(join(target, program), 0o755);
  }
  return programs;
}

async function takeLicences(folder: string, named: readonly string[], target: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true });
  const texts: string[] = [];
  for (const file of files) {
    if (LICENCE.test(basename(file)) && (await stat(join(folder, file))).isFile()) texts.push(join(folder, file));
  }
  const all = [...named, ...texts];
  if (all.length === 0)
    throw new PackagingError(`${folder} has no license text (LICENSE, COPYING …); name one: --licence FILE.`);
  const names: string[] = [];
  for (const [at, file] of all.entries()) {
    const name = `LICENCE-${at + 1}-${basename(file).replace(/\.[^.]*$/, '')}.txt`;
    await copyFile(file, join(target, name)).catch(() => {
      throw new PackagingError(`${file} cannot be read.`);
    });
    names.push(name);
  }
  return names;
}

/**
 * Returns the version and the configuration of a program: from the folder's VERSION.txt, or else from the output of the
 * program. Returns `FFmpeg` if the program cannot run here, for example on another operating system.
 */
async function words(folder: string, program: string): Promise<string> {
  try {
    const written = await readFile(join(folder, VERSION), 'utf8').catch(() => null);
    return (written ?? (await run(program, ['-hide_banner', '-version'])).stdout)
      .split(/\r?\n/)
      .filter((line) => /^(?:ffmpeg version|configuration:)/.test(line))
      .join('\n');
  } catch {
    return 'FFmpeg';
  }
}

function offer(build: string, source: string, licences: readonly string[]): string {
  return `FFmpeg in this package

${build}

FFmpeg and ffprobe are programs of their own, run as separate processes. They are not part of Scenewright and not under
its licence. Their licence texts lie beside this file: ${licences.join(', ')}.

The complete corresponding source code of these two programs is at

    ${source}

For at least ${OFFER_YEARS} years from the day you were given this package, whoever gave it to you will also give anybody who asks
a complete machine-readable copy of that source code, on a medium customarily used for software interchange, for no more
than the cost of doing so.

Another FFmpeg can take their place: choose it in Settings, or name it in SCENEWRIGHT_FFMPEG.
`;
}
