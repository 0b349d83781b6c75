import { specTerm } from '#renderer/strings/registry-words.ts';
import type { PlannableCommand, ValueName } from '#shared/editing/commands.ts';
import type { PropertyMoment } from '#shared/editing/keys/set-value-at.ts';
import { statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { effectTypeNamed } from '#shared/template/effects/effects.ts';
import { FITS } from '#shared/template/values/fit.ts';
import { type FrameRate, parseFrameRate } from '#shared/template/values/frame-rate.ts';
import type { AttributeField } from './field-model.ts';

type SetCommand = (field: AttributeField, text: string, rate: FrameRate | null) => PlannableCommand | null;

/** Commands that know more of an attribute than its text; every other is set as it is written. */
const known: Readonly<Record<string, SetCommand>> = {
  'movie/width': (_, text) => ({ type: 'movie/set', width: Number(text) }),
  'movie/height': (_, text) => ({ type: 'movie/set', height: Number(text) }),
  'movie/framerate': (_, text) => {
    const rate = parseFrameRate(text);
    return rate.ok ? { type: 'movie/set', frameRate: rate.value, keep: 'frames' } : null;
  },
  'scene/duration': ({ nodes, spec }, text, rate) => {
    const duration = spec.type.parse(text, rate);
    return duration.ok && typeof duration.value === 'number'
      ? { type: 'scene/set-duration', scenes: nodes, duration: duration.value }
      : null;
  },
  'scene/name': ({ nodes }, text) => {
    const [scene, ...others] = nodes;
    return scene === undefined || others.length > 0 ? null : { type: 'scene/rename', scene, name: text };
  },
  'scene/enabled': ({ nodes }, text) => ({ type: 'scene/set-enabled', scenes: nodes, enabled: text === 'true' }),
  'video/enabled': ({ nodes }, text) => ({ type: 'layer/set', layers: nodes, enabled: text === 'true' }),
  'video/audio': ({ nodes }, text) => ({ type: 'layer/set', layers: nodes, audio: text === 'true' }),
  'video/skip': ({ nodes, spec }, text, rate) => {
    const skip = spec.type.parse(text, rate);
    return skip.ok && typeof skip.value === 'number' ? { type: 'layer/set', layers: nodes, skip: skip.value } : null;
  },
  'video/speed': speedCommand,
  'audio/speed': speedCommand,
  'video/fit': ({ nodes }, text) => {
    const fit = FITS.find((each) => each === text);
    return fit === undefined ? null : { type: 'layer/set', layers: nodes, fit };
  },
  'filter/enabled': effectEnabled,
  'transform/enabled': effectEnabled,
};

/** Held while the value is given, Alt keeps the length. */
function speedCommand({ nodes, spec }: AttributeField, text: string, rate: FrameRate | null): PlannableCommand | null {
  const speed = spec.type.parse(text, rate);
  if (!speed.ok || typeof speed.value !== 'number') return null;
  const event = typeof window === 'undefined' ? undefined : window.event;
  const keepsLength = (event instanceof KeyboardEvent || event instanceof MouseEvent) && event.altKey;
  return { type: 'layer/set-speed', layers: nodes, speed: speed.value, keepsLength };
}

function effectEnabled({ nodes }: AttributeField, text: string): PlannableCommand {
  return { type: 'effect/set-enabled', effects: nodes, enabled: text === 'true' };
}

/**
 * The command that gives a field a value, in the spelling of the language. A value that is the default is not written.
 */
export function setFieldCommand(field: AttributeField, text: string, rate: FrameRate | null): PlannableCommand {
  const { nodes, element, name, spelling, spec } = field;
  const command = spelling === null ? null : (known[`${element}/${name}`]?.(field, text, rate) ?? null);
  if (command !== null) return command;
  const value = 'default' in spec.absent && text === field.standard ? null : text;
  if (isEffectAttribute(field)) return { type: 'effect/set-attribute', effects: nodes, name, value };
  return attributeCommand(field, spelling, value);
}

/** A layer's field at the playhead. */
export interface FieldAt {
  readonly node: NodeId;
  /** Where its property is animated; null where the attribute gives the value. */
  readonly moment: PropertyMoment | null;
  /** The value at the playhead, as the language writes it; null if unknown. */
  readonly text: string | null;
}

/** Sets the value of each element at the playhead in one step. With a part, the other part of each pair stays. */
export function setFieldAt(
  field: AttributeField,
  each: readonly FieldAt[],
  text: string,
  rate: FrameRate | null,
  part: PairPart | null = null,
): PlannableCommand {
  if (part === null && each.every(({ moment }) => moment === null)) return setFieldCommand(field, text, rate);
  const commands = each.map(({ node, moment, text: own }): PlannableCommand => {
    const value = part === null || own === null ? text : withPart(own, text, part, field, rate);
    if (moment === null) return setFieldCommand({ ...field, nodes: [node] }, value, rate);
    return { type: 'key/set', ...moment, value };
  });
  const [only] = commands;
  if (only !== undefined && commands.length === 1) return only;
  const areKeys = each.every(({ moment }) => moment !== null);
  const label = statement(areKeys ? 'step/set-key' : 'step/set-field', { attribute: specTerm(field.spec) });
  return { type: 'batch', label, commands };
}

export type PairPart = 'across' | 'down';

/** A pair with one part of another pair. */
function withPart(own: string, from: string, part: PairPart, { spec }: AttributeField, rate: FrameRate | null): string {
  const [one, other] = [own, from].map((text) => spec.type.parse(text, rate));
  if (one?.ok !== true || other?.ok !== true) return from;
  return spec.type.format({ ...(one.value as object), [part]: (other.value as Record<PairPart, unknown>)[part] });
}

/** The command that takes a field back to what it was when nobody had set it; null where there is no such thing. */
export function resetFieldCommand(field: AttributeField, rate: FrameRate | null): PlannableCommand | null {
  const { nodes, name, spelling, spec, standard } = field;
  if (standard === null) return null;
  const isFixed = field.value.kind === 'fixed' || field.value.kind === 'refused' || field.value.kind === 'mixed';
  if (isEffectAttribute(field) && isFixed) return { type: 'effect/reset', effects: nodes, name };
  if (name === 'speed' && isFixed && nodes.length > 0) return setFieldCommand(field, standard, rate);
  if ('default' in spec.absent) return attributeCommand(field, spelling, null);
  return isFixed ? setFieldCommand(field, standard, rate) : attributeCommand(field, spelling, standard);
}

/** The attribute as it is written, placeholders and all: for what cannot be read. */
export function writeFieldCommand(field: AttributeField, text: string): PlannableCommand {
  return attributeCommand(field, field.spelling, text);
}

function attributeCommand({ nodes, spec }: AttributeField, name: ValueName, value: string | null): PlannableCommand {
  const commands = nodes.map((node): PlannableCommand => ({ type: 'attribute/set', node, name, value }));
  const label = statement(value === null ? 'step/reset-field' : 'step/set-field', { attribute: specTerm(spec) });
  return { type: 'batch', label, commands };
}

function isEffectAttribute({ element, name }: AttributeField): boolean {
  return (element === 'filter' || element === 'transform') && name !== 'type' && name !== 'enabled';
}

/** The command that makes fields a variable: the first keeps its value as the default, and the others take it over. */
export function bindFieldCommand(field: AttributeField, variable: string, fallback: string | null): PlannableCommand {
  const commands = field.nodes.map(
    (node): PlannableCommand => ({
      type: 'variable/bind',
      node,
      attribute: field.spelling,
      variable,
      ...(fallback !== null && { default: fallback }),
    }),
  );
  const [only] = commands;
  if (only !== undefined && commands.length === 1) return only;
  return { type: 'batch', label: statement('step/bind', { attribute: specTerm(field.spec), variable }), commands };
}

/** The command that turns placeholders into what they give now. */
export function unbindFieldCommand({ nodes, spelling, spec }: AttributeField): PlannableCommand {
  const commands = nodes.map((node): PlannableCommand => ({ type: 'variable/unbind', node, attribute: spelling }));
  const [only] = commands;
  if (only !== undefined && commands.length === 1) return only;
  return { type: 'batch', label: statement('step/unbind', { attribute: specTerm(spec) }), commands };
}

/** A name that no variable has yet, made of what the field is: `vignette_color`, `duration_2`. */
export function proposeName(field: AttributeField, effectType: string | null, taken: Iterable<string>): string {
  const names = new Set(taken);
  const isSource = field.spec.type.source !== undefined;
  const effect = effectType === null ? null : effectTypeNamed(effectType);
  const of = effect === null ? '' : `${effect}_`;
  const base = isSource ? 'clip' : `${of}${field.name}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!names.has(name)) return name;
  }
}
