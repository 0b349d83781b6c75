import type { NodeId } from '../document/document.ts';
import type { AttributeSpec, AttributeSpecs, ValuesOf } from '../value-types/attribute-types.ts';
import type { EffectAnimation } from '../values/animation.ts';
import { colorEffects } from './color-effects.ts';
import { lightEffects } from './light-effects.ts';
import { shapeEffects } from './shape-effects.ts';

/** The element that carries an effect: filters change colour, transforms change geometry. */
export type EffectElement = 'filter' | 'transform';

export interface EffectSpec {
  readonly element: EffectElement;
  readonly label: string;
  readonly description: string;
  readonly attributes: AttributeSpecs;
  /** Other names under which its type is read. */
  readonly aliases?: readonly string[];
  /** Attributes of which it has exactly one. */
  readonly oneOf?: readonly string[];
}

/**
 * Every effect, once. The parser, the validator, the forms, the XML completion, the JSON Schema and the compositor are
 * typed by this table: an effect that lacks one of them does not compile.
 */
export const effectRegistry = {
  ...colorEffects,
  ...shapeEffects,
  ...lightEffects,
} as const satisfies Record<string, EffectSpec>;

export type EffectType = keyof typeof effectRegistry;

/** The checked values of one type of effect. */
export type ParametersOf<Type extends EffectType> = ValuesOf<(typeof effectRegistry)[Type]['attributes']>;

export type EffectOf<Type extends EffectType> = {
  readonly [Each in Type]: {
    readonly id: NodeId;
    readonly type: Each;
    readonly enabled: boolean;
    readonly parameters: ParametersOf<Each>;
    /** Keys of its parameters that are switched on; there is none where nothing is animated. */
    readonly animations?: readonly EffectAnimation[];
  };
}[Type];

/** An effect of a layer, tagged by `type`. */
export type Effect = EffectOf<EffectType>;

// `Object.keys` forgets the names of the keys; the table is closed, so these are all.
export const effectTypes = Object.keys(effectRegistry) as readonly EffectType[];

/** The type that is spelled so, by its own name or another; null where there is none. */
export function effectTypeNamed(name: string): EffectType | null {
  return typesByName.get(name) ?? null;
}

const typesByName: ReadonlyMap<string, EffectType> = new Map(
  effectTypes.flatMap((type) => spellingsOfType(type).map((name) => [name, type] as const)),
);

/** The names that a type is read under, its own first. */
export function spellingsOfType(type: EffectType): readonly [string, ...string[]] {
  const { aliases = [] }: EffectSpec = effectRegistry[type];
  return [type, ...aliases];
}

/** The types that a `filter` or a `transform` can have. */
export function effectTypesOf(element: EffectElement): readonly EffectType[] {
  return effectTypes.filter((type) => effectRegistry[type].element === element);
}

/** Whether an element of this name carries effects' types. */
export function isEffectElement(name: string): name is EffectElement {
  return effectTypes.some((type) => effectRegistry[type].element === name);
}

/** Whether an effect can't be without a file, so that it is added only together with one. */
export function needsFile(type: EffectType): boolean {
  const { oneOf = [] }: EffectSpec = effectRegistry[type];
  return oneOf.includes('src');
}

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
