import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Arch, archFromString, build, DIR_TARGET, Platform } from 'electron-builder';
import { packageConfig } from '../electron-builder.config.ts';
import { PackagingError, root, stagingFolder } from './script.ts';
import { stageFfmpeg } from './stage-ffmpeg.ts';
import { stageLicences } from './stage-licences.ts';

export interface PackageOptions {
  readonly os: 'linux' | 'mac' | 'win';
  /** The architectures; empty for the architectures of the configuration. */
  readonly architectures: readonly string[];
  /** Whether to make only the unpacked app, without installers. */
  readonly unpacked: boolean;
  readonly ffmpeg: 'none' | { readonly folder: string | null; readonly source: string | null };
  /** The output folder. The default is `release`. */
  readonly output?: string;
  /** The folder with FFmpeg and the licenses. The default is `out/package`. */
  readonly staging?: string;
  /** An unpacked Electron that replaces the download. */
  readonly electronDist?: string;
}

const PLATFORMS = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS } as const;
/** The default architectures. */
const ARCHITECTURES = { linux: [process.arch], mac: ['arm64', 'x64'], win: ['x64'] } as const;

const NO_FFMPEG = `No FFmpeg came with this package. Scenewright uses the one on PATH, or the one that Settings or SCENEWRIGHT_FFMPEG name.
`;

/** Makes the packages of an operating system from the build. Returns their files. */
export async function packageApp(options: PackageOptions): Promise<readonly string[]> {
  const { staging = stagingFolder, output = 'release', electronDist } = options;
  const architectures = options.architectures.length > 0 ? options.architectures : ARCHITECTURES[options.os];
  await stageLicences(root, join(staging, 'licences'));
  for (const architecture of architectures)
    await provideFfmpeg(`${options.os}-${architecture}`, options.ffmpeg, staging);
  const config = packageConfig(staging);
  const archs: Arch[] = architectures.map(archFromString);
  const platform = PLATFORMS[options.os];
  const made = build({
    projectDir: root,
    publish: 'never',
    targets: platform.createTarget(options.unpacked ? DIR_TARGET : null, ...archs),
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

/** Provides FFmpeg. Uses the FFmpeg of an earlier call unless a folder is given. For `none`, writes only a note. */
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
