import type { Compositor } from '../compositor/compositor.ts';
import type { LayerToCompose } from '../compositor/frame-to-compose.ts';
import type { Frame } from '../compositor/pictures/picture.ts';
import type { Drawing } from '../drawings/drawing/drawing.ts';
import type { ComposedRow } from '../film/rows/row.ts';
import { liesAsBefore } from '../film/scenes/plain-layer.ts';
import { required } from '../lib/assert.ts';
import type { Layer } from '../template/movie/movie.ts';
import { toBt709 } from '../template/values/color.ts';
import type { Size } from '../template/values/placement.ts';
import type { DecodedPictures, Drawn } from './compose-task.ts';
import type { ComposedLayer, ComposedOver, ComposedScene } from './composed-scene.ts';
import { createLayerPictures } from './layer-pictures.ts';
import { createLayerStack } from './layer-stack.ts';
import type { OpenKernels } from './open-kernels.ts';

/** Composes frames of one scene. */
export interface SceneComposer {
  /** Has the pictures of a frame of the part ready; `slots` are those of the scene's own decoders. */
  prepare(number: number, slots: readonly (number | null)[]): Promise<PreparedFrame>;
  /** The same of a frame of the scene itself. */
  prepareAt(frame: number, slots: readonly (number | null)[]): Promise<PreparedFrame>;
  /** Gives all memory back. */
  dispose(): void;
}

/** A frame whose pictures are there. */
export interface PreparedFrame {
  /** The decoded frame that is its ground, and its decoder among the scene's own; null for the background. */
  readonly ground: { readonly decoder: number; readonly bytes: ArrayBufferLike } | null;
  /** Whether the ground is all that is seen. */
  readonly isGroundAlone: boolean;
  /** Draws it, once. The ground has to be in `target` if there is one. */
  paint(target: Frame): void;
}

/** @param draw Asks for a drawing. */
export function createSceneComposer(
  scene: ComposedScene,
  decoded: readonly DecodedPictures[],
  open: OpenKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
  reduced = 1,
): SceneComposer {
  const { canvas } = scene;
  const compositor: Compositor = open.createCompositor();
  // Scenes that it shows have their decoders among its own.
  const compose = (inner: ComposedScene) => createSceneComposer(inner, decoded, open, draw, reduced);
  const { pictures: inMemory, withEffects } = compositor;
  const on = { memory: open.memory, pictures: inMemory, withEffects, reduced, compose };
  const pictures = createLayerPictures(scene, decoded, on, draw);
  const stack = createLayerStack(scene.layers, scene.frameRate, pictures, compositor);
  const stage = { frame: canvas, duration: scene.duration, scale: reduced, reduced, isSteady: true };
  const { luma, differenceBlue, differenceRed } = toBt709(scene.background);
  const byLayer = new Map(scene.layers.map((each) => [each.layer, each]));

  const prepareAt: SceneComposer['prepareAt'] = async (frame, slots) => {
    await stack.prepare(scene.layers, frame, stage, slots);
    const rows = stack.rowsAt(scene.layers, frame, stage);
    const decoder = groundOf(rows, byLayer, scene, decoded, reduced);
    const ground = decoder === null ? null : { decoder, bytes: slotOf(decoded, slots, decoder) };
    const drawn = ground === null ? rows : rows.slice(1);
    const isGroundAlone = ground !== null && drawn.length === 0;
    if (isGroundAlone) stack.forget();
    return {
      ground,
      isGroundAlone,
      paint: (target) => {
        const toCompose = drawn.map((row) => onTarget(stack.finished(asBefore(row, canvas), stage), canvas, target));
        compositor.composeFrame(
          { ground: ground === null ? [luma, differenceBlue, differenceRed] : 'canvas', layers: toCompose },
          target,
        );
        stack.forget();
      },
    };
  };
  return {
    prepare: (number, slots) => prepareAt(scene.from + (number * scene.step.numerator) / scene.step.denominator, slots),
    prepareAt,
    dispose: () => {
      stack.dispose();
      compositor.dispose();
    },
  };
}

/** Composes what lies over finished frames. */
interface OverComposer {
  /** Has the pictures of a frame of the part ready, and draws them into a frame, once; null where none is there. */
  prepare(number: number, slots: readonly (number | null)[]): Promise<((target: Frame) => void) | null>;
  /** Gives all memory back. */
  dispose(): void;
}

/** @param draw Asks for a drawing. */
export function createOverComposer(
  over: ComposedOver,
  decoded: readonly DecodedPictures[],
  { memory, createCompositor }: OpenKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
  reduced = 1,
): OverComposer {
  const { canvas, layers } = over;
  const compositor: Compositor = createCompositor();
  const { pictures: inMemory, withEffects } = compositor;
  const pictures = createLayerPictures(over, decoded, { memory, pictures: inMemory, withEffects, reduced }, draw);
  const stack = createLayerStack(layers, over.frameRate, pictures, compositor);
  const stage = { frame: canvas, duration: over.duration, scale: reduced, reduced, isSteady: true };

  return {
    prepare: async (number, slots) => {
      const frame = over.from + (number * over.step.numerator) / over.step.denominator;
      await stack.prepare(layers, frame, stage, slots);
      const rows = stack.rowsAt(layers, frame, stage);
      if (rows.length === 0) {
        stack.forget();
        return null;
      }
      return (target) => {
        const toCompose = rows.map((row) => onTarget(stack.finished(asBefore(row, canvas), stage), canvas, target));
        compositor.composeFrame({ ground: 'canvas', layers: toCompose }, target);
        stack.forget();
      };
    },
    dispose: () => {
      stack.dispose();
      compositor.dispose();
    },
  };
}

function slotOf(
  decoded: readonly DecodedPictures[],
  slots: readonly (number | null)[],
  decoder: number,
): ArrayBufferLike {
  return required(decoded[decoder]?.slots[slots[decoder] ?? -1], 'room for a frame');
}

/** Colours are shared by two pixels, and a picture that fills the frame never began in the middle of two. */
function asBefore(row: ComposedRow, { pixelFormat }: ComposedScene['canvas']): ComposedRow {
  const isReshaped = row.effects.some(({ type }) => type === 'crop' || type === 'rotate' || type === 'perspective');
  if (pixelFormat !== 'yuv420p' || isReshaped || !liesAsBefore(row.layer)) return row;
  const even = (pixels: number): number => Math.floor(pixels / 2) * 2;
  return { ...row, matrix: { ...row.matrix, e: even(row.matrix.e), f: even(row.matrix.f) } };
}

/** A layer as it lies on a frame that may have fewer pixels than the film. */
function onTarget(layer: LayerToCompose, canvas: Size, target: Size): LayerToCompose {
  if (target.width === canvas.width && target.height === canvas.height) return layer;
  const [across, down] = [target.width / canvas.width, target.height / canvas.height];
  const { a, b, c, d, e, f } = layer.row.matrix;
  const matrix = { a: a * across, b: b * down, c: c * across, d: d * down, e: e * across, f: f * down };
  return { ...layer, row: { ...layer.row, matrix } };
}

/** The decoder whose frame is the canvas: that of the lowest layer, if it is opaque and covers exactly the frame. */
function groundOf(
  rows: readonly ComposedRow[],
  byLayer: ReadonlyMap<Layer, ComposedLayer>,
  { canvas }: ComposedScene,
  decoded: readonly DecodedPictures[],
  reduced: number,
): number | null {
  const [lowest] = rows;
  const { from, masks } = (lowest && byLayer.get(lowest.layer)) ?? {};
  if (lowest === undefined || from?.kind !== 'decoder') return null;
  const { picture, effects = [] } = decoded[from.decoder] ?? {};
  const { a, b, c, d, e, f } = lowest.matrix;
  const isAtPlace = a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0;
  const covers = picture?.width === canvas.width && picture.height === canvas.height;
  const isWhole = lowest.opacity === 1 && lowest.blendMode === 'normal' && lowest.window === null;
  const isAsDecoded = lowest.effects.length === 0 && masks?.length === 0 && effects.length === 0;
  return reduced === 1 && isAtPlace && covers && isWhole && isAsDecoded && picture.pixelFormat === canvas.pixelFormat
    ? from.decoder
    : null;
}
