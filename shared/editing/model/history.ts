import type { Message } from '../../messages/message.ts';
import type { TemplateDocument } from '../../template/document/document.ts';
import { placeDocument } from '../../template-xml/edit/splice.ts';
import type { TemplateSource } from '../../template-xml/ranges/ranges.ts';
import { applyChange, changeBetween, reversedChange, type TextChange } from '../../template-xml/read/text-change.ts';
import { joinedChanges, type RecordChange, type RecordReplay } from './record-change.ts';
import { MOVIE_SELECTION, pruneSelection, type Selection } from './selection.ts';

/** One step. */
export interface HistoryEntry {
  /** Counts up, and is never used again in a session. */
  readonly id: number;
  /** Such as `Trim “Petals open”`. */
  readonly label: Message;
  readonly before: Selection;
  readonly after: Selection;
  /** What the step left; it shares all that the step did not touch with the documents beside it. */
  readonly document: TemplateDocument;
  /** What the step did to the text. */
  readonly change: TextChange;
  /** What it did to the editing record; null for nothing. */
  readonly record: RecordChange | null;
  /** Steps of one key that follow each other closely are one: typing, a key held down. */
  readonly key: string | null;
  /** When it was last added to, in milliseconds of the caller's clock. */
  readonly at: number;
}

/**
 * What was done to a template, as a value. A step is the whole template before and after it, bytes included: the
 * document by sharing, the text by the one stretch that changed.
 */
export interface History {
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
  /** How many of them are in force; those behind can be redone. */
  readonly position: number;
  /** What is in force. */
  readonly source: TemplateSource;
  /** Before the first entry. */
  readonly origin: TemplateDocument;
  readonly nextId: number;
}

/** A history at another place of it, and what was selected there. */
export interface Restored {
  readonly history: History;
  readonly selection: Selection;
  /** Changes of the editing record to carry out, in this order. */
  readonly replays: readonly RecordReplay[];
}

export interface Step {
  readonly label: Message;
  readonly source: TemplateSource;
  readonly before: Selection;
  readonly after: Selection;
  readonly record?: RecordChange | null;
  readonly key?: string | null | undefined;
  /** It belongs to the last step if that has its key, however long ago it was. */
  readonly joins?: boolean;
  /** Milliseconds of any clock that only goes forward. */
  readonly at: number;
}

/** Older steps are forgotten. */
export const MOST_STEPS = 500;
/** How close steps of one key must follow each other to be one, in milliseconds. */
const TYPING_PAUSE = 1_500;

export function createHistory(source: TemplateSource): History {
  return { entries: [], position: 0, source, origin: source.document, nextId: 1 };
}

/**
 * Adds a step, or adds to the last one if it has the same key and is recent. What was undone is forgotten. A step that
 * left text and document as they were is none, and neither is one whose additions took back all that it had done. Two equal
 * scenes that change places are a step without a change of a byte: what is selected has moved.
 */
export function recordStep(history: History, step: Step): History {
  const { source, record = null, key = null, joins = false } = step;
  const isSame = source.text === history.source.text && source.document === history.source.document;
  if (isSame && record === null) return history;
  const kept = history.entries.slice(0, history.position);
  const last = kept.at(-1);
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
    if (undone !== null) return { ...undone.history, entries: kept.slice(0, -1) };
    const change = changeBetween(earlier, source.text);
    const merged = { ...last, after: step.after, document: source.document, change, record: joined, at: step.at };
    return { ...history, entries: [...kept.slice(0, -1), merged], source };
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
    at: step.at,
  };
  const entries = [...kept, entry];
  const surplus = entries.length - MOST_STEPS;
  const origin = surplus > 0 ? (entries[surplus - 1]?.document ?? history.origin) : history.origin;
  const remembered = surplus > 0 ? entries.slice(surplus) : entries;
  return { entries: remembered, position: remembered.length, source, origin, nextId: history.nextId + 1 };
}

/** Adds what a step did to the editing record as well; without a step there is nothing to add it to. */
export function amendHistory(history: History, record: RecordChange): History {
  const last = history.entries[history.position - 1];
  if (last === undefined) return history;
  const amended = { ...last, record: joinedChanges(last.record, record) };
  return { ...history, entries: history.entries.with(history.position - 1, amended) };
}

/** Ends a run of steps that would become one: the next step is one of its own. */
export function sealHistory(history: History): History {
  const last = history.entries.at(-1);
  if (last === undefined || last.key === null) return history;
  return { ...history, entries: [...history.entries.slice(0, -1), { ...last, key: null }] };
}

/** Null when there is nothing to undo. */
export function undo(history: History): Restored | null {
  return history.position === 0 ? null : jump(history, history.position - 1);
}

/** Null when there is nothing to redo. */
export function redo(history: History): Restored | null {
  return history.position === history.entries.length ? null : jump(history, history.position + 1);
}

/** To where so many entries are in force: 0 is before all of them. Null when that is here, or nowhere. */
export function jump(history: History, position: number): Restored | null {
  const { entries, position: here } = history;
  if (!Number.isInteger(position) || position < 0 || position > entries.length || position === here) return null;
  const back = position < here;
  const passed = back ? entries.slice(position, here).toReversed() : entries.slice(here, position);
  let { text } = history.source;
  for (const { change } of passed) text = applyChange(text, back ? reversedChange(change) : change);
  const document = entries[position - 1]?.document ?? history.origin;
  const last = passed.at(-1);
  const selected = back ? last?.before : last?.after;
  return {
    history: { ...sealHistory(history), position, source: placeDocument(text, document, history.source) },
    selection: pruneSelection(selected ?? MOVIE_SELECTION, document),
    replays: passed.flatMap(({ record }) =>
      record === null ? [] : { change: record, direction: back ? 'back' : 'forth' },
    ),
  };
}

/** Names of the steps that undo and redo would take; null where there is none. */
export function historyLabels(history: History): { readonly undo: Message | null; readonly redo: Message | null } {
  return {
    undo: history.entries[history.position - 1]?.label ?? null,
    redo: history.entries[history.position]?.label ?? null,
  };
}
