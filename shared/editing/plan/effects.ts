import { assertNever } from '../../lib/assert.ts';
import { isDecimal } from '../../lib/decimal-text.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import { attributeValue, childElements, type ElementNode } from '../../template/document/document.ts';
import { type EffectType, effectRegistry, effectTypeNamed } from '../../template/effects/effects.ts';
import { effectsOf, roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpecs } from '../../template/value-types/attribute-types.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { AnimationCommand, EffectCommand } from '../model/commands.ts';
import { selectNodes } from '../model/selection.ts';
import { initialValue, newEffect, newElement } from '../planning/nodes.ts';
import { childIndex, isVariable, moveEdits, planned, switchEdits, valueEdits } from '../planning/planned.ts';
import {
  attributeEdits,
  attributeTerm,
  collect,
  effectsLabel,
  elementOfRole,
  elementsOfRoles,
  type Plan,
  type Planning,
} from '../planning/planning.ts';

type Of<Type extends EffectCommand['type']> = Extract<EffectCommand, { type: Type }>;

export function planEffect(planning: Planning, command: EffectCommand): Plan {
  switch (command.type) {
    case 'effect/add':
      return add(planning, command);
    case 'effect/move':
      return move(planning, command);
    case 'effect/set-attribute':
      return setAttribute(planning, command);
    case 'effect/reset':
      return reset(planning, command);
    case 'effect/set-enabled': {
      const effectElements = elementsOfRoles(planning, command.effects, ['effect']);
      if (!effectElements.ok) return effectElements;
      const what = effectsLabel(planning, effectElements.value);
      const label = message(command.enabled ? 'step/enable' : 'step/disable', { what });
      return planned(switchEdits(planning, effectElements.value, command.enabled), label);
    }
    default:
      return assertNever(command);
  }
}

function add(planning: Planning, { layers, effect, index, file }: Of<'effect/add'>): Plan {
  const layerElements = elementsOfRoles(planning, layers, ['layer']);
  if (!layerElements.ok) return layerElements;
  const added = layerElements.value.map((layer) => ({ layer, node: newEffect(planning.newId, effect, file) }));
  const [first] = added;
  const edits = added.map(({ layer, node }): DocumentEdit => {
    const effects = effectsOf(layer);
    return {
      type: 'insert-node',
      parent: layer.id,
      index: childIndex(layer, effects, index ?? effects.length),
      node,
    };
  });
  return ok({
    edits,
    label: message('step/add-effect', {
      effect: { key: effect, label: effectRegistry[effect].label },
      layers: added.length,
    }),
    ...(first !== undefined && added.length === 1 && { selection: selectNodes([first.node.id]) }),
  });
}

function move(planning: Planning, command: Of<'effect/move'>): Plan {
  const effect = elementOfRole(planning, command.effect, 'effect');
  if (!effect.ok) return effect;
  const layer = elementOfRole(planning, command.layer, 'layer');
  if (!layer.ok) return layer;
  return ok({
    edits: moveEdits(planning, effect.value, layer.value, effectsOf(layer.value), command.index),
    label: message('step/move', { what: effectsLabel(planning, [effect.value]) }),
    selection: selectNodes([effect.value.id]),
  });
}

function setAttribute(planning: Planning, { effects, name, value }: Of<'effect/set-attribute'>): Plan {
  const effectElements = elementsOfRoles(planning, effects, ['effect']);
  if (!effectElements.ok) return effectElements;
  const edits = collect(effectElements.value, (effect): Result<readonly DocumentEdit[], Message> => {
    const spelling = spellingIn(planning, effect, name);
    if (value === null) return ok(attributeEdits(effect, spelling, null));
    return valueEdits(planning, effect, spelling, value, message('subject/value'));
  });
  const [first] = effectElements.value;
  const attribute = first === undefined ? { key: name, label: name } : attributeTerm(planning, first, name);
  return planned(
    edits,
    message('step/set-effect-value', { attribute, what: effectsLabel(planning, effectElements.value) }),
  );
}

/** Resets attributes with fixed values. Keeps attributes with variables. */
function reset(planning: Planning, { effects, name }: Of<'effect/reset'>): Plan {
  const effectElements = elementsOfRoles(planning, effects, ['effect']);
  if (!effectElements.ok) return effectElements;
  const edits = collect(effectElements.value, (effect): Result<readonly DocumentEdit[], Message> => {
    const type = typeOf(planning, effect);
    if (type === null) return err(message('edit/nothing-to-reset'));
    const names = name === undefined ? Object.keys(effectRegistry[type].attributes) : [name];
    return ok(
      names.flatMap((attribute) => {
        const spelling = spellingIn(planning, effect, attribute);
        return isVariable(effect, spelling) ? [] : attributeEdits(effect, spelling, initialValue(type, attribute));
      }),
    );
  });
  return planned(edits, message('step/reset-effect', { what: effectsLabel(planning, effectElements.value) }));
}

function typeOf(planning: Planning, effect: ElementNode): EffectType | null {
  const type = planning.resolved(effect, 'type');
  const name = type?.kind === 'text' ? type.text.trim() : '';
  return effectTypeNamed(name);
}

/** Returns the name that the effect uses for an attribute, which can be an alias. */
function spellingIn(planning: Planning, effect: ElementNode, name: string): string {
  const type = typeOf(planning, effect);
  const specs: AttributeSpecs = type === null ? {} : effectRegistry[type].attributes;
  const spellings = [name, ...(specs[name]?.aliases ?? [])];
  return effect.attributes.find((attribute) => spellings.includes(attribute.name))?.name ?? name;
}

type OfAnimation<Type extends AnimationCommand['type']> = Extract<AnimationCommand, { type: Type }>;

/** Adds a preset to layers, or moves an animation within its layer. */
export function planAnimation(planning: Planning, command: AnimationCommand): Plan {
  switch (command.type) {
    case 'animation/add':
      return addPreset(planning, command);
    case 'animation/move':
      return moveAnimation(planning, command);
    default:
      return assertNever(command);
  }
}

function addPreset(planning: Planning, { layers, preset }: OfAnimation<'animation/add'>): Plan {
  const layerElements = elementsOfRoles(planning, layers, ['layer']);
  if (!layerElements.ok) return layerElements;
  const edits = layerElements.value.flatMap((layer): readonly DocumentEdit[] => {
    const animations = animationsOf(layer);
    const node = newElement(planning.newId, 'animation', [{ name: 'type', value: preset }]);
    const index = childIndex(layer, animations, animations.length);
    return [
      ...(preset === 'countup' ? numberEdits(layer) : []),
      { type: 'insert-node', parent: layer.id, index, node },
    ];
  });
  return ok({ edits, label: message('step/add-animation', { preset, layers: layerElements.value.length }) });
}

/** The initial number when `countup` is added to a text without a number. */
const FIRST_NUMBER = '100';

/**
 * Returns the edits that set the `value` of a text: to its content if that is a number, otherwise to {@link
 * FIRST_NUMBER}. Returns none if the text has a `value`.
 */
function numberEdits(layer: ElementNode): readonly DocumentEdit[] {
  if (attributeValue(layer, 'value') !== undefined) return [];
  const content = attributeValue(layer, 'content') ?? '';
  const set = (name: string, value: string | null): DocumentEdit => ({
    type: 'set-attribute',
    node: layer.id,
    name,
    value,
  });
  if (isDecimal(content)) return [set('value', content.trim()), set('content', null)];
  return [set('value', FIRST_NUMBER)];
}

function moveAnimation(planning: Planning, { animation: id, index }: OfAnimation<'animation/move'>): Plan {
  const animation = elementOfRole(planning, id, 'animation');
  if (!animation.ok) return animation;
  const holder = planning.index.elements.get(id)?.parent ?? planning.document.root;
  return ok({
    edits: moveEdits(planning, animation.value, holder, animationsOf(holder), index),
    label: message('step/move', {
      what: message('target/element', { element: { key: 'animation', label: 'animation' } }),
    }),
  });
}

/** Returns the animations of an element, in order. */
export function animationsOf(element: ElementNode): readonly ElementNode[] {
  return childElements(element).filter((child) => roleOf(child) === 'animation');
}
