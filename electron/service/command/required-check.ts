import type { ParseArgsOptionDescriptor } from 'node:util';
import { QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { CHECK_LEVELS } from '#shared/film-check/check-table.ts';
import { PLATFORM_NAMES } from '#shared/film-check/platforms.ts';
import { type CheckFinding, FAIL_ON, isRefused, type RequiredCheck } from '#shared/film-check/report.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { type CheckTools, checkFilm } from '../film-check/check-film.ts';
import { createMovieInspector, type MovieInspector } from '../inspection/inspector.ts';
import type { Report } from './shown/report.ts';

/** The options of the check that a render requires. */
export const requiredCheckOptions = {
  check: { type: 'string' },
  'fail-on': { type: 'string' },
  platform: { type: 'string', multiple: true, default: [] },
} as const satisfies Readonly<Record<string, ParseArgsOptionDescriptor>>;

export interface RequiredCheckValues {
  readonly check?: string | undefined;
  readonly 'fail-on'?: string | undefined;
  readonly platform: readonly string[];
}

/** Parses the options of the required check; null without `--check`. */
export function requiredCheckArguments(values: RequiredCheckValues): Result<RequiredCheck | null, string> {
  const { check, 'fail-on': severity = 'error', platform } = values;
  if (check === undefined) {
    const other = values['fail-on'] !== undefined ? '--fail-on' : platform.length > 0 ? '--platform' : null;
    return other === null ? ok(null) : err(`${other} needs --check ${CHECK_LEVELS[0]}`);
  }
  const level = CHECK_LEVELS.find((each) => each === check);
  if (level === undefined) return err(`--check ${check}: use ${CHECK_LEVELS.join(' or ')}`);
  const failOn = FAIL_ON.find((each) => each === severity);
  if (failOn === undefined) return err(`--fail-on ${severity}: use ${FAIL_ON.join(', ')}`);
  const platforms = platformArguments(platform);
  return platforms.ok ? ok({ level, failOn, platforms: platforms.value }) : platforms;
}

/** Parses names of platforms that are separated by commas. */
export function platformArguments(values: readonly string[]): Result<readonly string[], string> {
  const platforms = listed(values);
  const unknown = platforms.find((name) => !PLATFORM_NAMES.includes(name));
  if (unknown === undefined) return ok(platforms);
  return err(`unknown platform ${unknown}; choose from ${PLATFORM_NAMES.join(', ')}`);
}

/** Returns the names in values that are separated by commas. */
export function listed(values: readonly string[]): readonly string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The film of a render. */
interface FilmToCheck {
  /** The name of the template. */
  readonly name: string;
  readonly source: TemplateSource | null;
  readonly values: ReadonlyMap<string, string>;
}

/** The result of the required check. `failure` is null if the film can be rendered. */
type PassedFilm = Pick<Report, 'failure' | 'result' | 'lines'>;

/**
 * Checks a film before it is rendered. A film without a required check passes. A film whose sources have problems also
 * passes, because its render reports them.
 */
export async function passCheck(
  { name, source, values }: FilmToCheck,
  requiredCheck: RequiredCheck | null,
  tools: Omit<CheckTools, 'inspector'> & { readonly inspector: MovieInspector | undefined },
  signal: AbortSignal,
): Promise<PassedFilm> {
  const passed = { failure: null, result: {}, lines: [] };
  if (requiredCheck === null || source === null) return passed;
  const { level, failOn, platforms } = requiredCheck;
  await using own = new AsyncDisposableStack();
  const inspector = tools.inspector ?? own.use(createMovieInspector());
  const text = { xml: source.text, values: [...values] };
  const checked = await checkFilm(text, { ...QUICK_CHECK, level, platforms }, { ...tools, inspector }, signal);
  if (!checked.ok) return passed;
  const { verdict, findings } = checked.value;
  const lines = findings.map((finding) => findingLine(finding, name));
  const result = { check: checked.value };
  if (!isRefused(verdict, failOn)) return { failure: null, result, lines };
  const counted = findings.filter(({ severity }) => severity !== 'notice');
  const more = counted.length > 1 ? ` (and ${counted.length - 1} more)` : '';
  const message = `The check refuses ${name}: ${counted[0]?.message ?? ''}${more}`;
  return { failure: { code: 'command/check-failed', message, log: lines }, result, lines: [] };
}

/** Returns a line for users about a finding. */
export function findingLine(finding: CheckFinding, name: string): string {
  const { line, column, severity, code, message, from, to } = finding;
  const place = line === null ? '' : `:${line}:${column ?? 1}`;
  return `${name}${place}: ${severity} ${code} (${from.toFixed(1)}–${to.toFixed(1)} s): ${message}`;
}
