import type { ShownCue } from '../../../../shared/captions/shown-cues.ts';
import type { CaptionFonts } from '../../../../shared/film/rows/caption-drawing.ts';
import type { ImageRun } from '../../../../shared/film/time/image-run.ts';
import type { Layer, Mask } from '../../../../shared/template/movie/movie.ts';
import type { MixedLook } from '../../../../shared/template/movie/transition.ts';
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
  /** What lies over the finished frame: layers of overlays. It is not there where there are none. */
  readonly over?: ComposedOver;
  /** In the order of the layers that show them; of a transition those of the outgoing scene first, those of overlays last. */
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

/** Layers that lie over a finished frame; their clock is none of a scene. */
export type ComposedOver = Omit<ComposedScene, 'kind' | 'background'>;

/** Two scenes that go over into one another, and which frames of that. Both are of its canvas and step. */
export interface ComposedTransition {
  readonly kind: 'transition';
  readonly canvas: ComposedCanvas;
  /** The movie's: what is seen in place of a scene that is not there. */
  readonly background: Color;
  readonly look: MixedLook;
  readonly easing: Easing;
  /** How many frames of the movie the whole transition has. */
  readonly frames: number;
  /** The transition's frame that the first one shows, perhaps between two of them. */
  readonly from: number;
  readonly step: FrameRate;
  /** Of one by luminance whose image is SVG, what draws that. */
  readonly drawnBy?: string;
  /** Null for the background. */
  readonly outgoing: ComposedScene | null;
  readonly incoming: ComposedScene | null;
}

/** How many of a part's decoders a scene has: the first of them, or those behind another scene's. */
export function decodersOf(scene: Pick<ComposedScene, 'layers'> | null): number {
  return eachComposed(scene?.layers ?? []).filter(({ from }) => from.kind === 'decoder').length;
}

/** Every layer of a part: of a scene, or of both scenes of a transition, and of overlays, those in others among them. */
export function allComposed({ scene, over }: Pick<ComposedPart, 'scene' | 'over'>): readonly ComposedLayer[] {
  const scenes = scene.kind === 'scene' ? [scene] : [scene.outgoing, scene.incoming];
  return [...scenes, over].flatMap((each) => eachComposed(each?.layers ?? []));
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
    ...(layer.from.kind === 'scene' ? eachComposed(layer.from.scene.layers) : []),
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
  /** All of a scene, whose frame `from` is shown in the layer's frame 0; behind its last one that is held. */
  | { readonly kind: 'scene'; readonly from: number; readonly scene: ComposedScene }
  | {
      readonly kind: 'image';
      readonly sha256: string;
      /** Of one that moves. */
      readonly run?: ImageRun;
      /** Of an SVG, what draws it: another version may draw otherwise. */
      readonly drawnBy?: string;
    }
  | {
      readonly kind: 'text';
      readonly fonts: readonly string[];
      /** Of each span, null where they are those of the text; a text without spans does not say so. */
      readonly spanFonts?: readonly (readonly string[] | null)[];
    }
  /** The cues that are seen in one of the frames, in frames of the layer's own. */
  | { readonly kind: 'captions'; readonly fonts: CaptionFonts; readonly cues: readonly ShownCue[] };

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

/** The npm package that draws SVG, and its version. */
export const SVG_RASTERISER = '@resvg/resvg-wasm 2.6.2';

/** What of a composed part its bytes depend on. */
export function namedComposed({ scene, decoders, filters, inputs: _inputs, ...part }: ComposedPart): object {
  return {
    compositor: COMPOSITOR_VERSION,
    ...(allComposed({ scene, ...part }).some(isDrawn) || goesByImage(scene) ? { canvasKit: CANVAS_KIT_VERSION } : {}),
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

/** A video is decoded, a colour needs no drawing, and a group or a scene is its layers. */
function isDrawn({ layer: { kind } }: ComposedLayer): boolean {
  return kind !== 'video' && kind !== 'solid' && kind !== 'group' && kind !== 'layer';
}
