import type { Api } from '#renderer/api/api.ts';
import { problemCode, problemText } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { followBrand, readBrand } from '#renderer/api/queries/use-brand.ts';
import { pageStrings } from '#renderer/strings/page-language.ts';
import { readStored, removeStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { chosenValues } from '#shared/editing/model/editing-record.ts';
import { err, ok } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { markChangedParts } from './changed-parts.ts';
import { showSet } from './data-sets.ts';
import { createEditor, type Editor } from './editor.ts';
import { followRecord, followTemplate } from './follow-changes.ts';
import { isReadable } from './read-template.ts';
import { createRecordStore, type RecordOutcome, restoredRecord } from './record-store.ts';
import { beginSession, createIndexedJournal } from './saving/indexed-journal.ts';
import {
  createTemplateSaver,
  readEditingRecord,
  readTemplateText,
  saveEditingRecord,
} from './saving/template-service.ts';
import { createStoredSteps } from './stored-steps.ts';

export interface OpenTemplate {
  readonly editor: Editor;
  /** Sends unsaved work and writes it to the journal. Call it when the page is closing. */
  readonly flush: () => void;
  /** Saves unsaved work and stops saving. */
  readonly close: () => Promise<void>;
}

const journal = createIndexedJournal();
const storedSteps = createStoredSteps();
/** The last saves of closing templates that are still running. The key is the JSON of project and name. */
const closing = new Map<string, Promise<void>>();
/**
 * The maximum number of characters that a copy's name takes from the original name, so that it stays within the length
 * limit.
 */
const MAX_COPIED_NAME = 60;

/** Reads a template and its record, and prepares them for editing. Throws the errors of the service. */
export async function openTemplate(
  api: Api,
  place: { readonly project: string; readonly name: string },
  signal: AbortSignal,
): Promise<OpenTemplate> {
  const { project, name } = place;
  const key = JSON.stringify([project, name]);
  // Wait for the last save of this template. Otherwise, the read could return an older text.
  await closing.get(key);
  const [saved, answer, { values: brand }] = await Promise.all([
    readTemplateText(api, place, signal),
    readEditingRecord(api, project, name, signal),
    readBrand(api, project),
  ]);
  const lastGood = isReadable(saved.text) ? null : await readLastGood(api, place, signal);
  const record = createRecordStore({
    record: answer.record,
    etag: answer.etag,
    show: showSet,
    save: (json, etag, { keepalive }) => saveRecord(api, { ...place, record: json, etag, keepalive }),
  });
  const unsavedKey = `left-record/${project}/${name}`;
  const left = restoredRecord(readStored(unsavedKey), answer);
  removeStored(unsavedKey);
  if (left !== null) record.update(() => left);
  const steps = storedSteps.of(place, { text: saved.text, record: record.current });
  const editor = createEditor({
    project,
    template: name,
    text: saved.text,
    etag: saved.etag,
    values: chosenValues(record.current),
    brand,
    lastGood,
    record,
    left: steps,
    save: createTemplateSaver(api, place),
    saveCopy: async (copy, text) => {
      const outcome = await createTemplateSaver(api, { project, name: copy })({ text, etag: null, keepalive: false });
      if (outcome.kind === 'saved') return ok(null);
      if (outcome.kind === 'deleted') return err(message('conflict/project-deleted'));
      return err(
        outcome.kind === 'conflict'
          ? message('conflict/template-exists', { name: copy })
          : message('source/told', { words: outcome.reason }),
      );
    },
    copyPlace: (number) => conflictCopyPlace(api, place, number),
    journal,
    session: beginSession(),
  });
  const { playhead } = record.current.view;
  if (steps === null && playhead !== undefined) editor.playback.seek(playhead);
  const stopFollowing = followRecord(editor);
  const stopMarking = markChangedParts(editor);
  const stopRetrying = api.reachability.onReachable(() => {
    editor.saving.retry();
    record.retry();
  });
  const stopListening = followTemplate(api, place, { editor, record });
  const stopBranding = followBrand(api, project, ({ values }) => editor.document.setBrand(values));
  return {
    editor,
    flush: () => {
      editor.saving.flush();
      const unsaved = record.sendBeforeUnload();
      if (unsaved !== null) writeStored(unsavedKey, unsaved);
    },
    close: async () => {
      stopRetrying();
      stopListening();
      stopBranding();
      stopFollowing();
      stopMarking();
      const saves = editor.close();
      storedSteps.keep(place, editor.document.steps(), record.current);
      const ended = saves.then(
        () => undefined,
        () => undefined,
      );
      closing.set(key, ended);
      await ended;
      if (closing.get(key) === ended) closing.delete(key);
      await saves;
    },
  };
}

/** Returns the name of the conflict copy with this number, and the functions that save and remove it. */
function conflictCopyPlace(api: Api, place: { readonly project: string; readonly name: string }, number: number) {
  const { project } = place;
  const words = pageStrings().projects;
  const shortName = place.name.slice(0, MAX_COPIED_NAME).trimEnd();
  const name = number === 1 ? words.conflictName(shortName) : words.conflictNameNumber(shortName, number);
  return {
    name,
    save: createTemplateSaver(api, { project, name }),
    remove: async (etag: string): Promise<void> => {
      await api.client.call('deleteTemplate', {
        parameters: { region: await api.region(), project, name },
        headers: { 'if-match': etag },
      });
      await api.queries.invalidateQueries({ queryKey: queryKeys.templates(project) });
    },
  };
}

/** Returns the text of the newest revision without errors; null if there is none. */
async function readLastGood(
  api: Api,
  { project, name }: { readonly project: string; readonly name: string },
  signal: AbortSignal,
): Promise<string | null> {
  const parameters = { region: await api.region(), project, name };
  const { revisions } = await api.client.call('listRevisions', { parameters, signal });
  const good = revisions.find(({ errors }) => errors === 0 || errors === undefined);
  if (good === undefined) return null;
  const { text } = await readTemplateText(api, { project, name, revision: good.revision }, signal);
  return text;
}

async function saveRecord(api: Api, input: Parameters<typeof saveEditingRecord>[1]): Promise<RecordOutcome> {
  try {
    const answer = await saveEditingRecord(api, input);
    return { kind: 'saved', etag: answer.etag };
  } catch (error) {
    if (problemCode(error) === 'template/precondition') {
      return { kind: 'conflict', theirs: await readEditingRecord(api, input.project, input.name) };
    }
    return { kind: 'failed', reason: problemText(error) };
  }
}
