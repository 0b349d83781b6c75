import { filmFindings } from '../../film/checks/check-film.ts';
import { type EndsOf, endedFindings, NOTHING_KNOWN, withContentLengths } from '../../film/lengths/content-length.ts';
import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { type ElementNode, elementsOf, type TemplateDocument } from '../document/document.ts';
import { createFindingLog, inDocumentOrder } from '../document/findings.ts';
import type { Finding } from '../document/problem.ts';
import { nearestName } from '../document/suggestion.ts';
import type { Movie } from '../movie/movie.ts';
import { createValueBudget } from '../placeholders/value-budget.ts';
import type { ReadingContext, ResolveMemory } from '../reading/reading-context.ts';
import { isOfValues } from '../reading/unplayed.ts';
import { isBrandVariable } from '../variables/brand-variables.ts';
import { scanVariables } from '../variables/variable-uses.ts';
import { variablesOfScan } from '../variables/variables.ts';
import { resolveMovie } from './resolve-movie.ts';
import { unplayedElements } from './resolve-scenes.ts';

export interface ResolveOptions {
  /** Values of variables by name; they go before the template's defaults, name by name. */
  readonly values: ReadonlyMap<string, string>;
  /** `error` to render; `ignore` to check or save a template whose values come later. */
  readonly missing: 'error' | 'ignore';
  /**
   * A movie without a scene, or with none that is switched on: `error` to render, which is meant if nothing is said;
   * `ignore` to edit or save one whose scenes come later.
   */
  readonly empty?: 'error' | 'ignore';
  /** What is known of sources: scenes may be as long as those. Nothing unless given. */
  readonly sourceEnds?: EndsOf | undefined;
  /** Makes resolving again after an edit fast; scenes that are as before are the same objects. */
  readonly memory?: ResolveMemory | undefined;
}

export interface ResolvedTemplate {
  /** What is rendered: null exactly if there is an error, or a missing value or an empty movie was ignored. */
  readonly movie: Movie | null;
  /**
   * As much of the movie as could be read, to be shown while a template is worked on: scenes, layers and effects that
   * could not be read are left out. Null while its size or frame rate is unknown.
   */
  readonly partial: Movie | null;
  /** All that is wrong, in document order; what concerns no place comes last. */
  readonly findings: readonly Finding[];
}

/**
 * Gives a template's variables their values and checks all of it, literal values and resolved ones alike. Elements and
 * attributes that this version does not know are warned about and left out; what is switched off is checked, too.
 */
export function resolveTemplate(document: TemplateDocument, options: ResolveOptions): ResolvedTemplate {
  const log = createFindingLog();
  const scan = scanVariables(document);
  const { variables, findings } = variablesOfScan(document, scan);
  log.addAll(findings);
  const ignored = new Set<string>();
  const budget = createValueBudget();
  const declarations = new Map(
    variables.flatMap(({ name, declaration }) => (declaration === null ? [] : [[name, declaration]])),
  );
  const { defaults } = scan;
  const context: ReadingContext = { ...options, defaults, declarations, budget, log, ignored, rate: null };
  const read = resolveMovie(context, document.root);

  const { sourceEnds } = options;
  const partial = read && withContentLengths(read, sourceEnds ?? NOTHING_KNOWN);
  if (partial !== null) log.addAll(withoutUnplayed(filmFindings(partial), context, document.root));
  if (partial !== null && sourceEnds !== undefined) log.addAll(endedFindings(partial, sourceEnds));

  const names = new Set(variables.map((variable) => variable.name));
  for (const { name, declaration, uses } of variables)
    if (declaration !== null && uses.length === 0)
      log.add('variable/unused', { node: declaration.node, attribute: 'name' }, () =>
        statement('variable/no-use', { variable: shortened(name) }),
      );
  const unset = [...names].filter((name) => !options.values.has(name));
  for (const name of options.values.keys())
    if (!names.has(name) && !isBrandVariable(name))
      log.add('variable/unused', null, () =>
        statement('variable/unused', { name: shortened(name), meant: nearestName(name, unset) }),
      );

  return {
    movie: log.hasErrors() || ignored.size > 0 || isEmpty(partial) ? null : partial,
    partial,
    findings: inDocumentOrder(log.findings(), document),
  };
}

/** What is not played is judged for what is written, not for what its variables would give. */
function withoutUnplayed(findings: readonly Finding[], context: ReadingContext, root: ElementNode): readonly Finding[] {
  if (findings.length === 0) return findings;
  const within = unplayedElements({ ...context, budget: createValueBudget() }, root);
  const unplayed = new Map(within.flatMap((element) => [...elementsOf(element)].map((each) => [each.id, each])));
  return findings.filter((finding) => {
    const judged = finding.at === null ? undefined : unplayed.get(finding.at.node);
    return judged === undefined || !isOfValues(finding, judged);
  });
}

function isEmpty(partial: Movie | null): boolean {
  return partial?.scenes.every(({ enabled }) => !enabled) === true;
}
