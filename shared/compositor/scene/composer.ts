import type { Drawing } from '../../drawings/drawing/drawing.ts';
import { required } from '../../lib/assert.ts';
import type { Size } from '../../template/values/placement.ts';
import { lumaDrawing } from '../../timeline/layer-drawing.ts';
import type { LayerState } from '../../timeline/layer-state.ts';
import { transitionProgress } from '../../timeline/transitions.ts';
import { areComposedAlike, type Compositor, type LayerToCompose } from '../compositor.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import { frameColor, lengthOf } from '../pixels/frames.ts';
import type { PixelPicture, RawFrame } from '../pixels/picture.ts';
import { type Cube, readCube } from '../pixels/read-cube.ts';
import {
  type ComposedCanvas,
  type ComposedIn,
  type ComposedOver,
  type ComposedScene,
  type ComposedTransition,
  type ComposeTask,
  type DecodedPictures,
  type Drawn,
  decodersOf,
  type FrameOrder,
  frameBytes,
} from './composed-scene.ts';
import { createLayerPictures } from './layer-pictures.ts';
import { createLayerStack } from './layer-stack.ts';
import { canvasDecoder, pixelsOf, roundedToChroma, takeFrame } from './source-pictures.ts';

/** The kernels and their memory. They exist as long as their thread. */
export interface OpenKernels {
  readonly memory: KernelMemory;
  readonly kernels: Kernels;
  /** @param cubeNamed Returns the color table that an effect names. */
  readonly createCompositor: (cubeNamed?: (name: string) => Cube) => Compositor;
}

/** Composes the frames of one part. */
export interface Composer {
  /** Composes a frame into the canvas of the order. If a decoded frame is the background, composes over this frame. */
  compose(order: FrameOrder): Promise<ComposedIn>;
  /** Requests drawings of a later frame, so that `compose` does not have to wait for them. */
  foresee(number: number): void;
  dispose(): void;
}

/** @param draw Requests the pixels of a drawing. */
export function createComposer(
  { scene, over, canvases, decoded, tables, frameScale = 1 }: ComposeTask,
  kernels: OpenKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
): Composer {
  const cubeNamed = cubesOf(tables);
  const open: OpenKernels = { ...kernels, createCompositor: () => kernels.createCompositor(cubeNamed) };
  const { memory } = open;
  const target = takeFrame(scene.canvas, frameScale, memory);
  const output = createOutput(scene.canvas, target, open);
  const canvasOf = (index: number) => new Uint8Array(required(canvases[index], 'room for a frame'));
  // Overlays use the last decoders.
  const first = decoded.length - decodersOf(over);
  const above = over === null ? null : createOverComposer(over, decoded.slice(first), open, draw, frameScale);
  const prepareOver = async ({ number, decoded: slots }: FrameOrder) =>
    above === null ? null : await above.prepare(number, slots.slice(first));
  const dispose = (scenePart: { dispose(): void }): void => {
    scenePart.dispose();
    above?.dispose();
    output.dispose();
    memory.giveBack(target.at);
  };

  if (scene.kind === 'transition') {
    const transition = createTransitionComposer(scene, decoded.slice(0, first), open, draw, frameScale);
    return {
      compose: async (order) => {
        const paintOver = await prepareOver(order);
        await transition.compose(order.number, order.decoded, target);
        paintOver?.(target);
        if (order.canvas === null) return { kind: 'memory', bytes: output.finish() };
        canvasOf(order.canvas).set(output.finish());
        return { kind: 'canvas' };
      },
      foresee: (number) => above?.foresee(number),
      dispose: () => dispose(transition),
    };
  }
  const composer = createSceneComposer(scene, decoded.slice(0, first), open, draw, frameScale);
  /** Whether `target` contains the last frame that `paint` drew. */
  let isIntact = false;
  return {
    compose: async (order) => {
      const paintOver = await prepareOver(order);
      const { base, isBaseAlone, paint } = await composer.prepare(order.number, order.decoded.slice(0, first));
      if (base !== null && isBaseAlone && paintOver === null) return { kind: 'decoded', decoder: base.decoder };
      const wasIntact = isIntact;
      isIntact = false;
      if (base !== null) memory.bytes().set(new Uint8Array(base.bytes), target.at);
      const isUnchanged = !isBaseAlone && paint(target, wasIntact) && paintOver === null;
      paintOver?.(target);
      isIntact = base === null && paintOver === null;
      const finished = output.finish(isUnchanged);
      if (order.canvas === null) return { kind: 'memory', bytes: finished };
      const bytes = base === null ? canvasOf(order.canvas) : new Uint8Array(base.bytes);
      bytes.set(finished);
      return base === null ? { kind: 'canvas' } : { kind: 'decoded', decoder: base.decoder };
    },
    foresee: (number) => {
      composer.foresee(number);
      above?.foresee(number);
    },
    dispose: () => dispose(composer),
  };
}

/** Finished frames in the layout of the output. */
interface Output {
  /**
   * Returns the bytes of the composed frame, which are valid until the memory changes.
   * @param isUnchanged Whether the frame has the same pixels as the last one.
   */
  finish(isUnchanged?: boolean): Uint8Array;
  dispose(): void;
}

function createOutput({ pixelFormat, alpha }: ComposedCanvas, target: RawFrame, open: OpenKernels): Output {
  const { memory } = open;
  // Get the memory here, because growing it can replace the array.
  const bytesOf = (raw: RawFrame): Uint8Array =>
    memory.bytes().subarray(raw.at, raw.at + frameBytes({ ...raw, pixelFormat }));
  if (alpha === undefined) return { finish: () => bytesOf(target), dispose: () => undefined };
  const compositor = open.createCompositor();
  const frame = { ...target, format: pixelFormat, at: memory.take(lengthOf({ ...target, format: pixelFormat })) };
  return {
    finish: (isUnchanged = false) => {
      if (!isUnchanged) compositor.writeAlpha(target, alpha, frame);
      return bytesOf(frame);
    },
    dispose: () => {
      compositor.dispose();
      memory.giveBack(frame.at);
    },
  };
}

/** Returns a function that parses each color table once. */
function cubesOf(tables: ComposeTask['tables']): (name: string) => Cube {
  const read = new Map<string, Cube>();
  return (name) => {
    const cached = read.get(name);
    if (cached !== undefined) return cached;
    const cube = readCube(required(tables.get(name), 'the table of an effect'));
    if (!cube.ok) throw new Error(`a table that was read cannot be read in line ${cube.error.line}`);
    read.set(name, cube.value);
    return cube.value;
  };
}

/** Composes frames of a transition: first the frames of both scenes, then their mix. */
interface TransitionComposer {
  /**
   * Draws a frame of the part into `target`. `slots` has the slots of the outgoing scene's decoders, then the slots of
   * the incoming scene's decoders.
   */
  compose(number: number, slots: readonly (number | null)[], target: RawFrame): Promise<void>;
  dispose(): void;
}

interface Side {
  /** The composer of the scene; null for the background. */
  readonly composer: SceneComposer | null;
  /** The index of the scene's first decoder. */
  readonly first: number;
  readonly decoders: number;
  readonly frame: RawFrame;
}

/** @param draw Requests the pixels of a drawing. */
function createTransitionComposer(
  scene: ComposedTransition,
  decoded: readonly DecodedPictures[],
  open: OpenKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
  frameScale: number,
): TransitionComposer {
  const { memory } = open;
  const { canvas, look, easing, outgoing, incoming } = scene;
  const compositor = open.createCompositor();
  const background = frameColor(scene.background);
  const sideOf = (side: ComposedTransition['outgoing'], first: number): Side => ({
    composer: side && createSceneComposer(side, decoded.slice(first, first + decodersOf(side)), open, draw, frameScale),
    first,
    decoders: decodersOf(side),
    frame: takeFrame(canvas, frameScale, memory),
  });
  const sides = [sideOf(outgoing, 0), sideOf(incoming, decodersOf(outgoing))] as const;
  const [a, b] = sides;

  let image: PixelPicture | null = null;
  /** Draws the image of a luminance transition once. */
  const imageOf = async (): Promise<PixelPicture | null> => {
    if (look.type !== 'luma' || look.source.kind !== 'asset') return null;
    if (image !== null) return image;
    const drawing = await draw(lumaDrawing(look.source.name, canvas));
    image = pixelsOf(drawing, true, compositor);
    return image;
  };
  const paint = async (
    { composer, first, decoders, frame }: Side,
    number: number,
    slots: readonly (number | null)[],
  ) => {
    if (composer === null) {
      compositor.composeFrame({ background, layers: [] }, frame);
      return;
    }
    const prepared = await composer.prepare(number, slots.slice(first, first + decoders));
    if (prepared.base !== null) memory.bytes().set(new Uint8Array(prepared.base.bytes), frame.at);
    prepared.paint(frame);
  };

  return {
    compose: async (number, slots, target) => {
      await paint(a, number, slots);
      await paint(b, number, slots);
      const frame = scene.from + (number * scene.step.numerator) / scene.step.denominator;
      const progress = transitionProgress(easing, frame, scene.frames);
      compositor.mixFrames({ look, progress, a: a.frame, b: b.frame, background, image: await imageOf() }, target);
    },
    dispose: () => {
      for (const { composer, frame } of sides) {
        composer?.dispose();
        memory.giveBack(frame.at);
      }
      if (image !== null) compositor.pictures.release(image);
      compositor.dispose();
    },
  };
}

/** Composes frames of one scene. */
interface SceneComposer {
  /** Prepares the pictures of a frame of the part. `slots` has only the slots of this scene's decoders. */
  prepare(number: number, slots: readonly (number | null)[]): Promise<PreparedFrame>;
  /** Prepares the pictures of a frame of the scene. */
  prepareAt(frame: number, slots: readonly (number | null)[]): Promise<PreparedFrame>;
  /** Requests drawings of a later frame of the part. */
  foresee(number: number): void;
  dispose(): void;
}

export interface PreparedFrame {
  /**
   * The decoded frame that is the background, with the index of its decoder in the scene; null if the background is a
   * color.
   */
  readonly base: { readonly decoder: number; readonly bytes: ArrayBufferLike } | null;
  /** Whether the frame shows nothing but the background. */
  readonly isBaseAlone: boolean;
  /**
   * Draws the frame; call it once. If the background is a decoded frame, `target` must contain it. Returns whether the
   * target already contained the frame, so that nothing was drawn.
   * @param isIntact Whether `target` contains the frame that was painted last.
   */
  paint(target: RawFrame, isIntact?: boolean): boolean;
}

/** @param draw Requests the pixels of a drawing. */
function createSceneComposer(
  scene: ComposedScene,
  decoded: readonly DecodedPictures[],
  open: OpenKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
  frameScale = 1,
): SceneComposer {
  const { canvas } = scene;
  const compositor: Compositor = open.createCompositor();
  // Nested scenes use the decoders of this scene.
  const compose = (inner: ComposedScene) => createSceneComposer(inner, decoded, open, draw, frameScale);
  const { pictures: inMemory, withEffects } = compositor;
  const on = { memory: open.memory, pictures: inMemory, withEffects, frameScale, compose };
  const pictures = createLayerPictures(scene, decoded, on, draw);
  const stack = createLayerStack(scene.layers, scene.frameRate, pictures, compositor);
  const stage = { frame: canvas, duration: scene.duration, scale: frameScale, frameScale, isSteady: true };
  const background = frameColor(scene.background);
  const byLayer = new Map(scene.layers.map((layer) => [layer.layer, layer]));
  /** The layers of the last painted frame; null if their pictures can change in place. */
  let lastLayers: readonly LayerToCompose[] | null = null;

  const prepareAt: SceneComposer['prepareAt'] = async (frame, slots) => {
    await stack.prepare(scene.layers, frame, stage, slots);
    const rows = stack.rowsAt(scene.layers, frame, stage);
    const decoder = canvasDecoder(rows, byLayer, scene, decoded, frameScale);
    const base = decoder === null ? null : { decoder, bytes: slotOf(decoded, slots, decoder) };
    const rowsToDraw = base === null ? rows : rows.slice(1);
    const isBaseAlone = base !== null && rowsToDraw.length === 0;
    if (isBaseAlone) stack.forget();
    return {
      base,
      isBaseAlone,
      paint: (target, isIntact = false) => {
        const toCompose = rowsToDraw.map((row) =>
          scaledToTarget(stack.finished(roundedToChroma(row, canvas), stage), canvas, target),
        );
        const areStill = base === null && rowsToDraw.every(isStill);
        const isSame = isIntact && areStill && lastLayers !== null && areComposedAlike(lastLayers, toCompose);
        if (!isSame)
          compositor.composeFrame({ background: base === null ? background : 'canvas', layers: toCompose }, target);
        lastLayers = areStill ? toCompose : null;
        stack.forget();
        return isSame;
      },
    };
  };
  const frameOf = (number: number): number => scene.from + (number * scene.step.numerator) / scene.step.denominator;
  return {
    prepare: (number, slots) => prepareAt(frameOf(number), slots),
    prepareAt,
    foresee: (number) => pictures.foresee(scene.layers, frameOf(number), stage),
    dispose: () => {
      stack.dispose();
      compositor.dispose();
    },
  };
}

/** Returns whether the picture of a layer stays the same while its object does. A video and a scene reuse theirs. */
function isStill({ layer }: LayerState): boolean {
  return layer.kind !== 'video' && layer.kind !== 'layer';
}

/** Composes overlays over finished frames. */
interface OverComposer {
  /** Prepares the pictures of a frame. Returns a function that draws them once; null if no layer appears. */
  prepare(number: number, slots: readonly (number | null)[]): Promise<((target: RawFrame) => void) | null>;
  /** Requests drawings of a later frame of the part. */
  foresee(number: number): void;
  dispose(): void;
}

/** @param draw Requests the pixels of a drawing. */
function createOverComposer(
  over: ComposedOver,
  decoded: readonly DecodedPictures[],
  { memory, createCompositor }: OpenKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
  frameScale = 1,
): OverComposer {
  const { canvas, layers } = over;
  const compositor: Compositor = createCompositor();
  const { pictures: inMemory, withEffects } = compositor;
  const pictures = createLayerPictures(over, decoded, { memory, pictures: inMemory, withEffects, frameScale }, draw);
  const stack = createLayerStack(layers, over.frameRate, pictures, compositor);
  const stage = { frame: canvas, duration: over.duration, scale: frameScale, frameScale, isSteady: true };

  const frameOf = (number: number): number => over.from + (number * over.step.numerator) / over.step.denominator;
  return {
    foresee: (number) => pictures.foresee(layers, frameOf(number), stage),
    prepare: async (number, slots) => {
      const frame = frameOf(number);
      await stack.prepare(layers, frame, stage, slots);
      const rows = stack.rowsAt(layers, frame, stage);
      if (rows.length === 0) {
        stack.forget();
        return null;
      }
      return (target) => {
        const toCompose = rows.map((row) =>
          scaledToTarget(stack.finished(roundedToChroma(row, canvas), stage), canvas, target),
        );
        compositor.composeFrame({ background: 'canvas', layers: toCompose }, target);
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

/** Scales a layer for a target frame with fewer pixels than the film. */
function scaledToTarget(layer: LayerToCompose, canvas: Size, target: Size): LayerToCompose {
  if (target.width === canvas.width && target.height === canvas.height) return layer;
  const [across, down] = [target.width / canvas.width, target.height / canvas.height];
  const { a, b, c, d, e, f } = layer.row.matrix;
  const matrix = { a: a * across, b: b * down, c: c * across, d: d * down, e: e * across, f: f * down };
  return { ...layer, row: { ...layer.row, matrix } };
}
