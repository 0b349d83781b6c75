import { type EditingRecord, editingRecordJson, parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import type { History } from '#shared/editing/model/history.ts';
import { recordChange } from '#shared/editing/model/record-change.ts';
import type { Selection } from '#shared/editing/model/selection.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { UnparsedText } from './unparsed-text.ts';

/** The undo history of a template that was closed, with the text at its end. */
export interface StoredSteps {
  readonly text: string;
  /** The problems of `text`; null if it can be parsed. */
  readonly broken: readonly Problem[] | null;
  readonly history: History;
  readonly unparsed: UnparsedText;
  /** The empty movie that replaces a text if it could never be parsed; null for other texts. */
  readonly emptySource: TemplateSource | null;
  readonly selection: Selection;
  readonly playhead: Frames;
}

interface StoredEntry {
  readonly steps: StoredSteps;
  readonly record: EditingRecord;
}

interface TemplatePlace {
  readonly project: string;
  readonly name: string;
}

/** The maximum number of templates with stored steps. Each can hold the documents of 500 steps. */
const MAX_TEMPLATES = 5;

/** Creates an in-memory store for the undo histories of recently closed templates. */
export function createStoredSteps() {
  /** The histories in the order in which the templates were closed, oldest first. */
  const entries = new Map<string, StoredEntry>();
  const keyOf = ({ project, name }: TemplatePlace): string => JSON.stringify([project, name]);
  return {
    keep: (place: TemplatePlace, steps: StoredSteps, record: EditingRecord): void => {
      const key = keyOf(place);
      entries.delete(key);
      entries.set(key, { steps, record });
      for (const oldest of [...entries.keys()].slice(0, -MAX_TEMPLATES)) entries.delete(oldest);
    },
    /**
     * Returns the steps that led to exactly this text and record; null if there are none, or if the text or the record
     * has changed.
     */
    of: (
      place: TemplatePlace,
      saved: { readonly text: string; readonly record: EditingRecord },
    ): StoredSteps | null => {
      const entry = entries.get(keyOf(place));
      if (entry === undefined || entry.steps.text !== saved.text) return null;
      // Serialize and parse the record, as saving does, so that it has the form of the saved record.
      const record = parseEditingRecord(editingRecordJson(entry.record));
      return recordChange(record, saved.record) === null ? entry.steps : null;
    },
  };
}
