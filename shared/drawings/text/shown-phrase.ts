import { cutToFit } from '../../lib/cut-to-fit.ts';
import type { TextDrawing } from '../drawing/drawing.ts';
import type { Keep } from '../drawing/pixels.ts';
import { fitCheck } from './set-text.ts';
import type { TypesettingInput } from './typeset.ts';

/** The visible words of a phrase. */
export interface ShownPhrase {
  readonly composing: TypesettingInput;
  /** The range of the words by index; null if the text is not a phrase. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** The position of the first word in the whole content. */
  readonly offset: number;
}

/**
 * Returns the part of a phrase that contains its visible word. A phrase that does not fit into the box with its lines is
 * cut word by word. A word that is wider than the box is alone and becomes smaller.
 */
export function shownPhrase(composing: TypesettingInput, keep: Keep): ShownPhrase {
  const { phrase, words = [] } = composing.drawing;
  if (phrase === undefined || words.length === 0) return { composing, range: null, offset: 0 };
  const { drawing } = composing;
  const fits = (from: number, to: number) => {
    const part = { ...partOf(drawing, from, to), height: null };
    return fitCheck({ ...composing, drawing: part }, keep, new Set())(drawing.size);
  };
  const range = cutToFit(words.length, fits).find(({ to }) => phrase < to) ?? { from: 0, to: words.length };
  const part = partOf(drawing, range.from, range.to);
  const isTooWide = range.to - range.from === 1 && !fits(range.from, range.to);
  const shown: TextDrawing = isTooWide ? { ...part, autosize: 'shrink', minSize: 1 } : part;
  return { composing: { ...composing, drawing: shown }, range, offset: words[range.from]?.start ?? 0 };
}

/** Returns the drawing of some of the words, as if they were the whole text. */
function partOf(drawing: TextDrawing, from: number, to: number): TextDrawing {
  const { content, words = [], runs = [] } = drawing;
  const [start, end] = [words[from]?.start ?? 0, words[to - 1]?.end ?? content.length];
  const moved = <Range extends { readonly start: number; readonly end: number }>(range: Range): Range => ({
    ...range,
    start: Math.max(range.start, start) - start,
    end: Math.min(range.end, end) - start,
  });
  const { phrase: _, ...whole } = drawing;
  return {
    ...whole,
    content: content.slice(start, end),
    words: words.slice(from, to).map((word) => {
      const slide = word.pill?.slide;
      if (word.pill === undefined || slide === undefined) return moved(word);
      const { slide: __, ...pill } = word.pill;
      const index = slide.word - from;
      return moved({ ...word, pill: index < 0 ? pill : { ...pill, slide: { ...slide, word: index } } });
    }),
    ...(runs.length > 0 && { runs: runs.filter((run) => run.end > start && run.start < end).map(moved) }),
  };
}
