import type { UnusableMedia } from '#renderer/project/asset-notes.ts';
import { inDeclaredOrder, type VariableRow, variableOverview } from '#renderer/project/variable-rows.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import type { Message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { isUsed, listVariables, variableIn } from '#shared/resolve/variables.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import { type Finding, problemCodes } from '#shared/template/document/problem.ts';
import { type MediaSource, type Movie, sourceLabel } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { SourceKind } from '#shared/template/value-types/attribute-types.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';
import { buildTimeline, type FrameSpan, movieWithin } from '#shared/timeline/build-timeline.ts';
import { hasOpenLengths, NOTHING_KNOWN } from '#shared/timeline/content-length.ts';
import { damageFindings, playedRanges, type SourceDamage } from '#shared/timeline/damaged-source.ts';
import { type FaultSpan, faultFindings, playedFaults, type UsedSource } from '#shared/timeline/decode-faults.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { EndsOf } from '#shared/timeline/timeline-kinds.ts';

/** A reason why a film cannot be rendered. */
export type Blocker =
  /** Variables without a value and a default. */
  | { readonly kind: 'unset'; readonly names: readonly string[] }
  /** The value of a variable is invalid. */
  | { readonly kind: 'refused'; readonly name: string; readonly says: Message }
  /** Another finding of the check. */
  | { readonly kind: 'problem'; readonly finding: Finding }
  /** Assets that the project does not contain. */
  | { readonly kind: 'missing-assets'; readonly names: readonly string[] }
  /** An asset that the film uses but that has no usable picture or sound. */
  | { readonly kind: 'useless-asset'; readonly name: string; readonly media: UnusableMedia };

export interface RenderCheck {
  readonly rows: readonly VariableRow[];
  /** All blockers, in the order of the list on screen. */
  readonly blockers: readonly Blocker[];
  /** The number of frames; null while the template cannot be resolved, or while the length of a source is unknown. */
  readonly frames: Frames | null;
  /** The movie; null if the template cannot be resolved. */
  readonly picture: Movie | null;
}

/** The facts about the project's assets, by `nameKey` of their names. */
export type KnownAssets = ReadonlyMap<string, KnownAsset>;

interface KnownAsset {
  /** The damage of the asset; null if it is intact. */
  readonly damage: SourceDamage | null;
  /** The damaged spans that are known so far; absent without any. */
  readonly faults?: readonly FaultSpan[] | undefined;
  /** The reason why the asset cannot be used as media; null if it can be used. */
  readonly useless: UnusableMedia | null;
}

/** The inputs of a film other than its text and its variables. */
interface ExternalInputs {
  readonly sourceEnds?: EndsOf;
  /** The values of the project's brand. */
  readonly brand?: Readonly<Record<string, string>>;
}

/**
 * Checks whether a film with these values can be rendered, by the rules of the service. `assets` is null while loading.
 */
export function checkRender(
  document: TemplateDocument,
  values: Readonly<Record<string, string>>,
  assets: KnownAssets | null,
  { sourceEnds = NOTHING_KNOWN, brand = {} }: ExternalInputs = {},
): RenderCheck {
  const mergedValues = mergeBrandValues(Object.entries(values), Object.entries(brand));
  const { movie, partial, findings } = resolveTemplate(document, {
    values: mergedValues,
    missing: 'error',
    sourceEnds,
  });
  const overview = variableOverview(listVariables(document).variables.filter(isUsed), findings, values, brand);
  const rows = blockingRows(inDeclaredOrder(overview.rows, declarationsIn(document.root).keys()), findings);
  // Only elements that are played require values. So `findings` reports missing variables only for these elements.
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

/** Returns the rows. If only disabled scenes and layers use a variable, its row is marked as not needed. */
function blockingRows(rows: readonly VariableRow[], findings: readonly Finding[]): readonly VariableRow[] {
  const missing = new Set(
    findings.flatMap(({ code, at }) => (code === 'variable/missing' && at !== null ? [placeKey(at)] : [])),
  );
  return rows.map((row): VariableRow => {
    const { origin, variable, problems } = row;
    if (origin !== 'none' || variable.uses.some((use) => missing.has(placeKey(findingAt(use))))) return row;
    return { ...row, origin: 'unneeded', problems: problems.filter(({ code }) => code !== 'variable/missing') };
  });
}

/**
 * Returns a `refused` blocker if the value of a variable causes the finding. Otherwise, returns a `problem`, which the
 * user can fix only in the text.
 */
function problemBlocker(finding: Finding, rows: readonly VariableRow[]): Blocker {
  const { code, says } = finding;
  const name = variableIn(says);
  const refusedRow = rows.find(
    ({ origin, problems, variable }) =>
      origin === 'sample' &&
      problems.some((each) => each.code === code && (each.says === says || name === shortened(variable.name))),
  );
  if (refusedRow === undefined) return { kind: 'problem', finding };
  return { kind: 'refused', name: refusedRow.variable.name, says };
}

/** Removes all but the first `refused` blocker of each variable, because several uses can refuse the same value. */
function distinctRefusals(blockers: readonly Blocker[]): readonly Blocker[] {
  const refusedNames = new Set<string>();
  return blockers.filter((blocker) => {
    if (blocker.kind !== 'refused') return true;
    const isFirst = !refusedNames.has(blocker.name);
    refusedNames.add(blocker.name);
    return isFirst;
  });
}

/**
 * Returns the values for the variables of the template with changes applied. A null in `changes` removes a value.
 * Values without a variable are omitted, because the service would warn about them.
 */
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

/**
 * Returns messages about damaged sources that do not prevent a render. If `span` is set, only sources that are used in
 * this span count.
 */
export function damageNotes(movie: Movie, assets: KnownAssets, span: FrameSpan | null): readonly Message[] {
  const checkedMovie = span === null ? movie : movieWithin(movie, span);
  const timeline = buildTimeline(checkedMovie);
  const assetOf = (source: MediaSource) => (source.kind === 'asset' ? assets.get(nameKey(source.name)) : undefined);
  const uses = playedRanges(timeline).map(({ layer: { id, source }, from, until }): UsedSource => {
    const faults = playedFaults(assetOf(source)?.faults ?? []);
    return { node: id, sha256: sourceKey(source), source: sourceLabel(source), from, until, faults };
  });
  const findings = [
    ...damageFindings(timeline, ({ source }) => assetOf(source)?.damage ?? null),
    ...faultFindings(uses),
  ];
  return [...new Map(findings.map(({ says }) => [JSON.stringify(says), says])).values()];
}

/** Returns the assets that the film plays, with their kind of use. */
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
