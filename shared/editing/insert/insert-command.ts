import { childElements, type NodeId, type TemplateDocument } from '../../template/document/document.ts';
import type { Layer, Movie, Scene } from '../../template/movie/movie.ts';
import { leavesOf } from '../../template/tables/roles.ts';
import type { Color } from '../../template/values/color.ts';
import type { Frames } from '../../template/values/frame-rate.ts';
import { naturalFrames } from '../../template/values/source-length.ts';
import { backgroundOf } from '../../timeline/plain-scenes.ts';
import type { NewElement, PlannableCommand } from '../model/commands.ts';
import { type SceneOnTimeline, sceneAt, sceneOfId, timelineOf } from '../model/timeline.ts';
import { sourceAttribute } from '../planning/nodes.ts';
import {
  elementNamed,
  type FileKind,
  type Insertable,
  type InsertionFrame,
  insertableElement,
  type NewFile,
  type Place,
} from './insertable.ts';

/** The destination of an insertion. */
export interface InsertTarget {
  readonly frame: Frames;
  /** The preferred scene. If it is not visible at `frame`, the visible scene is used instead. */
  readonly scene?: NodeId | null;
  /** With `film`, a layer is inserted into an overlay of the whole film, and a sound into the movie. */
  readonly over?: 'film';
  /** The position of the element's middle. The default depends on the kind of the element. */
  readonly place?: Place | null;
  /** Whether the user chose the frame on the timeline; false for the playhead. */
  readonly isChosen?: boolean;
}

/** The options for scenes from photos. */
export interface PhotoScenes {
  /** The length of each scene in seconds. */
  readonly seconds: number;
  /** Whether each scene slowly zooms into its photo. */
  readonly slowZoom: boolean;
}

/** The destination of files that the user adds. */
export type FilesPlace =
  /** A movie without scenes. */
  | 'empty'
  /** A cut at the pointer, or the end of the movie. */
  | 'cut'
  /** The playhead, if the user does not choose a position. */
  | 'playhead'
  /** A scene or its picture. */
  | 'scene';

/** The length of a new scene for an element without a source. */
const NEW_SCENE_SECONDS = 5;

/** The minimum visible time of a new layer. */
const MIN_VISIBLE_SECONDS = 1;

/**
 * Returns the command that inserts an element on top of the other layers, from the frame to the end of the scene. Near
 * the end of the scene, the element starts earlier, so that it is visible long enough.
 */
export function insertCommand(movie: Movie, insertable: Insertable, where: InsertTarget): PlannableCommand {
  const over = where.over === 'film' ? null : sceneFor(movie, where);
  const rest = over === null ? timelineOf(movie).total : over.scene.duration;
  const at = startIn(movie, rest, over === null ? where.frame : where.frame - over.start, where.isChosen === true);
  const frame: InsertionFrame = {
    width: movie.width,
    height: movie.height,
    background: where.over === 'film' ? 'picture' : insertBackground(movie, over?.scene ?? null, at),
  };
  const element = insertableElement(insertable, frame, where.place ?? null);
  const duration = 'duration' in insertable ? insertable.duration : undefined;
  if (where.over === 'film') {
    // Music and captions apply to the whole movie; other layers begin at the playhead.
    const offset = insertable.kind === 'audio' || insertable.kind === 'captions' ? 0 : at;
    return { type: 'element/insert', element: withTimes(element, offset, duration), into: { in: 'film' } };
  }
  if (over !== null)
    return {
      type: 'element/insert',
      element: withTimes(element, at, duration),
      into: { in: 'scene', scene: over.scene.id },
    };
  const seconds = ('seconds' in insertable ? insertable.seconds : null) ?? NEW_SCENE_SECONDS;
  const length = duration ?? naturalFrames(seconds, movie.frameRate);
  return { type: 'element/insert', element, into: { in: 'new-scene', duration: length } };
}

/**
 * Returns the start of an element in a container of `length` frames. If `at` is too close to the end, the element
 * starts at frame 0. If the user chose the position, it instead starts at the latest possible frame.
 */
function startIn({ frameRate }: Movie, length: number, at: number, isChosen: boolean): number {
  const least = Math.min(naturalFrames(MIN_VISIBLE_SECONDS, frameRate), Math.ceil(length / 2));
  const latest = Math.max(0, length - least);
  const requested = Math.max(0, at);
  return requested <= latest ? requested : isChosen ? latest : 0;
}

/** Returns the scene for an insertion; null if a new scene is needed. */
export function sceneFor(
  movie: Movie,
  { frame, scene }: Pick<InsertTarget, 'frame' | 'scene'>,
): SceneOnTimeline | null {
  const timeline = timelineOf(movie);
  const requested = scene == null ? null : sceneOfId(timeline, scene);
  // During a transition, two scenes are visible. The requested scene takes precedence.
  if (requested !== null && containsFrame(requested.scene, requested.start, frame)) return requested;
  return sceneAt(timeline, frame);
}

function containsFrame({ enabled, duration }: Scene, start: number, frame: number): boolean {
  return enabled && frame >= start && frame < start + duration;
}

function withTimes(element: NewElement, offset: number, duration: Frames | undefined): NewElement {
  const times = [
    ...(offset > 0 ? [{ name: 'offset', value: String(offset) }] : []),
    ...(duration === undefined ? [] : [{ name: 'duration', value: String(Math.max(1, duration)) }]),
  ];
  return { ...element, attributes: [...element.attributes, ...times] };
}

/**
 * Returns the background behind a new top layer of a scene: a light or dark color, or a picture. `at` is the frame in
 * the scene. If `scene` is null, returns the background of the movie.
 */
function insertBackground(movie: Movie, scene: Scene | null, at: number): InsertionFrame['background'] {
  const top = scene?.layers.findLast((layer) => isVisibleAt(layer, at));
  if (top !== undefined) return backgroundOfLayer(top);
  const background = backgroundOf({ background: scene?.background ?? null }, movie);
  return background === null ? 'picture' : shadeOf(background);
}

function isVisibleAt({ enabled, offset, duration }: Layer, at: number): boolean {
  return enabled && at >= offset && (duration === null || at < offset + duration);
}

function backgroundOfLayer(layer: Layer): InsertionFrame['background'] {
  if (layer.kind !== 'solid' || layer.gradient !== undefined || layer.color.alpha < 1) return 'picture';
  const { width, height } = layer.box;
  return width === null && height === null ? shadeOf(layer.color) : 'picture';
}

/** Classifies a color by relative luminance (WCAG 2.2). A color is light if black is more readable on it than white. */
function shadeOf({ red, green, blue }: Color): 'light' | 'dark' {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.179 ? 'light' : 'dark';
}

/**
 * Returns the files to insert as scenes. The other files become layers or sounds. A single picture at the playhead
 * becomes a layer, such as a logo. Several pictures, or pictures among videos, become a slide show.
 */
export function sceneFiles<File extends { readonly kind: FileKind }>(
  files: readonly File[],
  place: FilesPlace,
): readonly File[] {
  const visual = files.filter(({ kind }) => kind === 'video' || kind === 'image');
  switch (place) {
    case 'scene':
      return [];
    case 'playhead':
      return visual.length > 1 ? visual : visual.filter(({ kind }) => kind === 'video');
    case 'empty':
    case 'cut':
      return visual;
    default:
      return place satisfies never;
  }
}

/** Returns a layer that shows a photo in the whole frame. */
export function photoElement(source: NewFile['source'], { slowZoom }: Pick<PhotoScenes, 'slowZoom'>): NewElement {
  const { name, value } = sourceAttribute(source);
  const zoom = slowZoom ? [elementNamed('animation', { type: 'kenburns' })] : [];
  // Use percentages to fill the frame at every movie size. Without `width` and `height`, an image has its own size.
  return elementNamed('image', { [name]: value, width: '100%', height: '100%' }, zoom);
}

/**
 * Returns the command that adds an empty scene after another scene. If the other scene is in a choice or a sequence,
 * adds the scene after the whole choice or sequence. If `afterScene` is null, adds it at the end.
 */
export function newSceneCommand(
  movie: Movie,
  { root }: TemplateDocument,
  afterScene: NodeId | null,
): PlannableCommand & { readonly type: 'scene/add' } {
  const duration = naturalFrames(NEW_SCENE_SECONDS, movie.frameRate);
  const last = childElements(root)
    .map(leavesOf)
    .find((leaves) => leaves.some(({ id }) => id === afterScene))
    ?.at(-1);
  const at = last === undefined ? movie.scenes.length : { after: last.id };
  return { type: 'scene/add', at, duration, source: null };
}
