/** What a scene's head is made of. */
export interface HeadInput {
  /** Pixels. */
  readonly width: number;
  readonly title: string;
  /** In the film, from 1. */
  readonly number: number;
  /** How many badges there are to be shown. */
  readonly badges: number;
  /** How many signs of trouble stand before everything else. */
  readonly signs: number;
}

export interface HeadContents {
  readonly label: 'name' | 'number' | 'none';
  readonly badges: boolean;
  readonly duration: boolean;
}

const PADDING = 10;
const NARROW_PADDING = 4;
/** With the gap beside it. */
const SIGN = 16;
const BADGE = 24;
const DURATION = 40;
/** Of small letters and figures, a little more than the mean. */
const LETTER = 6.3;
const FIGURE = 6.8;
/** So much of a long name says something; a letter and three dots do not. */
const TELLING = 44;

/**
 * What there is room for: first a name that says something, then the duration, then badges. A scene that is too narrow
 * for its name shows its number, which people and messages call it by.
 */
export function headContents({ width, title, number, badges, signs }: HeadInput): HeadContents {
  const room = width - PADDING - signs * SIGN;
  const name = Math.min(TELLING, title.length * LETTER);
  if (room >= name) {
    const duration = room >= name + DURATION;
    return { label: 'name', duration, badges: duration && room >= name + DURATION + badges * BADGE };
  }
  const fits = width - NARROW_PADDING - signs * SIGN >= String(number).length * FIGURE;
  return { label: fits ? 'number' : 'none', duration: false, badges: false };
}
