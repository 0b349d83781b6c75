import type { FittedPicture, Layer, Movie, Scene, VideoLayer, VisualLayer } from '../template/movie/movie.ts';
import type { Animation } from '../template/values/animation.ts';
import type { Color } from '../template/values/color.ts';
import type { Length, Point } from '../template/values/lengths.ts';
import type { Loudness } from '../template/values/loudness-target.ts';
import type { Fit, LayerPlacement } from '../template/values/placement.ts';
import { layersOf } from './build-timeline.ts';
import { composedEffects } from './effects.ts';

/** Returns whether a scene has only plain videos on a black background. Scenes of a transparent film are not plain. */
export function isPlainScene(scene: Scene, movie: Pick<Movie, 'background' | 'matte'>): boolean {
  return isOnBlack(scene, movie) && layersOf(scene).every(isPlainLayer);
}

/** Returns whether a film is opaque and the background of a scene is black. */
export function isOnBlack(scene: Pick<Scene, 'background'>, movie: Pick<Movie, 'background' | 'matte'>): boolean {
  const ground = backgroundOf(scene, movie);
  return movie.matte === undefined && ground !== null && ground.red + ground.green + ground.blue === 0;
}

/** Returns the color below the layers of a scene; null for no color. */
export function backgroundOf(
  { background }: Pick<Scene, 'background'>,
  movie: Pick<Movie, 'background' | 'matte'>,
): Color | null {
  if (background === null || background === 'transparent') return movie.matte === undefined ? movie.background : null;
  const { red, green, blue } = background;
  return { red, green, blue };
}

/**
 * Returns whether a layer is a plain video, which FFmpeg can render alone. Only its fit determines its placement, it
 * plays unchanged for the whole scene, and all its effects are applied during decoding.
 */
export function isPlainLayer(layer: Layer): boolean {
  if (layer.kind !== 'video') return false;
  return (
    isPlacedByFit(layer) && hasPlainStyle(layer) && isThroughout(layer) && playsUnchanged(layer) && hasOwnPicture(layer)
  );
}

/** Returns whether FFmpeg can render the picture of a layer without the compositor. */
function hasOwnPicture(layer: Layer): boolean {
  return composedEffects(layer).length === 0 && layer.masks.every(({ enabled }) => !enabled);
}

/**
 * Returns whether a layer is a video without movement whose placement depends only on its fit. Other attributes are
 * ignored.
 */
export function fillsFrameAtRest(layer: Layer): boolean {
  return layer.kind === 'video' && isPlacedByFit(layer) && isAtRest(layer.placement) && layer.animations.every(isOff);
}

const FITS_WITHOUT_COMPOSITOR: ReadonlySet<string> = new Set(['contain', 'cover', 'stretch'] satisfies readonly Fit[]);

/**
 * Returns whether the placement of a picture depends only on its fit: it is uncropped and centered, and its box has the
 * size of the frame.
 */
export function isPlacedByFit({ box, crop, fit, focus }: Omit<FittedPicture, 'source'>): boolean {
  const isUncut = [crop.top, crop.right, crop.bottom, crop.left].every(isZero);
  const isMiddle = focus.across === 0.5 && focus.down === 0.5;
  return box.width === null && box.height === null && isUncut && isMiddle && FITS_WITHOUT_COMPOSITOR.has(fit);
}

function hasPlainStyle({ placement, opacity, blendMode, animations }: VisualLayer): boolean {
  return isAtRest(placement) && opacity === 1 && blendMode === 'normal' && animations.every(isOff);
}

function isOff({ enabled }: Animation): boolean {
  return !enabled;
}

function isThroughout({ offset, duration, overlap }: VisualLayer): boolean {
  return offset === 0 && duration === null && overlap === 0;
}

/** Returns whether a video plays at the speed of its source, without a freeze frame, and holds its last frame. */
function playsUnchanged({ speed, end, freeze }: Pick<VideoLayer, 'speed' | 'end' | 'freeze'>): boolean {
  return speed === 1 && end === 'hold' && freeze === null;
}

function isAtRest({ position, origin, anchor, scale, rotation }: LayerPlacement): boolean {
  const isMiddle = [origin.across, origin.down].every(({ amount, unit }) => amount === 50 && unit === '%');
  const isWhole = scale.across === 1 && scale.down === 1 && rotation === 0;
  return isMiddle && isWhole && isZeroPoint(position) && isZeroPoint(anchor);
}

function isZeroPoint({ across, down }: Point): boolean {
  return isZero(across) && isZero(down);
}

function isZero({ amount }: Length): boolean {
  return amount === 0;
}

/**
 * Returns whether FFmpeg can mix the sound of a scene in one process: all sounds come from its videos, which play
 * unchanged from the first frame to the last.
 */
export function hasPlainMix({ layers, sounds }: Scene): boolean {
  return (
    !sounds.some(({ enabled }) => enabled) &&
    layers.every((layer) => layer.kind !== 'group') &&
    layers.every(
      (layer) =>
        layer.kind !== 'video' ||
        !layer.enabled ||
        !layer.audio ||
        (isPlainLoudness(layer) &&
          playsUnchanged(layer) &&
          layer.offset === 0 &&
          layer.duration === null &&
          layer.overlap === 0),
    )
  );
}

function isPlainLoudness({ volume, pan, fadeIn, fadeOut, soundAnimations = [] }: Loudness): boolean {
  const isSteady = soundAnimations.every(({ enabled }) => !enabled);
  return volume === 1 && pan === 0 && fadeIn === 0 && fadeOut === 0 && isSteady;
}
