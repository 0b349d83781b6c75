import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { Quality } from '#renderer/common/renders/render-choices.ts';

/** Facts that a film's size is estimated from. */
export interface EstimatedFilm {
  readonly format: string;
  readonly quality: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly seconds: number;
}

/** A film that was made and kept. */
export type KeptFilm = Pick<RenderEntry, 'format' | 'quality' | 'frames' | 'durationSeconds' | 'bytes'>;

type PerQuality = Readonly<Record<Quality, number>>;

/** Bits that a pixel of a frame takes: what clips of people and of plants took, with the encoders' settings. */
const PICTURE_BITS: Readonly<Record<string, PerQuality>> = {
  mp4: { draft: 0.12, standard: 0.09, high: 0.16 },
  flv: { draft: 0.12, standard: 0.1, high: 0.18 },
  mkv: { draft: 0.12, standard: 0.09, high: 0.16 },
  webm: { draft: 0.05, standard: 0.08, high: 0.11 },
  mpg: { draft: 0.12, standard: 0.22, high: 0.34 },
  avi: { draft: 0.08, standard: 0.15, high: 0.24 },
  wmv: { draft: 0.08, standard: 0.15, high: 0.24 },
  mov: { draft: 0.8, standard: 2.6, high: 4.6 },
  gif: { draft: 1, standard: 1, high: 1 },
  mp3: { draft: 0, standard: 0, high: 0 },
};

/** Bits of sound a second. */
const SOUND_BITS: Readonly<Record<string, PerQuality>> = {
  mov: { draft: 1_536_000, standard: 1_536_000, high: 1_536_000 },
  mp3: { draft: 128_000, standard: 192_000, high: 320_000 },
  mpg: { draft: 128_000, standard: 192_000, high: 256_000 },
  avi: { draft: 128_000, standard: 192_000, high: 256_000 },
  gif: { draft: 0, standard: 0, high: 0 },
};
const USUAL_SOUND: PerQuality = { draft: 96_000, standard: 128_000, high: 192_000 };

/** A kept film tells at most this many times more, or less, than the table. */
const FARTHEST = 20;

/**
 * About how many bytes a film will have, in two figures; null for a format that is not known. Films of the same
 * template in the same format that were kept, newest first, correct the table: one of the same quality before others.
 */
export function estimateBytes(film: EstimatedFilm, kept: readonly KeptFilm[]): number | null {
  const expected = expectedBytes(film);
  if (expected === null || film.frames <= 0) return null;
  const like = kept.filter(({ format, bytes, frames }) => format === film.format && bytes !== null && frames !== null);
  const nearest = like.find(({ quality }) => quality === film.quality) ?? like[0];
  return inTwoFigures(expected * (nearest === undefined ? 1 : correctionBy(nearest, film)));
}

function correctionBy({ quality, frames, durationSeconds, bytes }: KeptFilm, film: EstimatedFilm): number {
  const expected = expectedBytes({ ...film, quality, frames: frames ?? 0, seconds: durationSeconds ?? 0 });
  if (expected === null || expected === 0 || bytes === null || bytes <= 0) return 1;
  return Math.min(FARTHEST, Math.max(1 / FARTHEST, bytes / expected));
}

function expectedBytes({ format, quality, width, height, frames, seconds }: EstimatedFilm): number | null {
  const picture = PICTURE_BITS[format];
  if (picture === undefined || !isQuality(quality)) return null;
  const sound = (SOUND_BITS[format] ?? USUAL_SOUND)[quality];
  return (picture[quality] * width * height * frames + sound * seconds) / 8;
}

function isQuality(quality: string): quality is Quality {
  return quality === 'draft' || quality === 'standard' || quality === 'high';
}

function inTwoFigures(bytes: number): number {
  return Number(bytes.toPrecision(2));
}
