import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { hasOpenLengths } from '#shared/timeline/content-length.ts';
import type { Quality } from '../formats/format.ts';
import type { FormatName } from '../formats/formats.ts';
import { formatWith, type HardwareName } from '../formats/hardware-encoders.ts';
import { PROCESS_BYTES, pictureBytes } from './memory-plan.ts';

/** How a film would be made, as far as it is known before its sources were looked for. */
export interface MemoryQuery {
  readonly format: FormatName;
  readonly quality: Quality;
  readonly hardware: HardwareName | null;
  /** Pixels of a frame of each asset that is known, by the keys of their names. */
  readonly pixels: ReadonlyMap<string, number>;
}

/** Of the scene that needs most. */
export interface LeastMemory {
  readonly bytes: number;
  /** The film's size, as the format can hold it. */
  readonly width: number;
  readonly height: number;
}

/**
 * The memory that a film's largest scene takes at least, by the rule that it is planned with: as if each process had
 * one thread, and sources that are not known were small.
 */
export function leastMemory(movie: Movie, { format, quality, hardware, pixels }: MemoryQuery): LeastMemory {
  const { picture } = formatWith(format, hardware);
  const width = picture?.allowedSide(movie.width) ?? movie.width;
  const height = picture?.allowedSide(movie.height) ?? movie.height;
  if (picture === null) return { bytes: PROCESS_BYTES, width, height };
  const encoding = ['-c:v', picture.encoder, ...picture.arguments[quality]];
  const pixelsOf = (source: MediaSource) => (source.kind === 'asset' ? (pixels.get(nameKey(source.name)) ?? 0) : 0);
  let most = 0;
  // Which scenes a range shows is not known before their lengths are.
  const isOpen = movie.span !== null && hasOpenLengths(movie);
  for (const { layers, over } of isOpen ? [] : buildTimeline(movie).segments) {
    // Layers without a picture need no memory here. Whether an unknown source has a picture is not known.
    const seen = videosIn([...layers, ...(over?.layers ?? [])])
      .map(({ source }) => pixelsOf(source))
      .filter((count) => count > 0);
    const decoded = seen.reduce((sum, count) => sum + count, 0);
    const need = { encoding, layers: seen.length, decoded, pixels: width * height };
    most = Math.max(most, pictureBytes({ ...need, decodingThreads: 1, encodingThreads: 1 }));
  }
  return { bytes: PROCESS_BYTES + most, width, height };
}
