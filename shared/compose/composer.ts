import { type Cube, readCube } from '../compositor/cube/read-cube.ts';
import type { KernelMemory } from '../compositor/kernels/memory.ts';
import type { Frame, PixelPicture } from '../compositor/pictures/picture.ts';
import type { Drawing } from '../drawings/drawing/drawing.ts';
import { transitionProgress } from '../film/motion/transition-progress.ts';
import { lumaDrawing } from '../film/rows/layer-drawing.ts';
import { required } from '../lib/assert.ts';
import { toBt709 } from '../template/values/color.ts';
import type { ComposedIn, ComposeTask, DecodedPictures, Drawn, FrameOrder } from './compose-task.ts';
import { type ComposedCanvas, type ComposedTransition, decodersOf } from './composed-scene.ts';
import type { OpenKernels } from './open-kernels.ts';
import { composedSize, frameBytes } from './raw-frame.ts';
import { createOverComposer, createSceneComposer, type SceneComposer } from './scene-composer.ts';
import { pixelsOf } from './source-pictures.ts';

/** Composes the frames of one part. */
export interface Composer {
  /** Draws a frame into the canvas that the order names, or over the decoded frame that is its ground. */
  compose(order: FrameOrder): Promise<ComposedIn>;
  /** Gives all memory back. */
  dispose(): void;
}

/** @param draw Asks for a drawing. */
export function createComposer(
  { scene, over, canvases, decoded, tables, reduced = 1 }: ComposeTask,
  kernels: OpenKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
): Composer {
  const cubeNamed = cubesOf(tables);
  const open: OpenKernels = { ...kernels, createCompositor: () => kernels.createCompositor(cubeNamed) };
  const { memory } = open;
  const target = takeFrame(scene.canvas, reduced, memory);
  const canvasOf = ({ canvas: free }: FrameOrder) => new Uint8Array(required(canvases[free], 'room for a frame'));
  /** The memory may be another after it has grown, so it is asked for late. */
  const copyTo = (bytes: Uint8Array): void => bytes.set(memory.bytes().subarray(target.at, target.at + bytes.length));
  // The decoders of what lies over are the last.
  const first = decoded.length - decodersOf(over);
  const above = over === null ? null : createOverComposer(over, decoded.slice(first), open, draw, reduced);
  const prepareOver = async ({ number, decoded: slots }: FrameOrder) =>
    above === null ? null : await above.prepare(number, slots.slice(first));
  const dispose = (beneath: { dispose(): void }): void => {
    beneath.dispose();
    above?.dispose();
    memory.giveBack(target.at);
  };

  if (scene.kind === 'transition') {
    const transition = createTransitionComposer(scene, decoded.slice(0, first), open, draw, reduced);
    return {
      compose: async (order) => {
        const paintOver = await prepareOver(order);
        await transition.compose(order.number, order.decoded, target);
        paintOver?.(target);
        copyTo(canvasOf(order));
        return { kind: 'canvas' };
      },
      dispose: () => dispose(transition),
    };
  }
  const composer = createSceneComposer(scene, decoded.slice(0, first), open, draw, reduced);
  return {
    compose: async (order) => {
      const paintOver = await prepareOver(order);
      const { ground, isGroundAlone, paint } = await composer.prepare(order.number, order.decoded.slice(0, first));
      const lies: ComposedIn = ground === null ? { kind: 'canvas' } : { kind: 'decoded', decoder: ground.decoder };
      if (isGroundAlone && paintOver === null) return lies;
      const bytes = ground === null ? canvasOf(order) : new Uint8Array(ground.bytes);
      if (ground !== null) memory.bytes().set(bytes, target.at);
      if (!isGroundAlone) paint(target);
      paintOver?.(target);
      copyTo(bytes);
      return lies;
    },
    dispose: () => dispose(composer),
  };
}

function takeFrame(canvas: ComposedCanvas, reduced: number, memory: KernelMemory): Frame {
  const { pixelFormat } = canvas;
  const size = composedSize(canvas, reduced);
  return { ...size, format: pixelFormat, at: memory.take(frameBytes({ ...size, pixelFormat })) };
}

/** Tables by their digests, each read once. */
function cubesOf(tables: ComposeTask['tables']): (name: string) => Cube {
  const read = new Map<string, Cube>();
  return (name) => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const cube = readCube(required(tables.get(name), 'the table of an effect'));
    if (!cube.ok) throw new Error(`a table that was read cannot be read in line ${cube.error.line}`);
    read.set(name, cube.value);
    return cube.value;
  };
}

/** Composes frames of a transition: both scenes' frames, each by itself, and then what becomes of the two. */
interface TransitionComposer {
  /** Draws a frame of the part into `target`; `slots` are those of the outgoing scene's decoders, then of the incoming. */
  compose(number: number, slots: readonly (number | null)[], target: Frame): Promise<void>;
  /** Gives all memory back. */
  dispose(): void;
}

interface Side {
  /** Null for the background. */
  readonly composer: SceneComposer | null;
  /** Where its decoders begin among all. */
  readonly first: number;
  readonly decoders: number;
  readonly frame: Frame;
}

/** @param draw Asks for a drawing. */
function createTransitionComposer(
  scene: ComposedTransition,
  decoded: readonly DecodedPictures[],
  open: OpenKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
  reduced: number,
): TransitionComposer {
  const { memory } = open;
  const { canvas, look, easing, outgoing, incoming } = scene;
  const compositor = open.createCompositor();
  const { luma, differenceBlue, differenceRed } = toBt709(scene.background);
  const background = [luma, differenceBlue, differenceRed] as const;
  const sideOf = (side: ComposedTransition['outgoing'], first: number): Side => ({
    composer: side && createSceneComposer(side, decoded.slice(first, first + decodersOf(side)), open, draw, reduced),
    first,
    decoders: decodersOf(side),
    frame: takeFrame(canvas, reduced, memory),
  });
  const sides = [sideOf(outgoing, 0), sideOf(incoming, decodersOf(outgoing))] as const;
  const [a, b] = sides;

  let image: PixelPicture | null = null;
  /** What a transition by luminance goes by, drawn once. */
  const imageOf = async (): Promise<PixelPicture | null> => {
    if (look.type !== 'luma' || look.source.kind !== 'asset') return null;
    if (image !== null) return image;
    const drawn = await draw(lumaDrawing(look.source.name, canvas));
    image = pixelsOf(drawn, true, compositor);
    return image;
  };
  const paint = async (
    { composer, first, decoders, frame }: Side,
    number: number,
    slots: readonly (number | null)[],
  ) => {
    if (composer === null) {
      compositor.composeFrame({ ground: background, layers: [] }, frame);
      return;
    }
    const prepared = await composer.prepare(number, slots.slice(first, first + decoders));
    if (prepared.ground !== null) memory.bytes().set(new Uint8Array(prepared.ground.bytes), frame.at);
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
