import type { ElementNode } from './document.ts';
import { createFindingLog } from './findings.ts';
import { elementSpecOf, LANGUAGE } from './language.ts';
import { type ReadingContext, resolvedText } from './read-attributes.ts';
import { findingAt, writtenValuesOf } from './written-values.ts';

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
