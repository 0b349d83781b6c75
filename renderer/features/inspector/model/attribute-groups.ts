import { repeatAttributes } from '#shared/template/tables/repeat-attributes.ts';
import { heardAttributes, type soundAttributes } from '#shared/template/tables/sound-attributes.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';

/** The group of a layer or sound attribute in forms. */
export type AttributeGroup = 'own' | 'time' | 'shown' | 'layout' | 'sound';

/** The attributes that repeat an element for the items of a list. */
export const REPEAT_NAMES: readonly string[] = Object.keys(repeatAttributes);

/** Returns whether an attribute has an effect only in an element that a list repeats. */
export function needsList(name: string): boolean {
  return name !== 'each' && REPEAT_NAMES.includes(name);
}

/** The attributes of each group in form order, for all kinds of layers. */
const GROUPS: Readonly<Record<Exclude<AttributeGroup, 'own'>, readonly string[]>> = {
  time: ['offset', 'duration', 'overlap'],
  shown: ['condition', ...REPEAT_NAMES, 'unchecked'],
  layout: [
    'position',
    'origin',
    'anchor',
    'scale',
    'rotation',
    'opacity',
    'blendmode',
    'width',
    'height',
    'fit',
    'crop',
    'focus',
  ],
  sound: ['audio', ...Object.keys(heardAttributes)],
};

/**
 * The attributes of the `own` group that come first, because users change them most often. The other attributes keep
 * the registry order.
 */
const OWN_ORDER: readonly string[] = [
  ...['font', 'weight', 'size', 'autosize', 'xalign', 'color', 'background', 'padding', 'radius', 'outline', 'shadow'],
];

/**
 * Pairs of attributes that can share a form row: the attribute in the value is to the right of the attribute in the
 * key.
 */
export const PAIRS = {
  offset: 'duration',
  font: 'weight',
  size: 'autosize',
  origin: 'anchor',
  width: 'height',
} as const;
export type PairName = keyof typeof PAIRS;

/** Rarely used attributes of texts. A button shows them. Users can also edit the text box on the stage. */
export const RARE_OF_TEXTS: readonly string[] = [
  ...['style', 'width', 'height', 'yalign', 'direction', 'lineheight', 'letterspacing', 'minsize', 'maxlines'],
  ...['underline', 'strike', 'decimals', 'figures'],
];

/**
 * Attributes that have an effect only if another attribute is set. The value of each entry is the required attribute.
 */
export const REQUIRED_ATTRIBUTES: Readonly<Record<string, string>> = {
  padding: 'background',
  radius: 'background',
  decimals: 'value',
};

/**
 * The attributes outside the groups. They are shown in the head of the form, in a special row, or with the source
 * facts.
 */
const HEAD_ATTRIBUTES: readonly string[] = ['name', 'enabled', 'src', 'url', 'content', 'deinterlace', 'look'];

/**
 * Groups the attributes of a kind of layer. Attributes without another group, including new ones, belong to `own` and
 * keep the registry order.
 */
export function attributesByGroup(specs: AttributeSpecs): Readonly<Record<AttributeGroup, readonly string[]>> {
  const hasAttribute = (name: string) => Object.hasOwn(specs, name);
  const { time, shown, layout, sound } = GROUPS;
  const grouped = new Set([...HEAD_ATTRIBUTES, ...time, ...shown, ...layout, ...sound]);
  const ownAttributes = Object.keys(specs).filter((name) => !grouped.has(name));
  const ordered = OWN_ORDER.every(hasAttribute) ? OWN_ORDER : [];
  return {
    own: [...ordered, ...ownAttributes.filter((name) => !ordered.includes(name))],
    time: time.filter(hasAttribute),
    shown: shown.filter(hasAttribute),
    layout: layout.filter(hasAttribute),
    sound: sound.filter(hasAttribute),
  };
}

/** The attributes of sounds by group. Ducking has its own section. */
export const SOUND_GROUPS = {
  source: ['offset', 'duration', 'skip', 'speed', 'loop'],
  level: ['volume', 'pan', 'fadein', 'fadeout'],
  ducking: ['duck', 'duckfade', 'ducks'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof soundAttributes)[]>>;
