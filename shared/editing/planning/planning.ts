import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import {
  attributeValue,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { parseValue } from '../../template/placeholders/placeholder.ts';
import { type Substituted, substitute } from '../../template/placeholders/substitute.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { elementSpecOf, LANGUAGE, type Language } from '../../template/tables/language.ts';
import { roleOf } from '../../template/tables/roles.ts';
import { type FrameRate, parseFrameRate } from '../../template/values/frame-rate.ts';
import { scanVariables, type VariableScan } from '../../template/variables/variable-uses.ts';
import { textsOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { nodeIds } from '../../template-xml/read/node-ids.ts';
import { type DocumentIndex, indexOf } from '../document-index.ts';
import type { Selection } from '../selection.ts';

/** What a command is planned on. */
export interface PlanContext {
  readonly document: TemplateDocument;
  /** Values of variables by name: those that the editor shows. */
  readonly values: ReadonlyMap<string, string>;
  /** The language of the document; this version's without it. */
  readonly language?: Language;
}

/** What a command comes to. No edits: all is as the command wants it already. */
export interface Planned {
  readonly edits: readonly DocumentEdit[];
  /** For undo, redo and the history: `Trim “Petals open”`. */
  readonly label: Statement;
  /** What is selected afterwards, where that changes. */
  readonly selection?: Selection;
}

export type Plan = Result<Planned, Statement>;

/** A context with what planners ask of it; each part is made when it is asked for. */
export interface Planning extends PlanContext {
  readonly language: Language;
  readonly index: DocumentIndex;
  readonly newId: () => NodeId;
  readonly scan: () => VariableScan;
  /** The movie's; null while it cannot be read. */
  readonly rate: () => FrameRate | null;
  /** The text of an attribute with its variables replaced; undefined when the element has none such. */
  readonly resolved: (element: ElementNode, attribute: string) => Substituted | undefined;
  /** The same of the text that an element holds, all its pieces joined. */
  readonly resolvedContent: (element: ElementNode) => Substituted | undefined;
}

const scansOf = new WeakMap<Language, WeakMap<TemplateDocument, VariableScan>>();
const NOTHING: ReadonlyMap<string, string> = new Map();

/** All placeholders of a document; looked for once. */
export function variablesIn(document: TemplateDocument, language = LANGUAGE): VariableScan {
  const scans = scansOf.get(language) ?? new WeakMap<TemplateDocument, VariableScan>();
  scansOf.set(language, scans);
  const known = scans.get(document) ?? scanVariables(document, language);
  scans.set(document, known);
  return known;
}

export function planningOf({ document, values, language = LANGUAGE }: PlanContext): Planning {
  let makeId: (() => NodeId) | null = null;
  const substituted = (pieces: readonly string[]): Substituted | undefined => {
    if (pieces.length === 0) return undefined;
    if (pieces.every((text) => !text.includes('${'))) return { kind: 'text', text: pieces.join(''), variables: [] };
    const parsed = pieces.map(parseValue);
    if (parsed.some(({ faults }) => faults.length > 0)) return { kind: 'missing', variables: [] };
    const value = { pieces: parsed.flatMap(({ pieces }) => pieces), faults: [] };
    const ownAreEnough = substitute(value, { values, defaults: NOTHING });
    return ownAreEnough.kind === 'text'
      ? ownAreEnough
      : substitute(value, { values, defaults: variablesIn(document, language).defaults });
  };
  const resolved: Planning['resolved'] = (element, attribute) => {
    const text = attributeValue(element, attribute);
    return text === undefined ? undefined : substituted([text]);
  };
  return {
    document,
    values,
    language,
    index: indexOf(document),
    newId: () => {
      makeId ??= nodeIds(document);
      return makeId();
    },
    scan: () => variablesIn(document, language),
    rate: () => {
      const text = resolved(document.root, 'framerate');
      const rate = text?.kind === 'text' ? parseFrameRate(text.text) : null;
      return rate?.ok ? rate.value : null;
    },
    resolved,
    resolvedContent: (element) => substituted(textsOf(element, language).map(({ text }) => text)),
  };
}

/** The elements of these ids, each of one of these roles; refused when one is gone. */
export function elementsOfRoles(
  planning: Planning,
  ids: readonly NodeId[],
  roles: readonly ElementRole[],
): Result<readonly ElementNode[], Statement> {
  const found = elementsOf(planning, ids);
  if (!found.ok) return found;
  const rolesFound = found.value.map((element) => roleOf(element, planning.language));
  return rolesFound.every((role) => role !== null && roles.includes(role)) ? found : err(GONE);
}

/** The elements of these ids, of whatever role, each once; refused when one is gone. */
export function elementsOf({ index }: Planning, ids: readonly NodeId[]): Result<readonly ElementNode[], Statement> {
  const found = [...new Set(ids)].map((id) => index.elements.get(id)?.element);
  const elements = found.filter((element) => element !== undefined);
  if (elements.length < found.length) return err(GONE);
  return elements.length === 0 ? err(statement('edit/nothing-selected')) : ok(elements);
}

/** The element of an id, if it may hold `child` by the table; refused like one that is gone. */
export function holderOf(planning: Planning, id: NodeId, child: ElementNode): Result<ElementNode, Statement> {
  const element = planning.index.elements.get(id)?.element;
  const spec = element === undefined ? null : elementSpecOf(element, planning.language);
  return element !== undefined && spec?.children.includes(child.name) ? ok(element) : err(GONE);
}

export function elementOfRole(planning: Planning, id: NodeId, role: ElementRole): Result<ElementNode, Statement> {
  const found = elementsOfRoles(planning, [id], [role]);
  if (!found.ok) return found;
  const [element] = found.value;
  return element === undefined ? err(GONE) : ok(element);
}

const GONE = statement('edit/gone');

/** What an edit of an attribute comes to: nothing when it says so already. */
export function attributeEdits(element: ElementNode, name: string, value: string | null): readonly DocumentEdit[] {
  if ((attributeValue(element, name) ?? null) === value) return [];
  return [{ type: 'set-attribute', node: element.id, name, value }];
}

/** All of them, or the first that was refused. */
export function collect<Item, Value>(
  items: readonly Item[],
  each: (item: Item) => Result<readonly Value[], Statement>,
): Result<readonly Value[], Statement> {
  const values: Value[] = [];
  for (const item of items) {
    const result = each(item);
    if (!result.ok) return result;
    values.push(...result.value);
  }
  return ok(values);
}
