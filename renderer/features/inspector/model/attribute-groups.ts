import { heardAttributes, type soundAttributes } from '#shared/template/tables/sound-attributes.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';

/** The groups of layer and sound attributes in forms. */
export type AttributeGroup = 'own' | 'time' | 'shown' | 'layout' | 'sound';

/** The attributes of each group in form order, for all kinds of layers. */
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

/** The order of a kind's own attributes, if it differs from the table: the most frequently changed first. */
const OWN_ORDER: readonly string[] = [
  ...['font', 'weight', 'size', 'autosize', 'xalign', 'color', 'background', 'padding', 'radius', 'outline', 'shadow'],
];

/** Attributes that share a row of a form, by the name of the first one. */
export const PAIRS = {
  offset: 'duration',
  font: 'weight',
  size: 'autosize',
  origin: 'anchor',
  width: 'height',
} as const;
export type PairName = keyof typeof PAIRS;

/** Attributes that few texts need. They are shown on demand. The box of a text is edited in the picture. */
export const RARE_OF_TEXTS: readonly string[] = [
  ...['style', 'width', 'height', 'yalign', 'direction', 'lineheight', 'letterspacing', 'minsize', 'maxlines'],
  ...['underline', 'strike'],
];

/** Attributes that have an effect only with another attribute. */
export const WANTS: Readonly<Record<string, string>> = { padding: 'background', radius: 'background' };

/** Attributes that are shown in a form's head, in a special row, or with the facts of a source. */
const HEAD_ATTRIBUTES: readonly string[] = ['name', 'enabled', 'src', 'url', 'content', 'deinterlace'];

/**
 * Groups the attributes of a kind of layer. A group has its own order; all other attributes keep the order of the
 * table. A new attribute of a table belongs to the kind's own group.
 */
export function attributesByGroup(specs: AttributeSpecs): Readonly<Record<AttributeGroup, readonly string[]>> {
  const has = (name: string) => Object.hasOwn(specs, name);
  const { time, shown, layout, sound } = GROUPS;
  const grouped = new Set([...HEAD_ATTRIBUTES, ...time, ...shown, ...layout, ...sound]);
  const own = Object.keys(specs).filter((name) => !grouped.has(name));
  const ordered = OWN_ORDER.every(has) ? OWN_ORDER : [];
  return {
    own: [...ordered, ...own.filter((name) => !ordered.includes(name))],
    time: time.filter(has),
    shown: shown.filter(has),
    layout: layout.filter(has),
    sound: sound.filter(has),
  };
}

/** The groups of a sound's attributes: timing and level. Ducking has its own section. */
export const SOUND_GROUPS = {
  source: ['offset', 'duration', 'skip', 'speed', 'loop'],
  level: ['volume', 'pan', 'fadein', 'fadeout'],
  ducking: ['duck', 'duckfade', 'ducks'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof soundAttributes)[]>>;
