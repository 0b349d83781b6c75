/** The values that determine what the head of a scene shows. */
export interface HeadInput {
  /** The width of the head in pixels. */
  readonly width: number;
  readonly title: string;
  /** The position in the movie, counted from 1. */
  readonly number: number;
  /** The number of badges. */
  readonly badges: number;
  /** The number of warning icons, which come before everything else. */
  readonly signs: number;
}

export interface HeadContents {
  readonly label: 'name' | 'number' | 'none';
  readonly badges: boolean;
  readonly duration: boolean;
}

const PADDING = 10;
const NARROW_PADDING = 4;
/** The widths in pixels of a sign and the other parts, each with the gap beside it. */
const SIGN_WIDTH = 16;
const BADGE_WIDTH = 24;
const DURATION_WIDTH = 40;
/** The widths in pixels of a small letter and of a digit. They are slightly above the average. */
const LETTER_WIDTH = 6.3;
const DIGIT_WIDTH = 6.8;
/** The minimum useful width of a shortened name in pixels. */
const USEFUL_NAME_WIDTH = 44;

/**
 * Returns the parts that fit into a head. The first priority is a useful part of the name, the second the duration, and
 * the third the badges. If the name does not fit, the head shows the number of the scene, which messages also use.
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
