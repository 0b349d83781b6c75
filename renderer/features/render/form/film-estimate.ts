import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { Quality } from '#renderer/project/render-form.ts';
import type { Layer, Movie, Scene } from '#shared/template/movie/movie.ts';

/** The inputs of the size estimate. */
export interface EstimatedFilm {
  readonly format: string;
  readonly quality: string;
  /** The width in pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly seconds: number;
  /** The fraction of the frames that contain video, from 0 to 1. */
  readonly filmed: number;
}

/** The estimated minimum and maximum size in bytes. */
export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

/** An earlier film of known size. */
export type KnownFilm = Pick<RenderEntry, 'format' | 'quality' | 'frames' | 'durationSeconds' | 'bytes'>;

type PerQuality = Readonly<Record<Quality, number>>;

/**
 * The bits per pixel and frame by format and quality. They were measured with the encoder settings on clips of people
 * and of plants.
 */
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
  av1: { draft: 0.03, standard: 0.05, high: 0.09 },
  hevc: { draft: 0.05, standard: 0.07, high: 0.12 },
  apng: { draft: 12, standard: 11, high: 11 },
  webp: { draft: 0.5, standard: 0.8, high: 9 },
  pngs: { draft: 12, standard: 11, high: 11 },
  mp3: { draft: 0, standard: 0, high: 0 },
};

/** The bits per second of sound, by format and quality. */
const SOUND_BITS: Readonly<Record<string, PerQuality>> = {
  mov: { draft: 1_536_000, standard: 1_536_000, high: 1_536_000 },
  mp3: { draft: 128_000, standard: 192_000, high: 320_000 },
  mpg: { draft: 128_000, standard: 192_000, high: 256_000 },
  avi: { draft: 128_000, standard: 192_000, high: 256_000 },
  gif: { draft: 0, standard: 0, high: 0 },
  apng: { draft: 0, standard: 0, high: 0 },
  webp: { draft: 0, standard: 0, high: 0 },
  pngs: { draft: 0, standard: 0, high: 0 },
};
const DEFAULT_SOUND_BITS: PerQuality = { draft: 96_000, standard: 128_000, high: 192_000 };

/**
 * The factors on `PICTURE_BITS`: `FILMED` for video, `DRAWN` for frames without video. Interframe encoders need almost
 * no bits for frames that repeat. With MP4, a moving box on a plain color needs 0.0005 bits per pixel, and a moving
 * gradient needs 0.014. Intraframe encoders compress each frame separately.
 */
const FILMED: SizeRange = { least: 0.2, most: 1.7 };
const DRAWN: SizeRange = { least: 0.005, most: 0.35 };
const DRAWN_FRAMES_ALONE: SizeRange = { least: 0.1, most: 0.8 };
const FRAMES_ALONE = new Set(['mov']);

/** The maximum factor by which the size of an earlier film corrects the estimate. */
const MAX_CORRECTION = 200;

/**
 * Returns the estimated size of a film, rounded to two digits; null for an unknown format or an empty film. `earlier`
 * contains earlier films of the same template, newest first. If one of them has the same format, its size determines
 * both bounds; a film of the same quality is preferred. Otherwise, the range depends on the fraction of video.
 */
export function estimateBytes(film: EstimatedFilm, earlier: readonly KnownFilm[]): SizeRange | null {
  const expected = expectedBytes(film);
  if (expected === null || film.frames <= 0) return null;
  const comparable = earlier.filter(
    ({ format, bytes, frames }) => format === film.format && (bytes ?? 0) > 0 && (frames ?? 0) > 0,
  );
  const nearest = comparable.find(({ quality }) => quality === film.quality) ?? comparable[0];
  if (nearest !== undefined) {
    const bytes = inTwoFigures((expected.picture + expected.sound) * correctionBy(nearest, film));
    return { least: bytes, most: bytes };
  }
  const drawnShare = FRAMES_ALONE.has(film.format) ? DRAWN_FRAMES_ALONE : DRAWN;
  const sizeAt = (bound: keyof SizeRange) =>
    inTwoFigures(
      expected.sound + expected.picture * (film.filmed * FILMED[bound] + (1 - film.filmed) * drawnShare[bound]),
    );
  return { least: sizeAt('least'), most: sizeAt('most') };
}

/** Returns the fraction of the movie's duration in which scenes contain video; 1 if an overlay contains video. */
export function filmedShare({ scenes, overlays }: Pick<Movie, 'scenes' | 'overlays'>): number {
  const hasVideo = ({ layers }: { readonly layers: readonly Layer[] }): boolean =>
    layers.some((layer) => layer.enabled && (layer.kind === 'video' || (layer.kind === 'group' && hasVideo(layer))));
  if (overlays.some((overlay) => overlay.enabled && hasVideo(overlay))) return 1;
  const played = scenes.filter(({ enabled }) => enabled);
  const lengthOf = (some: readonly Scene[]) => some.reduce((sum, { duration }) => sum + duration, 0);
  const totalLength = lengthOf(played);
  return totalLength === 0 ? 0 : lengthOf(played.filter(hasVideo)) / totalLength;
}

function correctionBy({ quality, frames, durationSeconds, bytes }: KnownFilm, film: EstimatedFilm): number {
  const expected = expectedBytes({ ...film, quality, frames: frames ?? 0, seconds: durationSeconds ?? 0 });
  const expectedTotal = expected === null ? 0 : expected.picture + expected.sound;
  if (expectedTotal === 0 || bytes === null || bytes <= 0) return 1;
  return Math.min(MAX_CORRECTION, Math.max(1 / MAX_CORRECTION, bytes / expectedTotal));
}

function expectedBytes({ format, quality, width, height, frames, seconds }: EstimatedFilm) {
  const picture = PICTURE_BITS[format];
  if (picture === undefined || !isQuality(quality)) return null;
  const sound = (SOUND_BITS[format] ?? DEFAULT_SOUND_BITS)[quality];
  return { picture: (picture[quality] * width * height * frames) / 8, sound: (sound * seconds) / 8 };
}

function isQuality(quality: string): quality is Quality {
  return quality === 'draft' || quality === 'standard' || quality === 'high';
}

function inTwoFigures(bytes: number): number {
  return Number(bytes.toPrecision(2));
}
