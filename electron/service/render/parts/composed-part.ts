import {
  type ComposedLayer,
  type ComposedOver,
  type ComposedScene,
  type ComposedTransition,
  type DecodedFormat,
  eachComposed,
} from '#shared/compose/composed-scene.ts';
import { isSetByNewRules } from '#shared/drawings/text/text-rules.ts';
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

/** Every layer of a part: of a scene, or of both scenes of a transition, and of overlays, those in others among them. */
export function allComposed({ scene, over }: Pick<ComposedPart, 'scene' | 'over'>): readonly ComposedLayer[] {
  const scenes = scene.kind === 'scene' ? [scene] : [scene.outgoing, scene.incoming];
  return [...scenes, over].flatMap((each) => eachComposed(each?.layers ?? []));
}

/** What is done for a frame: each layer is drawn, and goes through each of its effects. */
export function stepsOf(part: Pick<ComposedPart, 'scene' | 'over'>): number {
  return allComposed(part).reduce((sum, { layer: { effects } }) => sum + 1 + effects.length, 0);
}

/** One FFmpeg process that hands over frames of a source: chosen, fitted, and in the film's colours. */
export interface Decoder extends FilterGraph<PartInput> {
  readonly picture: DecodedFormat;
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

/** The rules by which texts are set; only parts with texts that these set otherwise than the first ones have it in their names. */
const TEXT_VERSION = 2;

/** What of a composed part its bytes depend on. */
export function namedComposed({ scene, decoders, filters, inputs: _inputs, ...part }: ComposedPart): object {
  return {
    compositor: COMPOSITOR_VERSION,
    ...(allComposed({ scene, ...part }).some(isDrawn) || goesByImage(scene) ? { canvasKit: CANVAS_KIT_VERSION } : {}),
    ...(allComposed({ scene, ...part }).some(isSetAnew) ? { text: TEXT_VERSION } : {}),
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

function isSetAnew({ layer, from }: ComposedLayer): boolean {
  if (layer.kind !== 'text' && layer.kind !== 'captions') return false;
  const contents = from.kind === 'captions' ? from.cues.map(({ text }) => text) : [];
  const { box, style } = layer;
  const rules = {
    isBroken: box.width !== null,
    isFitted: style.autosize !== 'none',
    isDirectionAuto: style.direction === 'auto',
  };
  return (layer.kind === 'text' ? [layer.content] : contents).some((content) => isSetByNewRules({ content, ...rules }));
}
