import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { nameKey } from '../names/asset-name.ts';
import { createResolveMemory } from '../resolve/reading-context.ts';
import { resolveTemplate } from '../resolve/resolve.ts';
import { listVariables, needsValue, type Variable, variableAtFault } from '../resolve/variables.ts';
import { childElements, elementsOf, type NodeId, type TemplateDocument } from '../template/document/document.ts';
import { type Finding, problemCodes, wordsOf } from '../template/document/problem.ts';
import { repeatAttributes } from '../template/tables/repeat-attributes.ts';
import { isSound } from '../template/tables/roles.ts';
import type { Size } from '../template/values/placement.ts';
import { itemCount } from '../template/variables/item-texts.ts';
import { findingAt, placeKey } from '../template/variables/written-values.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import { playedSources } from '../timeline/played-sources.ts';
import { filmSize } from '../timeline/timeline.ts';
import type { RequestedFile, UnsuitableFile } from './unfit-file.ts';

export interface RowProblem {
  readonly severity: 'error' | 'warning';
  /** The variable that causes the problem; null if it is not in the table. */
  readonly variable: string | null;
  readonly says: Message;
}

/** The result of checking a row before rendering. */
export interface RowCheck {
  readonly problems: readonly RowProblem[];
  /** The length of the film; null if it cannot be rendered. */
  readonly totalFrames: number | null;
  /** The size of the film in pixels; null if the template has no valid size or frame rate. */
  readonly size: Size | null;
}

/** The check of one film of a row. A run makes several films per row. */
export interface CheckedFilm {
  readonly movie: string;
  /** The language of the run; null for the language of the movie. */
  readonly language: string | null;
  readonly check: RowCheck;
}

/**
 * Combines the checks of all films of a row. A run leaves out films with errors, so errors become warnings if another
 * film can be rendered. Returns the length and the size of the first film without errors.
 */
export function checkOfFilms(films: readonly CheckedFilm[]): RowCheck {
  const [first] = films;
  if (first === undefined) return { problems: [], totalFrames: null, size: null };
  if (films.length === 1) return first.check;
  const made = films.find((film) => !isLeftOut(film));
  const problems = problemsOfFilms(films).map(
    (problem): RowProblem => (made === undefined ? problem : { ...problem, severity: 'warning' }),
  );
  const { totalFrames, size } = (made ?? first).check;
  return { problems, totalFrames, size };
}

/**
 * Returns the problems of the films of a row without duplicates. If only some films have a problem, its message names
 * these films.
 */
export function problemsOfFilms(films: readonly CheckedFilm[]): readonly RowProblem[] {
  const all = films.flatMap((film) => film.check.problems.map((problem) => ({ film, problem })));
  return [...Map.groupBy(all, ({ problem }) => keyOf(problem)).values()].flatMap((group) => {
    const [{ problem } = { problem: null }] = group;
    if (problem === null) return [];
    const having = new Set(group.map(({ film }) => film));
    if (having.size === films.length) return [problem];
    const values = { films: namesOfFilms(having, films), problem: problem.says };
    const isLeft = problem.severity === 'error';
    return [{ ...problem, says: message(isLeft ? 'batch/films-left-out' : 'batch/only-in-films', values) }];
  });
}

/** Names films by their movies. Adds the languages if some films of the same movie are not in the set. */
function namesOfFilms(named: ReadonlySet<CheckedFilm>, all: readonly CheckedFilm[]): readonly string[] {
  return [...Map.groupBy(all, ({ movie }) => movie)].flatMap(([movie, films]) => {
    const own = films.filter((film) => named.has(film));
    if (own.length === 0) return [];
    return own.length === films.length ? [movie] : [`${movie} (${own.map(({ language }) => language).join(', ')})`];
  });
}

function isLeftOut({ check: { totalFrames, problems } }: CheckedFilm): boolean {
  return totalFrames === null || problems.some(({ severity }) => severity === 'error');
}

export interface RowCheckOptions {
  readonly document: TemplateDocument;
  readonly assets: readonly string[];
  /**
   * Variables with a column. A problem of any other variable is reported once, as a problem of the template. If only
   * some rows need the value of such a variable, these rows have an error.
   */
  readonly mapped: ReadonlySet<string>;
  /** Returns the displayed name of a variable without a column. The default is the name of the variable. */
  readonly displayName?: (variable: Variable) => string;
  readonly missingAsset: (name: string) => Message;
  /**
   * Returns the problem of an existing asset; null if there is none. Absent if the caller has no information about
   * files.
   */
  readonly unsuitableAsset?: (name: string, requested: RequestedFile) => UnsuitableFile | null;
}

export interface RowChecker {
  /** Problems of the template, which prevent the rendering of every row. */
  readonly common: readonly Message[];
  readonly check: (values: ReadonlyMap<string, string>) => RowCheck;
}

/** Creates a row checker for a template, which it reads only once. The results equal the results of the service. */
export function createRowChecker(options: RowCheckOptions): RowChecker {
  const {
    document,
    assets,
    mapped,
    missingAsset,
    unsuitableAsset = () => null,
    displayName = ({ name }) => name,
  } = options;
  const soundIds = new Set([...elementsOf(document.root)].filter(isSound).map(({ id }) => id));
  const listed = listVariables(document).variables;
  const keys = new Set(assets.map(nameKey));
  const memory = createResolveMemory();
  const emptyResult = resolveTemplate(document, { values: new Map(), missing: 'ignore' });
  const templateMessages = new Set(emptyResult.findings.map(({ says }) => keyOf(says)));
  const noColumn = new Map(
    listed
      .filter((variable) => needsValue(variable) && !mapped.has(variable.name))
      .map((variable) => [variable.name, message('batch/no-column-no-default', { variable: displayName(variable) })]),
  );
  const always = neededByAllRows(document, listed, mapped, new Set(noColumn.keys()));
  const common = [
    ...emptyResult.findings.filter(isError).map(({ says }) => says),
    ...[...noColumn].flatMap(([name, says]) => (always.has(name) ? [says] : [])),
  ];

  const variableOf = variableAtFault(listed, document.root);
  return {
    common: distinct(common, keyOf),
    check: (values) => {
      const { movie, partial, findings } = resolveTemplate(document, { values, missing: 'error', memory });
      const rowProblems = findings.flatMap((finding): readonly RowProblem[] => {
        const variable = variableOf(finding);
        const severity = problemCodes[finding.code];
        const lacking = finding.code === 'variable/missing' && variable !== null ? noColumn.get(variable) : undefined;
        if (lacking !== undefined) return common.includes(lacking) ? [] : [{ severity, variable: null, says: lacking }];
        const isOfRow = variable !== null && mapped.has(variable);
        return isOfRow && !templateMessages.has(keyOf(finding.says))
          ? [{ severity, variable, says: wordsOf(finding) }]
          : [];
      });
      const resolved = movie ?? partial;
      const fileProblems = (resolved === null ? [] : playedSources(resolved)).flatMap(
        ({ source, kind, at }): readonly RowProblem[] => {
          if (source.kind !== 'asset') return [];
          const { name } = source;
          const variable = variableOf({ at, says: null });
          if (!keys.has(nameKey(name))) return [{ severity: 'error', variable, says: missingAsset(name) }];
          const unsuitable = unsuitableAsset(name, { kind, isHeard: soundIds.has(at.node) });
          return unsuitable === null ? [] : [{ ...unsuitable, variable }];
        },
      );
      return {
        problems: distinct([...rowProblems, ...fileProblems], keyOf),
        totalFrames: movie === null ? null : buildTimeline(movie).length,
        size: resolved && filmSize(resolved),
      };
    },
  };
}

/**
 * Returns the variables among `names` that each row needs. A film with the defaults of all variables reports their
 * place, and each row shows this place: no condition, list, or expression there depends on a column.
 */
function neededByAllRows(
  document: TemplateDocument,
  listed: readonly Variable[],
  mapped: ReadonlySet<string>,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  if (names.size === 0) return names;
  const { findings } = resolveTemplate(document, { values: new Map(), missing: 'error' });
  const lacking = new Set(findings.filter(({ code }) => code === 'variable/missing').map(({ at }) => placeKey(at)));
  const uses = listed.flatMap((variable) => (mapped.has(variable.name) ? variable.uses : []));
  const varying = new Set(uses.filter((use) => use.inExpression).map((use) => placeKey(findingAt(use))));
  const switched = new Set<NodeId>();
  const pending = elementsWith(
    uses.filter(isSwitch).map(({ node }) => node),
    document,
  );
  for (const element of pending) {
    switched.add(element.id);
    pending.push(...childElements(element));
  }
  const isShown = (use: Variable['uses'][number]) =>
    lacking.has(placeKey(findingAt(use))) && !varying.has(placeKey(findingAt(use))) && !switched.has(use.node);
  return new Set(listed.filter(({ name, uses: own }) => names.has(name) && own.some(isShown)).map(({ name }) => name));
}

function elementsWith(ids: readonly NodeId[], { root }: TemplateDocument) {
  const given = new Set(ids);
  return [...elementsOf(root)].filter(({ id }) => given.has(id));
}

/** Returns whether a use decides if its element is in the film, or in how many copies. */
function isSwitch({ inCondition, comparison, attribute }: Variable['uses'][number]): boolean {
  return inCondition || comparison !== null || (attribute !== null && attribute in repeatAttributes);
}

/** Returns warnings about empty cells of required variables, for which the film uses the default. */
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
            says: requiredEmpty(fallback),
          },
        ]
      : [],
  );
}

function requiredEmpty(fallback: string): Message {
  const items = itemCount(fallback);
  return items === null
    ? message('batch/required-empty', { default: shortened(fallback) })
    : message('batch/required-empty-list', { items });
}

function isError({ code }: Finding): boolean {
  return problemCodes[code] === 'error';
}

/** Removes duplicate messages, because one problem can concern many places. */
function distinct<Item>(all: readonly Item[], key: (problem: Item) => string): readonly Item[] {
  return [...new Map(all.map((problem) => [key(problem), problem])).values()];
}

function keyOf(problem: Message | RowProblem): string {
  return JSON.stringify(problem);
}
