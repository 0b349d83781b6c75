import { readStored, removeStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { sizeOfPhoto } from '#shared/editing/movie/frame-shapes.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { parseFrameRate, sameFrameRate } from '#shared/template/values/frame-rate.ts';

/** Size and frame rate of a film. */
export type FilmShape = Pick<Movie, 'width' | 'height' | 'frameRate'>;

/** A video or a photo, with its size as it is shown. */
export interface ClipShape {
  readonly kind: string;
  readonly width: number | null;
  readonly height: number | null;
  /** As the language writes it; null of a photo, or where it is not known. */
  readonly frameRate: string | null;
}

/** The size and rate that a film would take from its clip; null if it has them already or no film can have them. */
export function clipMatch(film: FilmShape, clip: ClipShape | null): FilmShape | null {
  if (clip === null || clip.width === null || clip.height === null) return null;
  const size = { width: clip.width, height: clip.height };
  const { width, height } = clip.kind === 'image' ? sizeOfPhoto(size) : size;
  const { attributes } = elementRegistry.movie;
  const canBe =
    attributes.width.type.parse(String(width), null).ok && attributes.height.type.parse(String(height), null).ok;
  const rate = parseFrameRate(clip.frameRate ?? '');
  const frameRate = rate.ok && clip.kind !== 'image' ? rate.value : film.frameRate;
  const isSame = width === film.width && height === film.height && sameFrameRate(frameRate, film.frameRate);
  return !canBe || isSame ? null : { width, height, frameRate };
}

const keyOf = (project: string, template: string) => `size-of-first/${project}/${template}`;

/** Notes that an empty film takes its size from what is added first: nobody has chosen one. */
export function leaveSizeOpen(project: string, template: string): void {
  writeStored(keyOf(project, template), true);
}

/** Whether the film takes its size from what is added now. The answer is given once. */
export function takeOpenSize(project: string, template: string): boolean {
  const isOpen = readStored(keyOf(project, template)) === true;
  removeStored(keyOf(project, template));
  return isOpen;
}
