import type { Digest, TextDrawing } from '../drawing/drawing.ts';
import { reachedFonts } from './reached-fonts.ts';

/** Every font that a character of a text may be found in, each once. */
export function fontsOf({ content, fonts, runs = [] }: TextDrawing): readonly Digest[] {
  const lists = [fonts, ...runs.flatMap((run) => (run.fonts === undefined ? [] : [run.fonts]))];
  return [...new Set(lists.flatMap(reachedFonts(content)))];
}
