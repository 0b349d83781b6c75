import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Arch, archFromString, build, DIR_TARGET, Platform } from 'electron-builder';
import { packageConfig } from '../electron-builder.config.ts';
import { PackagingError, root, usualStaging } from './script.ts';
import { stageFfmpeg } from './stage-ffmpeg.ts';
import { stageLicences } from './stage-licences.ts';

export interface PackageOptions {
  readonly os: 'linux' | 'mac' | 'win';
  /** Empty for those of the configuration. */
  readonly architectures: readonly string[];
  /** The unpacked app alone: no installer. */
  readonly unpacked: boolean;
  readonly ffmpeg: 'none' | { readonly folder: string | null; readonly source: string | null };
  /** Where it goes, if not to `release`. */
  readonly output?: string;
  /** Where FFmpeg and licences are put together, if not in `out/package`. */
  readonly staging?: string;
  /** An unpacked Electron, instead of the one that is downloaded. */
  readonly electronDist?: string;
}

const PLATFORMS = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS } as const;
/** What is packed where nothing else is said. */
const ARCHITECTURES = { linux: [process.arch], mac: ['arm64', 'x64'], win: ['x64'] } as const;

const NO_FFMPEG = `No FFmpeg came with this package. Scenewright uses the one on PATH, or the one that Settings or SCENEWRIGHT_FFMPEG name.
`;

/** Makes the packages of one operating system from what is built; answers the files. */
export async function packageApp(wish: PackageOptions): Promise<readonly string[]> {
  const { staging = usualStaging, output = 'release', electronDist } = wish;
  const architectures = wish.architectures.length > 0 ? wish.architectures : ARCHITECTURES[wish.os];
  await stageLicences(root, join(staging, 'licences'));
  for (const architecture of architectures) await provideFfmpeg(`${wish.os}-${architecture}`, wish.ffmpeg, staging);
  const config = packageConfig(staging);
  const archs: Arch[] = architectures.map(archFromString);
  const platform = PLATFORMS[wish.os];
  const made = build({
    projectDir: root,
    publish: 'never',
    targets: platform.createTarget(wish.unpacked ? DIR_TARGET : null, ...archs),
    config: {
      ...config,
      directories: { ...config.directories, output },
      ...(electronDist !== undefined && { electronDist }),
    },
  });
  return await made.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PackagingError(
      `electron-builder failed: ${reason}\nIf Electron cannot be downloaded here, name its unpacked distribution: --electron FOLDER.`,
    );
  });
}

/** What was fetched before is taken, unless a folder is named. */
async function provideFfmpeg(platform: string, requested: PackageOptions['ffmpeg'], staging: string): Promise<void> {
  const target = join(staging, 'ffmpeg', platform);
  if (requested === 'none') {
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    await writeFile(join(target, 'NO-FFMPEG.txt'), NO_FFMPEG);
    return;
  }
  const isThere = await stat(join(target, 'SOURCE-OFFER.txt')).catch(() => null);
  if (isThere !== null && requested.folder === null) return;
  await stageFfmpeg({ platform, folder: requested.folder, licences: [], source: requested.source, target });
}
