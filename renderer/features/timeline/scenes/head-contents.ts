/** The content of a scene's head. */
export interface HeadInput {
  /** In pixels. */
  readonly width: number;
  readonly title: string;
  /** The position in the movie, counted from 1. */
  readonly number: number;
  /** The number of badges. */
  readonly badges: number;
  /** The number of warning signs before all other content. */
  readonly signs: number;
}

export interface HeadContents {
  readonly label: 'name' | 'number' | 'none';
  readonly badges: boolean;
  readonly duration: boolean;
}

const PADDING = 10;
const NARROW_PADDING = 4;
/** Widths in pixels, with the gap beside each. */
const SIGN = 16;
const BADGE = 24;
const DURATION = 40;
/** The widths of a small letter and a digit in pixels, slightly above the average. */
const LETTER = 6.3;
const FIGURE = 6.8;
/** The width at which a shortened name is still useful, in pixels. */
const TELLING = 44;

/**
 * Returns the content that fits: first a useful part of the name, then the duration, then the badges. A scene that is
 * too narrow for its name shows its number, which messages also use.
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
