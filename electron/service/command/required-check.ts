import type { ParseArgsOptionDescriptor } from 'node:util';
import { QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { CHECK_LEVELS, type CheckCode, isCheckCode } from '#shared/film-check/check-table.ts';
import { allPlatforms, type Platform, platformsOf } from '#shared/film-check/platforms.ts';
import { type CheckFinding, FAIL_ON, isRefused, type RequiredCheck } from '#shared/film-check/report.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { type CheckTools, checkFilm } from '../film-check/check-film.ts';
import { createMovieInspector, type MovieInspector } from '../inspection/inspector.ts';
import { CommandError, type Report } from './shown/report.ts';
import { readBrandKit } from './variable-values.ts';

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
  readonly brand?: string | undefined;
}

/** The required check of a render with the settings of a brand. */
export interface BrandedCheck extends RequiredCheck {
  /** The platforms that the brand defines. */
  readonly own: readonly Platform[];
  /** The checks that the brand switches off. */
  readonly off: readonly CheckCode[];
}

/** Parses the options of the required check; null without `--check`. */
export function requiredCheckArguments(values: RequiredCheckValues): Result<BrandedCheck | null, string> {
  const { check, 'fail-on': severity = 'error', platform, brand } = values;
  if (check === undefined) {
    const other = values['fail-on'] !== undefined ? '--fail-on' : platform.length > 0 ? '--platform' : null;
    return other === null ? ok(null) : err(`${other} needs --check ${CHECK_LEVELS[0]}`);
  }
  const level = CHECK_LEVELS.find((each) => each === check);
  if (level === undefined) return err(`--check ${check}: use ${CHECK_LEVELS.join(' or ')}`);
  const failOn = FAIL_ON.find((each) => each === severity);
  if (failOn === undefined) return err(`--fail-on ${severity}: use ${FAIL_ON.join(', ')}`);
  const platforms = platformArguments(platform, brand ?? null);
  return platforms.ok ? ok({ level, failOn, platforms: platforms.value, own: [], off: [] }) : platforms;
}

/**
 * Parses names of platforms that are separated by commas. With a brand file, {@link withBrandChecks} refuses unknown
 * names, because the brand can define platforms.
 */
export function platformArguments(
  values: readonly string[],
  brandFile: string | null,
): Result<readonly string[], string> {
  const platforms = listed(values);
  const unknown = brandFile === null ? unknownPlatform(platforms, []) : null;
  return unknown === null ? ok(platforms) : err(unknown);
}

function unknownPlatform(names: readonly string[], own: readonly Platform[]): string | null {
  const known = allPlatforms(own).map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? null : `unknown platform ${unknown}; choose from ${known.join(', ')}`;
}

/**
 * Returns a check with the platforms that a brand defines and without the checks that it switches off. Throws
 * `command/brand-unreadable`, and `command/usage` for a platform that neither the product nor the brand has.
 */
export async function withBrandChecks<Check extends Pick<BrandedCheck, 'platforms'>>(
  check: Check,
  brandFile: string | null,
  folder: string,
): Promise<Check> {
  const settings = (await readBrandKit(brandFile, folder))?.check;
  if (settings === undefined && brandFile === null) return check;
  const own = platformsOf(settings?.platforms ?? []);
  const unknown = unknownPlatform(check.platforms, own);
  if (unknown !== null) throw new CommandError('command/usage', unknown);
  return { ...check, own, off: (settings?.off ?? []).filter(isCheckCode) };
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
  requiredCheck: BrandedCheck | null,
  tools: Omit<CheckTools, 'inspector'> & { readonly inspector: MovieInspector | undefined },
  signal: AbortSignal,
): Promise<PassedFilm> {
  const passed = { failure: null, result: {}, lines: [] };
  if (requiredCheck === null || source === null) return passed;
  const { level, failOn, platforms, own, off } = requiredCheck;
  await using scope = new AsyncDisposableStack();
  const inspector = tools.inspector ?? scope.use(createMovieInspector());
  const text = { xml: source.text, values: [...values] };
  const options = { ...QUICK_CHECK, level, platforms, own, off };
  const checked = await checkFilm(text, options, { ...tools, inspector }, signal);
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
