import type { NodeId } from '../document/document.ts';
import type { AttributeSpec, AttributeSpecs, ValuesOf } from '../value-types/attribute-spec.ts';
import { choice, color, number } from '../value-types/attribute-types.ts';
import type { Color } from '../values/color.ts';

/** The element that carries an effect: filters change colour, transforms change geometry. */
export type EffectElement = 'filter' | 'transform';

export interface EffectSpec {
  readonly element: EffectElement;
  readonly label: string;
  readonly description: string;
  readonly attributes: AttributeSpecs;
}

const BLACK: Color = { red: 0, green: 0, blue: 0 };

/**
 * Every effect, once. The parser, the validator, the forms, the XML completion, the JSON Schema, the preview's
 * shaders and the engine's filter graphs are typed by this table: an effect that lacks one of them does not compile.
 */
export const effectRegistry = {
  saturation: {
    element: 'filter',
    label: 'Saturation',
    description: 'Scales chroma around grey: 0 is grey, 1 is unchanged, above 1 is stronger. Clipped, never wrapped.',
    attributes: {
      intensity: {
        type: number({ minimum: 0 }),
        label: 'Intensity',
        description: 'Factor by which chroma is scaled.',
        absent: { required: true },
        initial: 1,
        aliases: ['saturation'],
      } satisfies AttributeSpec<number>,
    },
  },
  vignette: {
    element: 'filter',
    label: 'Vignette',
    description:
      'Tints toward a colour from the centre outward: weight 1 − cos⁴(aperture × d), where d is the distance from the centre, 1 at the corners.',
    attributes: {
      color: {
        type: color(),
        label: 'Colour',
        description: 'The colour that the corners are tinted toward.',
        absent: { default: BLACK },
      } satisfies AttributeSpec<Color>,
      aperture: {
        type: number({ minimum: 0, maximum: 1.5 }),
        label: 'Aperture',
        description: 'How far the tint reaches in; 0 is none.',
        absent: { default: 0.7 },
        unit: 'rad',
      } satisfies AttributeSpec<number>,
    },
  },
  flip: {
    element: 'transform',
    label: 'Flip',
    description: 'Mirrors the picture.',
    attributes: {
      axis: {
        type: choice(['x', 'y']),
        label: 'Axis',
        description: '`x` mirrors left and right, `y` mirrors top and bottom.',
        absent: { required: true },
        initial: 'x',
      } satisfies AttributeSpec<'x' | 'y'>,
    },
  },
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
  };
}[Type];

/** An effect of a layer, tagged by `type`. */
export type Effect = EffectOf<EffectType>;

// `Object.keys` forgets the names of the keys; the table is closed, so these are all.
export const effectTypes = Object.keys(effectRegistry) as readonly EffectType[];

export function isEffectType(name: string): name is EffectType {
  return Object.hasOwn(effectRegistry, name);
}

/** The types that a `filter` or a `transform` can have. */
export function effectTypesOf(element: EffectElement): readonly EffectType[] {
  return effectTypes.filter((type) => effectRegistry[type].element === element);
}

/** Whether an element of this name carries effects' types. */
export function isEffectElement(name: string): name is EffectElement {
  return effectTypes.some((type) => effectRegistry[type].element === name);
}
