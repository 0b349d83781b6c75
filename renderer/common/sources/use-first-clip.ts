import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { formatNumber } from '#renderer/ui/format/number.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import { clipMatch, type FilmShape } from './clip-match.ts';

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
