import { contrastRatio, formatPaint, paintOf } from '../lib/srgb.ts';
import type { CaptionLook } from '../template/tables/captions-attributes.ts';
import type { WordState } from '../template/values/caption-style.ts';

/** The attributes that a look sets on captions and on their words. */
export interface LookValues {
  readonly captions: Readonly<Record<string, string>>;
  readonly words: { readonly [State in WordState]?: Readonly<Record<string, string>> };
}

/** The values from which a look computes its lengths and colors. */
export interface LookBase {
  /** The font size in pixels. */
  readonly size: number;
  /** The accent color, such as `#ffe14d`. */
  readonly accent: string;
}

/** Returns the attributes of a look. Attributes in the template take precedence over them. */
export function lookValues(look: CaptionLook, base: LookBase): LookValues {
  return looks[look](base);
}

/** Attributes that distinguish the looks in a still picture. */
const STILL_ATTRIBUTES = ['background', 'padding', 'radius', 'boxes', 'weight', 'outline', 'shadow', 'uppercase'];

/**
 * Returns the attributes of captions to remove when the user chooses a look: the attributes that the look sets, and the
 * attributes that distinguish looks in a still picture.
 */
export function replacedByLook(look: CaptionLook, base: LookBase): readonly string[] {
  return [...new Set([...STILL_ATTRIBUTES, ...Object.keys(lookValues(look, base).captions)])];
}

const SOFT_SHADOW = ({ size }: LookBase) => `0, ${em(size, 0.04)}, ${em(size, 0.1)}, #000000c0`;
const BLACK_OUTLINE = ({ size }: LookBase, width: number) => `${em(size, width)}, #000000`;

/** The looks. Lengths are fractions of the font size. */
const looks: { readonly [Look in CaptionLook]: (base: LookBase) => LookValues } = {
  plain: () => ({ captions: {}, words: {} }),
  boxed: ({ size }) => ({
    captions: { background: '#000000b3', padding: `${em(size, 0.2)} ${em(size, 0.5)}`, radius: em(size, 0.2) },
    words: {},
  }),
  lines: ({ size }) => ({
    captions: {
      ...{ boxes: 'line', background: '#000000d9' },
      ...{ padding: `${em(size, 0.1)} ${em(size, 0.4)}`, radius: em(size, 0.25) },
    },
    words: {},
  }),
  highlight: (base) => ({
    captions: { group: 'phrase', maxwords: '5', weight: '800', outline: BLACK_OUTLINE(base, 0.08) },
    words: { active: { color: base.accent } },
  }),
  pill: (base) => ({
    captions: { group: 'phrase', maxwords: '4', weight: '800', outline: BLACK_OUTLINE(base, 0.06) },
    words: {
      active: {
        ...{ background: base.accent, color: readableOn(base.accent), outline: '0, #000000' },
        ...{ padding: `${em(base.size, 0.04)} ${em(base.size, 0.2)}`, radius: em(base.size, 0.24) },
      },
    },
  }),
  slidepill: (base) => {
    const { captions, words } = looks.pill(base);
    return { captions: { ...captions, pilltime: '0.12s' }, words };
  },
  pop: (base) => ({
    captions: {
      ...{ group: 'phrase', maxwords: '4', weight: '800', outline: BLACK_OUTLINE(base, 0.08) },
      ...{ wordin: 'pop', wordtime: '0.18s' },
    },
    words: { upcoming: { opacity: '0' } },
  }),
  grow: (base) => ({
    captions: { group: 'phrase', maxwords: '4', weight: '800', outline: BLACK_OUTLINE(base, 0.08) },
    words: { active: { color: base.accent, scale: '1.18', ease: '0.1s' } },
  }),
  karaoke: (base) => ({
    captions: { weight: '700', shadow: SOFT_SHADOW(base) },
    words: { past: { color: base.accent }, active: { color: base.accent, sweep: 'true' } },
  }),
  spotlight: () => ({
    captions: { group: 'phrase', maxwords: '6', weight: '700' },
    words: { past: { opacity: '0.35', ease: '0.12s' }, upcoming: { opacity: '0.35', ease: '0.12s' } },
  }),
  oneword: (base) => ({
    captions: {
      ...{ group: 'phrase', maxwords: '1', weight: '900', uppercase: 'true', outline: BLACK_OUTLINE(base, 0.1) },
      ...{ phrasein: 'pop', phrasetime: '0.15s' },
    },
    words: {},
  }),
  underline: ({ accent }) => ({
    captions: { group: 'phrase', maxwords: '5', weight: '700' },
    words: { active: { underline: 'true', color: accent } },
  }),
  outline: ({ size, accent }) => ({
    captions: { group: 'phrase', maxwords: '4', weight: '900' },
    words: { active: { outline: `${em(size, 0.09)}, ${accent}` } },
  }),
  rise: (base) => ({
    captions: {
      ...{ group: 'phrase', maxwords: '6', weight: '700', shadow: SOFT_SHADOW(base) },
      phrasein: 'slidein',
    },
    words: { upcoming: { opacity: '0.5' } },
  }),
  typed: ({ size }) => ({
    captions: {
      ...{ weight: '700', boxes: 'line', background: '#000000b3' },
      padding: `${em(size, 0.1)} ${em(size, 0.3)}`,
    },
    words: { upcoming: { opacity: '0' } },
  }),
};

function em(size: number, part: number): string {
  return String(Number((size * part).toFixed(3)));
}

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };
const WHITE = { red: 255, green: 255, blue: 255, alpha: 1 };

/** Returns the color with more contrast, black or white, in the same way as the function `readable` of expressions. */
function readableOn(accent: string): string {
  const color = paintOf(accent);
  return formatPaint(contrastRatio(BLACK, color) >= contrastRatio(WHITE, color) ? BLACK : WHITE);
}
