import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { isFontFile } from '#shared/template/value-types/text-types.ts';

/**
 * What of some values a design can be shown with: those of its variables, but for files, such as fonts, which are in a
 * project and not in the design.
 */
export function valuesForDesign(
  { variables }: Pick<DesignEntry, 'variables'>,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variables.flatMap(({ name, type }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined || type === 'media' || isFontFile(value) ? [] : [[name, value]];
    }),
  );
}
