import { assertNever } from '../../lib/assert.ts';
import { ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { StatementIn } from '../../statements/statement-in.ts';
import type { SubjectStatements } from '../../statements/templates/edit-statements.ts';
import type { TargetStatements } from '../../statements/templates/step-statements.ts';
import type { ElementNode } from '../../template/document/document.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { layersOf } from '../../template/tables/roles.ts';
import { sourcesOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { LayerCommand } from '../commands.ts';
import { elementLabel, layersLabel, sceneLabel, shortName } from '../planning/labels.ts';
import { newLayer, sourceAttribute } from '../planning/new-nodes.ts';
import { childIndex, moveEdits, planned, switchEdits } from '../planning/planned.ts';
import { collect, elementOfRole, elementsOfRoles, holderOf, type Plan, type Planning } from '../planning/planning.ts';
import { timeEdits, valueEdits, writtenValue } from '../planning/written-value.ts';
import { selectNodes } from '../selection.ts';
import { planGroup, planUngroup } from './plan-groups.ts';
import { planDuplicate, planLayerSplit, planTimes } from './plan-layer-times.ts';
import { nameOf, planRelink } from './plan-relink.ts';
import { planRename } from './plan-rename.ts';
import { planSpeed } from './plan-speed.ts';

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
  const found = holderOf(planning, id, layer);
  if (!found.ok) return found;
  const parent = found.value;
  const scene = planning.index.elements.get(parent.id)?.scene ?? null;
  const place = scene === null ? elementLabel(planning, parent) : sceneLabel(planning, scene);
  const layers = layersOf(parent, planning.language);
  const at = childIndex(parent, layers, index ?? layers.length);
  return ok({
    edits: [{ type: 'insert-node', parent: parent.id, index: at, node: layer }],
    label: statement('step/add-layer', { source: shortName(nameOf(source)), scene: place }),
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
    label: statement('step/move', { what: layersLabel(planning, [layer.value]) }),
    selection: selectNodes([layer.value.id]),
  });
}

function set(planning: Planning, command: Of<'layer/set'>): Plan {
  const { source, audio, skip, fit, enabled } = command;
  // Everything on the timeline is switched; sounds have a source and an in-point too; all else is a layer's.
  const isOfSounds = audio === undefined && fit === undefined;
  const isSwitch = isOfSounds && source === undefined && skip === undefined;
  const roles: readonly ElementRole[] = isSwitch
    ? ['layer', 'sound', 'overlay']
    : isOfSounds
      ? ['layer', 'sound']
      : ['layer'];
  const found = elementsOfRoles(planning, command.layers, roles);
  if (!found.ok) return found;
  const edits = collect(found.value, (layer) => {
    const parts: Result<readonly DocumentEdit[], Statement>[] = [];
    // The source first: it may replace the element as a whole.
    if (source !== undefined) parts.push(sourceEdits(planning, layer, source));
    if (audio !== undefined)
      parts.push(plainEdits(planning, layer, 'audio', String(audio), 'true', statement('subject/sound')));
    if (skip !== undefined) parts.push(timeEdits(planning, layer, 'skip', Math.max(0, Math.round(skip))));
    if (fit !== undefined) parts.push(plainEdits(planning, layer, 'fit', fit, 'contain', statement('subject/fit')));
    if (enabled !== undefined) parts.push(switchEdits(planning, [layer], enabled));
    return collect(parts, (part) => part);
  });
  return planned(edits, setLabel(command, layersLabel(planning, found.value)));
}

function setLabel(
  { source, audio, skip, fit, enabled }: Of<'layer/set'>,
  what: StatementIn<TargetStatements>,
): Statement {
  if (source !== undefined) return statement('step/replace-source', { what, source: shortName(nameOf(source)) });
  if (audio !== undefined) return statement(audio ? 'step/unmute' : 'step/mute', { what });
  if (skip !== undefined) return statement('step/set-in-point', { what });
  if (fit !== undefined) return statement('step/fit', { what, fit });
  return statement(enabled === false ? 'step/disable' : 'step/enable', { what });
}

/** A value whose default is not written anew. */
function plainEdits(
  planning: Planning,
  element: ElementNode,
  name: string,
  value: string,
  standard: string,
  what: StatementIn<SubjectStatements>,
): Result<readonly DocumentEdit[], Statement> {
  const now = planning.resolved(element, name);
  const text = now === undefined ? standard : now.kind === 'text' ? now.text.trim() : null;
  return text === value ? ok([]) : valueEdits(planning, element, name, value, what);
}

/** Gives a layer its one source; the attribute keeps its place, also when an asset takes that of an address. */
function sourceEdits(
  planning: Planning,
  layer: ElementNode,
  source: MediaSource,
): Result<readonly DocumentEdit[], Statement> {
  const wanted = sourceAttribute(source);
  const present = sourcesOf(layer, planning.language).flatMap(({ attribute }) =>
    layer.attributes.filter(({ name }) => name === attribute),
  );
  const [first] = present;
  if (first === undefined) return ok([{ type: 'set-attribute', node: layer.id, ...wanted }]);
  const kept = present.find(({ name }) => name === wanted.name) ?? first;
  const written = writtenValue(planning, layer, kept.name, wanted.value, statement('subject/source'));
  if (!written.ok) return written;
  if (present.length === 1 && kept.name === wanted.name)
    return ok([{ type: 'set-attribute', node: layer.id, name: wanted.name, value: written.value }]);
  const attributes = layer.attributes.flatMap((attribute) => {
    if (attribute === kept) return [{ name: wanted.name, value: written.value }];
    return present.includes(attribute) ? [] : [attribute];
  });
  return ok([{ type: 'replace-node', node: layer.id, replacement: { ...layer, attributes } }]);
}
