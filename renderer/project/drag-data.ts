import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import { TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';

/** What a dragged tile carries: JSON of {@link DraggedAsset}. */
export const assetDragType = 'application/x-scenewright-asset';
/** All of them, where several are selected: JSON, a list. */
export const assetsDragType = 'application/x-scenewright-assets';

/** Set beside them where none can be a scene or be heard: captions are layers. */
export const layerDragType = 'application/x-scenewright-layer';
/** Set beside them where all are still pictures. */
export const pictureDragType = 'application/x-scenewright-picture';
/** Set beside them where they are more than one: who they are is only known when they are dropped. */
export const severalDragType = 'application/x-scenewright-several';

/** Set beside them with each kind that is among them behind it: what a drag carries is only read when it is dropped. */
export const KIND_DRAG_PREFIX = 'application/x-scenewright-of-';

export interface DraggedAsset {
  readonly name: string;
  readonly kind: NonNullable<AssetEntry['media']>['kind'];
  readonly durationSeconds: number | null;
}

function draggedAsset({ name, media }: AssetEntry): DraggedAsset {
  return { name, kind: media?.kind ?? 'other', durationSeconds: media?.durationSeconds ?? null };
}

/** Puts assets into a drag; the one under the pointer stands first. */
export function fillDrag(transfer: DataTransfer, assets: readonly AssetEntry[]): void {
  const [first] = assets;
  if (first === undefined) return;
  transfer.effectAllowed = 'copy';
  transfer.setData(assetDragType, JSON.stringify(draggedAsset(first)));
  transfer.setData(assetsDragType, JSON.stringify(assets.map(draggedAsset)));
  if (assets.every(({ media }) => media?.kind === 'captions')) transfer.setData(layerDragType, '1');
  if (assets.every(({ media }) => media?.kind === 'image')) transfer.setData(pictureDragType, '1');
  if (assets.length > 1) transfer.setData(severalDragType, '1');
  for (const kind of new Set(assets.map(({ media }) => media?.kind ?? 'other')))
    transfer.setData(`${KIND_DRAG_PREFIX}${kind}`, '1');
  transfer.setData('text/plain', assets.map(({ name }) => name).join('\n'));
}

/** What is dragged out of the insert palette: JSON of a thing that can be added. */
export const insertableDragType = 'application/x-scenewright-thing';

export function fillInsertableDrag(transfer: DataTransfer, thing: Insertable): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(insertableDragType, JSON.stringify(thing));
}

const INSERTABLE_KINDS: ReadonlySet<unknown> = new Set<Insertable['kind']>([
  'text',
  'shape',
  'solid',
  'group',
  'video',
  'image',
  'audio',
  'captions',
]);

/** The thing that a drag of this window carries; null where it carries none. */
export function draggedInsertable(transfer: DataTransfer): Insertable | null {
  const json = transfer.getData(insertableDragType);
  if (json === '') return null;
  try {
    const value: unknown = JSON.parse(json);
    return isInsertable(value) ? value : null;
  } catch {
    // Another page's drag of the same type has nothing for us.
    return null;
  }
}

/** What this window wrote itself is known by its kind. */
function isInsertable(value: unknown): value is Insertable {
  return typeof value === 'object' && value !== null && 'kind' in value && INSERTABLE_KINDS.has(value.kind);
}

export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** What is dragged out of the gallery of transitions: a type. */
export const transitionDragType = 'application/x-scenewright-transition';

export function fillTransitionDrag(transfer: DataTransfer, type: TransitionType): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(transitionDragType, type);
}

/** The type that a drag of this window carries; null where it carries none. */
export function draggedTransition(transfer: DataTransfer): TransitionType | null {
  const dragged = transfer.getData(transitionDragType);
  return TRANSITION_TYPES.find((type) => type === dragged) ?? null;
}
