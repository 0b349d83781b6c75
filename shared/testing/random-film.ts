import { effectRegistry } from '#shared/template/effects/effects.ts';
import { PRESETS } from '#shared/template/tables/animation-attributes.ts';
import { type ElementName, elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpec, AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';
import { seeded } from './seeded.ts';

/** The files for a random template. */
export interface FilmFiles {
  /** The names of video files. The list can be empty. */
  readonly videos: readonly string[];
  readonly images: readonly string[];
  readonly sounds: readonly string[];
  readonly captions: string;
  readonly cube: string;
}

/** A seeded pseudorandom generator. */
interface Lots {
  /** Returns an integer from `least` to `most`, inclusive. */
  whole(least: number, most: number): number;
  /** Returns true with the probability `share`. */
  chance(share: number): boolean;
  one<Value>(among: readonly Value[]): Value;
}

/**
 * Generates a small template from the tables of the language: layers in groups and masks, effects, keyframes, presets,
 * transitions, sequences, overlays, and sounds. Most templates are valid. The resolver reports findings for the others.
 * @param seed Equal seeds give equal templates.
 */
export function randomFilm(seed: number, files: FilmFiles): string {
  const lots = createLots(seed);
  const { whole, chance, one } = lots;
  const write = createWriter(lots, files);
  const parts: string[] = chance(0.15) ? [write.transition()] : [];
  for (let scenes = whole(1, 4); scenes > 0; scenes--) {
    parts.push(write.scene());
    if (chance(0.5)) parts.push(write.transition());
  }
  if (chance(0.25)) parts.push(write.element('overlay', 0.15, '', write.layer()));
  if (chance(0.3)) parts.push(write.element('audio', 0.15, ` src="${one(files.sounds)}"`));
  const size = ` width="${2 * whole(8, 60)}" height="${2 * whole(8, 40)}" framerate="${one(RATES)}"`;
  return write.element('movie', 0.1, size, parts.join('\n'), ['width', 'height', 'framerate']);
}

const RATES = ['25', '30', '24', '30000/1001', '12', '60'];

/** The omitted attributes: they depend on other attributes or name a file. */
const LEFT_OUT = ['url', 'src', 'condition', 'cases', 'name', 'enabled', 'content', 'path', 'points', 'font', 'matrix'];

function createWriter(lots: Lots, files: FilmFiles) {
  const { whole, chance, one } = lots;
  const leaves = LEAVES.filter((kind) => kind !== 'video' || files.videos.length > 0);
  let depth = 0;

  const attributes = (specs: AttributeSpecs, share: number, without: readonly string[]): string =>
    Object.entries(specs)
      .filter(([name, { absent }]) => !without.includes(name) && ('required' in absent || chance(share)))
      .map(([name, spec]) => [name, valueFor(lots, name, spec)] as const)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ` ${name}="${value}"`)
      .join('');
  /** @param share The probability of each optional attribute. */
  const element = (
    name: ElementName,
    share: number,
    written: string,
    inside = '',
    without: readonly string[] = [],
  ): string => {
    const given = attributes(elementRegistry[name].attributes, share, [...LEFT_OUT, ...without]);
    return `<${name}${written}${given}>${inside}</${name}>`;
  };
  const effect = (): string => {
    const [type, spec] = one(Object.entries(effectRegistry));
    const { element: name, attributes: specs } = spec;
    const alone = 'oneOf' in spec ? one(spec.oneOf as readonly string[]) : null;
    if (type === 'cube') return `<${name} type="cube" src="${files.cube}"/>`;
    const without = ['url', 'src', ...('oneOf' in spec ? (spec.oneOf as readonly string[]) : [])];
    const chosen = alone === null ? null : (specs as AttributeSpecs)[alone];
    const value = chosen === null || chosen === undefined ? null : valueFor(lots, alone ?? '', chosen);
    const only = value === null ? '' : ` ${alone}="${value}"`;
    return `<${name} type="${type}"${only}${attributes(specs, 0.5, without)}/>`;
  };
  const keys = (properties: readonly (keyof typeof KEYED)[]): string => {
    const times = [0, whole(1, 4), whole(5, 9), whole(10, 20)].slice(0, whole(1, 4));
    const each = times.map((time) => {
      const values = properties.map((property) => `${property}="${KEYED[property](lots)}"`).join(' ');
      return `<key time="${time}" ${values}${chance(0.3) ? ` easing="${one(EASINGS)}"` : ''}/>`;
    });
    return `<animation${chance(0.2) ? ` offset="${whole(0, 6)}"` : ''}>${each.join('')}</animation>`;
  };
  const movement = (kind: string): string => {
    if (chance(0.5)) return keys(one([['opacity'], ['position'], ['scale'], ['rotation'], ['position', 'opacity']]));
    const preset = one(PRESETS.filter((each) => kind === 'text' || !/^t/.test(each)));
    return element('animation', 0.25, ` type="${preset}"`, '', ['type', 'repeat']);
  };
  const source: Readonly<Record<string, () => string>> = {
    video: () => ` src="${one(files.videos)}"`,
    image: () => ` src="${one(files.images)}"`,
    captions: () => ` src="${files.captions}"`,
  };
  const several = (most: number, make: () => string): string => Array.from({ length: whole(0, most) }, make).join('');
  const words = (): string => (chance(0.3) ? `One ${element('span', 0.3, '', 'two')} three` : escaped(one(WORDS)));
  const shown: Readonly<Record<string, () => string>> = {
    text: () => `<content>${words()}</content>`,
    group: () => several(3, layer),
  };
  const layer = (): string => {
    depth++;
    const kind = one(depth > 3 ? leaves : [...leaves, 'group' as const]);
    const inside = [
      shown[kind]?.() ?? '',
      chance(0.6) ? several(2, effect) : '',
      chance(0.15) && depth < 3 ? element('mask', 0.3, '', layer()) : '',
      chance(0.4) ? movement(kind) : '',
    ];
    depth--;
    return element(kind, 0.12, source[kind]?.() ?? '', inside.join(''));
  };
  const transition = (): string => {
    const type = one(TRANSITIONS);
    const image = type === 'luma' ? ` src="${one(files.images)}"` : '';
    return element('transition', 0.3, ` type="${type}" duration="${whole(1, 9)}"${image}`, '', ['type', 'duration']);
  };
  const scene = (isInner = false): string => {
    if (!isInner && chance(0.08))
      return `<scene>${scene(true)}${chance(0.5) ? transition() : ''}${scene(true)}</scene>`;
    const inside: string[] = [];
    for (let layers = whole(0, 4); layers > 0; layers--) inside.push(layer());
    if (chance(0.2)) {
      const sound = chance(0.3) ? keys([one(['volume', 'pan'] as const)]) : '';
      inside.push(element('audio', 0.12, ` src="${one(files.sounds)}"`, sound));
    }
    return element('scene', 0.1, ` duration="${whole(1, 20)}"`, inside.join(''), ['duration', 'type']);
  };
  return { element, layer, scene, transition };
}

const LEAVES = ['video', 'image', 'text', 'text', 'solid', 'shape', 'captions'] as const;
const TRANSITIONS = ['crossfade', 'fade', 'wipe', 'circle', 'clock', 'slide', 'push', 'reveal', 'zoom', 'luma'];
const EASINGS = ['linear', 'ease', 'ease-in-out', 'back-in', 'elastic-out', 'bounce-out', 'steps(3)', 'step'];
const WORDS = ['Hello', 'Two lines of text', 'שלום עולם', '日本', '👩‍👩‍👧 ok', 'a\u0301bc', '', 'W'.repeat(40), '   '];
const LENGTHS = ['0', '10', '25', '33%', '50%', '100%', '7.5', '120'];

const signed = ({ chance, one }: Lots): string => `${chance(0.4) ? '-' : ''}${one(LENGTHS)}`;
const decimal = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The animated properties and their generators. */
const KEYED = {
  opacity: ({ whole }: Lots) => decimal(whole(0, 100) / 100),
  position: (lots: Lots) => `${signed(lots)}, ${signed(lots)}`,
  scale: ({ one }: Lots) => one(['0', '1', '0.3, 2', '-1']),
  rotation: ({ whole }: Lots) => String(whole(-400, 400)),
  volume: ({ whole }: Lots) => decimal(whole(0, 200) / 100),
  pan: ({ whole }: Lots) => decimal(whole(-100, 100) / 100),
} as const;

/** Sample values by kind of attribute. Attributes of other kinds are omitted. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  boolean: ['true', 'false'],
  color: ['#ff0000', '#102030', '#ffffff'],
  paint: ['#ff0000', '#00ff0080', '#000000', '#fedcba'],
  time: ['1', '3', '8', '12', '0.2s', '0.5s', '0'],
  'signed-time': ['-3', '2', '0', '4', '-0.2s'],
  'part-of-time': ['0', '3', '50%', '100%', '-2', '0.2s'],
  length: LENGTHS,
  edges: ['0', '5', '10%', '3, 5', '1, 2, 3, 4', '50%', '60%, 0, 60%, 0'],
  padding: ['0', '5', '10%', '3, 5', '1, 2, 3, 4'],
  percentages: ['50%, 50%', '0%, 100%'],
  easing: EASINGS,
  handle: ['true', 'false', '0.3, 0', '0.6, 2'],
  gain: ['0.5', '-6dB', '50%', '1', '0', '2'],
  gradient: ['linear(90, #ff0000 0%, #0000ff 100%)', '#ff0000, #0000ff'],
  origin: ['topleft', 'center', 'bottomright', '10, 20', '50%, 0'],
  repeat: ['2', 'infinite', 'true', '1.5'],
  outline: ['2, #ff0000', '1, #000000'],
  shadow: ['1, 2, 3, #000000a0', '-4, 4, 0, #ff0000'],
  fonts: ['Noto Sans', 'Noto Sans Arabic'],
  text: ['Hi', 'عربى', '😀'],
};

const TRIES = 8;
/** The frame rate for checking values. It can differ from the rate of the movie. */
const RATE = { numerator: 25, denominator: 1 };

/** Returns a value that the attribute accepts; null if all attempts failed. */
function valueFor(lots: Lots, name: string, { type }: AttributeSpec<unknown>): string | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const value = anyOf(lots, name, type);
    if (value === null) return null;
    if (type.parse(value, RATE).ok) return escaped(value);
  }
  return null;
}

function anyOf(lots: Lots, name: string, type: AttributeSpec<unknown>['type']): string | null {
  const { whole, chance, one } = lots;
  const [least, most] = [Math.max(-500, type.minimum ?? -400), Math.min(500, type.maximum ?? 400)];
  switch (type.kind) {
    case 'number':
      if (chance(0.3)) return decimal(one([least, most]));
      return decimal(least + (whole(0, 1000) / 1000) * (most - least));
    case 'integer':
      return String(whole(type.minimum ?? 0, Math.min(type.maximum ?? 9, (type.minimum ?? 0) + 9)));
    case 'choice':
      return type.options === undefined ? null : type.format(one(type.options));
    case 'point':
    case 'pair':
      return name === 'scale' ? one(['1', '0.5', '2, 0.5', '-1, 1', '0', '0.01', '3']) : KEYED.position(lots);
    default: {
      const values = VALUES[type.kind];
      return values === undefined ? null : one(values);
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function createLots(seed: number): Lots {
  const next = seeded(seed);
  const whole: Lots['whole'] = (least, most) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    chance: (share) => next() < share,
    one: <Value>(among: readonly Value[]): Value => among[whole(0, among.length - 1)] as Value,
  };
}
