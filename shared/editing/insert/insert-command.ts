import { childElements, type NodeId, type TemplateDocument } from '../../template/document/document.ts';
import type { Layer, Movie, Scene } from '../../template/movie/movie.ts';
import { leavesOf } from '../../template/tables/roles.ts';
import type { Color } from '../../template/values/color.ts';
import type { Frames } from '../../template/values/frame-rate.ts';
import { naturalFrames } from '../../template/values/source-length.ts';
import type { NewElement, PlannableCommand } from '../model/commands.ts';
import { type SceneOnTimeline, sceneAt, sceneOfId, timelineOf } from '../model/timeline.ts';
import { sourceAttribute } from '../planning/nodes.ts';
import {
  captionsLook,
  elementNamed,
  type FileKind,
  type Frame,
  type Insertable,
  type NewFile,
  type Place,
  shapeElement,
  textElement,
} from './insertable.ts';

/** Where a thing shall go. */
export interface InsertWhere {
  /** A moment of the film. */
  readonly frame: Frames;
  /** The scene that is meant, where it is there at that moment or the moment is not asked for; else the one shown then. */
  readonly scene?: NodeId | null;
  /** Over all scenes, or as a sound across them. */
  readonly over?: 'film';
  /** Its middle; that of its kind without it. */
  readonly place?: Place | null;
  /** The frame is a place that the user chose on the timeline, not that of the playhead. */
  readonly isChosen?: boolean;
}

/** How long a scene is that shows no source, and is made for what is added to it. */
const NEW_SCENE_SECONDS = 5;

/** What is shown for a shorter time is hardly seen. */
const LEAST_SECONDS = 1;

/**
 * One step that adds a thing: from that moment of its scene to the scene's end, on top of all else in it. Close to the end
 * it begins sooner, so that it is seen.
 */
export function insertCommand(movie: Movie, insertable: Insertable, where: InsertWhere): PlannableCommand {
  const over = where.over === 'film' ? null : sceneFor(movie, where);
  const rest = over === null ? timelineOf(movie).total : over.scene.duration;
  const at = startIn(movie, rest, over === null ? where.frame : where.frame - over.start, where.isChosen === true);
  const frame: Frame = {
    width: movie.width,
    height: movie.height,
    ground: where.over === 'film' ? 'picture' : insertBackground(movie, over?.scene ?? null, at),
  };
  const element = insertableElement(insertable, frame, where.place ?? null);
  const duration = 'duration' in insertable ? insertable.duration : undefined;
  if (where.over === 'film') {
    // Music and captions are those of the whole film; what else is seen begins at the playhead.
    const offset = insertable.kind === 'audio' || insertable.kind === 'captions' ? 0 : at;
    return { type: 'element/insert', element: timed(element, offset, duration), into: { in: 'film' } };
  }
  if (over !== null)
    return {
      type: 'element/insert',
      element: timed(element, at, duration),
      into: { in: 'scene', scene: over.scene.id },
    };
  const seconds = ('seconds' in insertable ? insertable.seconds : null) ?? NEW_SCENE_SECONDS;
  const length = duration ?? naturalFrames(seconds, movie.frameRate);
  return { type: 'element/insert', element, into: { in: 'new-scene', duration: length } };
}

/**
 * When a thing begins in what it is added to, of that many frames. Too close to the end, it is there from the beginning, or
 * at a chosen place as late as it can be.
 */
function startIn({ frameRate }: Movie, length: number, at: number, isChosen: boolean): number {
  const least = Math.min(naturalFrames(LEAST_SECONDS, frameRate), Math.ceil(length / 2));
  const latest = Math.max(0, length - least);
  const requested = Math.max(0, at);
  return requested <= latest ? requested : isChosen ? latest : 0;
}

/** The scene that a thing would go into; null where one is made for it. */
export function sceneFor(movie: Movie, { frame, scene }: Pick<InsertWhere, 'frame' | 'scene'>): SceneOnTimeline | null {
  const timeline = timelineOf(movie);
  const requested = scene == null ? null : sceneOfId(timeline, scene);
  // Two scenes are there while one goes over into the other: the one that was chosen counts.
  if (requested !== null && isThere(requested.scene, requested.start, frame)) return requested;
  return sceneAt(timeline, frame);
}

function isThere({ enabled, duration }: Scene, start: number, frame: number): boolean {
  return enabled && frame >= start && frame < start + duration;
}

/** The element of a thing, as it stands in its scene from the first frame to the last. */
function insertableElement(insertable: Insertable, frame: Frame, place: Place | null): NewElement {
  const element = plainElement(insertable, frame, place !== null);
  // A sound is nowhere, and captions have a place of their own, wherever their file is dropped.
  const staysWhereItIs = insertable.kind === 'audio' || insertable.kind === 'captions';
  return place === null || staysWhereItIs ? element : placed(element, place);
}

function plainElement(insertable: Insertable, frame: Frame, isPlaced: boolean): NewElement {
  switch (insertable.kind) {
    case 'text':
      return textElement(insertable, frame);
    case 'shape':
      return shapeElement(insertable.style, frame);
    case 'solid':
      return elementNamed('solid', { color: '#24304a' });
    case 'group':
      return elementNamed('group', {});
    case 'video':
    case 'image':
    case 'audio':
    case 'captions':
      return fileElement(insertable, frame, isPlaced);
    default:
      return insertable satisfies never;
  }
}

/** With its middle at a place, whatever its kind says of that. */
function placed(element: NewElement, { x, y }: Place): NewElement {
  const others = element.attributes.filter(({ name }) => !['position', 'origin', 'anchor'].includes(name));
  return { ...element, attributes: [...others, { name: 'position', value: `${Math.round(x)}, ${Math.round(y)}` }] };
}

function timed(element: NewElement, offset: number, duration: Frames | undefined): NewElement {
  const times = [
    ...(offset > 0 ? [{ name: 'offset', value: String(offset) }] : []),
    ...(duration === undefined ? [] : [{ name: 'duration', value: String(Math.max(1, duration)) }]),
  ];
  return { ...element, attributes: [...element.attributes, ...times] };
}

/**
 * What lies behind a layer that is put on top of a scene: a plain colour, light or dark, or a picture. `at` counts from
 * the scene's first frame; a null scene is the movie's background.
 */
function insertBackground(movie: Movie, scene: Scene | null, at: number): Frame['ground'] {
  const top = scene?.layers.findLast((layer) => isSeen(layer, at));
  if (top !== undefined) return groundOfLayer(top);
  return shadeOf(scene?.background ?? movie.background);
}

function isSeen({ enabled, offset, duration }: Layer, at: number): boolean {
  return enabled && at >= offset && (duration === null || at < offset + duration);
}

function groundOfLayer(layer: Layer): Frame['ground'] {
  if (layer.kind !== 'solid' || layer.gradient !== undefined || layer.color.alpha < 1) return 'picture';
  const { width, height } = layer.box;
  return width === null && height === null ? shadeOf(layer.color) : 'picture';
}

/** By relative luminance (WCAG 2.2): where black can be read better than white. */
function shadeOf({ red, green, blue }: Color): 'light' | 'dark' {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.179 ? 'light' : 'dark';
}

/** How photos become scenes. */
export interface PhotoScenes {
  /** The length of the scene. */
  readonly seconds: number;
  /** A slow zoom into the photo while it is shown. */
  readonly slowZoom: boolean;
}

/** Where files are added to a film. */
export type FilesPlace =
  /** A film without a scene. */
  | 'empty'
  /** A cut that the user points at, or the end of the film. */
  | 'cut'
  /** The playhead: the user names no place. */
  | 'playhead'
  /** A scene or its picture. */
  | 'scene';

/**
 * Which files become scenes there; the others become layers or sounds. A single picture at the playhead is a layer, such
 * as a logo; several pictures, or pictures among videos, are a slide show in their order.
 */
export function sceneFiles<File extends { readonly kind: FileKind }>(
  files: readonly File[],
  place: FilesPlace,
): readonly File[] {
  const shown = files.filter(({ kind }) => kind === 'video' || kind === 'image');
  switch (place) {
    case 'scene':
      return [];
    case 'playhead':
      return shown.length > 1 ? shown : shown.filter(({ kind }) => kind === 'video');
    case 'empty':
    case 'cut':
      return shown;
    default:
      return place satisfies never;
  }
}

/** The layer of a scene that shows a photo in the whole frame. */
export function photoElement(source: NewFile['source'], { slowZoom }: Pick<PhotoScenes, 'slowZoom'>): NewElement {
  const { name, value } = sourceAttribute(source);
  const zoom = slowZoom ? [elementNamed('animation', { type: 'kenburns' })] : [];
  // By its fit, not by a size: it fills the frame after the film gets another size, too.
  return elementNamed('image', { [name]: value, fit: 'contain' }, zoom);
}

/**
 * A layer that shows a file. An image that is not larger than the frame keeps its pixels, a larger one is contained in
 * it; what is put at a place of the frame is contained in half of it.
 */
function fileElement(file: NewFile, frame: Frame, isPlaced: boolean): NewElement {
  const { name, value } = sourceAttribute(file.source);
  const cut = { skip: file.skip === undefined || file.skip <= 0 ? null : file.skip };
  switch (file.kind) {
    case 'audio':
      return elementNamed('audio', { [name]: value, ...cut });
    case 'captions':
      return elementNamed('captions', { [name]: value, ...captionsLook(frame) });
    case 'video':
      return elementNamed('video', { [name]: value, ...cut, ...(isPlaced && sizeIn(frame, 0.5, file.size)) });
    case 'image': {
      const share = isPlaced ? 0.5 : 1;
      return elementNamed('image', {
        [name]: value,
        ...(!isWithin(file.size, frame, share) && sizeIn(frame, share, file.size)),
      });
    }
    default:
      return file.kind satisfies never;
  }
}

function isWithin(size: NewFile['size'], frame: Frame, share: number): boolean {
  return size != null && size.width <= frame.width * share && size.height <= frame.height * share;
}

/** The largest size within that share of the frame, in pixels; of an unknown shape, the box of that share. */
function sizeIn({ width, height }: Frame, share: number, size: NewFile['size']) {
  const box = { width: width * share, height: height * share };
  const factor = size == null ? null : Math.min(box.width / size.width, box.height / size.height);
  const across = size == null || factor === null ? box.width : size.width * factor;
  const down = size == null || factor === null ? box.height : size.height * factor;
  return { width: Math.max(1, Math.round(across)), height: Math.max(1, Math.round(down)) };
}

/**
 * One step that adds an empty scene behind another one, or behind the choice or sequence which that is in: what is played
 * there is written, and not added. At the film's end without a scene.
 */
export function newSceneCommand(
  movie: Movie,
  { root }: TemplateDocument,
  behind: NodeId | null,
): PlannableCommand & { readonly type: 'scene/add' } {
  const duration = naturalFrames(NEW_SCENE_SECONDS, movie.frameRate);
  const last = childElements(root)
    .map(leavesOf)
    .find((leaves) => leaves.some(({ id }) => id === behind))
    ?.at(-1);
  const at = last === undefined ? movie.scenes.length : { after: last.id };
  return { type: 'scene/add', at, duration, source: null };
}
