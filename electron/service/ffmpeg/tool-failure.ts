import { basename } from 'node:path';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';

/** The end of a run of FFmpeg or ffprobe. */
export interface ToolEnd {
  /** The reason why this process ended the program; null if the program ended on its own. */
  readonly stopped: 'stalled' | 'overtime' | 'output-limit' | null;
  readonly exitCode: number | null;
  readonly exitSignal: string | null;
  /** The last printed lines, oldest first. */
  readonly log: readonly string[];
  /** The error of the operating system if the program could not be started. */
  readonly startError: NodeJS.ErrnoException | null;
}

/**
 * The signals that come from outside: the kernel sends SIGKILL when memory is short. Files only cause other signals, such
 * as SIGSEGV.
 */
const INTERRUPTIONS: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/** FFmpeg 7 and later exit with the low byte of the negative errno. */
const EXIT_NO_SPACE = 256 - 28;
const EXIT_FILE_TOO_LARGE = 256 - 27;

/** Returns the error of a run; null if the run succeeded. FFmpeg's messages are in English because of LC_ALL=C. */
export function toolFailure(end: ToolEnd): ServiceError | null {
  const { log } = end;
  if (end.startError !== null)
    return new ServiceError('ffmpeg/not-found', message('detail/brackets', { words: end.startError.message }), {
      cause: end.startError,
    });
  if (end.stopped === 'stalled') return new ServiceError('ffmpeg/stalled', message('ffmpeg/busy'), { log });
  if (end.stopped === 'overtime') return new ServiceError('ffmpeg/stalled', message('ffmpeg/overtime'), { log });
  if (end.stopped === 'output-limit' || end.exitSignal === 'SIGXFSZ')
    return new ServiceError('ffmpeg/output-limit', '', { log });

  // FFmpeg 5 and 6 exit with 0 even if writing the last bytes of a file failed.
  const logsError = (pattern: RegExp) => log.some((line) => /\[(?:error|fatal)\]/.test(line) && pattern.test(line));
  if (end.exitCode === EXIT_NO_SPACE || logsError(/No space left on device|Disk quota exceeded/))
    return new ServiceError('storage/full', '', { log });
  if (end.exitCode === EXIT_FILE_TOO_LARGE || logsError(/File too large/))
    return new ServiceError('ffmpeg/output-limit', '', { log });
  if (end.exitCode === 0) return null;
  if (logsError(/Cannot allocate memory|malloc of size \d+ failed|Failed to allocate/))
    return new ServiceError('ffmpeg/memory', '', { log });
  if (hasWrapperFailed(end))
    return new ServiceError('ffmpeg/not-found', message('detail/brackets', { words: String(log.at(-1)) }));
  if (end.exitSignal !== null && INTERRUPTIONS.has(end.exitSignal))
    return new ServiceError('ffmpeg/interrupted', message('ffmpeg/interrupted', { signal: end.exitSignal }), { log });
  const exitMessage =
    end.exitSignal === null
      ? message('ffmpeg/exit-code', { code: end.exitCode })
      : message('ffmpeg/signal', { signal: end.exitSignal });
  return new ServiceError('ffmpeg/failed', exitMessage, { log });
}

/** The prefix of paths in FFmpeg's arguments. */
const FILE = 'file:';

/**
 * Removes the folders of the files in the arguments from a log, because an answer must not contain paths of this
 * machine.
 */
export function withoutFolders(log: readonly string[], args: readonly string[]): readonly string[] {
  const paths = args.filter((arg) => arg.startsWith(FILE)).map((arg) => arg.slice(FILE.length));
  const byLength = paths.toSorted((one, other) => other.length - one.length);
  return log.map((line) => byLength.reduce((text, path) => text.replaceAll(path, basename(path)), line));
}

/** Checks whether the wrapper failed to run the program. It then exits with 126 or 127. */
function hasWrapperFailed(end: ToolEnd): boolean {
  return (end.exitCode === 126 || end.exitCode === 127) && /^(?:setpriv|prlimit|sh|exec): /.test(end.log.at(-1) ?? '');
}
