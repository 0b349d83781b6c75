import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import {
  type Attribute,
  childElements,
  type DocumentNode,
  type ElementNode,
  type NodeId,
} from '../../template/document/document.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import { formatPlaceholder, parseValue } from '../../template/placeholders/placeholder.ts';
import { elementSpecOf, type Language } from '../../template/tables/language.ts';
import { isLayer, isScene, layersOf, roleOf } from '../../template/tables/roles.ts';
import type { TimeMeaning } from '../../template/value-types/attribute-types.ts';
import { frames as asFrames } from '../../template/values/frame-rate.ts';
import { fittingDuration, naturalFrames } from '../../template/values/source-length.ts';
import { sourcesOf, timeNamed, type WrittenSource } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { LayerCommand, PlannableCommand } from '../model/commands.ts';
import type { PartTimes } from '../model/layer-moves.ts';
import { inDocumentOrder, withoutDescendants } from '../model/selection.ts';
import { copyOf, newElement, sourceAttribute, withAttribute, withoutBeginning, withoutEnd } from '../planning/nodes.ts';
import { isVariable, planned, readTime, selectionOf, subjectOf, timeEdits, valueEdits } from '../planning/planned.ts';
import {
  attributeEdits,
  collect,
  elementLabel,
  elementsOfRoles,
  holderOf,
  layersLabel,
  type Plan,
  type Planning,
  type StepTarget,
  shortName,
  sourceName,
} from '../planning/planning.ts';
import { insertScenes } from '../planning/scene-list.ts';
import { readLayerTimes } from './trim.ts';

type Of<Type extends LayerCommand['type']> = Extract<LayerCommand, { type: Type }>;
type Times = Omit<PartTimes, 'part'>;

/**
 * The meaning of each time, by which the tables find its attribute. `overlap` needs none, because it has the same name
 * in all elements.
 */
const MEANINGS: readonly (readonly [time: keyof Times, meaning: TimeMeaning | null])[] = [
  ['offset', 'start'],
  ['duration', 'length'],
  ['skip', 'in-point'],
  ['overlap', null],
];

/** Returns layers and sounds in document order. */
function partsOf(planning: Planning, ids: readonly NodeId[]): Result<readonly ElementNode[], Message> {
  const elements = elementsOfRoles(planning, ids, ['layer', 'sound']);
  if (!elements.ok) return elements;
  const ordered = inDocumentOrder(planning.document, ids);
  return ok(ordered.flatMap((id) => elements.value.find((element) => element.id === id) ?? []));
}

/** Returns the label of layers and sounds for undo steps. */
function partsLabel(planning: Planning, parts: readonly ElementNode[]): StepTarget {
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && roleOf(only, planning.language) === 'sound')
    return elementLabel(planning, only);
  return layersLabel(planning, parts);
}

/** Returns times by the names of the corresponding attributes of an element. */
function namedTimes(
  { language }: Planning,
  element: ElementNode,
  times: Times,
): readonly (readonly [string, number])[] {
  return MEANINGS.flatMap(([time, meaning]) => {
    const value = times[time];
    const name = meaning === null ? time : timeNamed(element, meaning, language);
    const least = time === 'duration' ? 1 : 0;
    return value === undefined || name === null ? [] : [[name, Math.max(least, Math.round(value))] as const];
  });
}

export function planTimes(planning: Planning, { times, as }: Of<'layer/set-times'>): Plan {
  const elements = partsOf(
    planning,
    times.map(({ part }) => part),
  );
  if (!elements.ok) return elements;
  const edits = collect(times, ({ part, ...requested }) => {
    const element = elements.value.find(({ id }) => id === part);
    if (element === undefined) return err(message('edit/gone'));
    return collect(namedTimes(planning, element, requested), ([name, value]) =>
      timeEdits(planning, element, name, value),
    );
  });
  const what = partsLabel(planning, elements.value);
  const label =
    as === 'move'
      ? message('step/move', { what })
      : as === 'trim'
        ? message('step/trim-end', { what })
        : message('step/slip', { what });
  return planned(edits, label);
}

export function planLayerSplit(planning: Planning, { cuts }: Of<'layer/split'>): Plan {
  const elements = partsOf(
    planning,
    cuts.map(({ part }) => part),
  );
  if (!elements.ok) return elements;
  const halves: ElementNode[] = [];
  const edits: DocumentEdit[] = [];
  for (const element of elements.value) {
    const cut = cuts.find(({ part }) => part === element.id);
    const length = timeNamed(element, 'length', planning.language);
    const parent = planning.index.elements.get(element.id)?.parent;
    if (cut === undefined || length === null || parent == null) return err(message('edit/gone'));
    const second = namedTimes(planning, element, cut.second);
    // Refuse variable times, because the value of one placeholder cannot be divided between two.
    const variable = [length, ...second.map(([name]) => name)].find((name) => isVariable(element, name));
    if (variable !== undefined)
      return err(message('edit/variable-in-split', { what: subjectOf(planning, element, variable) }));
    const copy = withoutBeginning(copyOf(element, planning.newId));
    const half = second.reduce((current, [name, value]) => withAttribute(current, name, String(value)), copy);
    halves.push(half);
    edits.push(
      { type: 'set-attribute', node: element.id, name: length, value: String(cut.length) },
      ...withoutEnd(planning, element),
    );
  }
  edits.push(...insertions(planning, elements.value, halves));
  return ok({
    edits,
    label: message('step/split', { what: partsLabel(planning, elements.value) }),
    selection: selectionOf(halves),
  });
}

export function planDuplicate(planning: Planning, { layers }: Of<'layer/duplicate'>): Plan {
  const elements = partsOf(planning, layers);
  if (!elements.ok) return elements;
  const parts = withoutDescendants(planning.document, elements.value);
  const copies = parts.map((part) => copyOf(part, planning.newId));
  return ok({
    edits: insertions(planning, parts, copies),
    label: message('step/duplicate', { what: partsLabel(planning, parts) }),
    selection: selectionOf(copies),
  });
}

/**
 * Returns the edits that insert each copy directly after its original. Starts with the last copy, so earlier indexes
 * stay valid.
 */
function insertions(
  { index }: Planning,
  originals: readonly ElementNode[],
  copies: readonly ElementNode[],
): readonly DocumentEdit[] {
  return originals
    .flatMap((original, at): readonly DocumentEdit[] => {
      const parent = index.elements.get(original.id)?.parent;
      const node: DocumentNode | undefined = copies[at];
      if (parent == null || node === undefined) return [];
      return [{ type: 'insert-node', parent: parent.id, index: parent.children.indexOf(original) + 1, node }];
    })
    .toReversed();
}

/** The minimum visible length of a layer that would otherwise start after the end of the shortened scene. */
const MIN_VISIBLE_SECONDS = 1;

/**
 * Plans a new speed. The layer keeps the part of its source, so its length changes. If the layer has no duration, the
 * length of its scene changes instead. Other layers keep their frames in the scene. With `keepsLength`, the length
 * stays, and the part of the source changes.
 */
export function planSpeed(
  planning: Planning,
  { layers, speed, keepsLength = false, sourceEnd }: Extract<LayerCommand, { type: 'layer/set-speed' }>,
): Plan {
  const elements = elementsOfRoles(planning, layers, ['layer', 'sound']);
  if (!elements.ok) return elements;
  const lengths = new Map<ElementNode, number>();
  const edits = collect(elements.value, (layer) => {
    const written = speedEdits(planning, layer, speed);
    const length = keepsLength || !written.ok ? ok([]) : lengthEdits(planning, layer, { speed, sourceEnd }, lengths);
    return !written.ok ? written : length.ok ? ok([...written.value, ...length.value]) : length;
  });
  if (!edits.ok) return edits;
  const scenes = collect([...lengths], ([scene, length]) => timeEdits(planning, scene, 'duration', length));
  if (!scenes.ok) return scenes;
  const what = layersLabel(planning, elements.value);
  const [only, ...others] = lengths.values();
  const frames = only === undefined || others.length > 0 ? null : only;
  return planned(ok([...edits.value, ...scenes.value]), message('step/set-speed', { what, speed, frames }));
}

function speedEdits(planning: Planning, layer: ElementNode, speed: number): Result<readonly DocumentEdit[], Message> {
  const isWritten = layer.attributes.some(({ name }) => name === 'speed');
  // Do not write the default.
  if (speed === 1 && !isWritten) return ok([]);
  const written = valueEdits(planning, layer, 'speed', String(speed), subjectOf(planning, layer, 'speed'));
  const isPlain = layer.attributes.every(({ name, value }) => name !== 'speed' || !value.includes('${'));
  return written.ok && speed === 1 && isPlain ? ok(attributeEdits(layer, 'speed', null)) : written;
}

/**
 * Returns the edits of the length of a layer. Adds the scene length that the layer needs to `lengths`. The longest
 * length in `lengths` applies.
 */
function lengthEdits(
  planning: Planning,
  layer: ElementNode,
  { speed, sourceEnd }: { readonly speed: number; readonly sourceEnd: number | undefined },
  lengths: Map<ElementNode, number>,
): Result<readonly DocumentEdit[], Message> {
  const times = readLayerTimes(planning, layer);
  if (!times.ok) return times;
  const { length, start, inPoint, speed: before } = times.value;
  const rate = planning.rate();
  const lengthToEnd = (at: number) =>
    sourceEnd === undefined || rate === null
      ? Number.POSITIVE_INFINITY
      : fittingDuration({ skip: asFrames(inPoint?.count ?? 0), rate, endSeconds: sourceEnd, speed: at });
  // Take the length from the source if the layer ends with it, because rounding errors of several speed changes would
  // add up.
  const scaled = (count: number) => {
    const [toEndBefore, toEnd] = [lengthToEnd(before), lengthToEnd(speed)];
    const rounded = Math.max(1, Math.round((count * before) / speed));
    return count > toEndBefore + 1 ? rounded : count >= toEndBefore - 1 ? toEnd : Math.min(rounded, toEnd);
  };
  if (length !== null) return timeEdits(planning, layer, length.name, scaled(length.count));
  // Keep the length of the scene for a sound without a duration, because such a sound ends with its source.
  const parent = planning.index.elements.get(layer.id)?.parent ?? null;
  if (parent === null || !isScene(parent) || times.value.isSound) return ok([]);
  const now = readTime(planning, parent, 'duration');
  // Skip a scene without a fixed duration, because it already has the length of its content.
  if (!now.ok || now.value === null) return ok([]);
  const from = start?.count ?? 0;
  const requested = from + scaled(Math.max(1, now.value - from));
  const othersLength = lengthForOthers(planning, parent, layer, { length: now.value, requested });
  if (!othersLength.ok) return othersLength;
  lengths.set(parent, Math.max(requested, othersLength.value, lengths.get(parent) ?? 0));
  return ok([]);
}

/** Returns the scene length that the other layers need. */
function lengthForOthers(
  planning: Planning,
  scene: ElementNode,
  changed: ElementNode,
  { length, requested }: { readonly length: number; readonly requested: number },
): Result<number, Message> {
  const rate = planning.rate();
  const least = rate === null ? 1 : naturalFrames(MIN_VISIBLE_SECONDS, rate);
  const sounds = childElements(scene).filter((child) => roleOf(child, planning.language) === 'sound');
  let longest = 1;
  for (const other of [...layersOf(scene, planning.language), ...sounds]) {
    if (other === changed) continue;
    const times = readLayerTimes(planning, other);
    if (!times.ok) return times;
    const { start, length: own, inPoint } = times.value;
    const from = start?.count ?? 0;
    const { isSound } = times.value;
    // Other videos continue to the end of the scene. Texts and pictures are trimmed: in a longer scene, the changed
    // video would hold its last frame. Only a layer that would start after the end gets additional frames.
    const runs = inPoint !== null && !isSound;
    if (!runs && !isSound && from < requested) continue;
    const needed = own?.count ?? (runs ? length - from : Math.min(least, Math.max(1, length - from)));
    // A layer that already exceeded the scene may still exceed it.
    longest = Math.max(longest, Math.min(length, from + needed));
  }
  return ok(longest);
}

/**
 * Plans a sound with default values. In a scene, the sound becomes the last child. In the movie, it precedes the first
 * scene and starts with it.
 */
export function planSound(
  planning: Planning,
  { parent: id, source }: Extract<PlannableCommand, { readonly type: 'sound/add' }>,
): Plan {
  const sound = newElement(planning.newId, 'audio', [sourceAttribute(source)]);
  const parent = holderOf(planning, id, sound);
  if (!parent.ok) return parent;
  const label = message('step/add-sound', { source: shortName(nameOf(source)) });
  const isMovie = id === planning.document.root.id;
  const edits = isMovie
    ? insertScenes(planning, [sound], 0)
    : ok([{ type: 'insert-node', parent: id, index: parent.value.children.length, node: sound } as const]);
  return planned(edits, label, selectionOf([sound]));
}

/**
 * Plans the replacement of the source `from` with `to` in every element, both in fixed values and in defaults of
 * placeholders. Changes a default at all uses of the variable, because a variable must not have two defaults.
 */
export function planRelink(planning: Planning, { from, to }: Extract<LayerCommand, { type: 'layer/relink' }>): Plan {
  const changed = [...planning.index.elements.values()].flatMap(({ element }) => {
    const attributes = relinkedAttributes(element, from, to, planning.language);
    return attributes === null ? [] : [{ element, attributes }];
  });
  const source = shortName(nameOf(from));
  if (changed.length === 0) return err(message('edit/no-layer-shows', { source }));
  const areLayers = changed.every(({ element }) => isLayer(element));
  return ok({
    edits: changed.flatMap(({ element, attributes }) => attributeChanges(element, attributes)),
    label: message('step/relink', { source, places: changed.length, areLayers }),
  });
}

/** Returns the attributes of an element after replacing the source; null if the element does not use it. */
function relinkedAttributes(
  element: ElementNode,
  from: MediaSource,
  to: MediaSource,
  language: Language,
): readonly Attribute[] | null {
  let { attributes } = element;
  for (const source of sourcesOf(element, language)) {
    const value = source.form === from.kind ? relinkedValue(source.value, from, to) : null;
    const name = value === null ? null : nameForForm(element, source, to.kind, language);
    if (value === null || name === null) continue;
    const { oneOf = [] } = elementSpecOf(element, language) ?? {};
    attributes = attributes.flatMap((attribute) => {
      if (attribute.name === source.attribute) return [{ name, value }];
      return attribute.name === name || (oneOf.includes(name) && oneOf.includes(attribute.name)) ? [] : [attribute];
    });
  }
  return attributes === element.attributes ? null : attributes;
}

function relinkedValue(text: string, from: MediaSource, to: MediaSource): string | null {
  const [before, { value }] = [sourceAttribute(from).value, sourceAttribute(to)];
  if (text.trim() === before.trim()) return value;
  const { pieces, faults } = parseValue(text);
  const [only] = pieces;
  if (only?.kind !== 'placeholder' || pieces.length > 1 || faults.length > 0 || only.default !== before) return null;
  return formatPlaceholder({ ...only, default: value });
}

/**
 * Returns the name of the attribute for the other form of a source, such as a URL instead of an asset; null if the
 * element has none.
 */
function nameForForm(
  element: ElementNode,
  { attribute, form, kind }: WrittenSource,
  requested: MediaSource['kind'],
  language: Language,
): string | null {
  if (form === requested) return attribute;
  const entries = Object.entries(elementSpecOf(element, language)?.attributes ?? {});
  return entries.find(([, { type }]) => type.kind === requested && type.source === kind)?.[0] ?? null;
}

/** Returns the edits of changed attributes. If the name of an attribute changes, replaces the whole element. */
function attributeChanges(element: ElementNode, attributes: readonly Attribute[]): readonly DocumentEdit[] {
  const hasSameNames =
    attributes.length === element.attributes.length &&
    attributes.every(({ name }, at) => element.attributes[at]?.name === name);
  if (!hasSameNames) return [{ type: 'replace-node', node: element.id, replacement: { ...element, attributes } }];
  return attributes.flatMap(({ name, value }, at): readonly DocumentEdit[] =>
    element.attributes[at]?.value === value ? [] : [{ type: 'set-attribute', node: element.id, name, value }],
  );
}

/** Returns the label of a source, which is its file name. */
export function nameOf(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : sourceName(source.url);
}
