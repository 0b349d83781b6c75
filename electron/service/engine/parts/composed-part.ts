import {
  type ComposedLayer,
  type ComposedOver,
  type ComposedScene,
  type ComposedTransition,
  type DecodedFormat,
  eachComposed,
} from '#shared/compositor/scene/composed-scene.ts';
import { hasChangedLayout } from '#shared/drawings/text/text-rules.ts';
import { type Filter, type FilterGraph, type FirstPass, printChains, printFilters } from './filter-graph.ts';
import type { PartInput } from './part-input.ts';

/**
 * The picture of a segment that the compositor makes between FFmpeg's decoders and its encoder. Like `Part`, it is data
 * that determines all bytes of the file. It contains no paths, pixels, or properties of the machine.
 */
export interface ComposedPart {
  readonly kind: 'composed';
  readonly scene: ComposedScene | ComposedTransition;
  /** The overlay layers over the finished frame; absent if there are none. */
  readonly over?: ComposedOver;
  /**
   * The decoders in the order of the layers that display them. For a transition, the outgoing scene comes first;
   * overlays come last.
   */
  readonly decoders: readonly Decoder[];
  /** All files that the part reads, including the files of its decoders. */
  readonly inputs: readonly ComposedInput[];
  /** The filters between composing and encoding. */
  readonly filters: readonly Filter[];
  /** The encoder and its options. */
  readonly encoding: readonly string[];
  /** The length in frames. */
  readonly length: number;
  /** The options that open the hardware encoder; absent for encoding on the CPU. */
  readonly device?: readonly string[];
  /** The first pass; absent for an encoding in one pass. */
  readonly passes?: FirstPass;
}

/** The unchanged bytes of an image or a font. */
export interface BytesInput {
  readonly kind: 'bytes';
  readonly sha256: string;
}

/** A color table that the compositor reads. */
export interface TableInput {
  readonly kind: 'table';
  readonly sha256: string;
}

export type ComposedInput = PartInput | BytesInput | TableInput;

/** Returns every layer of a part, including inner layers, both scenes of a transition, and overlays. */
export function allComposedLayers({ scene, over }: Pick<ComposedPart, 'scene' | 'over'>): readonly ComposedLayer[] {
  const scenes = scene.kind === 'scene' ? [scene] : [scene.outgoing, scene.incoming];
  return [...scenes, over].flatMap((composed) => eachComposed(composed?.layers ?? []));
}

/** Returns the number of steps per frame: one per layer and one per effect. */
export function stepsOf(part: Pick<ComposedPart, 'scene' | 'over'>): number {
  return allComposedLayers(part).reduce((sum, { layer: { effects } }) => sum + 1 + effects.length, 0);
}

/**
 * An FFmpeg process that decodes a source and returns its frames, already chosen, scaled, and converted to the film's
 * colors.
 */
export interface Decoder extends FilterGraph<PartInput> {
  readonly picture: DecodedFormat;
  /** The first frame of the part in which the video is visible. */
  readonly first: number;
  /** The number of frames in all loops together. */
  readonly length: number;
  /** The loops after the first. Each loop has a separate process. */
  readonly again?: readonly Loop[];
}

/** A loop of a source. */
export interface Loop extends FilterGraph<PartInput> {
  /** The number of consecutive repetitions. */
  readonly times: number;
}

/**
 * The version of the compositor. Raise it when composed pixels change for a reason that the part does not contain, such
 * as a new kernel.
 */
export const COMPOSITOR_VERSION = 2;

/** The version of the npm package for drawing. Another version may draw differently. */
const CANVAS_KIT_VERSION = '0.42.0';

/**
 * The version of the text layout rules. The key of a part contains it only if version 1 lays out the part's texts
 * differently.
 */
const TEXT_VERSION = 2;

/** Returns the data of a composed part that determine its bytes. */
export function composedPartKeyData({ scene, decoders, filters, inputs: _inputs, ...part }: ComposedPart): object {
  return {
    compositor: COMPOSITOR_VERSION,
    ...(allComposedLayers({ scene, ...part }).some(isDrawn) || isLuma(scene) ? { canvasKit: CANVAS_KIT_VERSION } : {}),
    ...(allComposedLayers({ scene, ...part }).some(usesNewTextRules) ? { text: TEXT_VERSION } : {}),
    ...part,
    scene: keyedScene(scene),
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

/**
 * Returns a scene for the key. Omits the kind of a plain scene, because the keys of scenes are older than transitions
 * and must stay the same.
 */
function keyedScene(scene: ComposedScene | ComposedTransition): object {
  const { kind, ...data } = scene;
  return kind === 'scene' ? data : scene;
}

function isLuma(scene: ComposedScene | ComposedTransition): boolean {
  return scene.kind === 'transition' && scene.look.type === 'luma';
}

/**
 * Checks whether a layer needs drawing. Videos are decoded, solids and codes are filled by the compositor, and groups
 * consist of their layers.
 */
function isDrawn({ layer: { kind } }: ComposedLayer): boolean {
  return kind !== 'video' && kind !== 'solid' && kind !== 'code' && kind !== 'group' && kind !== 'layer';
}

function usesNewTextRules({ layer, from }: ComposedLayer): boolean {
  if (layer.kind !== 'text' && layer.kind !== 'captions') return false;
  const contents = from.kind === 'captions' ? from.cues.map(({ text }) => text) : [];
  const { box, style } = layer;
  const rules = {
    isBroken: box.width !== null,
    isFitted: style.autosize !== 'none',
    isDirectionAuto: style.direction === 'auto',
  };
  return (layer.kind === 'text' ? [layer.content] : contents).some((content) =>
    hasChangedLayout({ content, ...rules }),
  );
}
