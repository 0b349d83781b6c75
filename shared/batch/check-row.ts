import { playedSources } from '../film/played-sources.ts';
import { settle } from '../film/settle.ts';
import { nameKey } from '../names/asset-name.ts';
import type { TemplateDocument } from '../template/document.ts';
import { type Finding, problemCodes } from '../template/problem.ts';
import { resolveTemplate } from '../template/resolve.ts';
import { createResolveMemory } from '../template/resolve-memory.ts';
import { listVariables } from '../template/variables.ts';
import { findingAt, placeKey } from '../template/written-values.ts';

export interface RowProblem {
  readonly severity: 'error' | 'warning';
  /** The variable that stands where the fault is; null where it is none of the table's. */
  readonly variable: string | null;
  readonly message: string;
}

/** What is said of a row before it is rendered. */
export interface RowCheck {
  readonly problems: readonly RowProblem[];
  /** Of the film; null for one that cannot be rendered. */
  readonly totalFrames: number | null;
}

export interface RowCheckOptions {
  readonly document: TemplateDocument;
  /** What media may be taken from. */
  readonly assets: readonly string[];
  /** Variables that have a column; what is wrong elsewhere is the template's own fault, and told once. */
  readonly mapped: ReadonlySet<string>;
  /** `“name” is not in the project.` */
  readonly missingAsset: (name: string) => string;
}

export interface RowChecker {
  /** What is wrong whatever the values: no row can be rendered. */
  readonly common: readonly string[];
  readonly check: (values: ReadonlyMap<string, string>) => RowCheck;
}

/** Checks rows of values against one template, which is read once; as the service does, without asking it. */
export function createRowChecker({ document, assets, mapped, missingAsset }: RowCheckOptions): RowChecker {
  const known = listVariables(document).variables;
  // Of two variables in one attribute the first tells.
  const variableAt = new Map(
    known.toReversed().flatMap(({ name, uses }) => uses.map((use) => [placeKey(findingAt(use)), name] as const)),
  );
  const keys = new Set(assets.map(nameKey));
  const memory = createResolveMemory();
  const without = resolveTemplate(document, { values: new Map(), missing: 'ignore' });
  const always = new Set(without.findings.map(({ message }) => message));
  const common = new Set([
    ...without.findings.filter(isError).map(({ message }) => message),
    ...known
      .filter(({ name, default: fallback }) => fallback === null && !mapped.has(name))
      .map(({ name }) => `The variable \`${name}\` has neither a column nor a default.`),
  ]);

  const variableOf = ({ at }: Finding): string | null => variableAt.get(placeKey(at)) ?? null;
  return {
    common: [...common],
    check: (values) => {
      const { movie, draft, findings } = resolveTemplate(document, { values, missing: 'error', memory });
      const told = findings.flatMap((finding): readonly RowProblem[] => {
        const variable = variableOf(finding);
        const severity = problemCodes[finding.code];
        const isOfRow = variable !== null && mapped.has(variable);
        return isOfRow && !always.has(finding.message) ? [{ severity, variable, message: finding.message }] : [];
      });
      const shown = movie ?? draft;
      const missing = (shown === null ? [] : playedSources(shown))
        .filter(({ source }) => source.kind === 'asset' && !keys.has(nameKey(source.name)))
        .map(({ source, at }): RowProblem => {
          const name = source.kind === 'asset' ? source.name : source.url;
          const variable = variableAt.get(placeKey(at)) ?? null;
          return { severity: 'error', variable, message: missingAsset(name) };
        });
      return { problems: distinct([...told, ...missing]), totalFrames: movie === null ? null : settle(movie).length };
    },
  };
}

function isError({ code }: Finding): boolean {
  return problemCodes[code] === 'error';
}

/** The same value may stand in many places: told once for each variable. */
function distinct(problems: readonly RowProblem[]): readonly RowProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.variable}\n${problem.message}`, problem])).values()];
}
