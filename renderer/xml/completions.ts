import { isEffectType } from '../../shared/template/effects.ts';
import { isElementName } from '../../shared/template/elements.ts';
import { elementSpecOf } from '../../shared/template/language.ts';
import { roleOf } from '../../shared/template/roles.ts';
import { effectWords, elementWords, specWords } from '../strings/registry-words.ts';
import { type CursorContext, contextAt } from './cursor-context.ts';
import {
  childNames,
  initialValue,
  isRequired,
  type KnownAttribute,
  knownAttribute,
  knownAttributes,
} from './known-attributes.ts';

/** Something that can be written at the cursor. */
export interface CompletionItem {
  readonly kind: 'element' | 'closing' | 'attribute' | 'value' | 'asset' | 'variable';
  readonly label: string;
  /** In place of what stands there. */
  readonly insert: string;
  /** Where in it the cursor goes. */
  readonly cursor: number;
  /** At the right: `required`, a default, a type. */
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
}

/** What of the project can be named in the text. */
export interface NamesInReach {
  readonly assets: readonly string[];
  readonly variables: readonly { readonly name: string; readonly default: string | null }[];
}

/** What can be written at an offset; null for nothing. */
export function completionsAt(text: string, offset: number, names: NamesInReach): CompletionList | null {
  const context = contextAt(text, offset);
  const found = itemsAt(context, text, offset, names);
  return found === null || found.items.length === 0 ? null : found;
}

function itemsAt(context: CursorContext, text: string, offset: number, names: NamesInReach): CompletionList | null {
  const { from, to } = context;
  switch (context.kind) {
    case 'content': {
      const closing = context.parent === null ? [] : [closingTag(context.parent, `</${context.parent}>`)];
      return { from, to, items: [...childNames(context.parent).map((name) => element(name, '<')), ...closing] };
    }
    case 'element-name':
      if (context.name !== '' && offset < to && /[\s/>]/.test(text[to] ?? '')) {
        // An element that is there already gets another name, and nothing else.
        return {
          from,
          to,
          items: childNames(context.parent).map((name) => ({
            ...element(name, ''),
            insert: name,
            cursor: name.length,
          })),
        };
      }
      return {
        from,
        to,
        items: [
          ...childNames(context.parent).map((name) => element(name, '')),
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
      const known = knownAttributes(context.element, context.effectType);
      const free = known.filter(({ name, spec }) => !isThere(context.others, [name, ...(spec.aliases ?? [])]));
      return { from, to, items: free.map((each) => attribute(each, context.hasValue)) };
    }
    case 'attribute-value':
      return valueItems(context, text, offset, names);
    case 'other':
      return null;
    default:
      return context satisfies never;
  }
}

function isThere(present: readonly string[], spellings: readonly string[]): boolean {
  return spellings.some((spelling) => present.includes(spelling));
}

function element(name: string, opening: '<' | ''): CompletionItem {
  const start = opening + withRequired(name);
  const description = isElementName(name) ? elementWords(name).description : null;
  // A film without scenes is none; everything else can be empty.
  const insert = roleOf({ name }) === 'movie' ? `${start}>\n</${name}>` : `${start}/>`;
  const firstValue = insert.indexOf('="');
  const cursor = firstValue === -1 ? start.length : firstValue + 2;
  return { kind: 'element', label: name, insert, cursor, detail: null, description };
}

/** The start tag with what it needs; where it takes a file of the project or an address, it gets the file's. */
function withRequired(name: string): string {
  const required = knownAttributes(name, null).filter(({ spec }) => isRequired(spec));
  const written = required.map((each) => ` ${each.name}="${each.name === 'type' ? '' : initialValue(each.spec)}"`);
  const { oneOf = [] } = elementSpecOf({ name }) ?? {};
  const asset = oneOf.find((each) => knownAttribute(name, null, each)?.spec.type.kind === 'asset');
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

function valueItems(
  context: Extract<CursorContext, { kind: 'attribute-value' }>,
  text: string,
  offset: number,
  names: NamesInReach,
): CompletionList | null {
  const { from, to } = context;
  const placeholder = /\$\{([^},]*)$/.exec(text.slice(from, offset));
  if (placeholder !== null) {
    const isClosed = /^[^${]*\}/.test(text.slice(offset, to));
    const nameEnd = offset + (/^[^},\s]*/.exec(text.slice(offset, to))?.[0].length ?? 0);
    const start = offset - (placeholder[1] ?? '').length;
    return {
      from: start,
      to: nameEnd,
      items: names.variables.map(({ name, default: value }) => variable(name, isClosed ? name : `${name}}`, value)),
    };
  }
  const known = knownAttributes(context.element, context.effectType).find(
    ({ name, spec }) => name === context.name || spec.aliases?.includes(context.name),
  );
  if (known === undefined) return null;
  const { spec, name } = known;
  const fallback =
    'default' in spec.absent && spec.absent.default !== null ? spec.type.format(spec.absent.default) : null;
  const choices = (spec.type.options ?? []).map((option): CompletionItem => {
    const written = String(option);
    const description = name === 'type' && isEffectType(written) ? effectWords(written).description : null;
    return plain('value', written, written === fallback ? { kind: 'default', value: '' } : null, description);
  });
  const assets =
    spec.type.kind === 'asset' ? names.assets.map((asset) => plain('asset', asset, null, null, escaped(asset))) : [];
  const values =
    choices.length > 0 || fallback === null ? [] : [plain('value', fallback, { kind: 'default', value: '' }, null)];
  const variables = names.variables.map((each) => variable(`\${${each.name}}`, `\${${each.name}}`, each.default));
  return { from, to, items: [...choices, ...values, ...assets, ...variables] };
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
