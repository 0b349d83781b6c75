import type { NodeId } from '../../template/document/document.ts';
import type { Movie, Scene } from '../../template/movie/movie.ts';
import type { Frames } from '../../template/values/frame-rate.ts';
import { naturalFrames } from '../../template/values/source-length.ts';
import type { PlannableCommand } from '../commands.ts';
import { type SceneOnTimeline, sceneAt, sceneOfId, timelineOf } from '../timeline.ts';
import { fileElement } from './files.ts';
import { groundOf } from './ground.ts';
import { elementNamed, type NewElement } from './new-element.ts';
import { shapeElement } from './shapes.ts';
import { textElement } from './texts.ts';
import type { Frame, NewThing, Place } from './thing.ts';

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
export const NEW_SCENE_SECONDS = 5;

/** What is shown for a shorter time is hardly seen. */
const LEAST_SECONDS = 1;

/**
 * One step that adds a thing: from that moment of its scene to the scene's end, on top of all else in it. Close to the end
 * it begins sooner, so that it is seen.
 */
export function insertCommand(movie: Movie, thing: NewThing, where: InsertWhere): PlannableCommand {
  const over = where.over === 'film' ? null : sceneFor(movie, where);
  const rest = over === null ? timelineOf(movie).total : over.scene.duration;
  const at = startIn(movie, rest, over === null ? where.frame : where.frame - over.start, where.isChosen === true);
  const frame: Frame = {
    width: movie.width,
    height: movie.height,
    ground: where.over === 'film' ? 'picture' : groundOf(movie, over?.scene ?? null, at),
  };
  const element = thingElement(thing, frame, where.place ?? null);
  const duration = 'duration' in thing ? thing.duration : undefined;
  if (where.over === 'film') {
    // Music and captions are those of the whole film; what else is seen begins at the playhead.
    const offset = thing.kind === 'audio' || thing.kind === 'captions' ? 0 : at;
    return { type: 'element/insert', element: timed(element, offset, duration), into: { in: 'film' } };
  }
  if (over !== null)
    return {
      type: 'element/insert',
      element: timed(element, at, duration),
      into: { in: 'scene', scene: over.scene.id },
    };
  const seconds = ('seconds' in thing ? thing.seconds : null) ?? NEW_SCENE_SECONDS;
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
  const wanted = Math.max(0, at);
  return wanted <= latest ? wanted : isChosen ? latest : 0;
}

/** The scene that a thing would go into; null where one is made for it. */
export function sceneFor(movie: Movie, { frame, scene }: Pick<InsertWhere, 'frame' | 'scene'>): SceneOnTimeline | null {
  const timeline = timelineOf(movie);
  const wanted = scene == null ? null : sceneOfId(timeline, scene);
  // Two scenes are there while one goes over into the other: the one that was chosen counts.
  if (wanted !== null && isThere(wanted.scene, wanted.start, frame)) return wanted;
  return sceneAt(timeline, frame);
}

function isThere({ enabled, duration }: Scene, start: number, frame: number): boolean {
  return enabled && frame >= start && frame < start + duration;
}

/** The element of a thing, as it stands in its scene from the first frame to the last. */
function thingElement(thing: NewThing, frame: Frame, place: Place | null): NewElement {
  const element = plainElement(thing, frame, place !== null);
  // A sound is nowhere, and captions have a place of their own, wherever their file is dropped.
  const staysWhereItIs = thing.kind === 'audio' || thing.kind === 'captions';
  return place === null || staysWhereItIs ? element : placed(element, place);
}

function plainElement(thing: NewThing, frame: Frame, isPlaced: boolean): NewElement {
  switch (thing.kind) {
    case 'text':
      return textElement(thing, frame);
    case 'shape':
      return shapeElement(thing.style, frame);
    case 'solid':
      return elementNamed('solid', { color: '#24304a' });
    case 'group':
      return elementNamed('group', {});
    case 'video':
    case 'image':
    case 'audio':
    case 'captions':
      return fileElement(thing, frame, isPlaced);
    default:
      return thing satisfies never;
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
