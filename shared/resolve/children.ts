import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { type ConditionContext, conditionFinding, isConditionMet } from '../template/conditions/condition-of.ts';
import { attributeValue, type ElementNode, elementsOf, type NodeId } from '../template/document/document.ts';
import { nearestName } from '../template/document/names.ts';
import type { Finding, FindingLog, ProblemCode } from '../template/document/problem.ts';
import type { MediaSource } from '../template/movie/movie.ts';
import { type ElementName, elementRegistry, isElementName } from '../template/tables/elements.ts';
import { elementSpecOf } from '../template/tables/language.ts';
import { checkConditionVariables, logFault, logTooLong, textWithPlaceholders } from './read-attributes.ts';
import { type ReadingContext, scopedContext } from './reading-context.ts';

/** A child that an element named `Parent` can contain. */
export interface KnownChild<Parent extends ElementName> {
  readonly name: (typeof elementRegistry)[Parent]['children'][number];
  readonly element: ElementNode;
}

/** Returns the permitted children of an element in order. Reports all other children. */
export function knownChildren<Parent extends ElementName>(
  context: ReadingContext,
  parent: Parent,
  element: ElementNode,
): readonly KnownChild<Parent>[] {
  const allowed: readonly KnownChild<Parent>['name'][] = elementRegistry[parent].children;
  const children: KnownChild<Parent>[] = [];
  for (const child of element.children) {
    if (child.kind === 'comment') continue;
    if (child.kind === 'text') {
      if (elementSpecOf(element)?.content !== undefined) continue;
      context.log.add('template/text', { node: child.id }, () => message('template/text', { parent }));
      continue;
    }
    const name = allowed.find((childName) => childName === child.name);
    if (name !== undefined) children.push({ name, element: child });
    else reportUnexpectedChild(context, parent, child, allowed);
  }
  return children;
}

function reportUnexpectedChild(
  { log }: ReadingContext,
  parent: ElementName,
  child: ElementNode,
  allowed: readonly string[],
): void {
  const at = { node: child.id, part: 'name' } as const;
  if (elementRegistry[parent].role === 'mask' && elementSpecOf(child)?.role === 'animation') {
    log.add('template/not-animatable', at, () => message('template/animation-of-mask'));
    return;
  }
  if (isElementName(child.name)) {
    log.add('template/misplaced-element', at, () => misplaced(child.name, parent));
    return;
  }
  log.add('template/unknown-element', at, () =>
    message('template/unknown-element', { name: shortened(child.name), meant: nearestName(child.name, allowed) }),
  );
}

function misplaced(element: string, parent: string): Message {
  const parents = Object.entries(elementRegistry)
    .filter(([, { children }]) => (children as readonly string[]).includes(element))
    .map(([name]) => name);
  return parents.length === 0
    ? message('template/misplaced-root', { element, parent })
    : message('template/misplaced-element', { element, parent, parents });
}

/** Reports an element that has no source or more than one. */
export function checkSource({ log }: ReadingContext, element: ElementNode): void {
  const hasUrl = attributeValue(element, 'url') !== undefined;
  const hasSrc = attributeValue(element, 'src') !== undefined;
  if (!hasUrl && !hasSrc)
    log.add('template/source', { node: element.id }, () => message('template/no-source', { element: element.name }));
  if (hasUrl && hasSrc)
    log.add('template/source', { node: element.id, attribute: 'src', part: 'name' }, () =>
      message('template/two-sources', { element: element.name }),
    );
}

export function mediaSource(url: string | null, src: string | null): MediaSource | null {
  if (url !== null) return { kind: 'url', url };
  return src === null ? null : { kind: 'asset', name: src };
}

/**
 * Returns the source of a layer or sound; null if it is missing or invalid. While a template is edited, returns the
 * written text of an invalid source, so that the element can be selected and repaired.
 */
export function layerSource(
  context: ReadingContext,
  element: ElementNode,
  { url, src }: { readonly url: string | null; readonly src: string | null },
): MediaSource | null {
  const source = mediaSource(url, src);
  if (source !== null || context.showsPlaceholders !== true) return source;
  const written = attributeValue(element, 'src') ?? attributeValue(element, 'url') ?? '';
  const shown = textWithPlaceholders(scopedContext(context, element), written);
  return { kind: 'asset', name: shown?.text ?? written, unset: true };
}

/**
 * Reads an element that can have a condition. If the condition is false, disables the result and drops findings about
 * values of variables in it.
 */
export function readConditional<Part extends { readonly enabled: boolean }>(
  context: ReadingContext,
  element: ElementNode,
  read: (context: ReadingContext, element: ElementNode) => Part | null,
): Part | null {
  if (meetsCondition(context, element)) return read(context, element);
  const part = read(contextOfUnplayed(context, element), element);
  return part === null ? null : { ...part, enabled: false };
}

/** Returns the values of variables for the evaluation of conditions. */
export function conditionValues(context: ReadingContext, element: ElementNode): ConditionContext {
  return {
    ...scopedContext(context, element),
    refused: (substituted) => {
      if (substituted.kind === 'too-long') logTooLong(context, element, 'condition', substituted);
      else logFault(context, element, 'condition', substituted);
    },
  };
}

/** Returns whether the condition of an element is true. Reports a malformed condition and treats it as true. */
export function meetsCondition(context: ReadingContext, element: ElementNode): boolean {
  const finding = conditionFinding(element);
  if (finding !== null) context.log.addAll([finding]);
  else checkConditionVariables(context, element);
  return isConditionMet(element, conditionValues(context, element));
}

/**
 * Returns the context for an element that a condition or a choice excludes. The context drops findings about values of
 * variables, but keeps findings about the text of the template.
 */
export function contextOfUnplayed(context: ReadingContext, element: ElementNode): ReadingContext {
  return { ...context, log: withoutValueFindings(context.log, element), ignored: new Set() };
}

/** Findings about the text of a placeholder, an expression, or a condition, which are independent of values. */
const WRITTEN: ReadonlySet<ProblemCode> = new Set([
  'template/condition',
  'variable/malformed',
  'expression/syntax',
  'expression/function',
  'expression/arguments',
  'variable/too-long',
  'template/unknown-attribute',
  'template/duplicate-attribute',
]);

/** Findings that are always about values of variables. */
const OF_VALUES: ReadonlySet<ProblemCode> = new Set([
  'variable/missing',
  'variable/refused',
  'expression/value',
  'expression/too-slow',
]);

/** Returns whether a finding depends on the values of variables instead of only on the text of the template. */
export function dependsOnValues(
  { code, at }: Pick<Finding, 'code' | 'at'>,
  excluded: ElementNode | undefined,
): boolean {
  if (OF_VALUES.has(code)) return true;
  if (at?.attribute === undefined || WRITTEN.has(code)) return false;
  return excluded !== undefined && (attributeValue(excluded, at.attribute) ?? '').includes('${');
}

function withoutValueFindings(log: FindingLog, element: ElementNode): FindingLog {
  let byId: ReadonlyMap<NodeId, ElementNode> | null = null;
  const isDropped = (code: ProblemCode, at: Finding['at']): boolean => {
    byId ??= new Map([...elementsOf(element)].map((descendant) => [descendant.id, descendant]));
    return dependsOnValues({ code, at }, at === null ? undefined : byId.get(at.node));
  };
  return {
    ...log,
    add: (code, at, says) => {
      if (!isDropped(code, at)) log.add(code, at, says);
    },
    addAll: (findings) => log.addAll([...findings].filter(({ code, at }) => !isDropped(code, at))),
  };
}
