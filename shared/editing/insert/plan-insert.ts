import { ok } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '../../template/document/document.ts';
import { HEARD_PROPERTIES } from '../../template/movie/movie-kinds.ts';
import { isScene, isSound, layerKindOf, layersOf, roleOf } from '../../template/tables/roles.ts';
import type { InsertElement, InsertInto, NewElement, PlannableCommand } from '../model/commands.ts';
import { indexOf } from '../model/document-index.ts';
import type { Selected } from '../model/selection.ts';
import { newElement } from '../planning/nodes.ts';
import { childIndex, planned, selectionOf } from '../planning/planned.ts';
import {
  elementLabel,
  holderOf,
  layerSource,
  type Plan,
  type Planning,
  type StepTarget,
  shortName,
} from '../planning/planning.ts';
import { insertScenes } from '../planning/scene-list.ts';
import { elementNamed, nodeOf } from './insertable.ts';

/**
 * Plans the insertion of an element on top of its siblings. Selects the element, so the inspector displays its fields.
 */
export function planInsert(planning: Planning, { element, into }: InsertElement): Plan {
  const node = nodeOf(element, planning.newId);
  const label = message('step/insert', { what: targetOf(planning, node) });
  const selection = selectionOf([node]);
  switch (into.in) {
    case 'scene': {
      const parent = holderOf(planning, into.scene, node);
      return parent.ok ? planned(ok([onTop(planning, parent.value, node)]), label, selection) : parent;
    }
    case 'new-scene': {
      const duration = { name: 'duration', value: String(Math.max(1, into.duration)) };
      const scene = newElement(planning.newId, 'scene', [duration], [node]);
      return planned(insertScenes(planning, [scene], into.at ?? planning.index.scenes.length), label, selection);
    }
    case 'resources':
      // Keep the selection, because a resource is invisible.
      return planned(insertResource(planning, node), label);
    case 'captions':
      return planned(insertIntoCaptions(planning, into, node), label);
    case 'film':
      return planned(insertOverMovie(planning, node), label, selection);
    default:
      return into satisfies never;
  }
}

/** Returns the edit that inserts an element into captions: after one of their children, or as their first child. */
function insertIntoCaptions(
  { index }: Planning,
  { captions, after }: { readonly captions: NodeId; readonly after?: NodeId },
  node: ElementNode,
): ReturnType<typeof insertScenes> {
  const children = index.elements.get(captions)?.element.children ?? [];
  const place = children.findIndex(({ id }) => id === after);
  return ok([{ type: 'insert-node', parent: captions, index: place + 1, node }]);
}

function insertOverMovie(planning: Planning, node: ElementNode): ReturnType<typeof insertScenes> {
  const { root } = planning.document;
  if (isSound(node)) return insertScenes(planning, [node], 0);
  const overlay = childElements(root).find((child) => roleOf(child, planning.language) === 'overlay');
  if (overlay !== undefined) return ok([onTop(planning, overlay, node)]);
  const created = newElement(planning.newId, 'overlay', [], [node]);
  return ok([{ type: 'insert-node', parent: root.id, index: root.children.length, node: created }]);
}

function insertResource(planning: Planning, node: ElementNode): ReturnType<typeof insertScenes> {
  const { root } = planning.document;
  const existing = childElements(root).find((child) => roleOf(child, planning.language) === 'resources');
  if (existing !== undefined)
    return ok([{ type: 'insert-node', parent: existing.id, index: existing.children.length, node }]);
  const first = root.children.findIndex(({ kind }) => kind === 'element');
  const created = newElement(planning.newId, 'resources', [], [node]);
  return ok([{ type: 'insert-node', parent: root.id, index: Math.max(0, first), node: created }]);
}

/** Inserts a layer above the other layers, or a sound after all children. */
function onTop({ language }: Planning, parent: ElementNode, node: ElementNode) {
  const layers = isSound(node) ? [] : layersOf(parent, language);
  const index = childIndex(parent, layers, layers.length);
  return { type: 'insert-node', parent: parent.id, index, node } as const;
}

function targetOf(planning: Planning, node: ElementNode): StepTarget {
  const source = layerSource(planning, node);
  return source === null ? elementLabel(planning, node) : message('target/scene-named', { name: shortName(source) });
}

/** The attributes that a detached sound copies from the video, with their names in the video. */
const SOUND_ATTRIBUTES = {
  url: 'url',
  src: 'src',
  skip: 'skip',
  offset: 'offset',
  duration: 'duration',
  speed: 'speed',
  volume: 'volume',
  pan: 'pan',
  fadein: 'soundfadein',
  fadeout: 'soundfadeout',
  condition: 'condition',
  enabled: 'enabled',
} as const;

/** The attributes of a keyframe that apply to the sound. */
const SOUND_KEYFRAME_ATTRIBUTES: ReadonlySet<string> = new Set(['time', 'easing', ...HEARD_PROPERTIES]);

/**
 * Returns the command that detaches the sounds of the selected videos, and of the videos in selected scenes. Preserves
 * times, volume, and keyframes. Skips videos in groups, because groups cannot contain sounds. Returns null if no video
 * is audible.
 * @param isSilent Returns whether the source of a video is known to have no sound.
 */
export function detachSoundCommand(
  { document, selection }: Selected,
  isSilent: (video: ElementNode) => boolean,
): PlannableCommand | null {
  const { elements } = indexOf(document);
  const chosen = selection.ids.flatMap((id) => elements.get(id)?.element ?? []);
  const videos = chosen.flatMap((element) => (isScene(element) ? layersOf(element) : [element])).filter(isAudible);
  const detached = videos.flatMap((video): readonly PlannableCommand[] => {
    const parent = elements.get(video.id)?.parent ?? null;
    const into = parent === null || isSilent(video) ? null : targetIn(parent);
    if (into === null) return [];
    return [
      { type: 'attribute/set', node: video.id, name: 'audio', value: 'false' },
      { type: 'element/insert', element: soundOf(video), into },
    ];
  });
  if (detached.length === 0) return null;
  return { type: 'batch', label: message('step/detach-sound', { layers: detached.length / 2 }), commands: detached };
}

/** Returns whether a video is audible. A freeze frame is silent. */
function isAudible(element: ElementNode): boolean {
  if (layerKindOf(element) !== 'video') return false;
  return attributeValue(element, 'audio')?.trim() !== 'false' && attributeValue(element, 'freeze') === undefined;
}

function targetIn(parent: ElementNode): InsertInto | null {
  if (isScene(parent)) return { in: 'scene', scene: parent.id };
  return roleOf(parent) === 'overlay' ? { in: 'film' } : null;
}

function soundOf(video: ElementNode): NewElement {
  const written = (name: string) => attributeValue(video, name);
  return elementNamed(
    'audio',
    {
      ...Object.fromEntries(Object.entries(SOUND_ATTRIBUTES).map(([name, videoName]) => [name, written(videoName)])),
      loop: written('end')?.trim() === 'loop' ? 'true' : undefined,
      // Write `ducks` explicitly: by default, a sound in a scene ducks music, but the sound of a video does not.
      ducks: written('ducks') ?? 'false',
    },
    childElements(video).flatMap(soundAnimations),
  );
}

/** Returns the part of an animation for a detached sound: its keyframes of volume and pan. */
function soundAnimations(animation: ElementNode): readonly NewElement[] {
  if (roleOf(animation) !== 'animation') return [];
  const keys = childElements(animation).filter((key) =>
    HEARD_PROPERTIES.some((property) => attributeValue(key, property) !== undefined),
  );
  if (keys.length === 0) return [];
  const soundKeys = keys.map(({ name, attributes }) => ({
    name,
    attributes: attributes.filter((attribute) => SOUND_KEYFRAME_ATTRIBUTES.has(attribute.name)),
  }));
  return [{ name: 'animation', attributes: animation.attributes, children: soundKeys }];
}
