import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { hasOpenLengths } from '#shared/timeline/content-length.ts';
import type { Quality } from '../formats/format.ts';
import type { FormatName } from '../formats/formats.ts';
import { formatWith, type HardwareName } from '../formats/hardware-encoders.ts';
import { PROCESS_BYTES, pictureBytes } from './memory-plan.ts';

/** The settings of a film that are known before its sources are located. */
export interface MemoryQuery {
  readonly format: FormatName;
  readonly quality: Quality;
  readonly hardware: HardwareName | null;
  /** The pixels per frame of each known asset. The map's key is the key of the asset's name. */
  readonly pixels: ReadonlyMap<string, number>;
}

/** The memory of the scene that needs the most, in bytes. */
export interface LeastMemory {
  readonly bytes: number;
  /** The size of the film in this format. */
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the minimum memory of a film's largest scene, with the formula of planning. Assumes one thread per process,
 * and counts unknown sources as zero.
 */
export function leastMemory(movie: Movie, { format, quality, hardware, pixels }: MemoryQuery): LeastMemory {
  const { picture } = formatWith(format, hardware, movie.matte !== undefined);
  const width = picture?.allowedSide(movie.width) ?? movie.width;
  const height = picture?.allowedSide(movie.height) ?? movie.height;
  if (picture === null) return { bytes: PROCESS_BYTES, width, height };
  const encoding = ['-c:v', picture.encoder, ...picture.arguments[quality]];
  const pixelsOf = (source: MediaSource) => (source.kind === 'asset' ? (pixels.get(nameKey(source.name)) ?? 0) : 0);
  let mostBytes = 0;
  // If the movie has a range and unknown lengths, count no scenes: the scenes of the range are then unknown.
  const isOpen = movie.span !== null && hasOpenLengths(movie);
  for (const { layers, over } of isOpen ? [] : buildTimeline(movie).segments) {
    // Count only known videos: sounds need no memory here, and an unknown source can be a sound.
    const videoPixels = videosIn([...layers, ...(over?.layers ?? [])])
      .map(({ source }) => pixelsOf(source))
      .filter((count) => count > 0);
    const decoded = videoPixels.reduce((sum, count) => sum + count, 0);
    const need = { encoding, layers: videoPixels.length, decoded, pixels: width * height };
    mostBytes = Math.max(mostBytes, pictureBytes({ ...need, decodingThreads: 1, encodingThreads: 1 }));
  }
  return { bytes: PROCESS_BYTES + mostBytes, width, height };
}
