import type { Compositor } from '../../../../shared/compositor/compositor.ts';
import type { LayerToCompose } from '../../../../shared/compositor/frame-to-compose.ts';
import type { Frame } from '../../../../shared/compositor/picture.ts';
import type { Drawing, DrawingFault } from '../../../../shared/drawings/drawing/drawing.ts';
import { composedRowsAt } from '../../../../shared/film/composed-rows.ts';
import { liesAsBefore } from '../../../../shared/film/plain-layer.ts';
import type { ComposedRow } from '../../../../shared/film/row.ts';
import { required } from '../../../../shared/lib/assert.ts';
import type { Result } from '../../../../shared/lib/result.ts';
import type { Layer } from '../../../../shared/template/movie/movie.ts';
import { toBt709 } from '../../../../shared/template/values/color.ts';
import type { ComposedLayer, ComposedScene } from '../parts/composed-part.ts';
import type { ComposedIn, ComposeTask, DecodedPictures, Drawn, FrameOrder } from './compose-task.ts';
import { createLayerEffects } from './layer-effects.ts';
import { createLayerPictures } from './layer-pictures.ts';
import type { OpenKernels } from './open-kernels.ts';
import { frameBytes } from './raw-frame.ts';

/** Composes the frames of one part. */
export interface Composer {
  /** Draws a frame into the canvas that the order names, or over the decoded frame that is its ground. */
  compose(order: FrameOrder): Promise<ComposedIn>;
  /** Gives all memory back. */
  dispose(): void;
}

/** @param draw Asks for a drawing. */
export function createComposer(
  { scene, canvases, decoded }: ComposeTask,
  { memory, createCompositor }: OpenKernels,
  draw: (drawing: Drawing) => Promise<Result<Drawn, DrawingFault>>,
): Composer {
  const { canvas } = scene;
  const compositor: Compositor = createCompositor();
  const pictures = createLayerPictures(scene, decoded, { memory, pictures: compositor.pictures }, draw);
  const effects = createLayerEffects(compositor);
  const target: Frame = {
    width: canvas.width,
    height: canvas.height,
    format: canvas.pixelFormat,
    at: memory.take(frameBytes(canvas)),
  };
  const { luma, differenceBlue, differenceRed } = toBt709(scene.background);
  const byLayer = new Map(scene.layers.map((each) => [each.layer, each]));
  const layers = scene.layers.map(({ layer }) => layer);

  return {
    compose: async ({ number, decoded: slots, canvas: free }) => {
      const frame = scene.from + (number * scene.step.numerator) / scene.step.denominator;
      await pictures.prepare(frame, slots);
      const rows = composedRowsAt(layers, frame, {
        frame: canvas,
        rate: scene.frameRate,
        sceneLength: scene.duration,
        sizeOf: (layer) => pictures.sizeOf(layer),
      });
      const ground = groundOf(rows, byLayer, scene, decoded);
      const drawn = ground === null ? rows : rows.slice(1);
      const bytes = new Uint8Array(
        required(ground === null ? canvases[free] : decoded[ground]?.slots[slots[ground] ?? -1], 'room for a frame'),
      );
      const lies: ComposedIn = ground === null ? { kind: 'canvas' } : { kind: 'decoded', decoder: ground };
      if (ground !== null && drawn.length === 0) return lies;
      const toCompose = drawn.map((row): LayerToCompose => {
        const { picture, size } = pictures.pictureOf(row.layer);
        return { row: asBefore(row, canvas), size, picture: effects.pictureOf(row, picture, size) };
      });
      // The memory may be another after it has grown, so it is asked for late.
      if (ground !== null) memory.bytes().set(bytes, target.at);
      compositor.composeFrame(
        { ground: ground === null ? [luma, differenceBlue, differenceRed] : 'canvas', layers: toCompose },
        target,
      );
      bytes.set(memory.bytes().subarray(target.at, target.at + bytes.length));
      pictures.forget();
      return lies;
    },
    dispose: () => {
      effects.dispose();
      pictures.dispose();
      compositor.dispose();
      memory.giveBack(target.at);
    },
  };
}

/** Colours are shared by two pixels, and a picture that fills the frame never began in the middle of two. */
function asBefore(row: ComposedRow, { pixelFormat }: ComposedScene['canvas']): ComposedRow {
  if (pixelFormat !== 'yuv420p' || !liesAsBefore(row.layer)) return row;
  const even = (pixels: number): number => Math.floor(pixels / 2) * 2;
  return { ...row, matrix: { ...row.matrix, e: even(row.matrix.e), f: even(row.matrix.f) } };
}

/** The decoder whose frame is the canvas: that of the lowest layer, if it is opaque and covers exactly the frame. */
function groundOf(
  rows: readonly ComposedRow[],
  byLayer: ReadonlyMap<Layer, ComposedLayer>,
  { canvas }: ComposedScene,
  decoded: readonly DecodedPictures[],
): number | null {
  const [lowest] = rows;
  const from = lowest === undefined ? undefined : byLayer.get(lowest.layer)?.from;
  if (lowest === undefined || from?.kind !== 'decoder') return null;
  const picture = decoded[from.decoder]?.picture;
  const { a, b, c, d, e, f } = lowest.matrix;
  const isAtPlace = a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0;
  const covers = picture?.width === canvas.width && picture.height === canvas.height;
  const isWhole = lowest.opacity === 1 && lowest.blendMode === 'normal' && lowest.window === null;
  return isAtPlace && covers && isWhole && picture.pixelFormat === canvas.pixelFormat ? from.decoder : null;
}
