import { findLanguage, USUAL_LANGUAGE } from '../formats/languages.ts';
import { assertNever } from '../lib/assert.ts';
import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  elementsOf,
  type TemplateDocument,
} from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { nearestName } from '../template/document/names.ts';
import { createFindingLog, type Finding, inDocumentOrder } from '../template/document/problem.ts';
import type { FontFace, Movie } from '../template/movie/movie.ts';
import { startsOf } from '../template/movie/scene-starts.ts';
import { createValueBudget } from '../template/placeholders/substitute.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import { isScene, roleOf, scenesOf } from '../template/tables/roles.ts';
import { frames } from '../template/values/frame-rate.ts';
import { declarationFaults, declarationOf } from '../template/variables/declarations.ts';
import { filmLanguage, isRequestSetting, requestedLanguage } from '../template/variables/film-language.ts';
import { filmLoudness } from '../template/variables/film-loudness.ts';
import { isBrandVariable, scanVariables } from '../template/variables/variable-uses.ts';
import { timelineFindings } from '../timeline/checks.ts';
import { NOTHING_KNOWN, sourceEndFindings, withContentLengths } from '../timeline/content-length.ts';
import type { EndsOf } from '../timeline/timeline-kinds.ts';
import { checkSource, dependsOnValues, type KnownChild, knownChildren, mediaSource } from './children.ts';
import { readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import { type ReadingContext, type ResolveMemory, rememberedRate } from './reading-context.ts';
import { resolveOverlays, resolveSounds } from './scene.ts';
import { countScenes, sceneRun, unplayedElements } from './scenes.ts';
import { variablesOfScan } from './variables.ts';

export interface ResolveOptions {
  /** Values of variables by name. They override the defaults in the template. */
  readonly values: ReadonlyMap<string, string>;
  /** `error` for rendering; `ignore` for checking or saving a template before its values are known. */
  readonly missing: 'error' | 'ignore';
  /**
   * The severity of a movie without an enabled scene: `error` for rendering, which is the default; `ignore` for editing
   * or saving a movie whose scenes are added later.
   */
  readonly empty?: 'error' | 'ignore';
  /** The ends of sources, for scenes whose length follows from their content; absent if they are unknown. */
  readonly sourceEnds?: EndsOf | undefined;
  /** A memory that makes resolving after an edit fast. Unchanged scenes stay the same objects. */
  readonly memory?: ResolveMemory | undefined;
}

export interface ResolvedTemplate {
  /**
   * The movie for rendering; null if and only if there is an error, or a missing value or an empty movie was ignored.
   */
  readonly movie: Movie | null;
  /**
   * The valid part of the movie, for display while a template is edited. Invalid scenes, layers, and effects are
   * omitted. Null if the size or the frame rate is unknown.
   */
  readonly partial: Movie | null;
  /** All findings in document order. Findings without a location are last. */
  readonly findings: readonly Finding[];
}

/**
 * Resolves a template: substitutes its variables, and checks literal and substituted values in the same way. Unknown
 * elements and attributes are reported as warnings and omitted. Disabled elements are checked, too.
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
  const language = filmLanguage(document.root, { values: options.values, defaults });
  const context: ReadingContext = { ...options, defaults, declarations, language, budget, log, ignored, rate: null };
  const read = resolveMovie(context, document.root);

  const { sourceEnds } = options;
  const partial = read && withContentLengths(read, sourceEnds ?? NOTHING_KNOWN);
  if (partial !== null) log.addAll(withoutUnplayed(timelineFindings(partial), context, document.root));
  if (partial !== null && sourceEnds !== undefined) log.addAll(sourceEndFindings(partial, sourceEnds));

  const names = new Set(variables.map((variable) => variable.name));
  for (const { name, declaration, uses } of variables)
    if (declaration !== null && uses.length === 0)
      log.add('variable/unused', { node: declaration.node, attribute: 'name' }, () =>
        message('variable/no-use', { variable: shortened(name) }),
      );
  const unset = [...names].filter((name) => !options.values.has(name));
  for (const name of options.values.keys())
    if (!names.has(name) && !isBrandVariable(name) && !isRequestSetting(name))
      log.add('variable/unused', null, () =>
        message('variable/unused', { name: shortened(name), meant: nearestName(name, unset) }),
      );

  return {
    movie: log.hasErrors() || ignored.size > 0 || isEmpty(partial) ? null : partial,
    partial,
    findings: inDocumentOrder(log.findings(), document),
  };
}

/** Drops the findings about values of variables in excluded elements. Findings about their text remain. */
function withoutUnplayed(findings: readonly Finding[], context: ReadingContext, root: ElementNode): readonly Finding[] {
  if (findings.length === 0) return findings;
  const within = unplayedElements({ ...context, budget: createValueBudget() }, root);
  const unplayed = new Map(within.flatMap((element) => [...elementsOf(element)].map((each) => [each.id, each])));
  return findings.filter((finding) => {
    const element = finding.at === null ? undefined : unplayed.get(finding.at.node);
    return element === undefined || !dependsOnValues(finding, element);
  });
}

function isEmpty(partial: Movie | null): boolean {
  return partial?.scenes.every(({ enabled }) => !enabled) === true;
}

/**
 * Reads the root and its descendants. Invalid parts are reported and omitted. Returns null if the size or the frame
 * rate is invalid.
 */
function resolveMovie(context: ReadingContext, root: ElementNode): Movie | null {
  if (roleOf(root) !== 'movie') {
    context.log.add('template/root', { node: root.id, part: 'name' }, () =>
      message('template/root', { name: shortened(root.name) }),
    );
    return null;
  }
  const specs = elementRegistry.movie.attributes;
  const { values, complete } = readAttributes(context, root, specs);
  warnOfUnknownAttributes(context, root, [specs]);
  checkLanguage(context, root);
  const { memory } = context;
  const read = values.framerate ?? null;
  const rate = read === null || memory === undefined ? read : rememberedRate(memory, read);
  const children = knownChildren(context, 'movie', root);
  const fonts = children.flatMap((child) =>
    child.name === 'resources' ? resolveResources({ ...context, rate }, child.element) : [],
  );
  const { scenes, transitions } = resolveScenes({ ...context, rate }, root, children);
  checkIds(
    context,
    children.map(({ element }) => element),
  );
  const sounds = resolveSounds({ ...context, rate }, children, 'movie');
  const overlayElements = children.filter(({ name }) => name === 'overlay').map(({ element }) => element);
  const overlays = resolveOverlays({ ...context, rate }, overlayElements);
  if (complete === null || rate === null) return null;
  const { width, height, background: paint } = complete;
  const loudness = filmLoudness(context.values, complete);
  const background = { red: paint.red, green: paint.green, blue: paint.blue };
  return {
    id: root.id,
    width,
    height,
    frameRate: rate,
    background,
    fonts,
    scenes,
    transitions,
    sounds,
    overlays,
    ...(loudness && { loudness }),
    span: null,
  };
}

/** Reports an unknown language. Only the language of the movie has a place in the text. */
function checkLanguage({ language = USUAL_LANGUAGE, values, log }: ReadingContext, root: ElementNode): void {
  if (findLanguage(language).found !== null) return;
  const at = requestedLanguage(values) === null ? { node: root.id, attribute: 'language' } : null;
  log.add('language/no-table', at, () => message('language/no-table', { language }));
}

function resolveScenes(
  context: ReadingContext,
  root: ElementNode,
  children: readonly KnownChild<'movie'>[],
): Pick<Movie, 'scenes' | 'transitions'> {
  const { log, empty } = context;
  const elements = children.filter(({ name }) => name === 'scene').map(({ element }) => element);
  if (elements.length === 0 && empty !== 'ignore')
    log.add('template/no-scenes', { node: root.id }, () => message('template/no-scenes'));
  const counts = elements.map(countScenes);
  const ends = startsOf(counts.map(frames)).slice(1);
  const surplus = elements[ends.findIndex((end) => end > limits.scenes)];
  const count = ends.at(-1) ?? 0;
  if (surplus !== undefined)
    log.add('template/too-many-scenes', { node: surplus.id }, () =>
      message('template/too-many-scenes', { most: limits.scenes, scenes: count }),
    );
  const { scenes, transitions } = sceneRun(context, children);
  const isOff = elements.length > 0 && scenes.length === count && scenes.every((scene) => !scene.enabled);
  if (isOff && empty !== 'ignore')
    log.add('template/no-scenes', { node: root.id }, () =>
      message(elements.some(hasCondition) ? 'template/no-scene-played' : 'template/all-scenes-off'),
    );
  return { scenes, transitions };
}

function hasCondition(scene: ElementNode): boolean {
  return attributeValue(scene, 'condition') !== undefined || scenesOf(scene).some(hasCondition);
}

/** Reports scenes with the same id, at any depth. */
function checkIds(context: ReadingContext, elements: readonly ElementNode[]): void {
  const seen = new Set<string>();
  const visit = (element: ElementNode): void => {
    if (isScene(element) && attributeValue(element, 'id') !== undefined) {
      const silent = { ...context, log: createFindingLog(), ignored: new Set<string>() };
      const id = readAttributes(silent, element, { id: elementRegistry.scene.attributes.id }).values.id?.trim() ?? '';
      if (id !== '' && seen.has(id))
        context.log.add('template/duplicate-id', { node: element.id, attribute: 'id' }, () =>
          message('template/duplicate-id', { id: shortened(id) }),
        );
      seen.add(id);
    }
    for (const each of childElements(element)) if (isScene(each) || roleOf(each) === 'transition') visit(each);
  };
  for (const each of elements) if (isScene(each) || roleOf(each) === 'transition') visit(each);
}

/** Reads the fonts of `resources`, and checks its declarations of variables. */
function resolveResources(context: ReadingContext, element: ElementNode): readonly FontFace[] {
  warnOfUnknownAttributes(context, element, [elementRegistry.resources.attributes]);
  return knownChildren(context, 'resources', element).flatMap((child) => {
    switch (child.name) {
      case 'font': {
        const font = resolveFont(context, child.element);
        return font === null ? [] : [font];
      }
      case 'variable':
        checkDeclaration(context, child.element);
        return [];
      default:
        return assertNever(child.name);
    }
  });
}

function resolveFont(context: ReadingContext, element: ElementNode): FontFace | null {
  const specs = elementRegistry.font.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  checkSource(context, element);
  knownChildren(context, 'font', element);
  if (complete === null) return null;
  const source = mediaSource(complete.url, complete.src);
  const { family, weight, style } = complete;
  return source === null ? null : { id: element.id, family: family.trim(), source, weight, style };
}

/** Checks the declaration of a variable: its attributes, the uniqueness of its name, and its default. */
function checkDeclaration(context: ReadingContext, element: ElementNode): void {
  const { log, rate } = context;
  const { id: node } = element;
  readAttributes(context, element, elementRegistry.variable.attributes);
  warnOfUnknownAttributes(context, element, [elementRegistry.variable.attributes]);
  knownChildren(context, 'variable', element);
  const written = declarationOf(element);
  if (written === null) return;
  const first = context.declarations?.get(written.name);
  if (first !== undefined && first.node !== node)
    log.add('template/duplicate-variable', { node, attribute: 'name' }, () =>
      message('template/duplicate-variable', { name: shortened(written.name) }),
    );
  // Use the rules of the first declaration: they include choices from conditions that compare the variable.
  const rules = first?.node === node ? first : written;
  const isWritten = (attribute: string) => element.attributes.some(({ name }) => name === attribute);
  for (const { code, attribute, says } of declarationFaults(rules, rate)) {
    const isMissing = code === 'template/missing-attribute';
    // Invalid choices are already reported elsewhere.
    if (!isMissing || !isWritten(attribute)) log.add(code, isMissing ? { node } : { node, attribute }, () => says);
  }
}
