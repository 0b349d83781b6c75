import type { NodeId } from '../document/document.ts';
import type { Effect } from '../effects/effects.ts';
import type { LayerKind } from '../tables/elements.ts';
import type { metadataAttributes } from '../tables/movie-attributes.ts';
import type { Animation, CustomAnimation, Easing, EasingHandle, Side } from '../values/animation.ts';
import type { CaptionDisplay, OwnCue } from '../values/caption-style.ts';
import type { Color, Gradient, Ground, Paint } from '../values/color.ts';
import type { CountedText } from '../values/counted-text.ts';
import type { FrameRate, Frames } from '../values/frame-rate.ts';
import type { Edges, Length, Pair } from '../values/lengths.ts';
import type { LoudnessTarget } from '../values/loudness-target.ts';
import type { BlendMode, Fit, LayerPlacement } from '../values/placement.ts';
import type { CodeDesign } from '../values/qr-code.ts';
import type { SourceEnd } from '../values/source-length.ts';
import type { Outline } from '../values/svg-path.ts';
import type { TextSpan, TextStyle } from '../values/text-style.ts';

/**
 * A template with its variables filled in and every attribute checked. The engine renders it, the preview plays it, and
 * the timeline displays it. Its ids are the ids of elements in the document.
 */
export interface Movie {
  readonly id: NodeId;
  /** The width in pixels as written. An output format can round it up to an even number. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: FrameRate;
  /** The color where no layer is visible; unused if the film is transparent. */
  readonly background: Color;
  /** The color behind a transparent film in outputs without opacity; absent if the film is opaque. */
  readonly matte?: Color;
  readonly fonts: readonly FontFace[];
  /**
   * All scenes of the document, including scenes that are not played. Scenes in sequences and choices are in document
   * order.
   */
  readonly scenes: readonly Scene[];
  /** The transitions in document order. */
  readonly transitions: readonly Transition[];
  /** Sounds across scenes. Their offsets count from the start of the film. */
  readonly sounds: readonly SoundLayer[];
  /** Layers over all scenes and transitions, from the lowest. */
  readonly overlays: readonly Overlay[];
  /** The frame of the poster and of thumbnails; absent for a frame that shows something. */
  readonly poster?: Frames;
  /** The metadata of the film file; absent if the template has none. */
  readonly metadata?: FilmMetadata;
  /** The loudness of the film; absent if the sound stays unchanged. */
  readonly loudness?: LoudnessTarget;
  /** The rendered frames of the film from `from` to `to`, without `to`; null for all frames. */
  readonly span: { readonly from: Frames; readonly to: Frames } | null;
}

/** The metadata of a film file. */
export interface FilmMetadata {
  readonly id: NodeId;
  /** The texts that are not empty, by name, in the order of the table. */
  readonly texts: Readonly<Partial<Record<MetadataName, string>>>;
  /** The cover: an image, or the poster of the film; null for none. */
  readonly cover: MediaSource | 'poster' | null;
}

export type MetadataName = Exclude<keyof typeof metadataAttributes, 'cover'>;

export interface Scene {
  readonly id: NodeId;
  /**
   * The names by which a layer of a custom transition can refer to the scene: its `id`, and the ids of the sequences
   * and choices that contain it.
   */
  readonly refs: readonly string[];
  /** The choices that contain the scene, from the outermost, each with its child that is or contains the scene. */
  readonly choices?: readonly CasePlace[];
  readonly name: string | null;
  /** The title of the chapter that begins with the scene; absent if none does. */
  readonly chapter?: string;
  /** Whether the scene is played: it and its ancestors are enabled, its condition is true, and its choices play it. */
  readonly enabled: boolean;
  /** The duration. It is an estimate if it depends on content whose length is unknown. */
  readonly duration: Frames;
  /** The rule by which the content determines the length; null if the scene has a fixed length. */
  readonly fits: ContentLength | null;
  /** The color below the lowest layer; null or `transparent` for the background of the movie. */
  readonly background: Ground | null;
  /** The layers, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The sounds of the scene, without the sounds of its layers. */
  readonly sounds: readonly SoundLayer[];
}

/** A choice and one of its scenes. */
export interface CasePlace {
  readonly choice: NodeId;
  readonly case: NodeId;
}

/** A scene length that follows from the content of the scene. */
export interface ContentLength {
  /** The content that determines the length: all layers with a length, or only the sounds. */
  readonly of: 'all' | 'audio';
  /** The additional time after the content. */
  readonly extra: Frames;
  /** Whether the content is complete. It can be incomplete while values of variables are unknown. */
  readonly isWhole: boolean;
  /** `open`: the lengths of sources are unknown. `none`: no content has a length. */
  readonly state: 'open' | 'known' | 'none';
}

/** Layers over the whole film. Their times count from the start of the film. */
export interface Overlay {
  readonly id: NodeId;
  readonly name: string | null;
  /** Whether the overlay is played: it is enabled and its condition is true. */
  readonly enabled: boolean;
  /** The layers, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The sounds of the overlay, without the sounds of its layers. */
  readonly sounds: readonly SoundLayer[];
}

/** A transition between two scenes of the film. */
export interface Transition {
  readonly id: NodeId;
  /** Whether the transition is used: it and its ancestors are enabled, and its condition is true. */
  readonly enabled: boolean;
  /** The number of scenes in `Movie.scenes` before the transition. */
  readonly behind: number;
  /** The duration as written. In the film it is shorter if the scenes are too short. */
  readonly duration: Frames;
  readonly easing: Easing;
  /** The easing handles of both ends, which override `easing`; null if absent. */
  readonly easeIn: EasingHandle | null;
  readonly easeOut: EasingHandle | null;
  readonly look: TransitionStyle;
  readonly sound: 'crossfade' | 'cut' | 'both';
}

/** The appearance of a transition. */
export type TransitionStyle = MixedStyle | CustomStyle;

/** The way in which a built-in transition mixes the outgoing picture A with the incoming picture B. */
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

/** A font file with one face of a family. Texts request it by the family name. */
export interface FontFace {
  readonly id: NodeId;
  readonly family: string;
  readonly source: MediaSource;
  /** The weight, 1 to 1000; null for the weight in the file. */
  readonly weight: number | null;
  readonly style: 'normal' | 'italic' | null;
}

/** The type of each layer kind. A layer kind that is missing here is a type error. */
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

/** A layer of one of these kinds. The type distributes over them, so that lookups by `layer.kind` need no cast. */
export type LayerOf<Kind extends LayerKind = LayerKind> = {
  [Each in Kind]: LayersByKind[Each] & { readonly kind: Each };
}[Kind];

/** A layer of any kind, tagged by `kind`. */
export type Layer = LayerOf;

/** The properties of every layer that has a picture. */
export interface VisualLayer {
  readonly id: NodeId;
  /** Whether the layer is played: it is enabled and its condition is true. */
  readonly enabled: boolean;
  /** A name for users. */
  readonly name: string | null;
  readonly placement: LayerPlacement;
  /** 0 to 1. */
  readonly opacity: number;
  readonly blendMode: BlendMode;
  /** The start in the scene. */
  readonly offset: Frames;
  /** The duration; null for a layer that lasts to the end of its scene. */
  readonly duration: Frames | null;
  /**
   * If negative, the number of frames by which the layer ends early. If positive, the number of frames that are omitted
   * at its beginning.
   */
  readonly overlap: number;
  /** The effects in the order of their application. */
  readonly effects: readonly Effect[];
  readonly animations: readonly Animation[];
}

/** The common base of all layers with a picture. */
interface PictureLayer extends VisualLayer {
  /** The masks of the layer; together they hide parts of it. */
  readonly masks: readonly Mask[];
}

/** The box in which a layer is drawn. A side is null if it is absent. Percentages refer to the frame. */
export interface Box {
  readonly width: Length | null;
  readonly height: Length | null;
}

/**
 * A mask: layers that determine where the masked layer is visible. They are placed in its picture and use its local
 * time.
 */
export interface Mask {
  readonly id: NodeId;
  readonly enabled: boolean;
  /** The channel of the mask layers that determines the visibility. */
  readonly channel: 'luma' | 'red' | 'green' | 'blue' | 'alpha';
  readonly isInverted: boolean;
  /** The layers, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
}

/** A picture from a file, with its crop and its fit. */
export interface FittedPicture {
  readonly source: MediaSource;
  /**
   * The area that `fit` fills. It is the frame if both sides are absent. If one side is absent, it follows from the
   * aspect ratio of the picture.
   */
  readonly box: Box;
  readonly fit: Fit;
  /** The parts that are cropped before fitting. Percentages refer to the source. */
  readonly crop: Edges;
  /**
   * The center of the part that remains when `cover` crops. Each number is 0 to 1, where 0 is the left or upper edge.
   */
  readonly focus: Pair;
}

export interface VideoLayer extends PictureLayer, FittedPicture, Loudness {
  readonly kind: 'video';
  /** Whether the sound of the source is played. */
  readonly audio: boolean;
  /** The in-point: the start of the picture in the source, in frames of the movie. */
  readonly skip: Frames;
  /** The speed relative to the source. */
  readonly speed: number;
  /** The picture after the end of the source. */
  readonly end: SourceEnd;
  /** The position in the source of a frozen picture, which has no sound; null if the video runs. */
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
   * A gradient, which overrides the color; absent if unused, so that existing solids and their cached parts keep their
   * digests.
   */
  readonly gradient?: Gradient;
  readonly box: Box;
}

export interface ShapeLayer extends PictureLayer {
  readonly kind: 'shape';
  readonly box: Box;
  readonly outline: Outline;
  readonly fill: Paint | null;
  /** The paint of the stroke, which is centered on the outline; null for no stroke. */
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
  /** The moving number of the text; absent if its text is the same in all frames. */
  readonly counted?: CountedText;
  readonly box: Box;
  readonly style: TextStyle;
}

/** Captions at their times: the cues of a file, or the layer's own cues. */
export interface CaptionsLayer extends PictureLayer {
  readonly kind: 'captions';
  /** The file; null if the layer has its own cues. */
  readonly source: MediaSource | null;
  /** The layer's own cues; absent if it has a file. */
  readonly cues?: readonly OwnCue[];
  /** The in-point: the time in the file at the first frame, in frames of the movie. */
  readonly skip: Frames;
  /** `word`: each word appears at its own time, if the file has word times. `cue`: all words appear with the cue. */
  readonly mode: 'cue' | 'word';
  readonly box: Box;
  readonly style: TextStyle;
  /**
   * The styled words and phrases; absent if cues are shown as they are written, so that existing captions keep their
   * digests.
   */
  readonly display?: CaptionDisplay;
  /** The language (BCP 47) of soft captions in a film's package. */
  readonly soft?: { readonly language: string };
  readonly burned?: { readonly language: string };
}

/** Captions of a file. */
export type FileCaptions = CaptionsLayer & { readonly source: MediaSource };

/** A QR code. */
export interface CodeLayer extends PictureLayer, CodeDesign {
  readonly kind: 'code';
  readonly box: Box;
}

/** Layers that are composed into one picture on a transparent background. */
export interface GroupLayer extends PictureLayer {
  readonly kind: 'group';
  /** The frame of reference of the layers. If a side is present, the box crops the layers. */
  readonly box: Box;
  /** The layers, from the lowest to the topmost. Their local time starts with the group. */
  readonly layers: readonly Layer[];
}

/** A layer of a custom transition: the whole picture of one of the adjacent scenes. Its box is the frame. */
export interface SceneLayer extends PictureLayer {
  readonly kind: 'layer';
  /** The reference to the scene. */
  readonly ref: string;
  /**
   * The first displayed frame of the scene, counted from the end of the scene if negative; null for the part that the
   * transition covers.
   */
  readonly first: number | null;
}

/** A sound without a picture, in a scene or in the whole movie. */
export interface SoundLayer extends Loudness {
  readonly kind: 'audio';
  readonly id: NodeId;
  /** Whether the sound is played: it is enabled and its condition is true. */
  readonly enabled: boolean;
  /** A name for users. */
  readonly name: string | null;
  readonly source: MediaSource;
  /** The in-point: the start in the source, in frames of the movie. */
  readonly skip: Frames;
  /** The start in the scene or in the film. */
  readonly offset: Frames;
  /** The duration; null for a sound that lasts to the end of its source, its scene, or the film. */
  readonly duration: Frames | null;
  /** The speed relative to the source. The pitch stays the same. */
  readonly speed: number;
  /** Whether the sound restarts at its in-point when the source ends. */
  readonly loop: boolean;
  /** The gain while sounds that duck this sound are audible; null if it is never ducked. */
  readonly duck: number | null;
  /** The duration of the fades to the ducked gain and back. */
  readonly duckFade: Frames;
}

/** The volume and the position of a sound. */
export interface Loudness {
  /** The factor of the amplitude, 0 to 8. */
  readonly volume: number;
  /** The position: −1 is left and 1 is right. */
  readonly pan: number;
  /** The durations of the fades at the beginning and at the end. */
  readonly fadeIn: Frames;
  readonly fadeOut: Frames;
  /** Whether this sound ducks the sounds of the movie. */
  readonly ducks: boolean;
  /** Keyframes of volume and pan, which replace both; absent if there are none. */
  readonly soundAnimations?: readonly CustomAnimation[];
}

/** The source of a picture or a sound: a project asset by name, or a URL. */
export type MediaSource = (
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'asset'; readonly name: string }
) & {
  /** `keep` if the fields of interlaced video are preserved; absent if the video is deinterlaced. */
  readonly fields?: 'keep';
  /** `true` for a source without a valid value. Its name is then the written text, with variables in braces. */
  readonly unset?: true;
};

/** Returns a source for display. Removes the query of a URL, because it can contain a signature or a key. */
export function sourceLabel(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : source.url.replace(/[?#].*$/s, '');
}
