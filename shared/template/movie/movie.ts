import type { NodeId } from '../document/document.ts';
import type { Effect } from '../effects/effects.ts';
import type { LayerKind } from '../tables/elements.ts';
import type { Animation, CustomAnimation, Easing, Handle, Side } from '../values/animation.ts';
import type { Color, Gradient, Paint } from '../values/color.ts';
import type { FrameRate, Frames } from '../values/frame-rate.ts';
import type { Edges, Length, Pair, Point } from '../values/lengths.ts';
import type { BlendMode, Fit } from '../values/placement.ts';
import type { SourceEnd } from '../values/source-length.ts';
import type { TextSpan, TextStyle } from '../values/text-style.ts';

/** How loud a sound is, and where. */
export interface Loudness {
  /** Factor of the amplitude, 0 to 8. */
  readonly volume: number;
  /** −1 is left, 1 is right. */
  readonly pan: number;
  /** From where it begins to be heard, and to where it ends. */
  readonly fadeIn: Frames;
  readonly fadeOut: Frames;
  /** Whether sounds of the movie give way to it. */
  readonly ducks: boolean;
  /** Keys of its volume and pan, which take the place of both; absent where there are none. */
  readonly soundAnimations?: readonly CustomAnimation[];
}

/** Something that is heard and not seen: in its scene, or across all of them. */
export interface SoundLayer extends Loudness {
  readonly kind: 'audio';
  readonly id: NodeId;
  /** Whether it is played: it is switched on, and its condition holds. */
  readonly enabled: boolean;
  /** A name for people. */
  readonly name: string | null;
  readonly source: MediaSource;
  /** In-point: where in the source it begins, in frames of the movie. */
  readonly skip: Frames;
  /** When it begins in its scene, or in the film. */
  readonly offset: Frames;
  /** How long it is heard; null for as long as its source, its scene or the film lasts. */
  readonly duration: Frames | null;
  /** How much faster than its source it goes; its pitch stays. */
  readonly speed: number;
  /** Whether it starts again at its in-point when the source ends. */
  readonly loop: boolean;
  /** What it is multiplied with while something is heard that it gives way to; null where it gives way to nothing. */
  readonly duck: number | null;
  /** How long it takes to give way, and to come back. */
  readonly duckFade: Frames;
}

/** Where a picture or a sound comes from: a file of the project by its name, or an address. */
export type MediaSource = (
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'asset'; readonly name: string }
) & {
  /** The fields of an interlaced picture stay; absent where they become one picture. */
  readonly fields?: 'keep';
};

/** An address for people: its query may be a signature or a key. */
export function sourceForPeople(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : source.url.replace(/[?#].*$/s, '');
}

type Corner = 'topleft' | 'topright' | 'bottomleft' | 'bottomright';

/** What a transition does with the outgoing picture A and the incoming picture B. */
export type MixedStyle =
  | { readonly type: 'crossfade' }
  | { readonly type: 'fade'; readonly color: Color }
  | { readonly type: 'wipe'; readonly from: Side | Corner; readonly softness: number }
  | { readonly type: 'circle' | 'clock'; readonly softness: number }
  | { readonly type: 'luma'; readonly source: MediaSource; readonly softness: number }
  | { readonly type: 'slide' | 'push' | 'reveal'; readonly from: Side }
  | { readonly type: 'zoom'; readonly way: 'in' | 'out'; readonly amount: number };

/** Where a layer's picture comes to lie. */
export interface LayerPlacement {
  /** Where the pivot comes to lie, from the origin; percentages are of the frame. */
  readonly position: Point;
  /** The place of the frame that the position is measured from, from the frame's upper left corner. */
  readonly origin: Point;
  /** The pivot, from the middle of the picture; percentages are of the picture. */
  readonly anchor: Point;
  /** Size around the pivot; below 0 it is mirrored. */
  readonly scale: Pair;
  /** Degrees, clockwise, around the pivot. */
  readonly rotation: number;
}

/** What every layer has that is seen. */
export interface VisualLayer {
  readonly id: NodeId;
  /** Whether it is played: it is switched on, and its condition holds. */
  readonly enabled: boolean;
  /** A name for people. */
  readonly name: string | null;
  readonly placement: LayerPlacement;
  /** 0 to 1. */
  readonly opacity: number;
  readonly blendMode: BlendMode;
  /** When it begins in its scene. */
  readonly offset: Frames;
  /** How long it is there; null for as long as the scene lasts. */
  readonly duration: Frames | null;
  /** Frames that it ends sooner, where below 0; above 0, frames of its own beginning that are left out. */
  readonly overlap: number;
  /** In the order in which they are applied. */
  readonly effects: readonly Effect[];
  readonly animations: readonly Animation[];
}

/** The box that a layer is drawn in; null for the side that nothing is said of. Percentages are of the frame. */
export interface Box {
  readonly width: Length | null;
  readonly height: Length | null;
}

/**
 * A template whose variables have their values and whose every attribute was checked: what the engine renders,
 * the preview plays and the timeline shows. Ids are those of the document's elements.
 */
export interface Movie {
  readonly id: NodeId;
  /** Pixels, as written; a format may need the next even size. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  /** What is seen where nothing else is. */
  readonly background: Color;
  readonly fonts: readonly FontFace[];
  /** Every scene of the document, played or not, those in sequences and choices in their places. */
  readonly scenes: readonly Scene[];
  /** In document order. */
  readonly transitions: readonly Transition[];
  /** What is heard across scenes, from the film's beginning on. */
  readonly sounds: readonly SoundLayer[];
  /** What lies over all scenes and transitions, from the lowest. */
  readonly overlays: readonly Overlay[];
  /** Which frames of the film are shown, from `from` up to `to` without it; null for all. */
  readonly span: { readonly from: Frames; readonly to: Frames } | null;
}

export interface Scene {
  readonly id: NodeId;
  /** By what a layer of a custom transition names it: its own `id`, then those of the sequences and choices around it. */
  readonly refs: readonly string[];
  /** The choices that it stands in, from the outermost, each with the scene of it that this one is or stands in. */
  readonly choices?: readonly CasePlace[];
  readonly name: string | null;
  /** Whether it is played: it is switched on with all that it stands in, its condition holds, and its choice chose it. */
  readonly enabled: boolean;
  /** Of one whose length comes from its content and is not known: what it is taken for. */
  readonly duration: Frames;
  /** Where its length comes from its content; null where it has one of its own. */
  readonly fits: ContentLength | null;
  /** Under the lowest layer; null for the movie's. */
  readonly background: Paint | null;
  /** From the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** What is heard in it besides its layers. */
  readonly sounds: readonly SoundLayer[];
}

/** A choice, and one of its scenes. */
export interface CasePlace {
  readonly choice: NodeId;
  readonly case: NodeId;
}

/** Layers that lie over the whole film; their clock is the film's. */
export interface Overlay {
  readonly id: NodeId;
  readonly name: string | null;
  /** Whether it is played: it is switched on, and its condition holds. */
  readonly enabled: boolean;
  /** From the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** What is heard besides its layers. */
  readonly sounds: readonly SoundLayer[];
}

/** How two scenes of the film go over into one another. */
export interface Transition {
  readonly id: NodeId;
  /** Whether it counts: it is switched on with all that it stands in, and its condition holds. */
  readonly enabled: boolean;
  /** How many scenes of `Movie.scenes` stand before it. */
  readonly behind: number;
  /** As written; the film may have less time for it. */
  readonly duration: Frames;
  readonly easing: Easing;
  /** Handles of its ends, which go before `easing`; null where nothing is said of them. */
  readonly easeIn: Handle | null;
  readonly easeOut: Handle | null;
  readonly look: TransitionStyle;
  readonly sound: 'crossfade' | 'cut' | 'both';
}

/** What is seen in a transition. */
export type TransitionStyle = MixedStyle | CustomStyle;

/** A scene of its own, which shows one scene beside the transition or both of them. */
export interface CustomStyle extends Pick<Scene, 'background' | 'layers' | 'sounds'> {
  readonly type: 'custom';
}

/** A length that comes from the content of a scene. */
export interface ContentLength {
  /** All layers that have a length, or the sounds alone. */
  readonly of: 'all' | 'audio';
  /** How much longer the scene is. */
  readonly extra: Frames;
  /** Whether all is read that stands in the scene: while values of variables are unknown, something may be added. */
  readonly isWhole: boolean;
  /** `open` until its sources are known; `none` where nothing in it has a length. */
  readonly state: 'open' | 'known' | 'none';
}

/** A file with a face of a family, by whose name texts ask for it. */
export interface FontFace {
  readonly id: NodeId;
  readonly family: string;
  readonly source: MediaSource;
  /** 1 to 1000; null for what the file says. */
  readonly weight: number | null;
  readonly style: 'normal' | 'italic' | null;
}

/** What a layer of each kind is. A kind that the table of elements has and that lacks here does not compile. */
interface LayersByKind {
  readonly video: VideoLayer;
  readonly image: ImageLayer;
  readonly text: TextLayer;
  readonly captions: CaptionsLayer;
  readonly solid: SolidLayer;
  readonly shape: ShapeLayer;
  readonly group: GroupLayer;
  readonly layer: SceneLayer;
}

export type LayerOf<Kind extends LayerKind> = LayersByKind[Kind];

/** A layer of any kind, tagged by `kind`. */
export type Layer = LayerOf<LayerKind>;

/** What all layers are that are seen. */
interface PictureLayer extends VisualLayer {
  /** What hides parts of it: all of them together. */
  readonly masks: readonly Mask[];
}

/** Layers that say where the layer shows that the mask stands in. They are placed in its picture, and have its clock. */
export interface Mask {
  readonly id: NodeId;
  readonly enabled: boolean;
  /** What of its layers counts. */
  readonly channel: 'luma' | 'red' | 'green' | 'blue' | 'alpha';
  readonly isInverted: boolean;
  /** From the lowest to the topmost. */
  readonly layers: readonly Layer[];
}

/** A picture from a file, how it is cut and how it fills its box. */
export interface FittedPicture {
  readonly source: MediaSource;
  /** What `fit` fills; the frame where nothing is said. Of one side alone the other follows from the picture's shape. */
  readonly box: Box;
  readonly fit: Fit;
  /** What is cut off before it is fitted; percentages are of the source. */
  readonly crop: Edges;
  /** Which part stays when `cover` cuts, each 0 to 1: 0 is the left or upper edge. */
  readonly focus: Pair;
}

export interface VideoLayer extends PictureLayer, FittedPicture, Loudness {
  readonly kind: 'video';
  /** Whether the source's sound plays. */
  readonly audio: boolean;
  /** In-point: where in the source the picture starts, in frames of the movie. */
  readonly skip: Frames;
  /** How much faster than its source it goes. */
  readonly speed: number;
  /** What is seen past the source's end. */
  readonly end: SourceEnd;
  /** The moment of the source that is seen throughout, silently; null where it runs. */
  readonly freeze: Frames | null;
}

export interface ImageLayer extends PictureLayer, FittedPicture {
  readonly kind: 'image';
  /** What is seen behind the last frame of an image that moves; without it the image again, from its first. */
  readonly end?: SourceEnd;
}

export interface SolidLayer extends PictureLayer {
  readonly kind: 'solid';
  readonly color: Paint;
  /** Goes before the colour. A solid without one has the data that it had before there were any, and so its parts their names. */
  readonly gradient?: Gradient;
  readonly box: Box;
}

export interface ShapeLayer extends PictureLayer {
  readonly kind: 'shape';
  readonly box: Box;
  readonly outline: Outline;
  readonly fill: Paint | null;
  /** Centred on the outline. */
  readonly stroke: Paint | null;
  readonly lineWidth: number;
}

/** In pixels; a path's 0, 0 is the box's upper left corner. */
export type Outline =
  | { readonly kind: 'rectangle'; readonly radius: number }
  | { readonly kind: 'ellipse' }
  /** SVG path data, filled by the nonzero rule. */
  | { readonly kind: 'path'; readonly data: string };

export interface TextLayer extends PictureLayer {
  readonly kind: 'text';
  readonly content: string;
  /** Stretches that look otherwise, in their order, none over another; a text without any has the data that it had before. */
  readonly spans?: readonly TextSpan[];
  readonly box: Box;
  readonly style: TextStyle;
}

/** The captions of a file, each in its time. */
export interface CaptionsLayer extends PictureLayer {
  readonly kind: 'captions';
  readonly source: MediaSource;
  /** In-point: the moment of the file in its first frame, in frames of the movie. */
  readonly skip: Frames;
  /** Whether words are seen only when their times come, where the file has them. */
  readonly mode: 'cue' | 'word';
  readonly box: Box;
  readonly style: TextStyle;
}

/** Layers that are one picture, on nothing. */
export interface GroupLayer extends PictureLayer {
  readonly kind: 'group';
  /** The frame that its layers are placed in; where a side is given, what reaches beyond the box is cut off. */
  readonly box: Box;
  /** From the lowest to the topmost, with a clock that begins where the group does. */
  readonly layers: readonly Layer[];
}

/** In a custom transition: the whole picture of one of the scenes beside it. Its box is the frame. */
export interface SceneLayer extends PictureLayer {
  readonly kind: 'layer';
  /** What names the scene. */
  readonly ref: string;
  /** The scene's frame that it shows first: counted from its end where below 0; null for what a transition shows of it. */
  readonly first: number | null;
}
