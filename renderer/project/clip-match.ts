import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, removeStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { sizeOfPhoto } from '#shared/editing/model/frame-shapes.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
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

const openSizeKey = (project: string, template: string) => `size-of-first/${project}/${template}`;

/** Notes that an empty film takes its size from what is added first: nobody has chosen one. */
export function leaveSizeOpen(project: string, template: string): void {
  writeStored(openSizeKey(project, template), true);
}

/** Whether the film takes its size from what is added now. The answer is given once. */
export function takeOpenSize(project: string, template: string): boolean {
  const isOpen = readStored(openSizeKey(project, template)) === true;
  removeStored(openSizeKey(project, template));
  return isOpen;
}

/** The video or photo that a film begins with, and the size and rate that the film would have like it. */
export interface FirstClip {
  readonly name: string;
  readonly isPhoto: boolean;
  /** Null where the film has them, or none can. */
  readonly match: FilmShape | null;
}

/** Null while the film begins with neither, or its file is not known yet. */
export function useFirstClip(): FirstClip | null {
  const project = useEditor((state) => state.project);
  const movie = useEditor((state) => state.movie);
  const { data: assets } = useAssets(project);
  const name = movie === null ? null : nameOfFirst(movie);
  const media = name === null ? null : (assetNamed(assets, name)?.media ?? null);
  return movie === null || name === null || media === null
    ? null
    : { name, isPhoto: media.kind === 'image', match: clipMatch(movie, media) };
}

function nameOfFirst({ scenes }: Movie): string | null {
  const layer: Layer | undefined = scenes[0]?.layers[0];
  if (layer?.kind !== 'video' && layer?.kind !== 'image') return null;
  const fillsFrame = layer.box.width === null && layer.box.height === null && layer.fit !== 'none';
  return fillsFrame && layer.source?.kind === 'asset' ? layer.source.name : null;
}

/** A size and rate in words. */
export function useShapeWords(): (shape: FilmShape) => string {
  const { assets } = useStrings();
  return ({ width, height, frameRate }) =>
    assets.shape(width, height, formatNumber(frameRate.numerator / frameRate.denominator, 3));
}
