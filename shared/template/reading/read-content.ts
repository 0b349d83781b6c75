import type { ElementNode, TextNode } from '../document/document.ts';
import { createFindingLog } from '../document/findings.ts';
import { elementSpecOf, LANGUAGE } from '../tables/language.ts';
import { findingAt, textsOf } from '../variables/written-values.ts';
import { resolvedText } from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';

/**
 * The text that an element holds, with its variables replaced, all its pieces and CDATA sections joined. What is wrong is
 * logged at the piece that it is in. Undefined where a piece has no value to go by, and of an element that holds no text.
 */
export function readContent(context: ReadingContext, element: ElementNode, language = LANGUAGE): string | undefined {
  if (elementSpecOf(element, language)?.content === undefined) return undefined;
  const pieces = textsOf(element, language).map((piece) => readPiece(context, element, piece));
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

/** One piece of such a text with its variables replaced; undefined where it has no value to go by. */
export function readPiece(context: ReadingContext, element: ElementNode, { id, text }: TextNode): string | undefined {
  const log = createFindingLog();
  const resolved = resolvedText({ ...context, log }, element, { name: 'text', value: text });
  const at = findingAt({ node: element.id, attribute: null, text: id });
  for (const finding of log.findings()) context.log.addAll([{ ...finding, at }]);
  return resolved?.text;
}
