import { heardAttributes, type soundAttributes } from '#shared/template/tables/sound-attributes.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';

/** The group of a layer's or sound's attribute in forms. */
export type AttributeGroup = 'own' | 'time' | 'shown' | 'layout' | 'sound';

/** The attributes of each group in the order of the form, for all kinds of layers. */
const GROUPS: Readonly<Record<Exclude<AttributeGroup, 'own'>, readonly string[]>> = {
  time: ['offset', 'duration', 'overlap'],
  shown: ['condition'],
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
 * The attributes in a kind's own group that come first, because users change them most frequently. The others keep the
 * order of the table.
 */
const OWN_ORDER: readonly string[] = [
  ...['font', 'weight', 'size', 'autosize', 'xalign', 'color', 'background', 'padding', 'radius', 'outline', 'shadow'],
];

/** The attributes that share a row of a form with another one, by the name of the first of both. */
export const PAIRS = {
  offset: 'duration',
  font: 'weight',
  size: 'autosize',
  origin: 'anchor',
  width: 'height',
} as const;
export type PairName = keyof typeof PAIRS;

/** The attributes that few texts need, which a button shows. The box of a text is edited in the picture. */
export const RARE_OF_TEXTS: readonly string[] = [
  ...['style', 'width', 'height', 'yalign', 'direction', 'lineheight', 'letterspacing', 'minsize', 'maxlines'],
  ...['underline', 'strike'],
];

/** The attributes that have an effect only together with another attribute, which is the value. */
export const REQUIRED_ATTRIBUTES: Readonly<Record<string, string>> = { padding: 'background', radius: 'background' };

/**
 * The attributes that are not in a group: they are in the head of the form, in a special row, or with the facts of the
 * source.
 */
const HEAD_ATTRIBUTES: readonly string[] = ['name', 'enabled', 'src', 'url', 'content', 'deinterlace'];

/**
 * Groups the attributes of a kind of layer. A named group has its own order, and all other attributes keep the order of
 * the table. A new attribute in a table belongs to the kind's own group.
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

/** The attributes of a sound in groups: timing and level. Ducking has its own section. */
export const SOUND_GROUPS = {
  source: ['offset', 'duration', 'skip', 'speed', 'loop'],
  level: ['volume', 'pan', 'fadein', 'fadeout'],
  ducking: ['duck', 'duckfade', 'ducks'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof soundAttributes)[]>>;
