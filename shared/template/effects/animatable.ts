import type { AttributeSpec, AttributeSpecs } from '../value-types/attribute-spec.ts';
import { type EffectSpec, type EffectType, effectRegistry, effectTypes } from './effects.ts';

/** Kinds of values between which there are others. */
const KINDS = ['number', 'integer', 'color', 'paint', 'length', 'point', 'matrix'] as const;

export type AnimatedValueKind = (typeof KINDS)[number];

type Kind = AttributeSpec<unknown>['type']['kind'];

export function isAnimatedKind(kind: Kind): kind is AnimatedValueKind {
  return KINDS.some((each) => each === kind);
}

/** What a key of an effect of that type can name: its attributes that are numbers, colours, lengths, places or matrices. */
export function animatableOfEffect(type: EffectType): AttributeSpecs {
  return tables[type];
}

const tables = Object.fromEntries(effectTypes.map((type) => [type, tableOf(type)])) as Readonly<
  Record<EffectType, AttributeSpecs>
>;

function tableOf(type: EffectType): AttributeSpecs {
  const { attributes }: EffectSpec = effectRegistry[type];
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, spec]) => isAnimatedKind(spec.type.kind))
      .map(([name, spec]) => [name, inKey(spec)]),
  );
}

/** Whatever a key does not name stays as it is, so nothing has to be there. */
function inKey({ type, label, description, aliases, unit }: AttributeSpec<unknown>): AttributeSpec<unknown> {
  const absent = { default: null };
  return { type, label, description, absent, ...(aliases && { aliases }), ...(unit !== undefined && { unit }) };
}

/**
 * What keys of effects name, of whatever type. It is for those who see a key alone, and not the effect that it stands in:
 * of several attributes of one name it has the one that reaches furthest.
 */
export const attributesOfEffectKeys: AttributeSpecs = Object.fromEntries(
  effectTypes
    .flatMap((type) => Object.entries(animatableOfEffect(type)))
    .toSorted(([, one], [, other]) => mostOf(one) - mostOf(other)),
);

function mostOf({ type }: AttributeSpec<unknown>): number {
  return type.maximum ?? Number.MAX_VALUE;
}
