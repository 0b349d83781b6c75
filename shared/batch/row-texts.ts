import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { listVariables } from '../resolve/variables.ts';
import { elementsOf, type NodeId, type TemplateDocument } from '../template/document/document.ts';
import type { Movie, TextLayer } from '../template/movie/movie.ts';
import type { Size } from '../template/values/placement.ts';
import { framedLayers } from '../timeline/boxes.ts';
import { shrunkTextSize } from '../timeline/shrunk-text.ts';
import type { RowProblem } from './check-row.ts';

/** A text that a row of the table fills. */
export interface RowText {
  readonly layer: TextLayer;
  /** The size to which percentages refer. */
  readonly frame: Size;
  readonly film: Size;
  /** The first variable in the text that has a column. */
  readonly variable: string;
}

/** The result of laying out a text. */
export interface SetText {
  /** Whether the box of the text cuts off a part of it. */
  readonly overflows: boolean;
  /** The first word that must break because it is wider than the box; absent if there is none. */
  readonly brokenWord?: string;
  /** The characters that are in no font. */
  readonly missing: readonly string[];
  /** The font size after shrinking to the box; null if the text did not shrink. */
  readonly size: number | null;
}

/** The maximum number of missing characters in a warning. */
const MAX_MISSING = 10;

/**
 * Returns a function that finds the texts with a variable of the table, directly or in a span. Returns null if no text
 * has one, so the caller can skip the layout.
 * @param mapped Variables with a column.
 */
export function rowTexts(
  document: TemplateDocument,
  mapped: ReadonlySet<string>,
): ((movie: Movie) => readonly RowText[]) | null {
  const variableByNode = new Map<NodeId, string>();
  for (const { name, uses } of listVariables(document).variables.toReversed())
    if (mapped.has(name))
      for (const { node, attribute } of uses)
        if (attribute === null || attribute === 'content') variableByNode.set(node, name);
  const variableByText = new Map<NodeId, string>();
  for (const element of elementsOf(document.root)) {
    if (element.name !== 'text') continue;
    const [variable] = [...elementsOf(element)].flatMap(({ id }) => variableByNode.get(id) ?? []);
    if (variable !== undefined) variableByText.set(element.id, variable);
  }
  if (variableByText.size === 0) return null;
  return (movie) =>
    framedLayers(movie).flatMap(({ layer, frame }) => {
      const variable = layer.kind === 'text' ? variableByText.get(layer.id) : undefined;
      return layer.kind === 'text' && variable !== undefined
        ? [{ layer, frame, film: { width: movie.width, height: movie.height }, variable }]
        : [];
    });
}

/** Returns the problems of a text of a row after its layout. */
export function textProblems({ layer, film, variable }: RowText, set: SetText): readonly RowProblem[] {
  const { overflows, brokenWord, missing } = set;
  const warning = (says: Message): RowProblem => ({ severity: 'warning', variable, says });
  const text = shortened(layer.content.replaceAll('\n', ' '));
  const small = shrunkTextSize(set, layer.style, film);
  return [
    ...(overflows ? [warning(message('batch/text-cut', { text }))] : []),
    // Report a cut-off text only once, as the check of a render does.
    ...(overflows || brokenWord === undefined
      ? []
      : [warning(message('text/broken-word', { word: shortened(brokenWord) }))]),
    ...(small === null ? [] : [warning(message('text/too-small', small))]),
    ...(missing.length > 0
      ? [warning(message('text/missing-glyph', { characters: missing.slice(0, MAX_MISSING) }))]
      : []),
  ];
}
