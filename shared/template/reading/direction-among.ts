import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../document/document.ts';
import type { ReadingContext } from './reading-context.ts';

/** The direction, or what another attribute says, if its type has it; the first one without any; null where it is another. */
export function directionAmong<Option extends string>(
  { log }: ReadingContext,
  element: ElementNode,
  direction: string | null,
  options: readonly [Option, ...Option[]],
  attribute = 'direction',
): Option | null {
  if (direction === null) return options[0];
  const meant = options.find((option) => option === direction);
  if (meant !== undefined) return meant;
  log.add('template/invalid-value', { node: element.id, attribute }, () =>
    statement('template/invalid-value', {
      attribute,
      element: element.name,
      text: direction,
      reason: statement('value/no-option', { options }),
    }),
  );
  return null;
}
