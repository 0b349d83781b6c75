import { useMemo } from 'react';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, removeStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { formatNumber } from '#renderer/ui/format/number.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { sizeOfPhoto } from '#shared/editing/model/frame-shapes.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { parseFrameRate, sameFrameRate } from '#shared/template/values/frame-rate.ts';
import type { Length } from '#shared/template/values/lengths.ts';

/** The size and frame rate of a movie. */
export type FilmShape = Pick<Movie, 'width' | 'height' | 'frameRate'>;

/** A video or a photo with its display size. */
export interface ClipShape {
  readonly kind: string;
  readonly width: number | null;
  readonly height: number | null;
  /** The frame rate in the notation of the template; null for a photo, or if unknown. */
  readonly frameRate: string | null;
}

/**
 * Returns the shape that the movie takes from a clip. Null if the movie already has this shape, or if the clip's size
 * is unknown or not allowed.
 */
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

/** Returns the command that gives the movie this shape and adapts its layers, as *Duplicate as* does. */
export function matchCommand({ width, height, frameRate }: FilmShape): PlannableCommand {
  return { type: 'movie/reshape', to: { width, height }, frameRate };
}

/** Returns the command that gives the movie the shape of a clip; null if {@link clipMatch} returns null. */
export function clipCommand(film: FilmShape, clip: ClipShape): PlannableCommand | null {
  const match = clipMatch(film, clip);
  return match && matchCommand(match);
}

const undecidedSizeKey = (project: string, template: string) => `size-of-first/${project}/${template}`;

/**
 * Records on this machine that the user chose no size for an empty movie. The movie then takes the size of its first
 * clip.
 */
export function markSizeUndecided(project: string, template: string): void {
  writeStored(undecidedSizeKey(project, template), true);
}

/** Returns whether the movie takes the size of its first clip. */
export function isSizeOpen(project: string, template: string): boolean {
  return readStored(undecidedSizeKey(project, template)) === true;
}

/** Returns whether the movie takes the size of its first clip. Deletes the record of `markSizeUndecided`. */
export function takeSizeUndecided(project: string, template: string): boolean {
  const isOpen = isSizeOpen(project, template);
  removeStored(undecidedSizeKey(project, template));
  return isOpen;
}

/** The first video or photo of a movie, with the shape to take from it. */
export interface FirstClip {
  readonly name: string;
  readonly isPhoto: boolean;
  /**
   * The shape that the movie takes from the clip. Null if the movie already has this shape, or if the clip's size is
   * unknown or not allowed.
   */
  readonly match: FilmShape | null;
}

/** Returns the first clip. Null if the movie starts with other content, and while the clip's file is loading. */
export function useFirstClip(): FirstClip | null {
  const project = useEditorValue(({ document }) => document.state.project);
  const shape = useStableValue(({ movie }) => movie, shapeOf, isEqual);
  const name = useEditorValue(({ document }) => nameOfFirst(document.state.movie));
  const { data: assets } = useAssets(project);
  const media = name === null ? null : (assetNamed(assets, name)?.media ?? null);
  return useMemo(
    () =>
      shape === null || name === null || media === null
        ? null
        : { name, isPhoto: media.kind === 'image', match: clipMatch(shape, media) },
    [shape, name, media],
  );
}

function shapeOf(movie: Movie | null): FilmShape | null {
  return movie && { width: movie.width, height: movie.height, frameRate: movie.frameRate };
}

/** Returns the asset of the first layer of a movie if it is fitted into the frame, in percent or in pixels. */
export function nameOfFirst(movie: Movie | null): string | null {
  const layer: Layer | undefined = movie?.scenes[0]?.layers[0];
  if (movie === null || (layer?.kind !== 'video' && layer?.kind !== 'image')) return null;
  const isWhole = (side: Length | null, frame: number) =>
    side === null || side.amount === (side.unit === '%' ? 100 : frame);
  const isWithin = (side: Length | null, frame: number) => side?.unit === 'px' && side.amount <= frame;
  const [width, height] = [isWhole(layer.box.width, movie.width), isWhole(layer.box.height, movie.height)];
  const isFitted =
    (width && (height || isWithin(layer.box.height, movie.height))) ||
    (height && isWithin(layer.box.width, movie.width));
  const fillsFrame = isFitted && layer.fit !== 'none';
  return fillsFrame && layer.source?.kind === 'asset' ? layer.source.name : null;
}

/** Returns a function that formats a size and frame rate. */
export function useShapeWords(): (shape: FilmShape) => string {
  const { assets } = useStrings();
  return ({ width, height, frameRate }) =>
    assets.shape(width, height, formatNumber(frameRate.numerator / frameRate.denominator, 3));
}
