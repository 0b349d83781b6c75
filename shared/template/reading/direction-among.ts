import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../document/document.ts';
import type { ReadingContext } from './reading-context.ts';

/** The direction if it is one that its type has, its first one without any; null where it is another. */
export function directionAmong<Option extends string>(
  { log }: ReadingContext,
  element: ElementNode,
  direction: string | null,
  options: readonly [Option, ...Option[]],
): Option | null {
  if (direction === null) return options[0];
  const meant = options.find((option) => option === direction);
  if (meant !== undefined) return meant;
  log.add('template/invalid-value', { node: element.id, attribute: 'direction' }, () =>
    statement('template/invalid-value', {
      attribute: 'direction',
      element: element.name,
      text: direction,
      reason: statement('value/no-option', { options }),
    }),
  );
  return null;
}
