import { DEFAULT_LANGUAGE, findLanguage } from '../formats/languages.ts';
import { assertNever } from '../lib/assert.ts';
import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  elementsOf,
  type NodeId,
  type TemplateDocument,
} from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { nearestName } from '../template/document/names.ts';
import {
  createFindingLog,
  type Finding,
  type FindingLog,
  inDocumentOrder,
  type ProblemCode,
} from '../template/document/problem.ts';
import type { FilmMetadata, FontFace, MetadataName, Movie } from '../template/movie/movie.ts';
import { startsOf } from '../template/movie/scene-starts.ts';
import { createValueBudget } from '../template/placeholders/substitute.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import { isScene, roleOf, scenesOf } from '../template/tables/roles.ts';
import { TRANSPARENT } from '../template/value-types/color-types.ts';
import { POSTER_COVER } from '../template/value-types/text-types.ts';
import { frames } from '../template/values/frame-rate.ts';
import { filmLanguage, isRequestSetting, requestedLanguage } from '../template/variables/film-language.ts';
import { filmLoudness } from '../template/variables/film-loudness.ts';
import { findingsOfCopies, hasRepeats, originalId, positionsOf } from '../template/variables/repeats.ts';
import { isBrandVariable, scanVariables } from '../template/variables/variable-uses.ts';
import { timelineFindings } from '../timeline/checks.ts';
import { NOTHING_KNOWN, withContentLengths } from '../timeline/content-length.ts';
import { sourceEndFindings } from '../timeline/source-end-findings.ts';
import type { EndsOf } from '../timeline/timeline-kinds.ts';
import { checkDeclaration, unusedFonts } from './check-declaration.ts';
import { checkSource, dependsOnValues, type KnownChild, knownChildren, mediaSource } from './children.ts';
import type { WhyNoCopies } from './copies.ts';
import { readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import { type ReadingContext, type ResolveMemory, rememberedRate } from './reading-context.ts';
import { resolveOverlays, resolveSounds } from './scene.ts';
import { countScenes, sceneRun, scenesDependOnValues, unplayedElements, withoutEmptyLists } from './scenes.ts';
import { unfold } from './unfold.ts';
import { variablesOfScan } from './variables.ts';

export interface ResolveOptions {
  /** Values of variables by name. They override the defaults in the template. */
  readonly values: ReadonlyMap<string, string>;
  /**
   * The result of a missing value: `error` for rendering; `ignore` for checking or saving a template before its values
   * are known.
   */
  readonly missing: 'error' | 'ignore';
  /**
   * Whether a text displays variables without a value in braces instead of being omitted. Used while a template is
   * edited.
   */
  readonly showsPlaceholders?: boolean;
  /**
   * The result of a movie without an enabled scene. `error`, the default, is for rendering. `ignore` is for editing or
   * saving a movie whose scenes are added later.
   */
  readonly empty?: 'error' | 'ignore';
  /** The ends of sources, from which the lengths of some scenes follow; absent if they are unknown. */
  readonly sourceEnds?: EndsOf | undefined;
  /** A cache that makes resolving after an edit fast. Unchanged scenes stay the same objects. */
  readonly memory?: ResolveMemory | undefined;
  /** The elements with a disabled placeholder at the item position `NO_ITEM`. Its findings do not apply to the film. */
  readonly placeholders?: ResolvedTemplate['withoutCopies'] | undefined;
}

export interface ResolvedTemplate {
  /** The movie for rendering. Null if there is an error, or if a missing value or an empty movie was ignored. */
  readonly movie: Movie | null;
  /**
   * The valid part of the movie, which is displayed while a template is edited. It omits invalid scenes, layers, and
   * effects. Null if the size or the frame rate is unknown.
   */
  readonly partial: Movie | null;
  /** All findings in document order, followed by findings without a location. */
  readonly findings: readonly Finding[];
  /** The outermost scenes, layers, and sounds that lists repeat for zero items; absent if all have copies. */
  readonly withoutCopies?: ReadonlyMap<NodeId, WhyNoCopies>;
}

/**
 * Resolves a template: replaces its variables, and checks literal and replaced values in the same way. Reports unknown
 * elements and attributes as warnings and omits them. Also checks disabled elements.
 */
export function resolveTemplate(document: TemplateDocument, options: ResolveOptions): ResolvedTemplate {
  const log = hasRepeats(document.root) ? createCopyLog() : createFindingLog();
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
  const reading = { ...options, defaults, declarations, language, budget, log, ignored, rate: null };
  const isUndecided = options.missing === 'ignore' && scenesDependOnValues(document.root);
  const written: ReadingContext = { ...reading, ...(isUndecided && NO_SCENES_LEFT) };
  const { root, context, withoutCopies } = unfoldedContext(written, document.root);
  const read = resolveMovie(context, root);

  const { sourceEnds } = options;
  const partial = read && withContentLengths(read, sourceEnds ?? NOTHING_KNOWN);
  if (partial !== null) {
    const found = withoutEmptyLists(timelineFindings(partial, budget.steps.spent), document.root);
    log.addAll(withoutUnplayed(found, context, root));
  }
  if (partial !== null && sourceEnds !== undefined) log.addAll(sourceEndFindings(partial, sourceEnds));

  const names = new Set(variables.map((variable) => variable.name));
  for (const { name, declaration, uses } of variables)
    if (declaration !== null && uses.length === 0)
      log.add('variable/unused', { node: declaration.node, attribute: 'name' }, () =>
        message(declaration.list === null ? 'variable/no-use' : 'variable/no-use-list', { variable: shortened(name) }),
      );
  log.addAll(unusedFonts(document.root));
  const unset = [...names].filter((name) => !options.values.has(name));
  for (const name of options.values.keys())
    if (!names.has(name) && !isBrandVariable(name) && !isRequestSetting(name))
      log.add('variable/unused', null, () =>
        message('variable/unused', { name: shortened(name), meant: nearestName(name, unset) }),
      );

  return {
    movie: log.hasErrors() || ignored.size > 0 || isEmpty(partial) ? null : partial,
    partial,
    findings: inDocumentOrder(findingsOfCopies(log.findings(), document.root), document),
    ...(withoutCopies.size > 0 && { withoutCopies }),
  };
}

/** Unfolds the lists of a movie. Returns the copies with the context for reading them. */
function unfoldedContext(written: ReadingContext, movie: ElementNode) {
  const hadErrors = written.log.hasErrors();
  const { root, scopes, isTooLarge, withoutCopies } = unfold(written, movie);
  const isComplete = !isTooLarge && (hadErrors || !written.log.hasErrors());
  if (scopes.size === 0 && isComplete && !hasRepeats(movie)) return { root, context: written, withoutCopies };
  const context: ReadingContext = { ...written, scopes, ...(!isComplete && NO_SCENES_LEFT) };
  return { root, context, withoutCopies };
}

/**
 * The option if lists are unreadable, if the copies exceed a limit, or if values that are not known yet decide about the
 * scenes. The missing scenes are then not reported separately.
 */
const NO_SCENES_LEFT = { empty: 'ignore' } as const;

/** Drops findings about values of variables in excluded elements. Keeps findings about their text. */
function withoutUnplayed(findings: readonly Finding[], context: ReadingContext, root: ElementNode): readonly Finding[] {
  if (findings.length === 0) return findings;
  const within = unplayedElements({ ...context, budget: createValueBudget() }, root);
  const unplayed = new Map(
    within.flatMap((element) => [...elementsOf(element)].map((descendant) => [descendant.id, descendant])),
  );
  return findings.filter((finding) => {
    const element = finding.at === null ? undefined : unplayed.get(finding.at.node);
    return element === undefined || !dependsOnValues(finding, element);
  });
}

function isEmpty(partial: Movie | null): boolean {
  return partial?.scenes.every(({ enabled }) => !enabled) === true;
}

/**
 * Reads the root and its descendants. Reports and omits invalid parts. Returns null if the size or the frame rate is
 * invalid.
 */
function resolveMovie(context: ReadingContext, root: ElementNode): Movie | null {
  if (roleOf(root) !== 'movie') {
    context.log.add('template/root', { node: root.id, part: 'name' }, () =>
      message('template/root', { name: shortened(root.name) }),
    );
    return null;
  }
  const { poster: posterSpec, ...specs } = elementRegistry.movie.attributes;
  const { values, complete } = readAttributes(context, root, specs);
  warnOfUnknownAttributes(context, root, [elementRegistry.movie.attributes]);
  checkLanguage(context, root);
  const { memory } = context;
  const read = values.framerate ?? null;
  const rate = read === null || memory === undefined ? read : rememberedRate(memory, read);
  const children = knownChildren(context, 'movie', root);
  const fonts = children.flatMap((child) =>
    child.name === 'resources' ? resolveResources({ ...context, rate }, child.element) : [],
  );
  // Add the frame rate of the movie to the context, because parsing times needs it.
  const { poster = null } = readAttributes({ ...context, rate }, root, { poster: posterSpec }).values;
  const metadata = resolveMetadata({ ...context, rate }, children);
  const { scenes, transitions } = resolveScenes({ ...context, rate }, root, children);
  checkIds(
    context,
    children.map(({ element }) => element),
  );
  const sounds = resolveSounds({ ...context, rate }, children, 'movie');
  const overlayElements = children.filter(({ name }) => name === 'overlay').map(({ element }) => element);
  const overlays = resolveOverlays({ ...context, rate }, overlayElements);
  if (complete === null || rate === null) return null;
  const { width, height, background: ground, matte } = complete;
  const loudness = filmLoudness(context.values, complete);
  const { red, green, blue } = ground === TRANSPARENT ? matte : ground;
  return {
    id: root.id,
    width,
    height,
    frameRate: rate,
    background: { red, green, blue },
    ...(ground === TRANSPARENT && { matte }),
    fonts,
    scenes,
    transitions,
    sounds,
    overlays,
    ...(poster !== null && { poster }),
    ...(metadata && { metadata }),
    ...(loudness && { loudness }),
    span: null,
  };
}

/**
 * Reports an unknown language. The finding has a location only if the language is in the template, not if a request
 * sets it.
 */
function checkLanguage({ language = DEFAULT_LANGUAGE, values, log }: ReadingContext, root: ElementNode): void {
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
    log.add('template/no-scenes', { node: root.id }, () =>
      message(context.scopes === undefined ? 'template/no-scenes' : 'template/no-scene-played'),
    );
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

/** Reports scenes with the same id at any depth. */
function checkIds(context: ReadingContext, elements: readonly ElementNode[]): void {
  const seen = new Map<string, NodeId>();
  const visit = (element: ElementNode): void => {
    if (isScene(element) && attributeValue(element, 'id') !== undefined) {
      const silent = { ...context, log: createFindingLog(), ignored: new Set<string>() };
      const id = readAttributes(silent, element, { id: elementRegistry.scene.attributes.id }).values.id?.trim() ?? '';
      // Skip the copies of an element, which share its id.
      const original = originalId(element.id);
      const first = seen.get(id);
      if (id !== '' && first !== undefined && (first !== original || original === element.id))
        context.log.add('template/duplicate-id', { node: element.id, attribute: 'id' }, () =>
          message('template/duplicate-id', { id: shortened(id) }),
        );
      if (first === undefined) seen.set(id, original);
    }
    for (const child of childElements(element)) if (isScene(child) || roleOf(child) === 'transition') visit(child);
  };
  for (const element of elements) if (isScene(element) || roleOf(element) === 'transition') visit(element);
}

/** Reads the fonts of `resources`. Checks its declarations of variables. */
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
      case 'metadata':
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

const metadataSpecs = elementRegistry.metadata.attributes;

/** The metadata fields with text, in the order of the table. */
const METADATA_NAMES = (Object.keys(metadataSpecs) as readonly (keyof typeof metadataSpecs)[]).filter(
  (name): name is MetadataName => name !== 'cover',
);

/** Reads the metadata of a movie from its resources; null if it is missing or invalid. */
function resolveMetadata(
  context: ReadingContext,
  children: readonly { readonly name: string; readonly element: ElementNode }[],
): FilmMetadata | null {
  const resources = children.filter(({ name }) => name === 'resources').map(({ element }) => element);
  const [first, ...others] = resources.flatMap(childElements).filter((element) => roleOf(element) === 'metadata');
  for (const { id } of others)
    context.log.add('template/duplicate-attribute', { node: id, part: 'name' }, () => message('template/two-metadata'));
  return first === undefined ? null : readMetadata(context, first);
}

function readMetadata(context: ReadingContext, element: ElementNode): FilmMetadata | null {
  const { complete } = readAttributes(context, element, metadataSpecs);
  warnOfUnknownAttributes(context, element, [metadataSpecs]);
  if (complete === null) return null;
  const { cover } = complete;
  const texts = METADATA_NAMES.flatMap((name) => {
    const text = complete[name]?.trim() ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  return {
    id: element.id,
    texts: Object.fromEntries(texts),
    cover: cover === null || cover === POSTER_COVER ? cover : { kind: 'asset', name: cover },
  };
}

/** The maximum number of copies of an element for which the same problem is reported. */
const MAX_COPIES = 3;

interface Repetition {
  count: number;
  readonly code: ProblemCode;
  readonly at: NonNullable<Finding['at']>;
  readonly says: Message;
}

/**
 * Creates a log that lists the same problem in the copies of an element at most three times. One more finding contains
 * the number of omitted findings.
 */
function createCopyLog(): FindingLog {
  const log = createFindingLog();
  const repetitions = new Map<string, Repetition>();
  const isListed = (code: ProblemCode, at: Finding['at'], says: () => Message): boolean => {
    if (at === null || positionsOf(at.node).length === 0) return true;
    const { node, attribute = '', part = '', characters } = at;
    const key = `${code} ${originalId(node)} ${attribute} ${part} ${characters?.start ?? ''}`;
    const repetition = repetitions.get(key);
    if (repetition === undefined) repetitions.set(key, { count: 1, code, at, says: says() });
    else repetition.count += 1;
    return repetition === undefined || repetition.count <= MAX_COPIES;
  };
  return {
    add: (code, at, says) => {
      if (isListed(code, at, says)) log.add(code, at, says);
    },
    addAll: (findings) => {
      for (const finding of findings) if (isListed(finding.code, finding.at, () => finding.says)) log.addAll([finding]);
    },
    hasErrors: () => log.hasErrors(),
    findings: () => {
      const others = [...repetitions.values()].flatMap(({ count, code, at, says }): readonly Finding[] =>
        count <= MAX_COPIES
          ? []
          : [
              {
                code,
                at: { ...at, node: originalId(at.node) },
                says: message('list/others', { problem: says, count: count - MAX_COPIES }),
              },
            ],
      );
      return [...log.findings(), ...others];
    },
  };
}
