import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PackagingError } from './script.ts';

/** A platform as electron-builder names it, such as `linux-x64` or `win-x64`. */
export type PlatformName = string;

export interface FfmpegBuild {
  readonly version: string;
  readonly archives: readonly { readonly url: string; readonly sha256: string }[];
  /** The address of the sources of the build. */
  readonly source: string;
}

const FILE = join(import.meta.dirname, 'ffmpeg-builds.json');

/**
 * Returns the pinned build of a platform. Throws {@link PackagingError} if fields are missing; the error lists them.
 */
export async function pinnedBuild(platform: PlatformName, file: string = FILE): Promise<FfmpegBuild> {
  const builds: unknown = JSON.parse(await readFile(file, 'utf8'));
  const entry = field(builds, platform);
  if (entry === undefined) throw new PackagingError(`${file} has no entry for ${platform}.`);
  const archives = field(entry, 'archives');
  const list = Array.isArray(archives) ? archives : [];
  const missing = [
    ...(['version', 'source'] as const).filter((name) => typeof field(entry, name) !== 'string'),
    ...list.flatMap((archive, at) =>
      (['url', 'sha256'] as const)
        .filter((name) => typeof field(archive, name) !== 'string')
        .map((name) => `archives[${at}].${name}`),
    ),
  ];
  if (missing.length > 0 || list.length === 0)
    throw new PackagingError(
      `No FFmpeg is pinned for ${platform}: fill in ${missing.join(', ') || 'archives'} in ${file}, or use a folder with ffmpeg, ffprobe, and their license texts: npm run package:ffmpeg -- --folder FOLDER --source ADDRESS.`,
    );
  const wrong = list.find(
    (archive) => !/^https:\/\//.test(text(archive, 'url')) || !/^[0-9a-f]{64}$/.test(text(archive, 'sha256')),
  );
  if (wrong !== undefined)
    throw new PackagingError(
      `${file}, ${platform}: url must begin with https://, and sha256 must have 64 hexadecimal digits.`,
    );
  return {
    version: text(entry, 'version'),
    source: text(entry, 'source'),
    archives: list.map((archive) => ({ url: text(archive, 'url'), sha256: text(archive, 'sha256') })),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function text(value: unknown, name: string): string {
  const content = field(value, name);
  return typeof content === 'string' ? content : '';
}
