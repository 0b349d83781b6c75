import type { Message } from '../../messages/message.ts';
import type { TemplateDocument } from '../../template/document/document.ts';
import type { DivergedTexts } from '../../template-xml/edit/merge-templates.ts';
import { locateDocument } from '../../template-xml/edit/splice.ts';
import type { TemplateSource } from '../../template-xml/ranges/ranges.ts';
import { rereadTemplate } from '../../template-xml/read/reread.ts';
import { applyChange, changeBetween, reversedChange, type TextChange } from '../../template-xml/read/text-change.ts';
import { joinedChanges, type RecordChange, type RecordReplay } from './record-change.ts';
import { MOVIE_SELECTION, pruneSelection, type Selection } from './selection.ts';

/** A step of the history. */
export interface HistoryEntry {
  /** An id that increases with each entry. It is never reused in a session. */
  readonly id: number;
  /** The label, for example `Trim “Petals open”`. */
  readonly label: Message;
  readonly before: Selection;
  readonly after: Selection;
  /** The document after the step. It shares unchanged nodes with the documents of adjacent steps. */
  readonly document: TemplateDocument;
  /** The change of the text. */
  readonly change: TextChange;
  /** The change of the editing record; null if there is none. */
  readonly record: RecordChange | null;
  /**
   * The key for merging: steps in quick succession with the same key become one step, for example while the user types.
   * Null for a step that is never merged.
   */
  readonly key: string | null;
  /** Whether another window or a program made the change. Undo skips such a step; a jump can revert it. */
  readonly isRemote: boolean;
  /** The time of the latest change of this entry, in milliseconds of the caller's clock. */
  readonly at: number;
}

/**
 * The steps of a template as an immutable value. A step restores the whole template byte for byte. Documents share
 * nodes, and the text is stored as a changed range, which saves memory.
 */
export interface History {
  /** The entries, oldest first. */
  readonly entries: readonly HistoryEntry[];
  /** The number of applied entries. The entries from this index on can be redone. */
  readonly position: number;
  /** The current template. */
  readonly source: TemplateSource;
  /** The document before the first entry. */
  readonly origin: TemplateDocument;
  readonly nextId: number;
}

/** A history after undo, redo, or a jump, with the restored selection. */
export interface RestoredHistory {
  readonly history: History;
  readonly selection: Selection;
  /** The changes of the editing record to replay, in order. */
  readonly replays: readonly RecordReplay[];
}

export interface Step {
  readonly label: Message;
  readonly source: TemplateSource;
  readonly before: Selection;
  readonly after: Selection;
  readonly record?: RecordChange | null;
  readonly key?: string | null | undefined;
  /** Whether to merge the step into the last step with the same key, regardless of the time between them. */
  readonly joins?: boolean;
  /** Whether another window or a program made the change. */
  readonly isRemote?: boolean;
  /** The time of the step in milliseconds of any monotonic clock. */
  readonly at: number;
}

/** The maximum number of steps. If it is exceeded, the oldest steps are dropped. */
export const MAX_STEPS = 500;
/** The maximum time, in milliseconds, between two steps with the same key for merging them. */
const TYPING_PAUSE = 1_500;

export function createHistory(source: TemplateSource): History {
  return { entries: [], position: 0, source, origin: source.document, nextId: 1 };
}

/**
 * Records a step and drops undone steps. Extends the last step instead if it is recent and has the same key. Ignores a
 * step that changes neither text nor document. If a merged step reverts the last step, removes that step. A swap of two
 * equal scenes changes no byte, but it is a step because the selection moves.
 */
export function recordStep(history: History, step: Step): History {
  const { source, record = null, key = null, joins = false, isRemote = false } = step;
  const isSame = source.text === history.source.text && source.document === history.source.document;
  if (isSame && record === null) return history;
  const applied = history.entries.slice(0, history.position);
  const last = applied.at(-1);
  const redoable = history.position < history.entries.length;
  if (
    last !== undefined &&
    !redoable &&
    key !== null &&
    last.key === key &&
    (joins || step.at - last.at <= TYPING_PAUSE)
  ) {
    const earlier = applyChange(history.source.text, reversedChange(last.change));
    const joined = joinedChanges(last.record, record);
    const undone = joins && earlier === source.text && joined === null ? undo(history) : null;
    if (undone !== null) return { ...undone.history, entries: applied.slice(0, -1) };
    const change = changeBetween(earlier, source.text);
    const merged = { ...last, after: step.after, document: source.document, change, record: joined, at: step.at };
    return { ...history, entries: [...applied.slice(0, -1), merged], source };
  }
  const entry: HistoryEntry = {
    id: history.nextId,
    label: step.label,
    before: step.before,
    after: step.after,
    document: source.document,
    change: changeBetween(history.source.text, source.text),
    record,
    key,
    isRemote,
    at: step.at,
  };
  const entries = [...applied, entry];
  const surplus = entries.length - MAX_STEPS;
  const origin = surplus > 0 ? (entries[surplus - 1]?.document ?? history.origin) : history.origin;
  const remembered = surplus > 0 ? entries.slice(surplus) : entries;
  return { entries: remembered, position: remembered.length, source, origin, nextId: history.nextId + 1 };
}

/** Adds a change of the editing record to the last step. Returns an empty history unchanged. */
export function amendHistory(history: History, record: RecordChange): History {
  const last = history.entries[history.position - 1];
  if (last === undefined) return history;
  const amended = { ...last, record: joinedChanges(last.record, record) };
  return { ...history, entries: history.entries.with(history.position - 1, amended) };
}

/** Ends merging: the next step becomes a separate entry. */
export function sealHistory(history: History): History {
  const last = history.entries.at(-1);
  if (last === undefined || last.key === null) return history;
  return { ...history, entries: [...history.entries.slice(0, -1), { ...last, key: null }] };
}

/** Merges two texts that have a common origin. Returns null if their changes conflict. */
type MergeTexts = (versions: DivergedTexts) => string | null;

/** The maximum number of remote steps that stay separate when an own step is moved after them. */
const MAX_REMOTE_STEPS = 20;

/**
 * Returns a history with the same state, but moves the last own step after the remote steps that followed it. Undo then
 * reverts only this step. Returns null without an own step, or if a remote step changed the same place later.
 */
export function withOwnStepLast(history: History, merge: MergeTexts): History | null {
  const { entries, position, source } = history;
  const at = entries.slice(0, position).findLastIndex(({ isRemote }) => !isRemote);
  const own = entries[at];
  if (own === undefined) return null;
  if (at === position - 1) return history;
  const passed = entries.slice(at + 1, position).toReversed();
  const texts = passed.reduce<readonly string[]>(
    ([next = '', ...later], { change }) => [applyChange(next, reversedChange(change)), next, ...later],
    [source.text],
  );
  const [base = '', ...remoteTexts] = texts;
  const mine = applyChange(base, reversedChange(own.change));
  let before = locateDocument(mine, entries[at - 1]?.document ?? history.origin, source);
  const remote: HistoryEntry[] = [];
  for (const [index, entry] of entries.slice(at + 1, position).entries()) {
    const isLast = index === remoteTexts.length - 1;
    if (!isLast && remoteTexts.length > MAX_REMOTE_STEPS) continue;
    const text = merge({ base, mine, theirs: remoteTexts[index] ?? '' });
    const { source: read, problems } = text === null ? NOTHING_READ : rereadTemplate(text, before);
    if (read === null || problems.length > 0) {
      if (isLast) return null;
      continue;
    }
    remote.push({ ...entry, document: read.document, change: changeBetween(before.text, read.text) });
    before = read;
  }
  const moved = { ...own, key: null, document: source.document, change: changeBetween(before.text, source.text) };
  const reordered = [...entries.slice(0, at), ...remote, moved];
  return { ...history, entries: [...reordered, ...entries.slice(position)], position: reordered.length };
}

const NOTHING_READ = { source: null, problems: [] } as const;

/** Undoes the last step. Returns null if there is nothing to undo. */
export function undo(history: History): RestoredHistory | null {
  return history.position === 0 ? null : jump(history, history.position - 1);
}

/** Redoes the next step. Returns null if there is nothing to redo. */
export function redo(history: History): RestoredHistory | null {
  return history.position === history.entries.length ? null : jump(history, history.position + 1);
}

/**
 * Moves to the state after `position` entries; 0 is the original state. Returns null for the current position and for a
 * position out of range.
 */
export function jump(history: History, position: number): RestoredHistory | null {
  const { entries, position: current } = history;
  if (!Number.isInteger(position) || position < 0 || position > entries.length || position === current) return null;
  const back = position < current;
  const passed = back ? entries.slice(position, current).toReversed() : entries.slice(current, position);
  let { text } = history.source;
  for (const { change } of passed) text = applyChange(text, back ? reversedChange(change) : change);
  const document = entries[position - 1]?.document ?? history.origin;
  const last = passed.at(-1);
  const selected = back ? last?.before : last?.after;
  return {
    history: { ...sealHistory(history), position, source: locateDocument(text, document, history.source) },
    selection: pruneSelection(selected ?? MOVIE_SELECTION, document),
    replays: passed.flatMap(({ record }) =>
      record === null ? [] : { change: record, direction: back ? 'back' : 'forth' },
    ),
  };
}

/**
 * Returns the labels of the steps that undo and redo would apply; a label is null if the step does not exist. Undo
 * skips remote steps.
 */
export function historyLabels(history: History): { readonly undo: Message | null; readonly redo: Message | null } {
  return {
    undo: history.entries.slice(0, history.position).findLast(({ isRemote }) => !isRemote)?.label ?? null,
    redo: history.entries[history.position]?.label ?? null,
  };
}
