import { ok, type Result } from '#shared/lib/result.ts';
import { fillPattern, parseNamePattern, safeFileName } from '#shared/names/film-names.ts';
import type { Statement } from '#shared/statements/statement.ts';

/** What placeholders of a name stand for. */
export type NameValues = (name: string) => string | undefined;

/** A pattern such as `spring-${storefront}` as the name of a file of a format; the error says what is wrong with the pattern. */
export function fileNameOf(pattern: string, extension: string, values: NameValues): Result<string, Statement> {
  const parsed = parseNamePattern(pattern);
  return parsed.ok ? ok(safeFileName(fillPattern(parsed.value, values), extension)) : parsed;
}

/** As {@link fileNameOf}, for an object store: folders stay. */
export function objectKeyOf(pattern: string, extension: string, values: NameValues): Result<string, Statement> {
  const parsed = parseNamePattern(pattern);
  if (!parsed.ok) return parsed;
  // A value must not make folders: only the pattern does.
  const filled = fillPattern(parsed.value, (name) => values(name)?.replaceAll('/', '-'));
  const parts = filled.split('/').filter((part) => part.trim() !== '' && part !== '.' && part !== '..');
  const folders = parts.slice(0, -1);
  return ok([...folders, safeFileName(parts.at(-1) ?? '', extension)].join('/'));
}

/** A pattern that gives this very text. */
export function patternOf(text: string): string {
  return text.replaceAll('${', '$');
}
