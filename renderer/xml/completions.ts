import { pageStrings } from '#renderer/strings/page-language.ts';
import { effectLabels, elementLabels, functionDescription, specWords } from '#renderer/strings/registry-strings.ts';
import type { ExpressionNames } from '#shared/expressions/completion.ts';
import type { FunctionName } from '#shared/expressions/functions.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import { effectTypeNamed } from '#shared/template/effects/effects.ts';
import { isElementName } from '#shared/template/tables/elements.ts';
import { elementSpecOf, LANGUAGE, type Language } from '#shared/template/tables/language.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { SIDE_REFS, sceneLayerAttributes } from '#shared/template/tables/transition-attributes.ts';
import { permittedOptions } from '#shared/template/value-types/attribute-types.ts';
import type { Declaration } from '#shared/template/variables/declarations.ts';
import { isReadOutside, itemsInScope, type ScopedName, scopedNames } from '#shared/template/variables/repeats.ts';
import { type CursorContext, contextAt } from './cursor-context.ts';
import { expressionAround, expressionItems } from './expression-source.ts';
import {
  childNames,
  containsText,
  initialValue,
  isRequired,
  type KnownAttribute,
  knownAttribute,
  knownAttributes,
} from './known-attributes.ts';
import { attributesOf, constructsOf, openElements } from './markup-scan.ts';

/** A completion at the cursor. */
export interface CompletionItem {
  readonly kind: 'element' | 'closing' | 'attribute' | 'value' | 'asset' | 'variable' | 'function';
  readonly label: string;
  /** The text that replaces the current word. */
  readonly insert: string;
  /** The cursor position within the inserted text. */
  readonly cursor: number;
  /** The text on the right of the item: `required`, a default value, or a type; null for none. */
  readonly detail: CompletionDetail | null;
  readonly description: string | null;
}

export type CompletionDetail =
  | { readonly kind: 'required' }
  | { readonly kind: 'default'; readonly value: string }
  | { readonly kind: 'plain'; readonly text: string };

export interface CompletionList {
  readonly from: number;
  readonly to: number;
  readonly items: readonly CompletionItem[];
  /** Whether the user has started a tag or a placeholder. If not, completions appear only on request. */
  readonly isStarted: boolean;
}

/** The names in the project that completions can offer. */
export interface NamesInReach {
  readonly assets: readonly string[];
  readonly variables: ExpressionNames;
  /** The declarations of the variables, which have the fields of lists. */
  readonly declarations: ReadonlyMap<string, Pick<Declaration, 'list'>>;
}

/** Returns the completions at an offset; null if there are none. */
export function completionsAt(
  text: string,
  offset: number,
  names: NamesInReach,
  language = LANGUAGE,
): CompletionList | null {
  const context = contextAt(text, offset);
  const inScope = itemNamesAt(text, offset, context, names).map((each) => ({ ...each, default: null }));
  const all = inScope.length === 0 ? names : { ...names, variables: [...inScope, ...names.variables] };
  const list = itemsAt(context, { text, offset, names: all, language });
  return list === null || list.items.length === 0 ? null : { isStarted: true, ...list };
}

/** Returns the names that the lists around an offset define. The text can be incomplete. */
function itemNamesAt(
  text: string,
  offset: number,
  context: CursorContext,
  { declarations }: NamesInReach,
): readonly ScopedName[] {
  const inTag = context.kind === 'attribute-value' && !isReadOutside(context.name);
  const current = inTag ? [...constructsOf(text, offset)].slice(-1) : [];
  const around = openElements(text, offset).filter(({ closed }) => closed);
  const path = [...around, ...current].map((construct): ElementNode => {
    const attributes = attributesOf(text, construct).flatMap(({ name, value }) =>
      value === null ? [] : [{ name, value: text.slice(value.start, value.end) }],
    );
    return { kind: 'element', id: String(construct.start) as NodeId, name: construct.name, attributes, children: [] };
  });
  return scopedNames(itemsInScope(path, declarations));
}

type Found = Omit<CompletionList, 'isStarted'> & { readonly isStarted?: boolean };

interface Place {
  readonly text: string;
  readonly offset: number;
  readonly names: NamesInReach;
  readonly language: Language;
}

function itemsAt(context: CursorContext, place: Place): Found | null {
  const { from, to } = context;
  const { text, offset, language } = place;
  switch (context.kind) {
    case 'section':
      return containsText(context.parent, language) ? textItems(context, [], place) : null;
    case 'content': {
      const { parent } = context;
      const closing = parent === null ? [] : [closingTag(parent, `</${parent}>`)];
      const items = [...childNames(parent, language).map((name) => element(name, '<', language)), ...closing];
      return containsText(parent, language) ? textItems(context, items, place) : { from, to, items, isStarted: false };
    }
    case 'element-name':
      if (context.name !== '' && offset < to && /[\s/>]/.test(text[to] ?? '')) {
        // If the element exists, only its name is replaced; its attributes stay.
        return {
          from,
          to,
          items: childNames(context.parent, language).map((name) => ({
            ...element(name, '', language),
            insert: name,
            cursor: name.length,
          })),
        };
      }
      return {
        from,
        to,
        items: [
          ...childNames(context.parent, language).map((name) => element(name, '', language)),
          ...(context.parent === null || context.name !== ''
            ? []
            : [closingTag(context.parent, `/${context.parent}>`)]),
        ],
      };
    case 'closing-name':
      return context.open === null
        ? null
        : { from, to, items: [closingTag(context.open, context.closed ? context.open : `${context.open}>`)] };
    case 'attribute-name': {
      const known = knownAttributes(context.element, context.effectType, language);
      const free = known.filter(({ name, spec }) => !hasAny(context.others, [name, ...(spec.aliases ?? [])]));
      return { from, to, items: free.map((each) => attribute(each, context.hasValue)) };
    }
    case 'attribute-value':
      return valueItems(context, place);
    case 'other':
      return null;
    default:
      return context satisfies never;
  }
}

function hasAny(present: readonly string[], spellings: readonly string[]): boolean {
  return spellings.some((spelling) => present.includes(spelling));
}

function element(name: string, opening: '<' | '', language: Language): CompletionItem {
  const start = opening + withRequired(name, language);
  const description = isElementName(name) ? elementLabels(name).description : null;
  // An end tag is added to elements that need content: a movie needs scenes, and a text element needs text.
  const insert = isMovie(name)
    ? `${start}>\n</${name}>`
    : containsText(name, language)
      ? `${start}></${name}>`
      : `${start}/>`;
  const firstValue = insert.indexOf('="');
  const inside = start.length + (containsText(name, language) ? 1 : 0);
  const cursor = firstValue === -1 ? inside : firstValue + 2;
  return { kind: 'element', label: name, insert, cursor, detail: null, description };
}

function isMovie(name: string): boolean {
  return roleOf({ name }) === 'movie';
}

/**
 * Returns the start tag with its required attributes. If the element accepts a project file or a URL, the tag also has
 * the attribute for the file.
 */
function withRequired(name: string, language: Language): string {
  const required = knownAttributes(name, null, language).filter(({ spec }) => isRequired(spec));
  const written = required.map((each) => ` ${each.name}="${each.name === 'type' ? '' : initialValue(each.spec)}"`);
  const { oneOf = [] } = elementSpecOf({ name }, language) ?? {};
  const asset = oneOf.find((each) => knownAttribute(name, null, each, language)?.spec.type.kind === 'asset');
  return `${name}${written.join('')}${asset === undefined ? '' : ` ${asset}=""`}`;
}

function closingTag(name: string, insert: string): CompletionItem {
  return { kind: 'closing', label: `</${name}>`, insert, cursor: insert.length, detail: null, description: null };
}

function attribute({ name, spec }: KnownAttribute, hasValue: boolean): CompletionItem {
  const insert = hasValue ? name : `${name}=""`;
  const fallback =
    'default' in spec.absent && spec.absent.default !== null ? spec.type.format(spec.absent.default) : null;
  return {
    kind: 'attribute',
    label: name,
    insert,
    cursor: hasValue ? insert.length : insert.length - 1,
    detail: isRequired(spec) ? { kind: 'required' } : fallback === null ? null : { kind: 'default', value: fallback },
    description: specWords(spec).description,
  };
}

function valueItems(context: Extract<CursorContext, { kind: 'attribute-value' }>, place: Place): Found | null {
  const { from, to } = context;
  const { names, language } = place;
  const references = computedItems(context, place) ?? placeholderItems(context, place);
  if (references !== null) return references;
  const known = knownAttributes(context.element, context.effectType, language).find(
    ({ name, spec }) => name === context.name || spec.aliases?.includes(context.name),
  );
  if (known === undefined) return null;
  const { spec, name } = known;
  const fallback =
    'default' in spec.absent && spec.absent.default !== null ? spec.type.format(spec.absent.default) : null;
  const choices = permittedOptions(spec, context.effectType).map((written): CompletionItem => {
    const effect = name === 'type' ? effectTypeNamed(written) : null;
    const description = effect === null ? null : effectLabels(effect).description;
    return plain('value', written, written === fallback ? { kind: 'default', value: '' } : null, description);
  });
  const assets =
    spec.type.kind === 'asset' ? names.assets.map((asset) => plain('asset', asset, null, null, escaped(asset))) : [];
  const values =
    choices.length > 0 || fallback === null ? [] : [plain('value', fallback, { kind: 'default', value: '' }, null)];
  const ofVariables = keepsPlaceholders(context.element, language)
    ? spec.type.kind === 'variable-name'
      ? names.variables.map((each) => variable(each.name, each.name, each.default))
      : []
    : wholePlaceholders(names);
  const scenes = known.spec === sceneLayerAttributes.ref ? sceneItems(place.text) : [];
  return { from, to, items: [...choices, ...scenes, ...values, ...assets, ...ofVariables] };
}

/** Returns the values for `ref`: the two words for neighboring scenes, and the scene ids in the text. */
function sceneItems(text: string): readonly CompletionItem[] {
  const { outgoing, incoming } = SIDE_REFS;
  const { besideRefs } = pageStrings().xmlView;
  const ids = [...text.matchAll(/<scene\b[^<>]{0,2000}?\bid\s*=\s*["']([^"'<]{1,100})["']/g)].map(([, id = '']) => id);
  return [
    plain('value', outgoing, null, besideRefs.outgoing),
    plain('value', incoming, null, besideRefs.incoming),
    ...[...new Set(ids)].map((id) => plain('value', id, null, null)),
  ];
}

/** Returns whether placeholders in the attributes of an element stay as written. */
function keepsPlaceholders(element: string, language: Language): boolean {
  return elementSpecOf({ name: element }, language)?.asWritten === true;
}

/**
 * Returns the completions in text content. In a started placeholder, these are variable names; elsewhere, they are
 * `items` and whole placeholders.
 */
function textItems(
  { from, to, text }: Extract<CursorContext, { kind: 'content' | 'section' }>,
  items: readonly CompletionItem[],
  place: Place,
): Found {
  return (
    computedItems(text, place) ??
    placeholderItems(text, place) ?? {
      from,
      to,
      items: [...items, ...wholePlaceholders(place.names)],
      isStarted: false,
    }
  );
}

/** Returns the completions in an expression; null outside of expressions. */
function computedItems(
  range: { readonly from: number; readonly to: number },
  { text, offset, names }: Place,
): Found | null {
  const expression = expressionAround(text, offset, range);
  if (expression === null) return null;
  const { from, to, items } = expressionItems(expression, names.variables);
  // In an attribute value between apostrophes, texts inside an expression need double quotes.
  const isInApostrophes = text.charAt(range.from - 1) === "'";
  return {
    from: expression.toText(from),
    to: expression.toText(to),
    items: items.map(({ kind, label, insert, cursor, detail }): CompletionItem => {
      const isFunction = kind === 'function';
      const spec = isFunction ? functionDescription(label as FunctionName) : null;
      const written = isInApostrophes ? insert.replaceAll("'", '"') : insert;
      const shown: CompletionDetail | null = detail === null ? null : { kind: 'plain', text: detail };
      const itemKind = isFunction ? 'function' : kind === 'option' ? 'value' : 'variable';
      return { kind: itemKind, label, insert: written, cursor, detail: shown, description: spec };
    }),
  };
}

/** Returns the variable names as completions if the cursor is after the `${` of a placeholder; null elsewhere. */
function placeholderItems(
  { from, to }: { readonly from: number; readonly to: number },
  { text, offset, names }: Place,
): Found | null {
  const opening = /\$\{([^},]*)$/.exec(text.slice(from, offset));
  if (opening === null) return null;
  const isClosed = /^[^${]*\}/.test(text.slice(offset, to));
  const nameEnd = offset + (/^[^},\s]*/.exec(text.slice(offset, to))?.[0].length ?? 0);
  return {
    from: offset - (opening[1] ?? '').length,
    to: nameEnd,
    items: names.variables.map(({ name, default: value }) => variable(name, isClosed ? name : `${name}}`, value)),
  };
}

function wholePlaceholders({ variables }: NamesInReach): readonly CompletionItem[] {
  return variables.map(({ name, default: value }) => variable(`\${${name}}`, `\${${name}}`, value));
}

function plain(
  kind: CompletionItem['kind'],
  label: string,
  detail: CompletionDetail | null,
  description: string | null,
  insert = label,
): CompletionItem {
  return { kind, label, insert, cursor: insert.length, detail, description };
}

function variable(label: string, insert: string, value: string | null): CompletionItem {
  return plain('variable', label, value === null ? null : { kind: 'plain', text: value }, null, insert);
}

function escaped(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
