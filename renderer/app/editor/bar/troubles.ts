import type { UsedSource } from '#renderer/state/selectors.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { Problem } from '#shared/template/document/problem.ts';

/** Something that is wrong with the film that is open. */
export type Trouble =
  /** In the template's text. */
  | { readonly kind: 'problem'; readonly isError: boolean; readonly problem: Problem }
  /** An asset that the film names and the project has not got. */
  | { readonly kind: 'missing'; readonly name: string; readonly scenes: UsedSource['scenes'] };

/** All that is wrong, as it is listed: what keeps the film from being rendered first. */
export function troublesOf(problems: readonly Problem[], missing: readonly UsedSource[]): readonly Trouble[] {
  const told = (isError: boolean) =>
    problems
      .filter(({ severity }) => (severity === 'error') === isError)
      .map((problem): Trouble => ({ kind: 'problem', isError, problem }));
  const lost = missing.flatMap(({ source, scenes }): readonly Trouble[] =>
    source.kind === 'asset' ? [{ kind: 'missing', name: source.name, scenes }] : [],
  );
  return [...told(true), ...lost, ...told(false)];
}

/** The sources that a film names and that are neither there nor on their way; `there` and `coming` hold keys of names. */
export function missingSources(
  used: readonly UsedSource[],
  there: { readonly has: (key: string) => boolean } | null,
  coming: { readonly has: (key: string) => boolean },
): readonly UsedSource[] {
  if (there === null) return [];
  const keys = new Set<string>();
  return used.filter(({ source }) => {
    if (source.kind !== 'asset') return false;
    // A film may name an asset in other letters than it was uploaded with.
    const key = nameKey(source.name);
    if (there.has(key) || coming.has(key) || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}
