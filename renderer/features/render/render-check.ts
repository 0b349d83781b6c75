import { nameKey } from '../../../shared/names/asset-name.ts';
import type { TemplateDocument } from '../../../shared/template/document.ts';
import { type Frames, frames } from '../../../shared/template/frame-rate.ts';
import type { Movie } from '../../../shared/template/movie.ts';
import { problemCodes } from '../../../shared/template/problem.ts';
import { resolveTemplate } from '../../../shared/template/resolve.ts';
import { listVariables } from '../../../shared/template/variables.ts';
import { type VariableRow, variableOverview } from '../variables/variable-rows.ts';

/** Why a film cannot be rendered as it stands. */
export type Blocker =
  /** Variables with neither value nor default. */
  | { readonly kind: 'unset'; readonly names: readonly string[] }
  /** A sentence of the language's own check. */
  | { readonly kind: 'problem'; readonly message: string }
  /** Assets that the project has not got. */
  | { readonly kind: 'missing-assets'; readonly names: readonly string[] };

export interface RenderCheck {
  readonly rows: readonly VariableRow[];
  /** The first is the one to say. */
  readonly blockers: readonly Blocker[];
  /** Frames of the film; null while it cannot be told. */
  readonly frames: Frames | null;
}

/** Checks a film with these values as the service will, before it is asked. `assets` has the keys of
 * their names (`nameKey`), and is null until they are known. */
export function checkRender(
  document: TemplateDocument,
  values: Readonly<Record<string, string>>,
  assets: ReadonlySet<string> | null,
): RenderCheck {
  const given = new Map(Object.entries(values));
  const { movie, draft, findings } = resolveTemplate(document, { values: given, missing: 'error' });
  const { rows } = variableOverview(listVariables(document).variables, findings, values);
  const unset = rows.filter(({ origin }) => origin === 'none').map(({ variable }) => variable.name);
  const problems = findings.filter(({ code }) => problemCodes[code] === 'error' && code !== 'variable/missing');
  const missing = assets === null ? [] : missingAssets(draft, assets);
  return {
    rows,
    blockers: [
      ...(unset.length > 0 ? [{ kind: 'unset', names: unset } as const] : []),
      ...problems.map(({ message }) => ({ kind: 'problem', message }) as const),
      ...(missing.length > 0 ? [{ kind: 'missing-assets', names: missing } as const] : []),
    ],
    frames: movie === null ? null : framesOf(movie),
  };
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

function missingAssets(movie: Movie | null, assets: ReadonlySet<string>): readonly string[] {
  const names = (movie?.scenes ?? [])
    .filter(({ enabled }) => enabled)
    .flatMap(({ layers }) => layers.filter(({ enabled }) => enabled))
    .flatMap(({ source }) => (source.kind === 'asset' ? [source.name] : []));
  return [...new Set(names)].filter((name) => !assets.has(nameKey(name)));
}

function framesOf({ scenes }: Movie): Frames {
  return frames(scenes.reduce((total, { enabled, duration }) => total + (enabled ? duration : 0), 0));
}
