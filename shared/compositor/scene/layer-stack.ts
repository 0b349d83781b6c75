import { required } from '../../lib/assert.ts';
import type { GroupLayer, Layer } from '../../template/movie/movie.ts';
import type { FrameRate } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { withEdges } from '../../timeline/blur-edge.ts';
import { composedRowsAt } from '../../timeline/boxes.ts';
import { areMoving, composedEffects, effectsAt } from '../../timeline/effects.ts';
import { hasOneSize, type LayerState, type Rect } from '../../timeline/layer-state.ts';
import { layerTime, ownFrame } from '../../timeline/time.ts';
import { type Compositor, groupArea, type LayerToCompose } from '../compositor.ts';
import { sizeWithEffects } from '../effects/apply-effects.ts';
import type { Picture, PixelPicture } from '../pixels/picture.ts';
import { type ComposedLayer, eachComposed } from './composed-scene.ts';
import type { LayerPictures, Stage } from './layer-pictures.ts';

/** Layers in one frame after another, with all that stands in them. */
export interface LayerStack {
  /** Has all drawn that a frame shows of layers. `slots` are where the frames of the decoders lie. */
  readonly prepare: LayerPictures['prepare'];
  /** Those that are there, from the lowest; they have been prepared. */
  rowsAt(layers: readonly ComposedLayer[], frame: number, stage: Stage): readonly LayerState[];
  /** A layer with its effects and masks. Its picture holds until `forget`. */
  finished(row: LayerState, stage: Stage): LayerToCompose;
  /** Lets go what was made for one frame. */
  forget(): void;
  dispose(): void;
}

/** @param all The layers of the scene; those in them count too. */
export function createLayerStack(
  all: readonly ComposedLayer[],
  frameRate: FrameRate,
  pictures: LayerPictures,
  compositor: Compositor,
): LayerStack {
  const effects = createLayerEffects(compositor);
  const byLayer = new Map(eachComposed(all).map((each) => [each.layer, each]));
  let made: PixelPicture[] = [];
  const composedOf = (layer: Layer): ComposedLayer => required(byLayer.get(layer), 'a layer of the scene');
  const sizeAt = (layer: Layer, own: number, stage: Stage): Size => {
    const { length } = layerTime(layer, stage.duration);
    const size = pictures.sizeOf(layer);
    return sizeWithEffects(size, effectsAt(composedEffects(layer), own, length, size, sizeWithEffects));
  };
  const keep = (picture: PixelPicture): PixelPicture => {
    made.push(picture);
    return picture;
  };

  /** What stands in a layer has its clock, and is placed in that frame. */
  const stageIn = (layer: Layer, frame: Size, stage: Stage): Stage => {
    const { length } = layerTime(layer, stage.duration);
    const most = MOST_PIXELS / Math.max(frame.width, frame.height);
    const { isSteady, reduced } = stage;
    return { frame, duration: length, scale: Math.min(most, pictures.scaleOf(layer, stage)), reduced, isSteady };
  };
  /** Masks stand in the picture that its effects have made, which may be of another size in each frame. */
  const stageInMask = (layer: Layer, size: Size, stage: Stage): Stage => {
    const isSteady =
      stage.isSteady && hasOneSize(layer) && layer.effects.every(({ animations }) => animations === undefined);
    return { ...stageIn(layer, size, stage), isSteady };
  };
  const prepare: LayerStack['prepare'] = async (layers, frame, stage, slots) => {
    await pictures.prepare(layers, frame, stage, slots);
    for (const { layer, from, masks } of layers) {
      const own = ownFrame(layerTime(layer, stage.duration), frame);
      if (own === null || !pictures.isSeen(layer)) continue;
      if (from.kind === 'group') await prepare(from.layers, own, stageIn(layer, pictures.sizeOf(layer), stage), slots);
      for (const mask of masks)
        await prepare(mask.layers, own, stageInMask(layer, sizeAt(layer, own, stage), stage), slots);
    }
  };
  const rowsAt: LayerStack['rowsAt'] = (layers, frame, stage) =>
    composedRowsAt(
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
    const picture = keep(compositor.pictures.create(size, { box }));
    compositor.composePicture(inside, inner.frame, picture);
    return picture;
  };
  /** A text whose parts move by themselves, as one picture. */
  const assembled = (layer: Layer, parts: readonly LayerToCompose[], frame: Size, stage: Stage): PixelPicture => {
    const { scale } = stageIn(layer, frame, stage);
    const { size, box } = groupArea(parts, frame, scale);
    const picture = keep(compositor.pictures.create(size, { box }));
    compositor.composePicture(parts, frame, picture);
    return picture;
  };
  const masked = (row: LayerState, shown: LayerToCompose, stage: Stage): LayerToCompose => {
    const { masks } = composedOf(row.layer);
    if (masks.length === 0) return shown;
    const own = keep(effects.ownPicture(shown));
    for (const { channel, isInverted, layers } of masks) {
      const inside = allAt(layers, row.frame, stageInMask(row.layer, shown.size, stage));
      const mask = compositor.pictures.create(own, { box: own.box });
      compositor.composePicture(inside, shown.size, mask);
      compositor.hide(own, mask, { channel, isInverted });
      compositor.pictures.release(mask);
    }
    return { row: { ...shown.row, window: null }, picture: own, size: shown.size };
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
    for (const picture of made) compositor.pictures.release(picture);
    made = [];
    pictures.forget();
  };
  return {
    prepare,
    rowsAt,
    finished,
    forget,
    dispose: () => {
      forget();
      effects.dispose();
      pictures.dispose();
    },
  };
}

/** Less than any rounding of a frame's number. */
const ALMOST = 1e-9;
/** Of a side of a picture. */
const MOST_PIXELS = 8192;

/** Pictures of layers with the effects of their rows. */
interface LayerEffects {
  /**
   * A layer with its effects. The picture is the one that was given where nothing is done to it, else it holds until the
   * next one of the same layer.
   * @param size The layer's own, before its effects.
   * @param frame What it stands in.
   */
  withEffects(row: LayerState, picture: Picture, size: Size, frame: Size): LayerToCompose;
  /** What is seen of a layer in its box, as a new picture that the caller gives back. */
  ownPicture(layer: LayerToCompose): PixelPicture;
  dispose(): void;
}

/** A picture with effects, and what it was made of. */
interface Made {
  readonly of: string | Picture;
  readonly effects: LayerState['effects'];
  readonly picture: PixelPicture;
}

/** Keys give a frame's effects anew, with the numbers of the frame before where they stand still. */
function areSame(one: LayerState['effects'], other: LayerState['effects']): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** A picture that stays is changed once. Some effects of videos come from FFmpeg already; rows do not have those. */
function createLayerEffects({ withEffects, composePicture, pictures }: Compositor): LayerEffects {
  const made = new Map<Layer, Made>();

  /** What is seen through a row's window, as a picture of the layer's own size. */
  const seenThrough = (window: Rect, picture: Picture, size: Size): PixelPicture => {
    const across = picture.kind === 'pixels' ? (picture.box.width * window.width) / size.width ** 2 : 1;
    const scale = Math.max(1, Math.round(across));
    const pixels = (side: number): number => Math.max(1, Math.round(side * scale));
    const seen = pictures.create({ width: pixels(size.width), height: pixels(size.height) }, opaque(picture));
    const row = { matrix: AT_ITS_PLACE, opacity: 1, blendMode: 'normal', window } as const;
    composePicture([{ row, size, picture }], size, seen);
    return seen;
  };
  const changed = (row: LayerState, picture: Picture, size: Size, left: Size): PixelPicture => {
    const { effects, window } = row;
    // A format of another rate shows moments between two frames.
    const frame = Math.floor(row.frame + ALMOST);
    if (window === null) return withEffects(picture, size, effects, frame);
    // A window counts in the picture that is placed, which effects may have cut.
    const [across, down] = [size.width / left.width, size.height / left.height];
    const before = {
      left: window.left * across,
      top: window.top * down,
      width: window.width * across,
      height: window.height * down,
    };
    const seen = seenThrough(before, picture, size);
    const result = withEffects(seen, size, effects, frame);
    pictures.release(seen);
    return result;
  };
  return {
    withEffects(given, picture, size, frame) {
      if (given.effects.length === 0) return { row: given, picture, size };
      const { layer, window } = given;
      const effects = withEdges(given.effects, { layer, size, frame, ...opaque(picture) });
      const row = { ...given, effects };
      const left = sizeWithEffects(size, effects);
      // A solid is data, and made anew for each frame.
      const of = picture.kind === 'solid' ? JSON.stringify(picture) : picture;
      const known = made.get(layer);
      const isStill = window === null && layer.kind !== 'video' && layer.kind !== 'group' && !areMoving(effects);
      const isAsBefore = known !== undefined && known.of === of && areSame(known.effects, effects);
      if (known !== undefined && isStill && isAsBefore) return { row, picture: known.picture, size: left };
      if (known !== undefined) pictures.release(known.picture);
      const result = changed(row, picture, size, left);
      made.set(layer, { of, effects, picture: result });
      return { row: { ...row, window: null }, picture: result, size: left };
    },
    ownPicture: ({ row, picture, size }) =>
      row.window === null ? withEffects(picture, size, []) : seenThrough(row.window, picture, size),
    dispose: () => {
      for (const { picture } of made.values()) pictures.release(picture);
      made.clear();
    },
  };
}

const AT_ITS_PLACE = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function opaque(picture: Picture): { readonly isOpaque: boolean } {
  return { isOpaque: picture.kind === 'pixels' && picture.isOpaque };
}
