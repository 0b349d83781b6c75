import type { Digest } from '../drawing/drawing.ts';
import { bundledFonts } from '../fonts/bundled-fonts.ts';

/** A stretch of a text, and the fonts in the order in which its characters are looked for. */
export interface FontRun {
  readonly text: string;
  readonly fonts: readonly Digest[];
}

/** A character that is to be a coloured picture because it says so (UTS 51, ED-7a), with what is joined to it. */
const ASKS_FOR_COLOR = /(\p{Emoji}\ufe0f\u20e3?(?:\u200d\p{Emoji}\p{Emoji_Modifier}?\ufe0f?)*)/u;

const colored = new Set(bundledFonts.filter(({ family }) => family === 'Noto Color Emoji').map(({ digest }) => digest));

/** Parts a text where a character asks for a coloured picture: there the bundled colour font goes first. */
export function fontRuns(text: string, fonts: readonly Digest[]): readonly FontRun[] {
  const colorFirst = [...fonts.filter((font) => colored.has(font)), ...fonts.filter((font) => !colored.has(font))];
  // With a group in the pattern, every second part is what it matched.
  return text
    .split(ASKS_FOR_COLOR)
    .map((part, index) => ({ text: part, fonts: index % 2 === 1 ? colorFirst : fonts }))
    .filter((run) => run.text !== '');
}
