import { join } from 'node:path';

/** Where the files of the app lie on disk. */
export interface ProgramPaths {
  /** The built page. */
  readonly renderer: string;
  readonly preload: string;
  /** The service's entry as a child process. */
  readonly service: string;
  /** Where an FFmpeg that comes with the installed app lies. */
  readonly bundledFfmpeg: string | null;
  /** Of an installed app: what updates are signed with, and where its package says that they are told. */
  readonly updateKey: string | null;
  readonly updateConfiguration: string | null;
}

/** The paths as they are built, seen from the folder of the built main process: `out/main`. */
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
