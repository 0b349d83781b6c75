import type { ParseArgsOptionDescriptor } from 'node:util';
import type { CheckOptions } from '#shared/film-check/check-film.ts';
import { CHECK_CODES, CHECK_LEVELS, type CheckCode, isCheckCode } from '#shared/film-check/check-table.ts';
import { FAIL_ON, type FailOn } from '#shared/film-check/report.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { nearestName } from '#shared/template/document/names.ts';
import { type ListArgument, listArguments, type RowsOptions, tableArguments, tableOptions } from './batch-arguments.ts';
import { listed, platformArguments } from './required-check.ts';

/**
 * The arguments of a film check in addition to its template. The check covers one film, or one film per row of a table.
 */
export interface CheckArguments {
  readonly options: CheckOptions;
  readonly failOn: FailOn;
  /** The finished file of the film; null to check only the template. */
  readonly film: string | null;
  /** The picture to write with the frames of the findings; null for none. */
  readonly contactSheet: string | null;
  /** Whether fixes of the findings are tried and listed. */
  readonly fixes: boolean;
  /** The folder of the assets; null for the template's folder. */
  readonly assetsFolder: string | null;
  readonly allowedHosts: readonly string[];
  /** The file with the table; null to check one film. */
  readonly rows: string | null;
  readonly lists: readonly ListArgument[];
  /** The options for reading the table. */
  readonly table: Omit<RowsOptions, 'language'>;
}

export const checkOptions = {
  ...tableOptions,
  rows: { type: 'string' },
  list: { type: 'string', multiple: true, default: [] },
  key: { type: 'string', multiple: true, default: [] },
  level: { type: 'string', default: 'quick' },
  film: { type: 'string' },
  'contact-sheet': { type: 'string' },
  fixes: { type: 'boolean', default: false },
  platform: { type: 'string', multiple: true, default: [] },
  only: { type: 'string', multiple: true, default: [] },
  skip: { type: 'string', multiple: true, default: [] },
  'fail-on': { type: 'string', default: 'error' },
  assets: { type: 'string' },
  'allow-host': { type: 'string', multiple: true, default: [] },
} as const satisfies Readonly<Record<string, ParseArgsOptionDescriptor>>;

interface CheckValues {
  readonly sheet?: string | undefined;
  readonly header?: string | undefined;
  readonly hidden: boolean;
  readonly 'fill-merged': boolean;
  readonly rows?: string | undefined;
  readonly list: readonly string[];
  readonly key: readonly string[];
  readonly level: string;
  readonly film?: string | undefined;
  readonly 'contact-sheet'?: string | undefined;
  readonly fixes: boolean;
  readonly platform: readonly string[];
  readonly brand?: string | undefined;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly 'fail-on': string;
  readonly assets?: string | undefined;
  readonly 'allow-host': readonly string[];
}

/** Parses the options of a check. */
export function checkArguments(values: CheckValues): Result<CheckArguments, string> {
  const failOn = FAIL_ON.find((each) => each === values['fail-on']);
  if (failOn === undefined) return err(`--fail-on ${values['fail-on']}: use ${FAIL_ON.join(', ')}`);
  const level = CHECK_LEVELS.find((each) => each === values.level);
  if (level === undefined) return err(`--level ${values.level}: use ${CHECK_LEVELS.join(' or ')}`);
  const single = { film: values.film !== undefined, 'contact-sheet': values['contact-sheet'] !== undefined };
  for (const [option, isGiven] of Object.entries({ ...single, fixes: values.fixes }))
    if (isGiven && values.rows !== undefined) return err(`--${option} is for one film, without --rows`);
  const platforms = platformArguments(values.platform, values.brand ?? null);
  if (!platforms.ok) return platforms;
  const only = codes('only', values.only);
  const skip = codes('skip', values.skip);
  if (!only.ok) return only;
  if (!skip.ok) return skip;
  const lists = listArguments(values.list, values.key);
  if (!lists.ok) return lists;
  const table = tableArguments(values);
  if (!table.ok) return table;
  if (values.rows === undefined && lists.value.length > 0) return err('--list needs a table: --rows FILE');
  return ok({
    options: {
      level,
      platforms: platforms.value,
      only: only.value.length === 0 ? null : only.value,
      skip: skip.value,
    },
    failOn,
    film: values.film ?? null,
    contactSheet: values['contact-sheet'] ?? null,
    fixes: values.fixes,
    assetsFolder: values.assets ?? null,
    allowedHosts: values['allow-host'],
    rows: values.rows ?? null,
    lists: lists.value,
    table: table.value,
  });
}

function codes(option: string, values: readonly string[]): Result<readonly CheckCode[], string> {
  const names = listed(values);
  const unknown = names.find((name) => !isCheckCode(name));
  if (unknown === undefined) return ok(names.filter(isCheckCode));
  const suggestion = nearestName(unknown, CHECK_CODES);
  return err(
    `--${option} ${unknown}: there is no such check${suggestion === null ? `; choose from ${CHECK_CODES.join(', ')}` : `; did you mean ${suggestion}?`}`,
  );
}
