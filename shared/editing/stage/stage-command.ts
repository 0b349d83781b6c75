import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import type { TargetMessage } from '../../messages/steps.en.ts';
import type { ElementNode, NodeId } from '../../template/document/document.ts';
import type { Layer } from '../../template/movie/movie.ts';
import { specOf, spellingsOf } from '../../template/tables/attribute-lookup.ts';
import type { AttributeSpec } from '../../template/value-types/attribute-types.ts';
import type { PlannableCommand } from '../model/commands.ts';
import { planCommand } from '../plan/plan-command.ts';
import { subjectOf, writtenValue } from '../planning/planned.ts';
import {
  attributeTerm,
  elementLabel,
  layerSource,
  type PlanContext,
  type Planning,
  planningOf,
  shortName,
} from '../planning/planning.ts';
import { CHANGED_NAMES, type ChangedName, isKeyed, keyNameOf, type LayerChange } from './layer-change.ts';

/** A layer with the change that a gesture makes at a local frame. */
export interface StageEdit {
  readonly layer: Layer;
  readonly localFrame: number;
  /** The number of frames of the layer. */
  readonly length: number;
  readonly change: LayerChange;
}

/** A gesture as one undo step. */
export interface StageStep {
  readonly command: PlannableCommand;
  /** Whether the step sets a keyframe. */
  readonly setsKey: boolean;
}

/**
 * Returns the smallest command for the changes of a gesture; null if nothing changes. If the value is a variable,
 * changes its default, or returns an error if the variable has other uses. Sets a keyframe of an animated attribute.
 */
export function stageStep(context: PlanContext, edits: readonly StageEdit[]): Result<StageStep | null, Message> {
  const planning = planningOf(context);
  const commands: PlannableCommand[] = [];
  const names = new Set<ChangedName>();
  let setsKey = false;
  for (const edit of edits) {
    const { layer, change } = edit;
    const element = planning.index.elements.get(layer.id)?.element;
    if (element === undefined) return err(message('edit/gone'));
    for (const name of CHANGED_NAMES) {
      const value = change[name];
      if (value === undefined) continue;
      const keyed = isKeyed(layer, name);
      const additions = keyed
        ? ok(keyCommands(planning, edit, name, value))
        : valueCommands(planning, element, name, value);
      if (!additions.ok) return additions;
      if (additions.value.length === 0) continue;
      commands.push(...additions.value);
      names.add(name);
      setsKey ||= keyed;
    }
  }
  if (commands.length === 0) return ok(null);
  const label = labelOf(planning, edits, names);
  return ok({ command: { type: 'batch', label, commands }, setsKey });
}

/** Returns a step that also keeps copies of the layers in their previous state. Its label is the label of a copy. */
export function withCopiesLeftBehind(
  context: PlanContext,
  { command, setsKey }: StageStep,
  layers: readonly NodeId[],
): StageStep {
  const duplicate: PlannableCommand = { type: 'layer/duplicate', layers };
  const planned = planCommand(context, duplicate);
  if (!planned.ok || command.type !== 'batch') return { command, setsKey };
  return { command: { type: 'batch', label: planned.value.label, commands: [duplicate, command] }, setsKey };
}

/**
 * Returns the command that sets an attribute of an element; empty if the value does not change. If the value is a
 * variable, changes its default, or returns an error if the variable has other uses.
 */
export function valueCommands(
  planning: Planning,
  element: ElementNode,
  name: string,
  value: unknown,
): Result<readonly PlannableCommand[], Message> {
  const spec = specOf(element, name, null, planning.language);
  if (spec === null) return ok([]);
  const attribute = spellingIn(element, name, spec);
  const text = spec.type.format(value);
  const written = writtenValue(planning, element, attribute, text, subjectOf(planning, element, attribute));
  if (!written.ok) return written;
  // Do not write default values to the XML.
  const isDefault =
    'default' in spec.absent && spec.absent.default !== null && spec.type.format(spec.absent.default) === text;
  const next = isDefault && written.value === text ? null : written.value;
  const before = element.attributes.find((candidate) => candidate.name === attribute)?.value ?? null;
  return ok(before === next ? [] : [{ type: 'attribute/set', node: element.id, name: attribute, value: next }]);
}

function keyCommands(
  planning: Planning,
  { layer, localFrame, length }: StageEdit,
  name: ChangedName,
  value: unknown,
): readonly PlannableCommand[] {
  const element = planning.index.elements.get(layer.id)?.element;
  const spec = element && specOf(element, name, null, planning.language);
  const property = keyNameOf(name);
  if (!spec || property === null) return [];
  const frame = Math.round(localFrame);
  return [{ type: 'key/set', node: layer.id, property, frame, length, value: spec.type.format(value) }];
}

function spellingIn(element: ElementNode, name: string, spec: AttributeSpec<unknown>): string {
  const spellings = spellingsOf(name, spec);
  return element.attributes.find((attribute) => spellings.includes(attribute.name))?.name ?? name;
}

/** Returns a label such as `Move “Headline”` or `Set rotation of “Headline”`. */
function labelOf(planning: Planning, edits: readonly StageEdit[], names: ReadonlySet<ChangedName>): Message {
  const what = targetOf(planning, edits);
  // Use the crop for the label, because a crop also changes the size of the box.
  const main = names.has('crop') ? 'crop' : CHANGED_NAMES.find((name) => name !== 'position' && names.has(name));
  const [first] = edits;
  const element = first && planning.index.elements.get(first.layer.id)?.element;
  if (main === undefined || element === undefined) return message('step/move', { what });
  return message('step/set-effect-value', { what, attribute: attributeTerm(planning, element, main) });
}

function targetOf(planning: Planning, edits: readonly StageEdit[]): TargetMessage {
  const [only] = edits;
  const element = only && planning.index.elements.get(only.layer.id)?.element;
  if (only === undefined || element === undefined || edits.length > 1)
    return message('target/layers', { count: edits.length });
  const name = only.layer.name ?? ('content' in only.layer ? only.layer.content : null);
  if (name !== null && name.trim() !== '') return message('target/scene-named', { name: shortName(name) });
  const source = layerSource(planning, element);
  if (source !== null) return message('target/layer', { source: shortName(source) });
  return elementLabel(planning, element);
}

/** One or two numbers that the user types during a drag. Null means that the value follows the pointer. */
export interface TypedValues {
  readonly first: number | null;
  readonly second: number | null;
}

const NUMBER = '[+-]?(?:\\d+(?:[.]\\d*)?|[.]\\d+)';
const ONE_OR_TWO = new RegExp(`^(${NUMBER})?(?:\\s*[,;x×]\\s*(${NUMBER})?|\\s+(${NUMBER})?)?$`);

/** Returns whether a key is part of a typed value. */
export function isValueKey(key: string): boolean {
  return /^[\d.,;x× +-]$/.test(key);
}

/** Parses a typed text such as `120`, `120, 40`, or `, 40`. Returns null if the text contains no value yet. */
export function readTypedValues(text: string): TypedValues | null {
  const match = ONE_OR_TWO.exec(text.trim());
  if (match === null) return null;
  const [, first, second, third] = match;
  const values = { first: numberOf(first), second: numberOf(second ?? third) };
  return values.first === null && values.second === null ? null : values;
}

function numberOf(text: string | undefined): number | null {
  const value = text === undefined ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(value) ? value : null;
}
