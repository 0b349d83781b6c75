import type { NewThing } from '#shared/editing/insert/thing.ts';

/** What is dragged out of the insert palette: JSON of a thing that can be added. */
export const thingDragType = 'application/x-scenewright-thing';

export function fillThingDrag(transfer: DataTransfer, thing: NewThing): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(thingDragType, JSON.stringify(thing));
}

const KINDS: ReadonlySet<unknown> = new Set<NewThing['kind']>([
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
export function draggedThing(transfer: DataTransfer): NewThing | null {
  const json = transfer.getData(thingDragType);
  if (json === '') return null;
  try {
    const value: unknown = JSON.parse(json);
    return isThing(value) ? value : null;
  } catch {
    // Another page's drag of the same type has nothing for us.
    return null;
  }
}

/** What this window wrote itself is known by its kind. */
function isThing(value: unknown): value is NewThing {
  return typeof value === 'object' && value !== null && 'kind' in value && KINDS.has(value.kind);
}
