import type { NodeId } from '../document/document.ts';
import type { AttributeSpec, AttributeSpecs, ValuesOf } from '../value-types/attribute-types.ts';
import type { EffectAnimation } from '../values/animation.ts';
import { colorEffects } from './color-effects.ts';
import { lightEffects } from './light-effects.ts';
import { shapeEffects } from './shape-effects.ts';

/** The element that contains an effect: filters change colors, transforms change geometry. */
export type EffectElement = 'filter' | 'transform';

export interface EffectSpec {
  readonly element: EffectElement;
  readonly label: string;
  readonly description: string;
  readonly attributes: AttributeSpecs;
  /** Returns whether the effect, with these values of its attributes, leaves the picture unchanged. */
  readonly isNeutral: (parameters: never) => boolean;
  /** The alternative names of the type. */
  readonly aliases?: readonly string[];
  /** Attributes that exclude each other. Exactly one of them is required. */
  readonly oneOf?: readonly string[];
}

/**
 * All effects. The types of the parser, the validator, the forms, XML completion, the JSON schema, and the compositor
 * are derived from this table. Each of them must support every effect to compile.
 */
export const effectRegistry = {
  ...colorEffects,
  ...shapeEffects,
  ...lightEffects,
} as const satisfies Record<string, EffectSpec>;

export type EffectType = keyof typeof effectRegistry;

/** The valid parameters of an effect type. */
export type ParametersOf<Type extends EffectType> = ValuesOf<(typeof effectRegistry)[Type]['attributes']>;

export type EffectOf<Type extends EffectType> = {
  readonly [Each in Type]: {
    readonly id: NodeId;
    readonly type: Each;
    readonly enabled: boolean;
    readonly parameters: ParametersOf<Each>;
    /** The enabled keyframe animations of the parameters; absent if there are none. */
    readonly animations?: readonly EffectAnimation[];
  };
}[Type];

/** An effect of a layer, discriminated by `type`. */
export type Effect = EffectOf<EffectType>;

/** Returns whether an effect leaves the picture unchanged. Ignores its keyframes. */
export function isNeutral<Type extends EffectType>(type: Type, parameters: ParametersOf<Type>): boolean {
  // The type requires that each rule in the table accepts the attributes of its effect.
  const rules: { readonly [Each in EffectType]: { isNeutral: (parameters: ParametersOf<Each>) => boolean } } =
    effectRegistry;
  return rules[type].isNeutral(parameters);
}

// `Object.keys` loses the types of keys. The cast is safe, because the table contains exactly these keys.
export const effectTypes = Object.keys(effectRegistry) as readonly EffectType[];

/** Returns the type with this name or alias; null if there is none. */
export function effectTypeNamed(name: string): EffectType | null {
  return typesByName.get(name) ?? null;
}

const typesByName: ReadonlyMap<string, EffectType> = new Map(
  effectTypes.flatMap((type) => spellingsOfType(type).map((name) => [name, type] as const)),
);

/** Returns the accepted names of a type, with its main name first. */
export function spellingsOfType(type: EffectType): readonly [string, ...string[]] {
  const { aliases = [] }: EffectSpec = effectRegistry[type];
  return [type, ...aliases];
}

/** Returns the effect types that a `filter` or a `transform` can have. */
export function effectTypesOf(element: EffectElement): readonly EffectType[] {
  return effectTypes.filter((type) => effectRegistry[type].element === element);
}

/** Returns whether elements with this name are effects: `filter` or `transform`. */
export function isEffectElement(name: string): name is EffectElement {
  return effectTypes.some((type) => effectRegistry[type].element === name);
}

/** Returns whether an effect requires a file, which the editor then adds with the effect. */
export function needsFile(type: EffectType): boolean {
  const { oneOf = [] }: EffectSpec = effectRegistry[type];
  return oneOf.includes('src');
}

/** The kinds of values between which keyframes can interpolate. */
const ANIMATED_KINDS = ['number', 'integer', 'color', 'paint', 'length', 'point', 'matrix'] as const;

export type AnimatedValueKind = (typeof ANIMATED_KINDS)[number];

type Kind = AttributeSpec<unknown>['type']['kind'];

export function isAnimatedKind(kind: Kind): kind is AnimatedValueKind {
  return ANIMATED_KINDS.some((animatedKind) => animatedKind === kind);
}

/** Returns the attributes of an effect type that keyframes can animate. */
export function animatableAttributesOf(type: EffectType): AttributeSpecs {
  return animatableTables[type];
}

const animatableTables = Object.fromEntries(effectTypes.map((type) => [type, animatableTableOf(type)])) as Readonly<
  Record<EffectType, AttributeSpecs>
>;

function animatableTableOf(type: EffectType): AttributeSpecs {
  const { attributes }: EffectSpec = effectRegistry[type];
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, spec]) => isAnimatedKind(spec.type.kind))
      .map(([name, spec]) => [name, forKeyframes(spec)]),
  );
}

/** Makes an attribute optional, because omitting it in a keyframe leaves it unchanged. */
function forKeyframes({ type, label, description, aliases, unit }: AttributeSpec<unknown>): AttributeSpec<unknown> {
  const absent = { default: null };
  return { type, label, description, absent, ...(aliases && { aliases }), ...(unit !== undefined && { unit }) };
}

/**
 * The attributes that keyframes of any effect can animate, for code that reads keyframes without their effect. If
 * several effects have an attribute of the same name, contains the attribute with the largest maximum.
 */
export const attributesOfEffectKeys: AttributeSpecs = Object.fromEntries(
  effectTypes
    .flatMap((type) => Object.entries(animatableAttributesOf(type)))
    .toSorted(([, one], [, other]) => maximumOf(one) - maximumOf(other)),
);

function maximumOf({ type }: AttributeSpec<unknown>): number {
  return type.maximum ?? Number.MAX_VALUE;
}
