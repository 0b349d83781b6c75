import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { nameKey } from '../names/asset-name.ts';
import { createResolveMemory } from '../resolve/reading-context.ts';
import { resolveTemplate } from '../resolve/resolve.ts';
import { listVariables, needsValue, type Variable, variableAtFault } from '../resolve/variables.ts';
import { elementsOf, type TemplateDocument } from '../template/document/document.ts';
import { type Finding, problemCodes } from '../template/document/problem.ts';
import { isSound } from '../template/tables/roles.ts';
import type { Size } from '../template/values/placement.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import { playedSources } from '../timeline/played-sources.ts';
import { filmSize } from '../timeline/timeline.ts';
import type { RequestedFile, UnfitFile } from './unfit-file.ts';

export interface RowProblem {
  readonly severity: 'error' | 'warning';
  /** The variable that stands where the fault is; null where it is none of the table's. */
  readonly variable: string | null;
  readonly says: Message;
}

/** What is said of a row before it is rendered. */
export interface RowCheck {
  readonly problems: readonly RowProblem[];
  /** Of the film; null for one that cannot be rendered. */
  readonly totalFrames: number | null;
  /** Of the film, in pixels; null for one that cannot be rendered. */
  readonly size: Size | null;
}

export interface RowCheckOptions {
  readonly document: TemplateDocument;
  /** What media may be taken from. */
  readonly assets: readonly string[];
  /** Variables that have a column; what is wrong elsewhere is the template's own fault, and told once. */
  readonly mapped: ReadonlySet<string>;
  /** The text that names a variable without a column; its name by default. */
  readonly shownAs?: (variable: Variable) => string;
  /** What is said of an asset that is none of those. */
  readonly missingAsset: (name: string) => Message;
  /** What is wrong with an asset that is there, for who knows what its file is; null where nothing is. */
  readonly unfitAsset?: (name: string, requested: RequestedFile) => UnfitFile | null;
}

export interface RowChecker {
  /** What is wrong whatever the values: no row can be rendered. */
  readonly common: readonly Message[];
  readonly check: (values: ReadonlyMap<string, string>) => RowCheck;
}

/** Checks rows of values against one template, which is read once; as the service does, without asking it. */
export function createRowChecker(options: RowCheckOptions): RowChecker {
  const { document, assets, mapped, missingAsset, unfitAsset = () => null, shownAs = ({ name }) => name } = options;
  const heard = new Set([...elementsOf(document.root)].filter(isSound).map(({ id }) => id));
  const known = listVariables(document).variables;
  const keys = new Set(assets.map(nameKey));
  const memory = createResolveMemory();
  const without = resolveTemplate(document, { values: new Map(), missing: 'ignore' });
  const always = new Set(without.findings.map(({ says }) => keyOf(says)));
  const common = [
    ...without.findings.filter(isError).map(({ says }) => says),
    ...known
      .filter((variable) => needsValue(variable) && !mapped.has(variable.name))
      .map((variable) => message('batch/no-column-no-default', { variable: shownAs(variable) })),
  ];

  const variableOf = variableAtFault(known);
  return {
    common: distinct(common, keyOf),
    check: (values) => {
      const { movie, partial, findings } = resolveTemplate(document, { values, missing: 'error', memory });
      const told = findings.flatMap((finding): readonly RowProblem[] => {
        const variable = variableOf(finding);
        const severity = problemCodes[finding.code];
        const isOfRow = variable !== null && mapped.has(variable);
        return isOfRow && !always.has(keyOf(finding.says)) ? [{ severity, variable, says: finding.says }] : [];
      });
      const shown = movie ?? partial;
      const ofFiles = (shown === null ? [] : playedSources(shown)).flatMap(
        ({ source, kind, at }): readonly RowProblem[] => {
          if (source.kind !== 'asset') return [];
          const { name } = source;
          const variable = variableOf({ at, says: null });
          if (!keys.has(nameKey(name))) return [{ severity: 'error', variable, says: missingAsset(name) }];
          const unfit = unfitAsset(name, { kind, isHeard: heard.has(at.node) });
          return unfit === null ? [] : [{ ...unfit, variable }];
        },
      );
      return {
        problems: distinct([...told, ...ofFiles], keyOf),
        totalFrames: movie === null ? null : buildTimeline(movie).length,
        size: movie && filmSize(movie),
      };
    },
  };
}

/** Warnings about empty cells of required variables whose default the film shows. */
export function requiredDefaults(
  defaulted: readonly string[],
  variables: readonly Pick<Variable, 'name' | 'default' | 'declaration'>[],
): readonly RowProblem[] {
  return variables.flatMap(({ name, default: fallback, declaration }): readonly RowProblem[] =>
    declaration?.required === true && fallback !== null && fallback.trim() !== '' && defaulted.includes(name)
      ? [
          {
            severity: 'warning',
            variable: name,
            says: message('batch/required-empty', { default: shortened(fallback) }),
          },
        ]
      : [],
  );
}

function isError({ code }: Finding): boolean {
  return problemCodes[code] === 'error';
}

/** The same may be said of many places: told once. */
function distinct<Told>(all: readonly Told[], key: (told: Told) => string): readonly Told[] {
  return [...new Map(all.map((told) => [key(told), told])).values()];
}

function keyOf(told: Message | RowProblem): string {
  return JSON.stringify(told);
}
