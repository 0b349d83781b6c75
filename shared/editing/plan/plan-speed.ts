import { ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import { childElements, type ElementNode } from '../../template/document/document.ts';
import { isScene, layersOf, roleOf } from '../../template/tables/roles.ts';
import { naturalFrames } from '../../template/values/source-length.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { LayerCommand } from '../commands.ts';
import { layersLabel } from '../planning/labels.ts';
import { readLayerTimes } from '../planning/layer-times.ts';
import { planned } from '../planning/planned.ts';
import { attributeEdits, collect, elementsOfRoles, type Plan, type Planning } from '../planning/planning.ts';
import { readTime, subjectOf, timeEdits, valueEdits } from '../planning/written-value.ts';

/** The room of a layer that would start behind the end of the shorter scene. */
const LEAST_SECONDS = 1;

/**
 * Another speed. The part of the source that is shown stays, and so the length changes: that of the layer, or of its scene
 * where the layer runs to the scene's end. Other layers keep room in the scene. With `keepsLength` the length stays, and
 * another part of the source is shown.
 */
export function planSpeed(
  planning: Planning,
  { layers, speed, keepsLength = false }: Extract<LayerCommand, { type: 'layer/set-speed' }>,
): Plan {
  const found = elementsOfRoles(planning, layers, ['layer', 'sound']);
  if (!found.ok) return found;
  const lengths = new Map<ElementNode, number>();
  const edits = collect(found.value, (layer) => {
    const written = speedEdits(planning, layer, speed);
    const length = keepsLength || !written.ok ? ok([]) : lengthEdits(planning, layer, speed, lengths);
    return !written.ok ? written : length.ok ? ok([...written.value, ...length.value]) : length;
  });
  if (!edits.ok) return edits;
  const scenes = collect([...lengths], ([scene, length]) => timeEdits(planning, scene, 'duration', length));
  if (!scenes.ok) return scenes;
  const what = layersLabel(planning, found.value);
  const [only, ...others] = lengths.values();
  const frames = only === undefined || others.length > 0 ? null : only;
  return planned(ok([...edits.value, ...scenes.value]), statement('step/set-speed', { what, speed, frames }));
}

function speedEdits(planning: Planning, layer: ElementNode, speed: number): Result<readonly DocumentEdit[], Statement> {
  const isWritten = layer.attributes.some(({ name }) => name === 'speed');
  // The default is not written.
  if (speed === 1 && !isWritten) return ok([]);
  const written = valueEdits(planning, layer, 'speed', String(speed), subjectOf(planning, layer, 'speed'));
  const isPlain = layer.attributes.every(({ name, value }) => name !== 'speed' || !value.includes('${'));
  return written.ok && speed === 1 && isPlain ? ok(attributeEdits(layer, 'speed', null)) : written;
}

/** The edits of the layer's own length; that of a scene is added to `lengths`, the longest that its layers ask for. */
function lengthEdits(
  planning: Planning,
  layer: ElementNode,
  speed: number,
  lengths: Map<ElementNode, number>,
): Result<readonly DocumentEdit[], Statement> {
  const times = readLayerTimes(planning, layer);
  if (!times.ok) return times;
  const { length, start, speed: before } = times.value;
  const scaled = (count: number) => Math.max(1, Math.round((count * before) / speed));
  if (length !== null) return timeEdits(planning, layer, length.name, scaled(length.count));
  // What is heard without a length ends with its source.
  const parent = planning.index.elements.get(layer.id)?.parent ?? null;
  if (parent === null || !isScene(parent) || times.value.isSound) return ok([]);
  const now = readTime(planning, parent, 'duration');
  // Without a fixed length the scene follows its content.
  if (!now.ok || now.value === null) return ok([]);
  const from = start?.count ?? 0;
  const wanted = from + scaled(Math.max(1, now.value - from));
  const room = roomForOthers(planning, parent, layer, { length: now.value, wanted });
  if (!room.ok) return room;
  lengths.set(parent, Math.max(wanted, room.value, lengths.get(parent) ?? 0));
  return ok([]);
}

/** How long a scene has to be for what else is in it. */
function roomForOthers(
  planning: Planning,
  scene: ElementNode,
  changed: ElementNode,
  { length, wanted }: { readonly length: number; readonly wanted: number },
): Result<number, Statement> {
  const rate = planning.rate();
  const least = rate === null ? 1 : naturalFrames(LEAST_SECONDS, rate);
  const sounds = childElements(scene).filter((each) => roleOf(each, planning.language) === 'sound');
  let room = 1;
  for (const other of [...layersOf(scene, planning.language), ...sounds]) {
    if (other === changed) continue;
    const times = readLayerTimes(planning, other);
    if (!times.ok) return times;
    const { start, length: own, inPoint } = times.value;
    const from = start?.count ?? 0;
    const { isSound } = times.value;
    // Another video runs on to the scene's end. The end trims a text or a picture: to fill a longer scene, the changed
    // video would hold its last frame. Only a layer that would be out of sight gets room.
    const runs = inPoint !== null && !isSound;
    if (!runs && !isSound && from < wanted) continue;
    const needed = own?.count ?? (runs ? length - from : Math.min(least, Math.max(1, length - from)));
    // What reached beyond the scene before may do so still.
    room = Math.max(room, Math.min(length, from + needed));
  }
  return ok(room);
}
