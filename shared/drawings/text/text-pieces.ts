import type { Digest, Ink, TextDrawing, TextRun } from '../drawing/drawing.ts';
import { PARAGRAPH_END, type TextParagraph } from './paragraphs.ts';

/** A stretch of a paragraph in one look, all of it said. */
export interface TextPiece {
  readonly text: string;
  /** Where it begins in the content, in UTF-16 units. */
  readonly start: number;
  readonly fonts: readonly Digest[];
  readonly weight: number;
  readonly size: number;
  readonly color: Ink;
  readonly lines?: TextDrawing['lines'] | undefined;
  readonly made?: TextRun['made'] | undefined;
  readonly isHidden?: boolean;
}

/** A paragraph's stretches in their order, each as its run says and else as the text is; an empty paragraph has none. */
export function piecesOf(drawing: TextDrawing, paragraph: TextParagraph): readonly TextPiece[] {
  const { text, start } = paragraph;
  const pieces: TextPiece[] = [];
  let at = 0;
  const cuts = cutsIn(drawing);
  const upTo = (end: number, run: TextRun | null): void => {
    for (const cut of [...cuts.map((each) => each - start), end]) {
      const until = Math.min(cut, end);
      if (until > at) pieces.push(pieceOf(drawing, run, { text: text.slice(at, until), start: start + at }));
      at = Math.max(at, until);
    }
  };
  for (const run of drawing.runs ?? []) {
    if (run.end <= start || run.start >= start + text.length) continue;
    upTo(Math.max(0, run.start - start), null);
    // What was put behind the paragraph's own text, such as `…`, looks like its end.
    const reachesTheEnd = run.end - start >= ownLength(drawing, paragraph);
    upTo(reachesTheEnd ? text.length : run.end - start, run);
  }
  upTo(text.length, null);
  return pieces;
}

/** How many times as large as the text's size the largest letters in it are, at least once: lines are as high as these ask for. */
export function largestFactor({ size, runs = [] }: TextDrawing): number {
  return runs.reduce((most, run) => Math.max(most, (run.size ?? size) / size), 1);
}

/** The opacities of letters, each once. */
export function alphasOf({ color, runs = [] }: TextDrawing): readonly number[] {
  return [...new Set([color.alpha, ...runs.map((run) => (run.color ?? color).alpha)])];
}

/** Where the part that is drawn begins and ends. */
function cutsIn({ part }: TextDrawing): readonly number[] {
  return part === undefined || part.kind === 'box' ? [] : [part.start, part.end];
}

/** Whether a piece is in the part of a text that is drawn. */
export function isInPart({ part }: TextDrawing, { start }: TextPiece): boolean {
  return part === undefined || (part.kind !== 'box' && part.start <= start && start < part.end);
}

function pieceOf(drawing: TextDrawing, run: TextRun | null, stretch: Pick<TextPiece, 'text' | 'start'>): TextPiece {
  const { fonts, weight, size, color, lines, made } = drawing;
  return {
    ...stretch,
    fonts: run?.fonts ?? fonts,
    weight: run?.weight ?? weight,
    size: run?.size ?? size,
    color: run?.color ?? color,
    lines: run?.lines ?? lines,
    made: run?.made ?? made,
    isHidden: run?.isHidden === true,
  };
}

function ownLength({ content }: TextDrawing, { start }: TextParagraph): number {
  const rest = content.slice(start);
  const end = rest.search(PARAGRAPH_END);
  return end < 0 ? rest.length : end;
}
