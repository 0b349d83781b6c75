import type { Layer, Mask } from '../../../../shared/template/movie/movie.ts';
import type { TransitionLook } from '../../../../shared/template/movie/transition.ts';
import type { Color } from '../../../../shared/template/values/color.ts';
import type { Easing } from '../../../../shared/template/values/easing.ts';
import type { FrameRate, Frames } from '../../../../shared/template/values/frame-rate.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';
import { type Filter, type FilterGraph, printChains, printFilters } from '../graph/filter-graph.ts';
import type { PartInput } from './part-input.ts';

/**
 * The picture of one stretch as the compositor makes it between FFmpeg's decoders and its encoder. Like a part that FFmpeg
 * makes alone it says all that its bytes depend on, as data: no path, no machine, no pixels.
 */
export interface ComposedPart {
  readonly kind: 'composed';
  readonly scene: ComposedScene | ComposedTransition;
  /** In the order of the layers that show them; of a transition those of the outgoing scene first. */
  readonly decoders: readonly Decoder[];
  /** All that is read, those of the decoders among it. */
  readonly inputs: readonly ComposedInput[];
  /** What composed frames go through before they are encoded. */
  readonly filters: readonly Filter[];
  /** How what leaves the filters is encoded. */
  readonly encoding: readonly string[];
  /** Frames. */
  readonly length: number;
  /** Options that open the device that encodes it; there are none where the processor does. */
  readonly device?: readonly string[];
}

/** Bytes that are read as they are: an image or a font. */
export interface BytesInput {
  readonly kind: 'bytes';
  readonly sha256: string;
}

/** A table of colours, which whoever composes has to have. */
export interface TableInput {
  readonly kind: 'table';
  readonly sha256: string;
}

export type ComposedInput = PartInput | BytesInput | TableInput;

/** What is composed: layers whose sources are digests, and which frames of them. */
export interface ComposedScene {
  readonly kind: 'scene';
  readonly canvas: ComposedCanvas;
  readonly background: Color;
  /** Of the movie, in whose frames layers count. */
  readonly frameRate: FrameRate;
  /** Of the scene. */
  readonly duration: Frames;
  /** From the lowest to the topmost; those alone that are there in one of the frames. */
  readonly layers: readonly ComposedLayer[];
  /** The scene's frame that the first one shows. */
  readonly from: number;
  /** How many of the scene's frames lie from one frame to the next: 1 but for formats of another rate. */
  readonly step: FrameRate;
}

/** Two scenes that go over into one another, and which frames of that. Both are of its canvas and step. */
export interface ComposedTransition {
  readonly kind: 'transition';
  readonly canvas: ComposedCanvas;
  /** The movie's: what is seen in place of a scene that is not there. */
  readonly background: Color;
  readonly look: TransitionLook;
  readonly easing: Easing;
  /** How many frames of the movie the whole transition has. */
  readonly frames: number;
  /** The transition's frame that the first one shows, perhaps between two of them. */
  readonly from: number;
  readonly step: FrameRate;
  /** Null for the background. */
  readonly outgoing: ComposedScene | null;
  readonly incoming: ComposedScene | null;
}

/** How many of a part's decoders a scene has: the first of them, or those behind another scene's. */
export function decodersOf(scene: ComposedScene | null): number {
  return eachComposed(scene?.layers ?? []).filter(({ from }) => from.kind === 'decoder').length;
}

/** Every layer of a scene, or of both scenes of a transition, those in others among them. */
export function allComposed(scene: ComposedScene | ComposedTransition): readonly ComposedLayer[] {
  const scenes = scene.kind === 'scene' ? [scene] : [scene.outgoing, scene.incoming];
  return scenes.flatMap((each) => eachComposed(each?.layers ?? []));
}

/** In which frames are composed. */
export interface ComposedCanvas extends Size {
  readonly pixelFormat: 'yuv420p' | 'yuv444p';
  readonly frameRate: FrameRate;
}

/** A layer without what is only heard, and where its picture comes from. */
export interface ComposedLayer {
  /** Its ids say nothing but its place in the scene, and its source is named by its digest. */
  readonly layer: Layer;
  readonly from: PictureOrigin;
  readonly masks: readonly ComposedMask[];
}

/** A mask whose layers are composed. */
export interface ComposedMask extends Pick<Mask, 'channel' | 'isInverted'> {
  readonly layers: readonly ComposedLayer[];
}

/** Layers of a scene with all that stand in them. */
export function eachComposed(layers: readonly ComposedLayer[]): readonly ComposedLayer[] {
  return layers.flatMap((layer) => [
    layer,
    ...(layer.from.kind === 'group' ? eachComposed(layer.from.layers) : []),
    ...layer.masks.flatMap((mask) => eachComposed(mask.layers)),
  ]);
}

export type PictureOrigin =
  | {
      readonly kind: 'decoder';
      /** Number of its decoder. */
      readonly decoder: number;
      /** Of the layer's own picture, in pixels of the film; there may be more or fewer that are decoded. */
      readonly size: Size;
    }
  /** Drawn by what the layer says. */
  | { readonly kind: 'drawing' }
  /** Composed of those that are there in one of the frames. */
  | { readonly kind: 'group'; readonly layers: readonly ComposedLayer[] }
  | { readonly kind: 'image'; readonly sha256: string }
  | { readonly kind: 'text'; readonly fonts: readonly string[] };

/** One FFmpeg process that hands over frames of a source: chosen, fitted, and in the film's colours. */
export interface Decoder extends FilterGraph<PartInput> {
  readonly picture: Size & { readonly pixelFormat: 'yuv420p' | 'yuv444p' | 'yuva444p' };
  /** The first frame of the part in which it is there. */
  readonly first: number;
  /** How many there are, those of all turns. */
  readonly length: number;
  /** Where the source begins again: what follows the first turn, each by a process of its own. */
  readonly again?: readonly Turn[];
}

/** Frames of a source that is shown anew, in the same form as those before it. */
export interface Turn extends FilterGraph<PartInput> {
  /** How often, one after another. */
  readonly times: number;
}

/** To be raised when composed pixels change by something that a part does not say, such as a kernel or drawn text. */
const COMPOSITOR_VERSION = 2;

/** The version of the npm package, which draws. Another one may draw otherwise. */
const CANVAS_KIT_VERSION = '0.42.0';

/** What of a composed part its bytes depend on. */
export function namedComposed({ scene, decoders, filters, inputs: _inputs, ...part }: ComposedPart): object {
  return {
    compositor: COMPOSITOR_VERSION,
    ...(allComposed(scene).some(isDrawn) || goesByImage(scene) ? { canvasKit: CANVAS_KIT_VERSION } : {}),
    ...part,
    scene: namedScene(scene),
    decoders: decoders.map(({ chains, again, ...decoder }) => ({
      ...decoder,
      graph: printChains(chains),
      ...(again && {
        again: again.map(({ times, ...turn }) => ({ inputs: turn.inputs, graph: printChains(turn.chains), times })),
      }),
    })),
    filters: printFilters(filters),
  };
}

/** Scenes are named without their kind: they had names before there were transitions, and keep them. */
function namedScene(scene: ComposedScene | ComposedTransition): object {
  const { kind, ...data } = scene;
  return kind === 'scene' ? data : scene;
}

function goesByImage(scene: ComposedScene | ComposedTransition): boolean {
  return scene.kind === 'transition' && scene.look.type === 'luma';
}

/** A video is decoded, a colour needs no drawing, and a group is its layers. */
function isDrawn({ layer }: ComposedLayer): boolean {
  return layer.kind !== 'video' && layer.kind !== 'solid' && layer.kind !== 'group';
}
