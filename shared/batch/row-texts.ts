import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { listVariables } from '../resolve/variables.ts';
import { elementsOf, type NodeId, type TemplateDocument } from '../template/document/document.ts';
import type { Movie, TextLayer } from '../template/movie/movie.ts';
import type { Size } from '../template/values/placement.ts';
import { framedLayers } from '../timeline/boxes.ts';
import { shrunkTooSmall } from '../timeline/shrunk-text.ts';
import type { RowProblem } from './check-row.ts';

/** A text of a film that a row has written in. */
export interface RowText {
  readonly layer: TextLayer;
  /** What its percentages are of. */
  readonly frame: Size;
  /** The frame of the film. */
  readonly film: Size;
  /** The variable that stands in it; of several the first. */
  readonly variable: string;
}

/** How a text was set. */
export interface SetText {
  /** Whether something of it is cut off by its box. */
  readonly overflows: boolean;
  /** Characters that no font has. */
  readonly missing: readonly string[];
  /** The size that its box left it. */
  readonly size: number | null;
}

/** Characters that a warning names. */
const MOST_MISSING = 10;

/**
 * Finds the texts of films that say a variable of a table, by itself or in a span; null where the template has none, so
 * that nothing has to be set.
 *
 * @param mapped Variables that have a column.
 */
export function rowTexts(
  document: TemplateDocument,
  mapped: ReadonlySet<string>,
): ((movie: Movie) => readonly RowText[]) | null {
  const said = new Map<NodeId, string>();
  for (const { name, uses } of listVariables(document).variables.toReversed())
    if (mapped.has(name))
      for (const { node, attribute } of uses) if (attribute === null || attribute === 'content') said.set(node, name);
  const texts = new Map<NodeId, string>();
  for (const element of elementsOf(document.root)) {
    if (element.name !== 'text') continue;
    const [variable] = [...elementsOf(element)].flatMap(({ id }) => said.get(id) ?? []);
    if (variable !== undefined) texts.set(element.id, variable);
  }
  if (texts.size === 0) return null;
  return (movie) =>
    framedLayers(movie).flatMap(({ layer, frame }) => {
      const variable = layer.kind === 'text' ? texts.get(layer.id) : undefined;
      return layer.kind === 'text' && variable !== undefined
        ? [{ layer, frame, film: { width: movie.width, height: movie.height }, variable }]
        : [];
    });
}

/** What is to be said of a text of a row, once it is known how it is set. */
export function textProblems({ layer, film, variable }: RowText, set: SetText): readonly RowProblem[] {
  const { overflows, missing } = set;
  const warning = (says: Message): RowProblem => ({ severity: 'warning', variable, says });
  const text = shortened(layer.content.replaceAll('\n', ' '));
  const small = shrunkTooSmall(set, layer.style, film);
  return [
    ...(overflows ? [warning(message('batch/text-cut', { text }))] : []),
    ...(small === null ? [] : [warning(message('text/too-small', small))]),
    ...(missing.length > 0
      ? [warning(message('text/missing-glyph', { characters: missing.slice(0, MOST_MISSING) }))]
      : []),
  ];
}
