import { heardAttributes, type soundAttributes } from '#shared/template/tables/sound-attributes.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-spec.ts';

/** What attributes of layers and sounds are about, as forms put them together. */
export type AttributeGroup = 'own' | 'time' | 'shown' | 'layout' | 'sound';

/** Names in the order in which a form shows them, whatever the kind of layer. */
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

/** The order of a kind's own attributes where it is not that of the table: what is changed most comes first. */
const OWN_ORDER: readonly string[] = [
  ...['font', 'weight', 'size', 'autosize', 'xalign', 'color', 'background', 'padding', 'radius', 'outline', 'shadow'],
];

/** Attributes that share a row of a form: the first one's name, and the other's. */
export const PAIRS = {
  offset: 'duration',
  font: 'weight',
  size: 'autosize',
  origin: 'anchor',
  width: 'height',
} as const;
export type PairName = keyof typeof PAIRS;

/** What few texts need: it is shown when somebody asks for more. Their box is drawn in the picture. */
export const RARE_OF_TEXTS: readonly string[] = [
  ...['style', 'width', 'height', 'yalign', 'direction', 'lineheight', 'letterspacing', 'minsize', 'maxlines'],
  ...['underline', 'strike'],
];

/** What means something only where another attribute is written. */
export const WANTS: Readonly<Record<string, string>> = { padding: 'background', radius: 'background' };

/** Those that stand in a form's head, in a row of their own kind, or with the facts of a source. */
const HEAD: readonly string[] = ['name', 'enabled', 'src', 'url', 'content', 'deinterlace'];

/**
 * The attributes of a kind of layer by what they are about: those of a group in its order, all others in the order of the
 * table. An attribute that is new in a table is one of its kind's own.
 */
export function attributesByGroup(specs: AttributeSpecs): Readonly<Record<AttributeGroup, readonly string[]>> {
  const has = (name: string) => Object.hasOwn(specs, name);
  const { time, shown, layout, sound } = GROUPS;
  const grouped = new Set([...HEAD, ...time, ...shown, ...layout, ...sound]);
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

/** How the attributes of a sound are put together: when it is heard, and how loud. Ducking has a section of its own. */
export const SOUND_GROUPS = {
  source: ['offset', 'duration', 'skip', 'speed', 'loop'],
  level: ['volume', 'pan', 'fadein', 'fadeout'],
  ducking: ['duck', 'duckfade', 'ducks'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof soundAttributes)[]>>;
