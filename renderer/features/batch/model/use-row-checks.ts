import { useEffect, useMemo, useState } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { createTextCheck, type TextCheck } from '#renderer/playback/compose/text-check.ts';
import { createProjectMedia } from '#renderer/playback/decode/service-media.ts';
import { picturesIn, usePlatforms, useProjectChecks } from '#renderer/project/check-platforms.ts';
import { labelWithName } from '#renderer/project/variable-labels.ts';
import {
  createRowChecker,
  problemsOfFilms,
  type RowCheck,
  type RowProblem,
  requiredDefaults,
} from '#shared/batch/check-row.ts';
import type { ColumnUses } from '#shared/batch/match-columns.ts';
import { rowContrast } from '#shared/batch/row-contrast.ts';
import { rowTexts, textProblems } from '#shared/batch/row-texts.ts';
import { rowValues } from '#shared/batch/row-values.ts';
import type { TableRow } from '#shared/batch/table.ts';
import { unsuitableFile } from '#shared/batch/unfit-file.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import { type CheckOptions, countedFindings, QUICK_CHECK } from '#shared/film-check/check-film.ts';
import { type CheckVerdict, type FilmFinding, verdictOf } from '#shared/film-check/report.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { createResolveMemory } from '#shared/resolve/reading-context.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { withLanguage } from '#shared/template/variables/film-language.ts';
import { type Checked, type Checking, checkAll } from './check-all.ts';
import type { BatchTemplate } from './use-batch-template.ts';

/** The results of the checks so far. */
export interface RowChecks extends Checked {
  /** The problems that are common to all rows. */
  readonly common: readonly Message[];
  /** The results of the film check in row order; null for a row that is not checked, or has errors. */
  readonly verdicts: readonly (RowVerdict | null)[];
}

/** The result of the film check of the films of a row. */
export interface RowVerdict {
  readonly verdict: CheckVerdict;
  /** The errors and warnings. */
  readonly findings: readonly FilmFinding[];
}

/** The templates and languages of a run. */
export interface CheckedRun {
  readonly movies: readonly string[];
  readonly languages: readonly string[] | null;
  /** The loaded templates by name. */
  readonly templates: ReadonlyMap<string, BatchTemplate>;
}

export interface RowChecksInput {
  readonly project: string;
  readonly template: BatchTemplate | null;
  /** The templates and languages of a run; null for one film per row. */
  readonly run: CheckedRun | null;
  /** The assets of the project; null while loading. */
  readonly assets: readonly AssetEntry[] | null;
  readonly rows: readonly TableRow[];
  readonly uses: ColumnUses;
  /** The values of the brand, by variable. */
  readonly brand: Readonly<Record<string, string>>;
}

const NOTHING: RowChecks = { ofRows: [], common: [], isDone: false, texts: null, milliseconds: null, verdicts: [] };

/** Checks all rows in the background. After an edit, only changed rows are checked again. */
export function useRowChecks({ project, template, run, assets, rows, uses, brand }: RowChecksInput): RowChecks {
  const textCheck = useTextCheck(project);
  const usesKey = JSON.stringify(uses);
  const checking = useMemo(() => {
    if (template === null || template.source === null || assets === null) return null;
    const columnUses: ColumnUses = JSON.parse(usesKey);
    const films = filmsOf(template, run);
    return films && checkingOf(films, { assets, uses: columnUses, brand, textCheck, variables: template.variables });
  }, [template, run, assets, usesKey, brand, textCheck]);
  const [platforms] = usePlatforms(project);
  const { own, off } = useProjectChecks(project);
  const options = useMemo(() => ({ ...QUICK_CHECK, platforms, own, off }), [platforms, own, off]);

  const [checks, setChecks] = useState(NOTHING);
  useEffect(() => {
    if (checking === null) return setChecks(NOTHING);
    const stopped = new AbortController();
    const { common } = checking;
    const { signal } = stopped;
    const show = (checked: Checked) => setChecks((before) => ({ ...checked, common, verdicts: before.verdicts }));
    checkAll(checking, rows, signal, show)
      .then(() =>
        checkRows(checking, rows, { options, signal }, (verdicts) => setChecks((now) => ({ ...now, verdicts }))),
      )
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    return () => stopped.abort();
  }, [checking, rows, options]);
  return checks;
}

/** The minimum interval in milliseconds between updates of the verdicts. */
const UPDATE_MILLISECONDS = 200;

/** Runs the film check of each row in the background, in order. Skips rows with errors. */
async function checkRows(
  { known, checkRow, verdictsByOptions }: ReturnType<typeof checkingOf>,
  rows: readonly TableRow[],
  { options, signal }: { readonly options: CheckOptions; readonly signal: AbortSignal },
  onVerdicts: (verdicts: readonly (RowVerdict | null)[]) => void,
): Promise<void> {
  const ofOptions = verdictsByOptions.get(options) ?? new WeakMap<TableRow, RowVerdict>();
  verdictsByOptions.set(options, ofOptions);
  const verdicts = rows.map((row) => ofOptions.get(row) ?? null);
  onVerdicts([...verdicts]);
  let updatedAt = performance.now();
  for (const [at, row] of rows.entries()) {
    const hasError = known.get(row)?.problems.some(({ severity }) => severity === 'error') !== false;
    if (verdicts[at] !== null || hasError) continue;
    const verdict = await checkRow(row, options, signal);
    ofOptions.set(row, verdict);
    verdicts[at] = verdict;
    if (performance.now() - updatedAt < UPDATE_MILLISECONDS) continue;
    updatedAt = performance.now();
    onVerdicts([...verdicts]);
  }
  onVerdicts(verdicts);
}

interface BatchFilm {
  readonly movie: string;
  readonly language: string | null;
  readonly template: BatchTemplate;
}

/** Returns the films of a row; null while a template of the run is loading. */
function filmsOf(template: BatchTemplate, run: CheckedRun | null): readonly BatchFilm[] | null {
  if (run === null) return [{ movie: '', language: null, template }];
  const films = run.movies.flatMap((movie): readonly (BatchFilm | null)[] => {
    const loaded = run.templates.get(movie);
    return loaded === undefined
      ? [null]
      : (run.languages ?? [null]).map((language) => ({ movie, language, template: loaded }));
  });
  return films.every((film) => film !== null) ? films : null;
}

type CheckingInput = Pick<RowChecksInput, 'uses' | 'brand'> & {
  /** The variables of all templates. */
  readonly variables: BatchTemplate['variables'];
  readonly assets: readonly AssetEntry[];
  readonly textCheck: () => TextCheck;
};

/** The film check of the films of a row, with a cache of its results by options and rows. */
interface RowFilmCheck {
  readonly checkRow: (row: TableRow, options: CheckOptions, signal: AbortSignal) => Promise<RowVerdict>;
  readonly verdictsByOptions: WeakMap<CheckOptions, WeakMap<TableRow, RowVerdict>>;
}

/** Returns the checks of all films of a row. */
function checkingOf(
  films: readonly BatchFilm[],
  input: CheckingInput,
): Checking & Pick<RowChecks, 'common'> & RowFilmCheck {
  const checkings = films.map((film) => filmCheckingOf(film, input));
  const hasTexts = checkings.some(({ checkTexts }) => checkTexts !== null);
  return {
    common: commonMessages(checkings),
    films: checkings,
    known: new WeakMap(),
    knownTexts: new WeakMap(),
    verdictsByOptions: new WeakMap(),
    checkRow: async (row, options, signal) => {
      const findings: FilmFinding[] = [];
      for (const { findingsOf } of checkings) findings.push(...((await findingsOf?.(row, options, signal)) ?? []));
      return { verdict: verdictOf(findings), findings: findings.filter(({ severity }) => severity !== 'notice') };
    },
    checkTexts: hasTexts
      ? async (row, signal) => {
          const checked = checkings.map(async ({ movie, language, checkTexts }) => {
            const problems = (await checkTexts?.(row, signal)) ?? [];
            return { movie, language, check: { problems, totalFrames: null, size: null } };
          });
          return problemsOfFilms(await Promise.all(checked));
        }
      : null,
  };
}

/** Returns the problems of all templates. A problem of only some templates names them. */
function commonMessages(checkings: readonly ReturnType<typeof filmCheckingOf>[]): readonly Message[] {
  const problems = problemsOfFilms(
    checkings.map(({ movie, language, common }) => {
      const warnings = common.map((says): RowProblem => ({ severity: 'warning', variable: null, says }));
      return { movie, language, check: { problems: warnings, totalFrames: null, size: null } };
    }),
  );
  return problems.map(({ says }) => says);
}

function filmCheckingOf({ movie, language, template }: BatchFilm, input: CheckingInput) {
  const { source, fault } = template;
  const { assets, uses, brand, textCheck, variables } = input;
  if (source === null) {
    const check = (): RowCheck => ({ problems: [], totalFrames: null, size: null });
    const says = messageOf(fault ?? undefined);
    return { movie, language, common: says === null ? [] : [says], check, checkTexts: null, findingsOf: null };
  }
  const { document } = source;
  const columns = new Set(uses.filter((use) => use !== null));
  const checker = createRowChecker({
    document,
    assets: assets.map(({ name }) => name),
    mapped: new Set([...columns, ...Object.keys(brand)]),
    displayName: labelWithName,
    missingAsset: (name) => message('source/not-in-project', { name }),
    unsuitableAsset: (name, requested) => {
      const media = assetNamed(assets, name)?.media ?? null;
      // A file whose inspection is pending can have any kind, so it is not a problem.
      return media && unsuitableFile(name, { ...media, why: messageOf(media.why) }, requested);
    },
  });
  const valuesOf = (row: TableRow) =>
    withLanguage(mergeBrandValues(rowValues(row, uses, variables).values, Object.entries(brand)), language);
  const [textsOf, contrastOf] = [rowTexts(document, columns), rowContrast(document, columns)];
  const memory = createResolveMemory();
  const hasTexts = textsOf !== null || contrastOf !== null;
  const filmOf = (row: TableRow) =>
    resolveTemplate(document, { values: valuesOf(row), missing: 'error', memory }).movie;
  const pictureOf = picturesIn(assets);
  return {
    ...{ movie, language, common: checker.common },
    check: (row: TableRow): RowCheck => {
      const check = checker.check(valuesOf(row));
      const { defaulted } = rowValues(row, uses, template.variables);
      const shown = defaulted.filter((name) => brand[name] === undefined);
      const missing = requiredDefaults(shown, template.variables);
      return missing.length === 0 ? check : { ...check, problems: [...check.problems, ...missing] };
    },
    findingsOf: async (row: TableRow, options: CheckOptions, signal: AbortSignal) => {
      const filled = filmOf(row);
      if (filled === null) return [];
      const { result } = await textCheck().checkFilm({ movie: filled, pictureOf }, options, signal);
      return countedFindings(result.findings, document.root, options.off).counted;
    },
    checkTexts: hasTexts
      ? async (row: TableRow, signal: AbortSignal): Promise<readonly RowProblem[]> => {
          const filled = filmOf(row);
          if (filled === null) return [];
          const textChecks = (textsOf?.(filled) ?? []).map(async (text) => {
            const layout = await textCheck().layOut(filled, text.layer, text.frame, signal);
            return layout === null ? [] : textProblems(text, layout);
          });
          return [...(contrastOf?.(filled) ?? []), ...(await Promise.all(textChecks)).flat()];
        }
      : null,
  };
}

/**
 * Returns a function that returns the text check of the project. The text check is created at the first call and
 * disposed with the screen.
 */
function useTextCheck(project: string): () => TextCheck {
  const api = useApi();
  const cachedCheck = useMemo(() => cachedRowCheck(api, project), [api, project]);
  useEffect(() => () => cachedCheck.end(), [cachedCheck]);
  return cachedCheck.get;
}

function cachedRowCheck(api: Pick<Api, 'client' | 'queries' | 'reachability'>, project: string) {
  let textCheck: TextCheck | null = null;
  return {
    get: (): TextCheck => {
      textCheck ??= createTextCheck(createProjectMedia(api, project));
      return textCheck;
    },
    end: (): void => {
      textCheck?.dispose();
      textCheck = null;
    },
  };
}
