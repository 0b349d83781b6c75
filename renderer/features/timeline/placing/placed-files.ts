import { type AddableSource, sceneLength } from '#renderer/common/sources/add-scenes.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import {
  attributeValue,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { layersOf } from '#shared/template/tables/roles.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { sourcesOf } from '#shared/template/variables/sources.ts';

/** A file that is on its way into the project and stands in the film already. */
export interface PlacedFile extends AddableSource {
  /** Its upload's row. */
  readonly upload: string;
  readonly layer: NodeId;
  /** What was made for it, and goes if it does not come. */
  readonly made:
    | { readonly kind: 'scene'; readonly id: NodeId }
    | { readonly kind: 'layer' }
    | { readonly kind: 'source'; readonly before: MediaSource };
}

export interface PlacedItem extends AddableSource {
  readonly upload: string;
}

/** The file of a thing that was added and is selected now; null where nothing is. */
export function placedThing(
  before: TemplateDocument,
  after: TemplateDocument,
  layer: NodeId | null,
  item: PlacedItem,
): PlacedFile | null {
  if (layer === null) return null;
  const { elements } = indexOf(after);
  const parent = elements.get(layer)?.parent;
  const scene = elements.get(layer)?.scene?.id ?? (parent?.name === 'overlay' ? parent.id : undefined);
  const isNew = scene !== undefined && !indexOf(before).elements.has(scene);
  return { ...item, layer, made: isNew ? { kind: 'scene', id: scene } : { kind: 'layer' } };
}

/** The files of scenes that were added, in their order. */
export function placedScenes(
  before: TemplateDocument,
  after: TemplateDocument,
  items: readonly PlacedItem[],
): readonly PlacedFile[] {
  const known = indexOf(before).elements;
  const scenes = indexOf(after).scenes.filter(({ id }) => !known.has(id));
  return items.flatMap((item, at) => {
    const scene = scenes[at];
    const layer = scene && layersOf(scene)[0];
    return scene && layer ? [{ ...item, layer: layer.id, made: { kind: 'scene', id: scene.id } }] : [];
  });
}

/** The video of a scene that gives its place to another file; null where the scene shows none. */
export function replacedVideo({ layers }: Scene): { readonly id: NodeId; readonly source: MediaSource } | null {
  const [lowest] = layers;
  return lowest?.kind === 'video' ? lowest : null;
}

/** Another name for a file whose own was taken; null where nothing shows it any more. */
export function renamedCommand(document: TemplateDocument, placed: PlacedFile, name: string): PlannableCommand | null {
  if (layerIn(document, placed) === null) return null;
  // A sound is no layer: of whatever element, it is the attribute that changes.
  return { type: 'attribute/set', node: placed.layer, name: 'src', value: name };
}

/** Takes away what was made for a file that will not come. */
export function removedCommand(document: TemplateDocument, placed: PlacedFile): PlannableCommand | null {
  if (layerIn(document, placed) === null) return null;
  const { made, layer } = placed;
  switch (made.kind) {
    case 'scene':
      return { type: 'node/remove', nodes: [made.id] };
    case 'layer':
      return { type: 'node/remove', nodes: [layer] };
    case 'source':
      return { type: 'layer/set', layers: [layer], source: made.before };
    default:
      return made satisfies never;
  }
}

/**
 * The length of a scene that was guessed until its file could be read; null where somebody has given it another one.
 */
export function lengthCommand(
  document: TemplateDocument,
  placed: PlacedFile,
  seconds: number,
  rate: FrameRate,
): PlannableCommand | null {
  if (placed.made.kind !== 'scene' || layerIn(document, placed) === null) return null;
  const { id } = placed.made;
  const scene = indexOf(document).elements.get(id)?.element;
  const guessed = String(sceneLength(placed.seconds, rate));
  if (scene === undefined || attributeValue(scene, 'duration') !== guessed) return null;
  return { type: 'scene/set-duration', scenes: [id], duration: sceneLength(seconds, rate) };
}

/** Its layer, as long as it shows that file. */
function layerIn(document: TemplateDocument, { layer, name }: PlacedFile): ElementNode | null {
  const element = indexOf(document).elements.get(layer)?.element;
  const shows =
    element !== undefined && sourcesOf(element).some((each) => each.form === 'asset' && each.value === name);
  return shows ? element : null;
}
