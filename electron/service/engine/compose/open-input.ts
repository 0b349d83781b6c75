import { inputArguments } from '../../sources/facts/media-input.ts';
import type { PartInput } from '../parts/part-input.ts';
import { type GeneratedImage, STILL_PIXEL_FORMAT } from '../parts/still.ts';

export interface InputPaths {
  /** Returns the absolute path of the source with this digest. */
  readonly sourcePath: (sha256: string) => string;
  /**
   * Returns the absolute path of a copy that contains only the needed packets of the source with this digest; null
   * without one. Without this function, every source is read itself.
   */
  readonly shortPath?: (sha256: string) => string | null;
  /** Returns the absolute path of a generated image. */
  readonly stillPath: (still: GeneratedImage) => string;
  /** Whether sources are decoded from their start, because a seek in one of them found no frame. */
  readonly fromStart?: boolean;
}

/** Returns FFmpeg's arguments for the number of filter threads; an empty list keeps FFmpeg's default. */
export function filterThreadArguments(threads: number | null = null): readonly string[] {
  return threads === null ? [] : ['-filter_complex_threads', String(threads)];
}

/** Returns FFmpeg's arguments that open an input. */
export function openInput(input: PartInput, threads: number, paths: InputPaths): readonly string[] {
  if (input.kind === 'source') {
    const isFromStart = paths.fromStart === true;
    const short = isFromStart ? null : (paths.shortPath?.(input.sha256) ?? null);
    const file = inputArguments(short ?? paths.sourcePath(input.sha256), input.demuxer);
    const options = isFromStart ? withoutSeek(input.options) : input.options;
    return [...options, '-threads', String(threads), ...file];
  }
  const { width, height } = input.still;
  const raw = ['-pixel_format', STILL_PIXEL_FORMAT, '-video_size', `${width}x${height}`, '-framerate', '1'];
  return ['-protocol_whitelist', 'file', '-f', 'rawvideo', ...raw, '-i', `file:${paths.stillPath(input.still)}`];
}

/**
 * Replaces the seek by a time offset, so that decoding starts at the beginning with the same time stamps. In some
 * files, an FFmpeg seek before the first sync frame fails. In streams without an index, a seek before the second sync
 * frame fails.
 */
function withoutSeek(options: readonly string[]): readonly string[] {
  const at = options.indexOf('-ss');
  const seconds = options[at + 1];
  if (at < 0 || seconds === undefined) return options;
  return [
    ...options.slice(0, at).filter((option) => option !== '-noaccurate_seek'),
    '-itsoffset',
    `-${seconds}`,
    ...options.slice(at + 2),
  ];
}
