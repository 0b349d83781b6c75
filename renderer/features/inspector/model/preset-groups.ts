import { specWords } from '#renderer/strings/registry-strings.ts';
import type { ElementNode } from '#shared/template/document/document.ts';
import type { animationAttributes } from '#shared/template/tables/animation-attributes.ts';
import { elementRegistry, type LayerKind } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';
import type { PresetType } from '#shared/template/values/animation.ts';

/** The phases of presets: while the layer enters, while it is visible, and while it exits. */
export const PRESET_PHASES = ['in', 'during', 'out'] as const;
export type PresetPhase = (typeof PRESET_PHASES)[number];

/** The phase in which a preset plays, and the attributes that it uses. */
interface PresetUse {
  readonly phase: PresetPhase;
  /** The attributes that this preset uses but some other presets do not. */
  readonly usedAttributes: readonly (keyof typeof animationAttributes)[];
  /** Whether the preset animates the units or the number of a text, and therefore applies only to texts. */
  readonly ofText?: true;
}

const SLIDE = ['direction', 'distance'] as const;
const UNITS = ['unit', 'effect', 'overlap', 'direction', 'distance', 'from', 'angle'] as const;

/** The phase and the attributes of each preset, in the order of the gallery. */
export const PRESET_USES: Readonly<Record<PresetType, PresetUse>> = {
  fadein: { phase: 'in', usedAttributes: [] },
  slidein: { phase: 'in', usedAttributes: SLIDE },
  zoomin: { phase: 'in', usedAttributes: ['from'] },
  spinin: { phase: 'in', usedAttributes: ['angle'] },
  pop: { phase: 'in', usedAttributes: ['from'] },
  typewriter: { phase: 'in', usedAttributes: ['unit'], ofText: true },
  textin: { phase: 'in', usedAttributes: UNITS, ofText: true },
  countup: { phase: 'in', usedAttributes: ['start'], ofText: true },
  kenburns: { phase: 'during', usedAttributes: ['direction', 'zoom', 'focus'] },
  pan: { phase: 'during', usedAttributes: ['direction', 'zoom'] },
  spin: { phase: 'during', usedAttributes: ['angle'] },
  fadeout: { phase: 'out', usedAttributes: [] },
  slideout: { phase: 'out', usedAttributes: SLIDE },
  zoomout: { phase: 'out', usedAttributes: ['from'] },
  spinout: { phase: 'out', usedAttributes: ['angle'] },
  textout: { phase: 'out', usedAttributes: UNITS, ofText: true },
};

const PRESET_NAMES = Object.keys(PRESET_USES).filter(isPreset);

export function isPreset(type: string): type is PresetType {
  return Object.hasOwn(PRESET_USES, type);
}

/** Returns the presets of a phase that apply to all these kinds of layers. */
export function presetsOf(phase: PresetPhase, kinds: readonly LayerKind[]): readonly PresetType[] {
  const areTexts = kinds.length > 0 && kinds.every((kind) => kind === 'text');
  return PRESET_NAMES.filter(
    (name) => PRESET_USES[name].phase === phase && (PRESET_USES[name].ofText !== true || areTexts),
  );
}

/** The attributes that each effect on text units uses. Fades use no attributes. */
const UNIT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  slidein: SLIDE,
  slideout: SLIDE,
  zoomin: ['from'],
  zoomout: ['from'],
  pop: ['from'],
  spinin: ['angle'],
  spinout: ['angle'],
};
const EFFECT_ATTRIBUTES: readonly string[] = ['direction', 'distance', 'from', 'angle'];

const ATTRIBUTES_OF_PRESETS = new Set(Object.values(PRESET_USES).flatMap(({ usedAttributes }) => usedAttributes));
const REPETITION_ATTRIBUTES = ['repeat', 'alternate'] as const;

/**
 * Returns whether a preset uses an attribute. Attributes that are common to all animations always count as used.
 * @param unitEffect The effect on each unit, for a preset that animates the units of a text.
 */
export function usesAttribute(type: PresetType, attribute: string, unitEffect: string | null = null): boolean {
  if (unitEffect !== null && EFFECT_ATTRIBUTES.includes(attribute))
    return (UNIT_ATTRIBUTES[unitEffect] ?? []).includes(attribute);
  const name = [...ATTRIBUTES_OF_PRESETS].find((each) => each === attribute);
  return name === undefined || PRESET_USES[type].usedAttributes.includes(name);
}

/** Attributes of animations that are shown only if they are set, because few animations need them. */
export const RARE_OF_ANIMATIONS: readonly string[] = ['easein', 'easeout', ...REPETITION_ATTRIBUTES];

const keySpecs: AttributeSpecs = elementRegistry.key.attributes;

/** Returns the labels of the properties that the keyframes of an animation set, in registry order. */
export function keyLabels(animation: ElementNode): readonly string[] {
  const written = new Set(
    animation.children.flatMap((child) =>
      child.kind === 'element' && child.name === 'key' ? child.attributes.map(({ name }) => name) : [],
    ),
  );
  return Object.entries(keySpecs)
    .filter(([name]) => name !== 'time' && name !== 'easing' && written.has(name))
    .map(([, spec]) => specWords(spec).label);
}
