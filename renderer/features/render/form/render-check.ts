import type { Useless } from '#renderer/project/asset-notes.ts';
import { inAskedOrder, type VariableRow, variableOverview } from '#renderer/project/variables.ts';
import { overBrand } from '#shared/brand/brand-values.ts';
import type { Message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { isUsed, listVariables, variableIn } from '#shared/resolve/variables.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import { type Finding, problemCodes } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { SourceKind } from '#shared/template/value-types/attribute-types.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
import { buildTimeline, type FrameSpan, movieWithin } from '#shared/timeline/build-timeline.ts';
import { type EndsOf, hasOpenLengths, NOTHING_KNOWN } from '#shared/timeline/content-length.ts';
import { damageFindings, type SourceDamage } from '#shared/timeline/damaged-source.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';

/** Why a film cannot be rendered as it stands. */
export type Blocker =
  /** Variables with neither value nor default. */
  | { readonly kind: 'unset'; readonly names: readonly string[] }
  /** A value that its variable does not take, in a sentence. */
  | { readonly kind: 'refused'; readonly name: string; readonly says: Message }
  /** Whatever else the language's own check finds. */
  | { readonly kind: 'problem'; readonly finding: Finding }
  /** Assets that the project has not got. */
  | { readonly kind: 'missing-assets'; readonly names: readonly string[] }
  /** An asset that is shown or heard, and that nothing can be seen or heard of. */
  | { readonly kind: 'useless-asset'; readonly name: string; readonly media: Useless };

export interface RenderCheck {
  readonly rows: readonly VariableRow[];
  /** All that are in the way, in the order in which they are told. */
  readonly blockers: readonly Blocker[];
  /** Frames of the film; null while it cannot be told. */
  readonly frames: Frames | null;
  /** The film; null while it cannot be told. */
  readonly picture: Movie | null;
}

/** What is known of the project's assets, by the keys of their names (`nameKey`). */
export type KnownAssets = ReadonlyMap<string, KnownAsset>;

interface KnownAsset {
  /** What lacks of it. */
  readonly damage: SourceDamage | null;
  /** What it is where no film can show or sound it. */
  readonly useless: Useless | null;
}

/** What a film depends on beside its text and the values that it is given. */
interface BesideTheText {
  readonly sourceEnds?: EndsOf;
  /** What the brand of the project gives. */
  readonly brand?: Readonly<Record<string, string>>;
}

/** Checks a film with these values as the service will, before it is asked. `assets` is null until they are known. */
export function checkRender(
  document: TemplateDocument,
  values: Readonly<Record<string, string>>,
  assets: KnownAssets | null,
  { sourceEnds = NOTHING_KNOWN, brand = {} }: BesideTheText = {},
): RenderCheck {
  const given = overBrand(Object.entries(values), Object.entries(brand));
  const { movie, partial, findings } = resolveTemplate(document, { values: given, missing: 'error', sourceEnds });
  const overview = variableOverview(listVariables(document).variables.filter(isUsed), findings, values, brand);
  const rows = rowsInTheWay(inAskedOrder(overview.rows, declarationsIn(document.root).keys()), findings);
  // Of what is not played nothing is wanted.
  const missingNames = new Set(
    findings.flatMap(({ code, says }) => (code === 'variable/missing' ? (variableIn(says) ?? []) : [])),
  );
  const unset = rows.flatMap(({ variable: { name } }) => (missingNames.has(shortened(name)) ? [name] : []));
  const problems = findings.filter(({ code }) => problemCodes[code] === 'error' && code !== 'variable/missing');
  const played = assets === null ? [] : playedAssets(partial);
  const missing = distinctNames(played.filter(({ name }) => assets?.has(nameKey(name)) === false));
  return {
    rows,
    blockers: [
      ...(unset.length > 0 ? [{ kind: 'unset', names: unset } as const] : []),
      ...distinctRefusals(problems.map((finding) => problemBlocker(finding, rows))),
      ...(missing.length > 0 ? [{ kind: 'missing-assets', names: missing } as const] : []),
      ...distinctNames(played.filter(({ kind }) => kind === 'media' || kind === 'image')).flatMap((name) => {
        const media = assets?.get(nameKey(name))?.useless ?? null;
        return media === null ? [] : [{ kind: 'useless-asset', name, media } as const];
      }),
    ],
    frames: movie === null || hasOpenLengths(movie) ? null : buildTimeline(movie).length,
    picture: movie,
  };
}

/** Rows as this film needs them: what only scenes and layers use that are not played needs no value now. */
function rowsInTheWay(rows: readonly VariableRow[], findings: readonly Finding[]): readonly VariableRow[] {
  const missing = new Set(
    findings.flatMap(({ code, at }) => (code === 'variable/missing' && at !== null ? [placeKey(at)] : [])),
  );
  return rows.map((row): VariableRow => {
    const { origin, variable, problems } = row;
    if (origin !== 'none' || variable.uses.some((use) => missing.has(placeKey(findingAt(use))))) return row;
    return { ...row, origin: 'unneeded', problems: problems.filter(({ code }) => code !== 'variable/missing') };
  });
}

/** A value that is refused is mended at its variable, everything else in the text. */
function problemBlocker(finding: Finding, rows: readonly VariableRow[]): Blocker {
  const { code, says } = finding;
  const name = variableIn(says);
  const refused = rows.find(
    ({ origin, problems, variable }) =>
      origin === 'sample' &&
      problems.some((each) => each.code === code && (each.says === says || name === shortened(variable.name))),
  );
  if (refused === undefined) return { kind: 'problem', finding };
  return { kind: 'refused', name: refused.variable.name, says };
}

/** One refusal per variable: the same value can be refused at each of its uses. */
function distinctRefusals(blockers: readonly Blocker[]): readonly Blocker[] {
  const refused = new Set<string>();
  return blockers.filter((blocker) => {
    if (blocker.kind !== 'refused') return true;
    const isFirst = !refused.has(blocker.name);
    refused.add(blocker.name);
    return isFirst;
  });
}

/** The values of a data set that the template has variables for: others would only be warned about. */
export function valuesFor(
  document: TemplateDocument,
  values: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const merged = { ...values, ...changes };
  const entries = listVariables(document).variables.flatMap(({ name }): readonly (readonly [string, string])[] => {
    const value = Object.hasOwn(merged, name) ? merged[name] : undefined;
    return value === undefined || value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** What a film can be rendered in spite of; of a span of its frames those that concern it. */
export function damageNotes(movie: Movie, assets: KnownAssets, span: FrameSpan | null): readonly Message[] {
  const shown = span === null ? movie : movieWithin(movie, span);
  const findings = damageFindings(buildTimeline(shown), ({ source }) =>
    source.kind === 'asset' ? (assets.get(nameKey(source.name))?.damage ?? null) : null,
  );
  return [...new Map(findings.map(({ says }) => [JSON.stringify(says), says])).values()];
}

/** The assets that a film is made of, and what each is wanted as. */
function playedAssets(movie: Movie | null): readonly PlayedAsset[] {
  return (movie === null ? [] : playedSources(movie)).flatMap(({ source, kind }) =>
    source.kind === 'asset' ? [{ name: source.name, kind }] : [],
  );
}

interface PlayedAsset {
  readonly name: string;
  readonly kind: SourceKind;
}

function distinctNames(assets: readonly PlayedAsset[]): readonly string[] {
  return [...new Set(assets.map(({ name }) => name))];
}
