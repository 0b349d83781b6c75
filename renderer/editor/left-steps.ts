import { type EditingRecord, editingRecordJson, parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import type { History } from '#shared/editing/model/history.ts';
import { recordChange } from '#shared/editing/model/record-change.ts';
import type { Selection } from '#shared/editing/model/selection.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { UnparsedText } from './unparsed-text.ts';

/** The steps of a template when it was closed, and the resulting state. */
export interface StoredSteps {
  readonly text: string;
  /** The errors of `text`; null if it can be parsed. */
  readonly broken: readonly Problem[] | null;
  readonly history: History;
  readonly unparsed: UnparsedText;
  /** The empty movie in place of a text that could not be parsed when it was opened. */
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

/** The limit of stored templates. Each holds the documents of up to 500 steps. */
const MOST_TEMPLATES = 5;

/** Stores the steps of the last closed templates in memory. */
export function createLeftSteps() {
  /** Ordered from the oldest. */
  const left = new Map<string, Left>();
  const keyOf = ({ project, name }: TemplatePlace): string => JSON.stringify([project, name]);
  return {
    keep: (place: TemplatePlace, steps: StoredSteps, record: EditingRecord): void => {
      const key = keyOf(place);
      left.delete(key);
      left.set(key, { steps, record });
      for (const oldest of [...left.keys()].slice(0, -MOST_TEMPLATES)) left.delete(oldest);
    },
    /**
     * Returns the steps that lead to exactly this text and record; null if there are none or something changed since.
     */
    of: (
      place: TemplatePlace,
      saved: { readonly text: string; readonly record: EditingRecord },
    ): StoredSteps | null => {
      const found = left.get(keyOf(place));
      if (found === undefined || found.steps.text !== saved.text) return null;
      // The saved form has its fields in a fixed order.
      const record = parseEditingRecord(editingRecordJson(found.record));
      return recordChange(record, saved.record) === null ? found.steps : null;
    },
  };
}
