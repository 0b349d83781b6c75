import { assertNever } from '../../lib/assert.ts';
import { err, ok } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import type { Term } from '../../messages/translation.ts';
import type { ElementNode, NodeId } from '../../template/document/document.ts';
import { originalId } from '../../template/variables/repeats.ts';
import { applyEdits, type DocumentEdit } from '../../template-xml/edit/edits.ts';
import { planInsert } from '../insert/plan-insert.ts';
import { planKeys } from '../keyframes/plan-keyframes.ts';
import type { PlannableCommand, ValueName } from '../model/commands.ts';
import { contentLabel, editsOfValue, planned } from '../planning/planned.ts';
import {
  attributeTerm,
  type Plan,
  type PlanContext,
  type PlannedCommand,
  type Planning,
  planningOf,
} from '../planning/planning.ts';
import { planAnimation, planEffect } from './effects.ts';
import { planSound } from './layer-times.ts';
import { planLayer, planMask } from './layers.ts';
import { planList } from './lists.ts';
import { planMovie, planReshape } from './movie.ts';
import { planPaste } from './paste.ts';
import { planRemove } from './remove.ts';
import { planScene } from './scenes.ts';
import { planTransition, planTransitionLength } from './trim.ts';
import { planVariable } from './variables.ts';

/**
 * Plans a command without changing anything. Returns the edits of the document, the label of the step, and the new
 * selection. Returns a message if the command is refused. `applyCommand` applies the plan.
 */
export function planCommand(context: PlanContext, command: PlannableCommand): Plan {
  return command.type === 'batch'
    ? planBatch(context, command)
    : planOne(planningOf(context), withOriginalIds(command));
}

/** The fields of commands that contain the id of a node or a list of ids. */
const ID_FIELDS: ReadonlySet<string> = new Set([
  ...['node', 'nodes', 'scene', 'scenes', 'layer', 'layers', 'parent', 'part', 'effect', 'effects'],
  ...['animation', 'transition', 'targets', 'groups', 'before', 'after', 'key'],
]);

/** Replaces the ids of copies in a command with the ids of their originals. */
function withOriginalIds<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withOriginalIds) as Value;
  const entries = Object.entries(value).map(([name, field]) => {
    if (!ID_FIELDS.has(name)) return [name, withOriginalIds(field)];
    if (typeof field === 'string') return [name, originalId(field as NodeId)];
    const isIds = Array.isArray(field) && field.every((id) => typeof id === 'string');
    return [name, isIds ? [...new Set(field.map((id) => originalId(id as NodeId)))] : withOriginalIds(field)];
  });
  return Object.fromEntries(entries);
}

function planOne(planning: Planning, command: Exclude<PlannableCommand, { type: 'batch' }>): Plan {
  switch (command.type) {
    case 'movie/set':
      return planMovie(planning, command);
    case 'movie/reshape':
      return planReshape(planning, command);
    case 'scene/add':
    case 'scene/move':
    case 'scene/duplicate':
    case 'scene/make-choice':
    case 'scene/split':
    case 'scene/trim-start':
    case 'scene/trim-end':
    case 'scene/slip':
    case 'scene/set-duration':
    case 'scene/rename':
    case 'scene/set-enabled':
      return planScene(planning, command);
    case 'layer/add':
    case 'layer/move':
    case 'layer/set':
    case 'layer/rename':
    case 'layer/set-times':
    case 'layer/split':
    case 'layer/duplicate':
    case 'layer/group':
    case 'layer/ungroup':
    case 'layer/set-speed':
    case 'layer/relink':
      return planLayer(planning, command);
    case 'effect/add':
    case 'effect/move':
    case 'effect/set-attribute':
    case 'effect/reset':
    case 'effect/set-enabled':
      return planEffect(planning, command);
    case 'animation/add':
    case 'animation/move':
      return planAnimation(planning, command);
    case 'variable/bind':
    case 'variable/unbind':
    case 'variable/rename':
    case 'variable/set-default':
    case 'variable/declare':
    case 'variable/remove':
      return planVariable(planning, command);
    case 'variable/set-list':
      return planList(planning, command);
    case 'scenes/paste':
    case 'layers/paste':
    case 'effects/paste':
      return planPaste(planning, command);
    case 'key/set':
    case 'key/remove':
    case 'key/clear':
    case 'key/move':
    case 'key/paste':
    case 'key/reverse':
    case 'key/ease':
    case 'key/from-preset':
      return planKeys(planning, command);
    case 'mask/add':
      return planMask(planning, command);
    case 'transition/add':
      return planTransition(planning, command);
    case 'transition/set-duration':
      return planTransitionLength(planning, command);
    case 'sound/add':
      return planSound(planning, command);
    case 'element/insert':
      return planInsert(planning, command);
    case 'node/remove':
      return planRemove(planning, command);
    case 'attribute/set': {
      const element = planning.index.elements.get(command.node)?.element;
      if (element === undefined) return err(message('edit/gone'));
      const edits = editsOfValue(planning, element, command.name, command.value);
      const isRemoved = command.value === null;
      const term = termOf(planning, element, command.name);
      if (term !== null)
        return planned(edits, message(isRemoved ? 'step/remove-field' : 'step/set-field', { attribute: term }));
      const attribute = shortened(command.name ?? '');
      return planned(edits, message(isRemoved ? 'step/remove-attribute' : 'step/set-attribute', { attribute }));
    }
    default:
      return assertNever(command);
  }
}

/** Returns the label of an attribute or a text; null for an attribute that is not in the tables. */
function termOf(planning: Planning, element: ElementNode, name: ValueName): Term | null {
  if (name === null) return contentLabel(planning, element);
  const term = attributeTerm(planning, element, name);
  return term.key === name ? null : term;
}

function planBatch(context: PlanContext, { label, commands }: Extract<PlannableCommand, { type: 'batch' }>): Plan {
  const edits: DocumentEdit[] = [];
  let { document } = context;
  let last: PlannedCommand | null = null;
  for (const command of commands) {
    const planned = planCommand({ ...context, document }, command);
    if (!planned.ok) return planned;
    const applied = applyEdits(document, planned.value.edits);
    if (!applied.ok) return applied;
    document = applied.value;
    edits.push(...planned.value.edits);
    if (planned.value.selection !== undefined) last = planned.value;
  }
  return ok({ edits, label, ...(last?.selection !== undefined && { selection: last.selection }) });
}
