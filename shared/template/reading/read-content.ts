import type { ElementNode } from '../document/document.ts';
import { createFindingLog } from '../document/findings.ts';
import { elementSpecOf, LANGUAGE } from '../tables/language.ts';
import { findingAt, writtenValuesOf } from '../variables/written-values.ts';
import { resolvedText } from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';

/**
 * The text that an element holds, with its variables replaced, all its pieces and CDATA sections joined. What is wrong is
 * logged at the piece that it is in. Undefined where a piece has no value to go by, and of an element that holds no text.
 */
export function readContent(context: ReadingContext, element: ElementNode, language = LANGUAGE): string | undefined {
  if (elementSpecOf(element, language)?.content === undefined) return undefined;
  const pieces = writtenValuesOf(element, language).flatMap(({ attribute, text, value }) => {
    if (text === null) return [];
    const log = createFindingLog();
    const resolved = resolvedText({ ...context, log }, element, { name: 'text', value });
    const at = findingAt({ node: element.id, attribute, text });
    for (const finding of log.findings()) context.log.addAll([{ ...finding, at }]);
    return [resolved?.text];
  });
  return pieces.includes(undefined) ? undefined : pieces.join('');
}
