import { type EditingRecord, editingRecordJson, parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import type { History } from '#shared/editing/model/history.ts';
import { recordChange } from '#shared/editing/model/record-change.ts';
import type { Selection } from '#shared/editing/model/selection.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { UnparsedText } from './unparsed-text.ts';

/** The steps of a template from before it was closed, with the resulting state. */
export interface StoredSteps {
  readonly text: string;
  /** The problems of `text`; null if it can be parsed. */
  readonly broken: readonly Problem[] | null;
  readonly history: History;
  readonly unparsed: UnparsedText;
  /** The empty movie that is shown if the opened text could never be parsed; null for other texts. */
  readonly neverRead: TemplateSource | null;
  readonly selection: Selection;
  readonly playhead: Frames;
}

interface Left {
  readonly steps: StoredSteps;
  readonly record: EditingRecord;
}

interface TemplatePlace {
  readonly project: string;
  readonly name: string;
}

/** The maximum number of templates with stored steps. Each can have the documents of 500 steps. */
const MAX_TEMPLATES = 5;

/** Creates a store in memory for the steps of the templates that were closed last. */
export function createStoredSteps() {
  /** Entries in the order in which the templates were closed, oldest first. */
  const left = new Map<string, Left>();
  const keyOf = ({ project, name }: TemplatePlace): string => JSON.stringify([project, name]);
  return {
    keep: (place: TemplatePlace, steps: StoredSteps, record: EditingRecord): void => {
      const key = keyOf(place);
      left.delete(key);
      left.set(key, { steps, record });
      for (const oldest of [...left.keys()].slice(0, -MAX_TEMPLATES)) left.delete(oldest);
    },
    /** Returns the steps up to exactly this text and record; null if there are none, or if either has changed. */
    of: (
      place: TemplatePlace,
      saved: { readonly text: string; readonly record: EditingRecord },
    ): StoredSteps | null => {
      const leftSteps = left.get(keyOf(place));
      if (leftSteps === undefined || leftSteps.steps.text !== saved.text) return null;
      // The text of a saved record has its fields in a fixed order, so two records can be compared as texts.
      const record = parseEditingRecord(editingRecordJson(leftSteps.record));
      return recordChange(record, saved.record) === null ? leftSteps.steps : null;
    },
  };
}
