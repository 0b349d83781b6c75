import { join } from 'node:path';

/** The paths of the app's files. */
export interface ProgramPaths {
  /** The built page. */
  readonly renderer: string;
  readonly preload: string;
  /** The entry of the service as a child process. */
  readonly service: string;
  /** The folder of the FFmpeg of the installed app. */
  readonly bundledFfmpeg: string | null;
  /** The public key for updates of an installed app; null for other builds. */
  readonly updateKey: string | null;
  /** The configuration of the update feed in the package of an installed app; null for other builds. */
  readonly updateConfiguration: string | null;
}

/** Returns the paths in a build, relative to `out/main`, the folder of the built main process. */
export function builtPaths(main: string, resources: string | undefined): ProgramPaths {
  const out = join(main, '..');
  return {
    renderer: join(out, 'renderer'),
    preload: join(out, 'preload', 'preload.cjs'),
    service: join(out, 'electron', 'service', 'serve', 'host-process.js'),
    bundledFfmpeg: resources === undefined ? null : join(resources, 'ffmpeg'),
    updateKey: resources === undefined ? null : join(resources, 'update-key.pem'),
    updateConfiguration: resources === undefined ? null : join(resources, 'app-update.yml'),
  };
}
