import type { NodeId } from '../document/document.ts';
import type { Effect } from '../effects/effects.ts';
import type { LayerKind } from '../tables/elements.ts';
import type { metadataAttributes } from '../tables/movie-attributes.ts';
import type { Animation, Easing, EasingHandle, Side } from '../values/animation.ts';
import type { CaptionDisplay, OwnCue } from '../values/caption-style.ts';
import type { BackgroundPaint, Color, Gradient, Paint } from '../values/color.ts';
import type { CountedText } from '../values/counted-text.ts';
import type { FrameRate, Frames } from '../values/frame-rate.ts';
import type { Edges, Length, Pair } from '../values/lengths.ts';
import type { Loudness, LoudnessTarget } from '../values/loudness-target.ts';
import type { BlendMode, Fit, LayerPlacement } from '../values/placement.ts';
import type { CodeDesign } from '../values/qr-code.ts';
import type { ContentLength, SourceEnd } from '../values/source-length.ts';
import type { Outline } from '../values/svg-path.ts';
import type { TextSpan, TextStyle } from '../values/text-style.ts';

/**
 * A template with all variables replaced and all attributes checked. The engine renders it, the preview plays it, and
 * the timeline displays it. Its ids are the ids of elements in the document.
 */
export interface Movie {
  readonly id: NodeId;
  /** The width in pixels as written. Some output formats round it up to an even number. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  /** The color where no layer is visible. It is unused if the film is transparent. */
  readonly background: Color;
  /** The color behind a transparent film in outputs without opacity; absent for an opaque film. */
  readonly matte?: Color;
  readonly fonts: readonly FontFace[];
  /**
   * All scenes of the document, including scenes that are not played. Scenes in sequences and choices are in document
   * order.
   */
  readonly scenes: readonly Scene[];
  /** The transitions in document order. */
  readonly transitions: readonly Transition[];
  /** Sounds across scenes. Their offsets are relative to the start of the film. */
  readonly sounds: readonly SoundLayer[];
  /** Layers over all scenes and transitions, from the lowest. */
  readonly overlays: readonly Overlay[];
  /** The frame for the poster and thumbnails; absent to choose a frame with visible content. */
  readonly poster?: Frames;
  /** The metadata of the film file; absent if the template has none. */
  readonly metadata?: FilmMetadata;
  /** The loudness of the film; absent if the sound stays unchanged. */
  readonly loudness?: LoudnessTarget;
  /** The frames of the film to render, from `from` (inclusive) to `to` (exclusive); null for all frames. */
  readonly span: { readonly from: Frames; readonly to: Frames } | null;
}

/** The metadata of a film file. */
export interface FilmMetadata {
  readonly id: NodeId;
  /** The metadata texts that are not empty, by name, in the order of the table. */
  readonly texts: Readonly<Partial<Record<MetadataName, string>>>;
  /** The cover: an image, or the poster of the film; null for none. */
  readonly cover: MediaSource | 'poster' | null;
}

export type MetadataName = Exclude<keyof typeof metadataAttributes, 'cover'>;

export interface Scene {
  readonly id: NodeId;
  /**
   * The names by which scene layers of custom transitions can refer to the scene: its `id`, and the ids of the
   * sequences and choices around it.
   */
  readonly refs: readonly string[];
  /** The choices around the scene, outermost first, each with its child that is or contains the scene. */
  readonly choices?: readonly CasePlace[];
  readonly name: string | null;
  /** The title of the chapter that begins with the scene; absent if no chapter begins here. */
  readonly chapter?: string;
  /** Whether the scene is played: it and its ancestors are enabled, its condition is true, and its choices play it. */
  readonly enabled: boolean;
  /** The duration. It is an estimate if it depends on content of unknown length. */
  readonly duration: Frames;
  /** How the content determines the length; null if the scene has a fixed length. */
  readonly fits: ContentLength | null;
  /** The color below the lowest layer; null or `transparent` for the background of the movie. */
  readonly background: BackgroundPaint | null;
  /** The layers, lowest first. */
  readonly layers: readonly Layer[];
  /** The sounds of the scene, excluding the sounds of its layers. */
  readonly sounds: readonly SoundLayer[];
}

/** A choice and one of its scenes. */
export interface CasePlace {
  readonly choice: NodeId;
  readonly case: NodeId;
}

/** Layers over the whole film. Their times are relative to the start of the film. */
export interface Overlay {
  readonly id: NodeId;
  readonly name: string | null;
  /** Whether the overlay is played: it is enabled and its condition is true. */
  readonly enabled: boolean;
  /** The layers, lowest first. */
  readonly layers: readonly Layer[];
  /** The sounds of the overlay, excluding the sounds of its layers. */
  readonly sounds: readonly SoundLayer[];
}

/** A transition between two scenes of the film. */
export interface Transition {
  readonly id: NodeId;
  /** Whether the transition is used: it and its ancestors are enabled, and its condition is true. */
  readonly enabled: boolean;
  /** The number of scenes in `Movie.scenes` before the transition. */
  readonly behind: number;
  /** The duration as written. In the film, it is reduced if the scenes are too short. */
  readonly duration: Frames;
  readonly easing: Easing;
  /** The easing handles of both ends, which take precedence over `easing`; null if absent. */
  readonly easeIn: EasingHandle | null;
  readonly easeOut: EasingHandle | null;
  readonly look: TransitionStyle;
  readonly sound: 'crossfade' | 'cut' | 'both';
}

/** The appearance of a transition. */
export type TransitionStyle = MixedStyle | CustomStyle;

/** How a built-in transition mixes the outgoing picture A with the incoming picture B. */
export type MixedStyle =
  | { readonly type: 'crossfade' }
  | { readonly type: 'fade'; readonly color: Color }
  | { readonly type: 'wipe'; readonly from: Side | Corner; readonly softness: number }
  | { readonly type: 'circle' | 'clock'; readonly softness: number }
  | { readonly type: 'luma'; readonly source: MediaSource; readonly softness: number }
  | { readonly type: 'slide' | 'push' | 'reveal'; readonly from: Side }
  | { readonly type: 'zoom'; readonly way: 'in' | 'out'; readonly amount: number };

type Corner = 'topleft' | 'topright' | 'bottomleft' | 'bottomright';

/** A custom transition: a scene that displays one or both of the adjacent scenes. */
export interface CustomStyle extends Pick<Scene, 'background' | 'layers' | 'sounds'> {
  readonly type: 'custom';
}

/** A font file with one face of a family. Texts refer to it by the family name. */
export interface FontFace {
  readonly id: NodeId;
  readonly family: string;
  readonly source: MediaSource;
  /** The weight, 1 to 1000; null for the weight in the file. */
  readonly weight: number | null;
  readonly style: 'normal' | 'italic' | null;
}

/** The type of each layer kind. A missing kind is a compilation error. */
interface LayersByKind {
  readonly video: VideoLayer;
  readonly image: ImageLayer;
  readonly text: TextLayer;
  readonly captions: CaptionsLayer;
  readonly solid: SolidLayer;
  readonly shape: ShapeLayer;
  readonly code: CodeLayer;
  readonly group: GroupLayer;
  readonly layer: SceneLayer;
}

/** A layer of one of these kinds. The type is distributive, so lookups by `layer.kind` need no cast. */
export type LayerOf<Kind extends LayerKind = LayerKind> = {
  [Each in Kind]: LayersByKind[Each] & { readonly kind: Each };
}[Kind];

/** A layer of any kind, discriminated by `kind`. */
export type Layer = LayerOf;

/** The properties that all layers with a picture have. */
export interface VisualLayer {
  readonly id: NodeId;
  /** Whether the layer is played: it is enabled and its condition is true. */
  readonly enabled: boolean;
  /** The name that users see. */
  readonly name: string | null;
  readonly placement: LayerPlacement;
  /** The opacity from 0 to 1. */
  readonly opacity: number;
  readonly blendMode: BlendMode;
  /** The start in the scene, in frames. */
  readonly offset: Frames;
  /** The duration; null for a layer that lasts to the end of its scene. */
  readonly duration: Frames | null;
  /**
   * If negative, the number of frames by which the layer ends early. If positive, the number of frames that are skipped
   * at its beginning.
   */
  readonly overlap: number;
  /** The effects in the order in which they are applied. */
  readonly effects: readonly Effect[];
  readonly animations: readonly Animation[];
}

/** The common base of all layers with a picture. */
interface PictureLayer extends VisualLayer {
  /** The masks of the layer. Together, they determine its visible parts. */
  readonly masks: readonly Mask[];
}

/** The box in which a layer is drawn. A side is null if it is absent. Percentages refer to the frame. */
export interface Box {
  readonly width: Length | null;
  readonly height: Length | null;
}

/**
 * A mask: layers that determine where the masked layer is visible. They are placed in the picture of the masked layer
 * and use its local time.
 */
export interface Mask {
  readonly id: NodeId;
  readonly enabled: boolean;
  /** The channel of the mask layers that determines the visibility of the masked layer. */
  readonly channel: 'luma' | 'red' | 'green' | 'blue' | 'alpha';
  readonly isInverted: boolean;
  /** The layers, lowest first. */
  readonly layers: readonly Layer[];
}

/** A picture from a file, with its crop and fit. */
export interface FittedPicture {
  readonly source: MediaSource;
  /**
   * The area that `fit` fills. If both sides are absent, it is the frame. If one side is absent, it follows from the
   * aspect ratio of the picture.
   */
  readonly box: Box;
  readonly fit: Fit;
  /** The lengths to cut off at each side before fitting. Percentages refer to the source. */
  readonly crop: Edges;
  /**
   * The center of the part that stays visible when `cover` crops. Both numbers are 0 to 1, from the left and upper
   * edges.
   */
  readonly focus: Pair;
}

export interface VideoLayer extends PictureLayer, FittedPicture, Loudness {
  readonly kind: 'video';
  /** Whether the sound of the source is played. */
  readonly audio: boolean;
  /** The in-point in the source, in frames of the movie. */
  readonly skip: Frames;
  /** The speed relative to the source. */
  readonly speed: number;
  /** The picture after the end of the source. */
  readonly end: SourceEnd;
  /** The position in the source of a frozen picture without sound; null if the video plays. */
  readonly freeze: Frames | null;
}

export interface ImageLayer extends PictureLayer, FittedPicture {
  readonly kind: 'image';
  /** The picture after the last frame of an animated image; absent if the animation repeats. */
  readonly end?: SourceEnd;
}

export interface SolidLayer extends PictureLayer {
  readonly kind: 'solid';
  readonly color: Paint;
  /**
   * A gradient, which takes precedence over the color. Absent if unused, because the digests of existing solids must
   * not change.
   */
  readonly gradient?: Gradient;
  readonly box: Box;
}

export interface ShapeLayer extends PictureLayer {
  readonly kind: 'shape';
  readonly box: Box;
  readonly outline: Outline;
  readonly fill: Paint | null;
  /** The paint of the stroke, which is centered on the outline; null without a stroke. */
  readonly stroke: Paint | null;
  readonly lineWidth: number;
}

export interface TextLayer extends PictureLayer {
  readonly kind: 'text';
  readonly content: string;
  /**
   * Ranges with a different style in order, without overlaps; absent if there are none, so that existing texts keep
   * their digests.
   */
  readonly spans?: readonly TextSpan[];
  /** The counting number of the text; absent if the text is the same in all frames. */
  readonly counted?: CountedText;
  readonly box: Box;
  readonly style: TextStyle;
}

/** Captions from the cues of a file, or from the layer's own cues. */
export interface CaptionsLayer extends PictureLayer {
  readonly kind: 'captions';
  /** The file; null if the layer has its own cues. */
  readonly source: MediaSource | null;
  /** The layer's own cues; absent if it has a file. */
  readonly cues?: readonly OwnCue[];
  /** The in-point: the time of the file at the layer's first frame, in frames of the movie. */
  readonly skip: Frames;
  /** `word`: each word appears at its own time if the file has word times. `cue`: all words appear with their cue. */
  readonly mode: 'cue' | 'word';
  readonly box: Box;
  readonly style: TextStyle;
  /**
   * The rules for styled words and phrases. Absent to display cues as written, because the digests of existing captions
   * must not change.
   */
  readonly display?: CaptionDisplay;
  /** The language (BCP 47) of soft captions in the package of the film. */
  readonly soft?: { readonly language: string };
  readonly burned?: { readonly language: string };
}

export type FileCaptions = CaptionsLayer & { readonly source: MediaSource };

/** A QR code. */
export interface CodeLayer extends PictureLayer, CodeDesign {
  readonly kind: 'code';
  readonly box: Box;
}

/** Layers that are composed on a transparent background and treated as one picture. */
export interface GroupLayer extends PictureLayer {
  readonly kind: 'group';
  /** The box to which the layers refer. If one of its sides is written, the box crops the layers. */
  readonly box: Box;
  /** The layers, lowest first. Their local time starts with the group. */
  readonly layers: readonly Layer[];
}

/** A layer of a custom transition that displays one of the adjacent scenes as a picture. Its box is the frame. */
export interface SceneLayer extends PictureLayer {
  readonly kind: 'layer';
  /** A reference to the scene; see `Scene.refs`. */
  readonly ref: string;
  /**
   * The first displayed frame of the scene; a negative number counts from the end of the scene. Null for the part that
   * the transition covers.
   */
  readonly first: number | null;
}

/** A sound without a picture, in a scene or in the whole movie. */
export interface SoundLayer extends Loudness {
  readonly kind: 'audio';
  readonly id: NodeId;
  /** Whether the sound is played: it is enabled and its condition is true. */
  readonly enabled: boolean;
  /** The name that users see. */
  readonly name: string | null;
  readonly source: MediaSource;
  /** The in-point in the source, in frames of the movie. */
  readonly skip: Frames;
  /** The start in the scene or in the film, in frames. */
  readonly offset: Frames;
  /** The duration; null for a sound that lasts to the end of its source, its scene, or the film. */
  readonly duration: Frames | null;
  /** The speed relative to the source. It does not change the pitch. */
  readonly speed: number;
  /** Whether the sound restarts at its in-point when the source ends. */
  readonly loop: boolean;
  /** The gain while sounds with `ducks` are audible; null if the sound is never ducked. */
  readonly duck: number | null;
  /** The duration of each fade to the ducked gain and back. */
  readonly duckFade: Frames;
}

/** The source of a picture or a sound: a project asset by name, or a URL. */
export type MediaSource = (
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'asset'; readonly name: string }
) & {
  /** `keep` to preserve the fields of interlaced video; absent to deinterlace it. */
  readonly fields?: 'keep';
  /** `true` for a source without a valid value. Its name is the written text, with variables in braces. */
  readonly unset?: true;
};

/** Returns the label of a source. Removes the query of a URL, because it can contain a signature or a key. */
export function sourceLabel(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : source.url.replace(/[?#].*$/s, '');
}
