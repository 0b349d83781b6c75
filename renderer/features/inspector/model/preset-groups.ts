import { specWords } from '#renderer/strings/registry-strings.ts';
import type { ElementNode } from '#shared/template/document/document.ts';
import type { animationAttributes } from '#shared/template/tables/animation-attributes.ts';
import { elementRegistry, type LayerKind } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';
import type { PresetType } from '#shared/template/values/animation.ts';

/** When presets play: as their layer comes, while it is there, as it goes. */
export const PRESET_PHASES = ['in', 'during', 'out'] as const;
export type PresetPhase = (typeof PRESET_PHASES)[number];

/** What a preset is for. */
interface PresetUse {
  readonly moment: PresetPhase;
  /** Attributes that only some presets heed. */
  readonly heeds: readonly (keyof typeof animationAttributes)[];
  /** It parts a text, so that only texts have it. */
  readonly ofText?: true;
}

const SLIDE = ['direction', 'distance'] as const;
const UNITS = ['unit', 'effect', 'overlap', 'direction', 'distance', 'from', 'angle'] as const;

/** What each preset is for, in the order in which they are offered. */
export const PRESET_USES: Readonly<Record<PresetType, PresetUse>> = {
  fadein: { moment: 'in', heeds: [] },
  slidein: { moment: 'in', heeds: SLIDE },
  zoomin: { moment: 'in', heeds: ['from'] },
  spinin: { moment: 'in', heeds: ['angle'] },
  pop: { moment: 'in', heeds: ['from'] },
  typewriter: { moment: 'in', heeds: ['unit'], ofText: true },
  textin: { moment: 'in', heeds: UNITS, ofText: true },
  kenburns: { moment: 'during', heeds: ['direction', 'zoom', 'focus'] },
  pan: { moment: 'during', heeds: ['direction', 'zoom'] },
  spin: { moment: 'during', heeds: ['angle'] },
  fadeout: { moment: 'out', heeds: [] },
  slideout: { moment: 'out', heeds: SLIDE },
  zoomout: { moment: 'out', heeds: ['from'] },
  spinout: { moment: 'out', heeds: ['angle'] },
  textout: { moment: 'out', heeds: UNITS, ofText: true },
};

const NAMES = Object.keys(PRESET_USES).filter(isPreset);

export function isPreset(type: string): type is PresetType {
  return Object.hasOwn(PRESET_USES, type);
}

/** The presets of a moment that layers of all of these kinds can have. */
export function presetsOf(moment: PresetPhase, kinds: readonly LayerKind[]): readonly PresetType[] {
  const areTexts = kinds.length > 0 && kinds.every((kind) => kind === 'text');
  return NAMES.filter((name) => PRESET_USES[name].moment === moment && (PRESET_USES[name].ofText !== true || areTexts));
}

/** What of an effect on the units of a text each needs; a fade needs nothing more. */
const UNIT_HEEDS: Readonly<Record<string, readonly string[]>> = {
  slidein: SLIDE,
  slideout: SLIDE,
  zoomin: ['from'],
  zoomout: ['from'],
  pop: ['from'],
  spinin: ['angle'],
  spinout: ['angle'],
};
const OF_EFFECTS: readonly string[] = ['direction', 'distance', 'from', 'angle'];

const HEEDED = new Set(Object.values(PRESET_USES).flatMap(({ heeds }) => heeds));
/** Of keys, and of what is played more than once. */
const OF_KEYS = ['repeat', 'alternate'] as const;

/**
 * Whether a preset heeds an attribute; it always heeds the attributes that every animation has.
 * @param unitEffect What a preset that parts a text does with each unit.
 */
export function heedsAttribute(type: PresetType, attribute: string, unitEffect: string | null = null): boolean {
  if (unitEffect !== null && OF_EFFECTS.includes(attribute)) return (UNIT_HEEDS[unitEffect] ?? []).includes(attribute);
  const name = [...HEEDED].find((each) => each === attribute);
  return name === undefined || PRESET_USES[type].heeds.includes(name);
}

/** Attributes of an animation that are shown where they are written, as most never need them. */
export const RARE_OF_ANIMATIONS: readonly string[] = ['easein', 'easeout', ...OF_KEYS];

const keySpecs: AttributeSpecs = elementRegistry.key.attributes;

/** Labels of the properties that the keyframes of an animation set, in the order of the table. */
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
