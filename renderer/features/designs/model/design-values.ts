import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { isFontFile } from '#shared/template/value-types/text-types.ts';

/**
 * Returns the values with which a design can be shown: the values of its variables without files, such as fonts, which
 * belong to a project.
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
