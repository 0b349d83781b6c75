import { assertNever } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { SubjectMessage } from '../../messages/edits.en.ts';
import { type Message, message } from '../../messages/message.ts';
import type { TargetMessage } from '../../messages/steps.en.ts';
import { childElements, type DocumentNode, type ElementNode, type NodeId } from '../../template/document/document.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { layersOf, roleOf } from '../../template/tables/roles.ts';
import { sourcesOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { LayerCommand, PlannableCommand } from '../model/commands.ts';
import { inDocumentOrder, selectNodes, withoutDescendants } from '../model/selection.ts';
import { newElement, newLayer, sourceAttribute, withAttribute } from '../planning/nodes.ts';
import {
  childIndex,
  isVariable,
  moveEdits,
  planned,
  readTime,
  selectionOf,
  subjectOf,
  switchEdits,
  timeEdits,
  valueEdits,
  writtenValue,
} from '../planning/planned.ts';
import {
  collect,
  elementLabel,
  elementOfRole,
  elementsOfRoles,
  holderOf,
  layersLabel,
  type Plan,
  type Planning,
  sceneLabel,
  shortName,
} from '../planning/planning.ts';
import { nameOf, planDuplicate, planLayerSplit, planRelink, planSpeed, planTimes } from './layer-times.ts';
import { planRename } from './scenes.ts';

type Of<Type extends LayerCommand['type']> = Extract<LayerCommand, { type: Type }>;

export function planLayer(planning: Planning, command: LayerCommand): Plan {
  switch (command.type) {
    case 'layer/add':
      return add(planning, command);
    case 'layer/move':
      return move(planning, command);
    case 'layer/set':
      return set(planning, command);
    case 'layer/rename':
      return planRename(planning, command.layer, ['layer', 'sound', 'overlay'], command.name);
    case 'layer/set-times':
      return planTimes(planning, command);
    case 'layer/split':
      return planLayerSplit(planning, command);
    case 'layer/duplicate':
      return planDuplicate(planning, command);
    case 'layer/group':
      return planGroup(planning, command);
    case 'layer/ungroup':
      return planUngroup(planning, command);
    case 'layer/set-speed':
      return planSpeed(planning, command);
    case 'layer/relink':
      return planRelink(planning, command);
    default:
      return assertNever(command);
  }
}

function add(planning: Planning, { parent: id, source, index, audio, skip }: Of<'layer/add'>): Plan {
  const layer = newLayer(planning.newId, {
    source,
    ...(audio !== undefined && { audio }),
    ...(skip !== undefined && { skip }),
  });
  const holder = holderOf(planning, id, layer);
  if (!holder.ok) return holder;
  const parent = holder.value;
  const scene = planning.index.elements.get(parent.id)?.scene ?? null;
  const place = scene === null ? elementLabel(planning, parent) : sceneLabel(planning, scene);
  const layers = layersOf(parent, planning.language);
  const at = childIndex(parent, layers, index ?? layers.length);
  return ok({
    edits: [{ type: 'insert-node', parent: parent.id, index: at, node: layer }],
    label: message('step/add-layer', { source: shortName(nameOf(source)), scene: place }),
    selection: selectNodes([layer.id]),
  });
}

function move(planning: Planning, command: Of<'layer/move'>): Plan {
  const layer = elementOfRole(planning, command.layer, 'layer');
  if (!layer.ok) return layer;
  const parent = holderOf(planning, command.parent, layer.value);
  if (!parent.ok) return parent;
  const { language } = planning;
  return ok({
    edits: moveEdits(planning, layer.value, parent.value, layersOf(parent.value, language), command.index),
    label: message('step/move', { what: layersLabel(planning, [layer.value]) }),
    selection: selectNodes([layer.value.id]),
  });
}

function set(planning: Planning, command: Of<'layer/set'>): Plan {
  const { source, audio, skip, fit, enabled } = command;
  // Sounds have neither `audio` nor `fit`. Overlays can only be enabled and disabled.
  const isForSounds = audio === undefined && fit === undefined;
  const isSwitch = isForSounds && source === undefined && skip === undefined;
  const roles: readonly ElementRole[] = isSwitch
    ? ['layer', 'sound', 'overlay']
    : isForSounds
      ? ['layer', 'sound']
      : ['layer'];
  const elements = elementsOfRoles(planning, command.layers, roles);
  if (!elements.ok) return elements;
  const edits = collect(elements.value, (layer) => {
    const parts: Result<readonly DocumentEdit[], Message>[] = [];
    // Set the source first, because it can replace the whole element.
    if (source !== undefined) parts.push(sourceEdits(planning, layer, source));
    if (audio !== undefined)
      parts.push(plainEdits(planning, layer, 'audio', String(audio), 'true', message('subject/sound')));
    if (skip !== undefined) parts.push(timeEdits(planning, layer, 'skip', Math.max(0, Math.round(skip))));
    if (fit !== undefined) parts.push(plainEdits(planning, layer, 'fit', fit, 'contain', message('subject/fit')));
    if (enabled !== undefined) parts.push(switchEdits(planning, [layer], enabled));
    return collect(parts, (part) => part);
  });
  return planned(edits, setLabel(command, layersLabel(planning, elements.value)));
}

function setLabel({ source, audio, skip, fit, enabled }: Of<'layer/set'>, what: TargetMessage): Message {
  if (source !== undefined) return message('step/replace-source', { what, source: shortName(nameOf(source)) });
  if (audio !== undefined) return message(audio ? 'step/unmute' : 'step/mute', { what });
  if (skip !== undefined) return message('step/set-in-point', { what });
  if (fit !== undefined) return message('step/fit', { what, fit });
  return message(enabled === false ? 'step/disable' : 'step/enable', { what });
}

/** Sets a value. Keeps an attribute absent if the value is its default. */
function plainEdits(
  planning: Planning,
  element: ElementNode,
  name: string,
  value: string,
  standard: string,
  what: SubjectMessage,
): Result<readonly DocumentEdit[], Message> {
  const now = planning.resolved(element, name);
  const text = now === undefined ? standard : now.kind === 'text' ? now.text.trim() : null;
  return text === value ? ok([]) : valueEdits(planning, element, name, value, what);
}

/**
 * Sets the only source of a layer. The attribute keeps its position, even when its name changes from a URL to an asset.
 */
function sourceEdits(
  planning: Planning,
  layer: ElementNode,
  source: MediaSource,
): Result<readonly DocumentEdit[], Message> {
  const requested = sourceAttribute(source);
  const present = sourcesOf(layer, planning.language).flatMap(({ attribute }) =>
    layer.attributes.filter(({ name }) => name === attribute),
  );
  const [first] = present;
  if (first === undefined) return ok([{ type: 'set-attribute', node: layer.id, ...requested }]);
  const replaced = present.find(({ name }) => name === requested.name) ?? first;
  const written = writtenValue(planning, layer, replaced.name, requested.value, message('subject/source'));
  if (!written.ok) return written;
  if (present.length === 1 && replaced.name === requested.name)
    return ok([{ type: 'set-attribute', node: layer.id, name: requested.name, value: written.value }]);
  const attributes = layer.attributes.flatMap((attribute) => {
    if (attribute === replaced) return [{ name: requested.name, value: written.value }];
    return present.includes(attribute) ? [] : [attribute];
  });
  return ok([{ type: 'replace-node', node: layer.id, replacement: { ...layer, attributes } }]);
}

const GROUP = 'group';
/** The attributes of a group that do not affect its layers. */
const NEUTRAL_GROUP_ATTRIBUTES = ['name', 'id', 'offset', 'duration'];

/** Plans a group with the clock and frame of its parent, so its layers keep their positions and times. */
function planGroup(planning: Planning, { layers: ids }: Of<'layer/group'>): Plan {
  const { document, index } = planning;
  const elements = elementsOfRoles(planning, ids, ['layer']);
  if (!elements.ok) return elements;
  const layers = inDocumentOrder(document, ids).flatMap((id) => index.elements.get(id)?.element ?? []);
  const parents = new Set(layers.map(({ id }) => index.elements.get(id)?.parent?.id));
  const [parentId] = parents;
  if (parentId === undefined || parents.size > 1) return err(message('edit/groups-of-one-parent'));
  const group = newElement(planning.newId, GROUP, [], layers);
  const parent = holderOf(planning, parentId, group);
  if (!parent.ok) return parent;
  const grouped = new Set<DocumentNode>(layers);
  const last = layers.at(-1);
  const children = parent.value.children.flatMap((child): readonly DocumentNode[] =>
    child === last ? [group] : grouped.has(child) ? [] : [child],
  );
  return ok({
    edits: [{ type: 'set-children', node: parentId, children }],
    label: message('step/group', { what: layersLabel(planning, layers) }),
    selection: selectionOf([group]),
  });
}

function planUngroup(planning: Planning, { groups: ids }: Of<'layer/ungroup'>): Plan {
  const elements = elementsOfRoles(planning, ids, ['layer']);
  if (!elements.ok) return elements;
  const groups = withoutDescendants(
    planning.document,
    elements.value.filter(({ name }) => name === GROUP),
  );
  if (groups.length === 0) return err(message('edit/no-group'));
  const ungrouped: ElementNode[] = [];
  // Collect the new children of each parent, because several groups can have the same parent.
  const newChildren = new Map<NodeId, readonly DocumentNode[]>();
  for (const group of groups) {
    const parent = planning.index.elements.get(group.id)?.parent;
    const inner = innerLayers(planning, group);
    if (!inner.ok) return inner;
    if (parent == null) return err(message('edit/gone'));
    ungrouped.push(...inner.value);
    const children = newChildren.get(parent.id) ?? parent.children;
    newChildren.set(parent.id, children.toSpliced(children.indexOf(group), 1, ...inner.value));
  }
  const edits = [...newChildren].map(([node, children]): DocumentEdit => ({ type: 'set-children', node, children }));
  return planned(ok(edits), message('step/ungroup', { what: layersLabel(planning, groups) }), selectionOf(ungrouped));
}

/**
 * Returns the layers of a group with the times that they need outside it. Returns an error if the group affects the
 * appearance of its layers.
 */
function innerLayers(planning: Planning, group: ElementNode): Result<readonly ElementNode[], Message> {
  const inner = childElements(group);
  const isPlain =
    group.attributes.every(({ name }) => NEUTRAL_GROUP_ATTRIBUTES.includes(name)) &&
    inner.every((child) => roleOf(child, planning.language) === 'layer');
  if (!isPlain) return err(message('edit/group-does-more'));
  const offset = readTime(planning, group, 'offset');
  if (!offset.ok) return offset;
  const duration = readTime(planning, group, 'duration');
  if (!duration.ok) return duration;
  const begin = offset.value ?? 0;
  const moved: ElementNode[] = [];
  for (const layer of inner) {
    const placed = shiftedLayer(planning, layer, begin, duration.value);
    if (!placed.ok) return placed;
    moved.push(placed.value);
  }
  return ok(moved);
}

/** Returns a layer that begins `begin` frames later and ends no later than its group. */
function shiftedLayer(
  planning: Planning,
  layer: ElementNode,
  begin: number,
  groupLength: number | null,
): Result<ElementNode, Message> {
  if (begin === 0 && groupLength === null) return ok(layer);
  for (const name of ['offset', 'duration'])
    if (isVariable(layer, name)) return err(message('edit/put-together', { what: subjectOf(planning, layer, name) }));
  const offset = readTime(planning, layer, 'offset');
  if (!offset.ok) return offset;
  const ownDuration = readTime(planning, layer, 'duration');
  if (!ownDuration.ok) return ownDuration;
  const start = offset.value ?? 0;
  const later = begin === 0 ? layer : withAttribute(layer, 'offset', String(start + begin));
  if (groupLength === null) return ok(later);
  const remaining = Math.max(1, groupLength - start);
  return ok(
    ownDuration.value !== null && ownDuration.value <= remaining
      ? later
      : withAttribute(later, 'duration', String(remaining)),
  );
}

/** The size of a new mask relative to the picture that it masks. */
const MASK_SIZE = '80%';

/** Plans a mask with a white shape for each layer, after the other masks of the layer. */
export function planMask(
  planning: Planning,
  { layers, shape }: Extract<PlannableCommand, { readonly type: 'mask/add' }>,
): Plan {
  const elements = elementsOfRoles(planning, layers, ['layer']);
  if (!elements.ok) return elements;
  const type = shape === 'ellipse' ? [{ name: 'type', value: 'ellipse' }] : [];
  const size = ['width', 'height'].map((name) => ({ name, value: MASK_SIZE }));
  const edits = elements.value.map((layer): DocumentEdit => {
    const masks = masksOf(layer);
    const maskShape = newElement(planning.newId, 'shape', [...type, ...size]);
    const node = newElement(planning.newId, 'mask', [], [maskShape]);
    return { type: 'insert-node', parent: layer.id, index: childIndex(layer, masks, masks.length), node };
  });
  return ok({ edits, label: message('step/add-mask', { layers: edits.length }) });
}

/** Returns the masks of a layer, in order. */
export function masksOf(layer: ElementNode): readonly ElementNode[] {
  return childElements(layer).filter((child) => roleOf(child) === 'mask');
}
