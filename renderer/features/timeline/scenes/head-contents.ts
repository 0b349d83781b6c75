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
const SIGN_WIDTH = 16;
const BADGE_WIDTH = 24;
const DURATION_WIDTH = 40;
/** The widths of a small letter and a digit in pixels, slightly above the average. */
const LETTER_WIDTH = 6.3;
const DIGIT_WIDTH = 6.8;
/** The width at which a shortened name is still useful, in pixels. */
const USEFUL_NAME_WIDTH = 44;

/**
 * Returns the content that fits: first a useful part of the name, then the duration, then the badges. A scene that is
 * too narrow for its name shows its number, which messages also use.
 */
export function headContents({ width, title, number, badges, signs }: HeadInput): HeadContents {
  const room = width - PADDING - signs * SIGN_WIDTH;
  const name = Math.min(USEFUL_NAME_WIDTH, title.length * LETTER_WIDTH);
  if (room >= name) {
    const duration = room >= name + DURATION_WIDTH;
    return { label: 'name', duration, badges: duration && room >= name + DURATION_WIDTH + badges * BADGE_WIDTH };
  }
  const fits = width - NARROW_PADDING - signs * SIGN_WIDTH >= String(number).length * DIGIT_WIDTH;
  return { label: fits ? 'number' : 'none', duration: false, badges: false };
}
