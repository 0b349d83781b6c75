import { message } from '../messages/message.ts';
import type { Layer, Movie, SolidLayer, TextLayer } from '../template/movie/movie.ts';
import type { Color, Paint } from '../template/values/color.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import type { SceneSegment } from '../timeline/timeline.ts';
import { filmChecks } from './check-table.ts';
import { areaOf, inkBoundsOf, intersectionOf, type LayerSample, type LayerTrack, runsOf } from './layer-tracks.ts';
import { contrastRatio, luminanceOfColor } from './letters.ts';
import { type AnalyzedFilm, labelOf, secondsOf } from './other-checks.ts';
import type { FilmFinding } from './report.ts';

/** Returns the minimum contrast of a text at its size on a phone. */
export function contrastLimit({ layer, samples }: LayerTrack, { width, height }: Movie): number {
  const { large, small, largeSize, boldSize, boldWeight } = filmChecks['text/low-contrast'].thresholds;
  const { phoneWidth, phoneLength } = filmChecks['text/tiny'].thresholds;
  const phone = height >= width ? phoneWidth / width : phoneLength / width;
  const size = phone * Math.max(...samples.filter(({ rests }) => rests).map(({ em }) => em), 0);
  const weight = layer.kind === 'text' ? layer.style.weight : 400;
  return size >= largeSize || (weight >= boldWeight && size >= boldSize) ? large : small;
}

/** The minimum alpha of a color, and the minimum opacity of a layer, that count as opaque. */
const OPAQUE = 0.9;
/** The maximum number of layers in a compared frame. */
const MAX_LAYERS = 200;

interface PlacedSample {
  readonly layer: Layer;
  readonly sample: LayerSample;
}

/**
 * Reports texts with too little contrast to plain colors, in every analyzed frame in which they rest: to their own box,
 * to a solid below them, or to the background. Other texts need composed frames: texts in groups, over other layers,
 * below layers, with an outline, or with a shadow.
 */
export function plainContrastFindings({ movie, analysis }: AnalyzedFilm): readonly FilmFinding[] {
  const texts = analysis.tracks.flatMap(({ layer, samples }) =>
    layer.kind === 'text' && isPlainText(layer) ? [{ layer, samples }] : [],
  );
  if (texts.length === 0) return [];
  const { segments } = buildTimeline(movie);
  const inFrame = new Map<number, PlacedSample[]>();
  for (const { layer, samples } of analysis.tracks)
    for (const sample of samples) {
      const all = inFrame.get(sample.frame) ?? [];
      all.push({ layer, sample });
      inFrame.set(sample.frame, all);
    }
  const { least, error, seconds, share } = filmChecks['text/low-contrast'].thresholds;
  return texts.flatMap((track): readonly FilmFinding[] => {
    const { layer, samples } = track;
    const own = luminanceOf(layer.style.color);
    const measured = samples.flatMap((sample) => {
      const segment = segments.find(({ start, end }) => start <= sample.frame && sample.frame < end);
      if (!sample.rests || segment?.kind !== 'scene') return [];
      const ground = plainGround(layer, sample, inFrame.get(sample.frame) ?? [], segment, movie);
      if (ground === null) return [];
      const behind = luminanceOf(ground);
      return [{ sample, behind, contrast: contrastRatio(own, behind) }];
    });
    const limit = contrastLimit(track, movie);
    const contrasts = new Map(measured.map(({ sample, contrast }) => [sample, contrast]));
    const below = (most: number) => measured.filter(({ contrast }) => contrast < most);
    const isOften = below(limit).length >= least && below(limit).length >= share * measured.length;
    const brief = runsOf(track, analysis.sampledFrames, (sample) => (contrasts.get(sample) ?? error) < error).find(
      ({ from, to }) => secondsOf(to - from, movie) >= seconds,
    );
    const low = isOften
      ? below(limit)
      : measured.filter(({ sample: { frame } }) => brief !== undefined && brief.from <= frame && frame < brief.to);
    const [first] = low;
    if (first === undefined) return [];
    const middle = low.map(({ contrast }) => contrast).toSorted((one, other) => one - other)[low.length >> 1] ?? 1;
    const grounds = measured.map(({ behind }) => behind);
    const says = message('check/low-contrast', {
      ...{ text: labelOf(layer), contrast: middle, limit },
      behind: [Math.min(...grounds), Math.max(...grounds)],
    });
    return [
      {
        ...{ code: 'text/low-contrast', severity: measured.length === below(error).length ? 'error' : 'warning', says },
        ...{ node: layer.id, from: first.sample.frame, to: (low.at(-1)?.sample.frame ?? 0) + 1 },
        ...{ box: inkBoundsOf(first.sample), source: 'G' },
      },
    ];
  });
}

function luminanceOf({ red, green, blue }: Color): number {
  return luminanceOfColor(red, green, blue);
}

function isOpaque({ alpha }: Paint): boolean {
  return alpha >= OPAQUE;
}

/** Returns whether a layer shows its own color in all its frames. */
function isPlain({ blendMode, effects, animations, masks }: TextLayer | SolidLayer): boolean {
  const isStatic = animations.every(({ kind }) => kind === 'preset');
  return blendMode === 'normal' && effects.length === 0 && masks.length === 0 && isStatic;
}

function isPlainText(layer: TextLayer): boolean {
  const { color, outline, shadow, background } = layer.style;
  const hasOneColor = layer.spans?.every((span) => span.color === undefined) ?? true;
  const isBoxPlain = background === null || background.alpha === 0 || isOpaque(background);
  return isPlain(layer) && isOpaque(color) && hasOneColor && outline === null && shadow === null && isBoxPlain;
}

/** Returns the color behind a text in a frame; null if it is not plain, or if a layer above the text changes it. */
function plainGround(
  text: TextLayer,
  { ink, order, opacity }: LayerSample,
  all: readonly PlacedSample[],
  { layers, scene }: SceneSegment,
  movie: Movie,
): Color | null {
  if (!layers.includes(text) || opacity < OPAQUE || all.length > MAX_LAYERS) return null;
  const bounds = inkBoundsOf({ ink });
  const near = all.filter(
    ({ sample }) => sample.order !== order && areaOf(intersectionOf(inkBoundsOf(sample), bounds)) > 0,
  );
  if (near.some(({ sample }) => sample.order > order)) return null;
  const { background } = text.style;
  if (background !== null && isOpaque(background)) return background;
  const [top] = near.toSorted((one, other) => other.sample.order - one.sample.order);
  if (top !== undefined) {
    const { layer, sample } = top;
    const isSolid = layer.kind === 'solid' && layers.includes(layer) && isPlain(layer) && layer.gradient === undefined;
    const covered = areaOf(intersectionOf(inkBoundsOf(sample), bounds));
    const isWhole = covered >= areaOf(bounds) - 1 && sample.opacity >= OPAQUE;
    return isSolid && isOpaque(layer.color) && isWhole && isUpright(sample) ? layer.color : null;
  }
  if (scene.background !== null && scene.background !== 'transparent')
    return isOpaque(scene.background) ? scene.background : null;
  return movie.matte === undefined ? movie.background : null;
}

/** Returns whether a layer is not rotated, so that its bounds are its area. */
function isUpright({ matrix: { b, c } }: LayerSample): boolean {
  return Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6;
}
