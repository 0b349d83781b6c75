import { required } from '../../lib/assert.ts';
import type { GroupLayer, Layer } from '../../template/movie/movie.ts';
import type { FrameRate } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { withEdges } from '../../timeline/blur-edge.ts';
import { layerStatesAt } from '../../timeline/boxes.ts';
import { areMoving, composedEffects, effectsAt } from '../../timeline/effects.ts';
import { hasOneSize, type LayerState, type Rect } from '../../timeline/layer-state.ts';
import { layerTime, localFrame } from '../../timeline/time.ts';
import { areComposedAlike, type Compositor, groupArea, type LayerToCompose } from '../compositor.ts';
import { sizeWithEffects } from '../effects/apply-effects.ts';
import type { Picture, PixelPicture } from '../pixels/picture.ts';
import { type ComposedLayer, eachComposed } from './composed-scene.ts';
import type { LayerPictures, Stage } from './layer-pictures.ts';

/** Prepares and composes layers, including nested layers, frame by frame. */
export interface LayerStack {
  /**
   * Prepares the pictures of the layers in a frame. `slots` has the memory slot of each decoder's frame; null if the
   * decoder has no frame.
   */
  readonly prepare: LayerPictures['prepare'];
  /** Returns the states of the layers that appear, from bottom to top. The layers must be prepared. */
  rowsAt(layers: readonly ComposedLayer[], frame: number, stage: Stage): readonly LayerState[];
  /** Returns a layer with its effects and masks. Its picture is valid until `forget`. */
  finished(row: LayerState, stage: Stage): LayerToCompose;
  /** Frees the memory that was allocated for one frame. */
  forget(): void;
  dispose(): void;
}

/** A text that was assembled from parts, and the inputs from which it was made. */
interface AssembledText {
  readonly key: string;
  readonly parts: readonly LayerToCompose[];
  readonly picture: PixelPicture;
}

/** @param all The layers of the scene, with the layers nested in them. */
export function createLayerStack(
  all: readonly ComposedLayer[],
  frameRate: FrameRate,
  pictures: LayerPictures,
  compositor: Compositor,
): LayerStack {
  const effects = createLayerEffects(compositor);
  const byLayer = new Map(eachComposed(all).map((composed) => [composed.layer, composed]));
  let createdPictures: PixelPicture[] = [];
  const assembledTexts = new Map<Layer, AssembledText>();
  /** The texts that were assembled in this frame. The others are freed after it. */
  const assembledNow = new Set<Layer>();
  const composedOf = (layer: Layer): ComposedLayer => required(byLayer.get(layer), 'a layer of the scene');
  const sizeAt = (layer: Layer, own: number, stage: Stage): Size => {
    const { length } = layerTime(layer, stage.duration);
    const size = pictures.sizeOf(layer);
    return sizeWithEffects(size, effectsAt(composedEffects(layer), own, length, size, sizeWithEffects));
  };
  const releaseLater = (picture: PixelPicture): PixelPicture => {
    createdPictures.push(picture);
    return picture;
  };

  /**
   * Returns the container for the layers nested in a layer. They use the clock of the layer. `frame` is the size to
   * which their percentages refer.
   */
  const stageIn = (layer: Layer, frame: Size, stage: Stage): Stage => {
    const { length } = layerTime(layer, stage.duration);
    const most = MAX_SIDE / Math.max(frame.width, frame.height);
    const { isSteady, frameScale } = stage;
    return { frame, duration: length, scale: Math.min(most, pictures.scaleOf(layer, stage)), frameScale, isSteady };
  };
  /**
   * Returns the container for the masks of a layer. Masks apply to the picture after effects, whose size can differ in
   * each frame.
   */
  const stageInMask = (layer: Layer, size: Size, stage: Stage): Stage => {
    const isSteady =
      stage.isSteady && hasOneSize(layer) && layer.effects.every(({ animations }) => animations === undefined);
    return { ...stageIn(layer, size, stage), isSteady };
  };
  const prepare: LayerStack['prepare'] = async (layers, frame, stage, slots) => {
    await pictures.prepare(layers, frame, stage, slots);
    for (const { layer, from, masks } of layers) {
      const own = localFrame(layerTime(layer, stage.duration), frame);
      if (own === null || !pictures.isSeen(layer)) continue;
      if (from.kind === 'group') await prepare(from.layers, own, stageIn(layer, pictures.sizeOf(layer), stage), slots);
      for (const mask of masks)
        await prepare(mask.layers, own, stageInMask(layer, sizeAt(layer, own, stage), stage), slots);
    }
  };
  const rowsAt: LayerStack['rowsAt'] = (layers, frame, stage) =>
    layerStatesAt(
      layers.map(({ layer }) => layer).filter((layer) => pictures.isSeen(layer)),
      frame,
      {
        frame: stage.frame,
        rate: frameRate,
        sceneLength: stage.duration,
        sizeOf: pictures.sizeOf,
        sizeAfter: sizeWithEffects,
      },
    );
  const allAt = (layers: readonly ComposedLayer[], frame: number, stage: Stage): readonly LayerToCompose[] =>
    rowsAt(layers, frame, stage).map((row) => finished(row, stage));

  const grouped = (group: GroupLayer, layers: readonly ComposedLayer[], own: number, stage: Stage): PixelPicture => {
    const inner = stageIn(group, pictures.sizeOf(group), stage);
    const inside = allAt(layers, own, inner);
    const isCut = group.box.width !== null || group.box.height !== null;
    const { size, box } = groupArea(isCut ? [] : inside, inner.frame, inner.scale);
    const picture = releaseLater(compositor.pictures.create(size, { box }));
    compositor.composePicture(inside, inner.frame, picture);
    return picture;
  };
  /** Composes a text whose parts move separately into one picture. Reuses the picture until a part changes. */
  const assembled = (layer: Layer, parts: readonly LayerToCompose[], frame: Size, stage: Stage): PixelPicture => {
    const { scale } = stageIn(layer, frame, stage);
    const last = assembledTexts.get(layer);
    const key = JSON.stringify([frame, scale]);
    assembledNow.add(layer);
    if (last !== undefined && last.key === key && areComposedAlike(last.parts, parts)) return last.picture;
    if (last !== undefined) compositor.pictures.release(last.picture);
    const { size, box } = groupArea(parts, frame, scale);
    const picture = compositor.pictures.create(size, { box });
    compositor.composePicture(parts, frame, picture);
    assembledTexts.set(layer, { key, parts, picture });
    return picture;
  };
  const masked = (row: LayerState, layer: LayerToCompose, stage: Stage): LayerToCompose => {
    const { masks } = composedOf(row.layer);
    if (masks.length === 0) return layer;
    const own = releaseLater(effects.ownPicture(layer));
    for (const { channel, isInverted, layers } of masks) {
      const inside = allAt(layers, row.frame, stageInMask(row.layer, layer.size, stage));
      const mask = compositor.pictures.create(own, { box: own.box });
      compositor.composePicture(inside, layer.size, mask);
      compositor.hide(own, mask, { channel, isInverted });
      compositor.pictures.release(mask);
    }
    return { row: { ...layer.row, window: null }, picture: own, size: layer.size };
  };
  const finished: LayerStack['finished'] = (row, stage) => {
    const { layer, frame } = row;
    const { from } = composedOf(layer);
    const { picture, size } = pictures.pictureOf(layer);
    const parts = pictures.partsOf(layer);
    const whole = parts === null ? picture : assembled(layer, parts, size, stage);
    const own = layer.kind === 'group' && from.kind === 'group' ? grouped(layer, from.layers, frame, stage) : whole;
    return masked(row, effects.withEffects(row, own, size, stage.frame), stage);
  };
  const forget = () => {
    for (const picture of createdPictures) compositor.pictures.release(picture);
    createdPictures = [];
    for (const [layer, { picture }] of assembledTexts) {
      if (assembledNow.has(layer)) continue;
      compositor.pictures.release(picture);
      assembledTexts.delete(layer);
    }
    assembledNow.clear();
    pictures.forget();
  };
  return {
    prepare,
    rowsAt,
    finished,
    forget,
    dispose: () => {
      assembledNow.clear();
      forget();
      effects.dispose();
      pictures.dispose();
    },
  };
}

/** The tolerance for rounding errors of frame numbers, less than one frame. */
const TOLERANCE = 1e-9;
/** The largest side of a picture, in pixels. */
const MAX_SIDE = 8192;

/** Applies the effects of layers and caches the results. */
interface LayerEffects {
  /**
   * Returns a layer with its effects. Without effects, it has the given picture. With effects, its picture is valid
   * until the next call for the same layer.
   * @param size The layer's size before its effects.
   * @param frame The size of its stage.
   */
  withEffects(row: LayerState, picture: Picture, size: Size, frame: Size): LayerToCompose;
  /** Returns the part of a layer inside its box as a new picture, which the caller frees. */
  ownPicture(layer: LayerToCompose): PixelPicture;
  dispose(): void;
}

/** A picture with effects, and the inputs from which it was made. */
interface CachedResult {
  readonly of: string | Picture;
  readonly effects: LayerState['effects'];
  readonly picture: PixelPicture;
}

/**
 * Compares effects by value, because keyframes create a new list of effects in each frame, even if the values are
 * equal.
 */
function areEqual(one: LayerState['effects'], other: LayerState['effects']): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Creates the cache of effects, which reuses the result for an unchanged picture. Effects of videos that FFmpeg has
 * applied are not in the layer states.
 */
function createLayerEffects({ withEffects, composePicture, pictures }: Compositor): LayerEffects {
  const cachedResults = new Map<Layer, CachedResult>();

  /** Returns the part of a picture in a layer's window, as a picture of the layer's own size. */
  const windowPicture = (window: Rect, picture: Picture, size: Size): PixelPicture => {
    const across = picture.kind === 'pixels' ? (picture.box.width * window.width) / size.width ** 2 : 1;
    const scale = Math.max(1, Math.round(across));
    const pixels = (side: number): number => Math.max(1, Math.round(side * scale));
    const visiblePicture = pictures.create({ width: pixels(size.width), height: pixels(size.height) }, opaque(picture));
    const row = { matrix: IDENTITY_MATRIX, opacity: 1, blendMode: 'normal', window } as const;
    composePicture([{ row, size, picture }], size, visiblePicture);
    return visiblePicture;
  };
  const applyEffects = (row: LayerState, picture: Picture, size: Size, resultSize: Size): PixelPicture => {
    const { effects, window } = row;
    // Round down, because effects need a whole frame. Frames are fractional if the format has another frame rate.
    const frame = Math.floor(row.frame + TOLERANCE);
    if (window === null) return withEffects(picture, size, effects, frame);
    // The window is relative to the picture before effects, which can have cropped it.
    const [across, down] = [size.width / resultSize.width, size.height / resultSize.height];
    const before = {
      left: window.left * across,
      top: window.top * down,
      width: window.width * across,
      height: window.height * down,
    };
    const visiblePicture = windowPicture(before, picture, size);
    const result = withEffects(visiblePicture, size, effects, frame);
    pictures.release(visiblePicture);
    return result;
  };
  return {
    withEffects(state, picture, size, frame) {
      if (state.effects.length === 0) return { row: state, picture, size };
      const { layer, window } = state;
      const effects = withEdges(state.effects, { layer, size, frame, ...opaque(picture) });
      const row = { ...state, effects };
      const left = sizeWithEffects(size, effects);
      // Compare the data of a solid, because each frame creates a new object.
      const of = picture.kind === 'solid' ? JSON.stringify(picture) : picture;
      const cachedResult = cachedResults.get(layer);
      const isStill = window === null && layer.kind !== 'video' && layer.kind !== 'group' && !areMoving(effects);
      const isAsBefore =
        cachedResult !== undefined && cachedResult.of === of && areEqual(cachedResult.effects, effects);
      if (cachedResult !== undefined && isStill && isAsBefore)
        return { row, picture: cachedResult.picture, size: left };
      if (cachedResult !== undefined) pictures.release(cachedResult.picture);
      const result = applyEffects(row, picture, size, left);
      cachedResults.set(layer, { of, effects, picture: result });
      return { row: { ...row, window: null }, picture: result, size: left };
    },
    ownPicture: ({ row, picture, size }) =>
      row.window === null ? withEffects(picture, size, []) : windowPicture(row.window, picture, size),
    dispose: () => {
      for (const { picture } of cachedResults.values()) pictures.release(picture);
      cachedResults.clear();
    },
  };
}

const IDENTITY_MATRIX = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function opaque(picture: Picture): { readonly isOpaque: boolean } {
  return { isOpaque: picture.kind === 'pixels' && picture.isOpaque };
}
