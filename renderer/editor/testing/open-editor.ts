import { expect } from 'vitest';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import { attributeValue, elementsOf, type NodeId } from '#shared/template/document/document.ts';
import { createEditor, type Editor } from '../editor.ts';
import type { StoredSteps } from '../left-steps.ts';
import { createRecordStore, type RecordStore } from '../record-store.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeService } from './fake-service.ts';
import { memoryJournal } from './memory-journal.ts';

export const FILM =
  '<movie width="100" height="50" framerate="25">\n' +
  '  <scene duration="10" name="a"/>\n' +
  '  <scene duration="20"><video src="${clip, b.mp4}"/></scene>\n' +
  '</movie>\n';

interface Opened {
  readonly text?: string;
  readonly brand?: Readonly<Record<string, string>>;
  readonly session?: string;
  readonly journal?: ReturnType<typeof memoryJournal>;
  readonly service?: ReturnType<typeof fakeService>;
  readonly clock?: ReturnType<typeof fakeClock>;
  readonly record?: RecordStore;
  readonly lastGood?: string;
  readonly left?: StoredSteps | null;
}

/** A test's view of an open template. Elements are given by their names. */
export interface TestEditor {
  readonly select: (...names: readonly string[]) => void;
  /** Previews the commands one after another, as the moves of a drag, and commits the last one. */
  readonly drag: (...commands: readonly PlannableCommand[]) => void;
  /** Runs the action of a table that has these keys. */
  readonly press: (keys: string, table: readonly PressedAction[]) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly expectXml: (text: string) => void;
  readonly expectSelected: (...names: readonly string[]) => void;
}

export interface PressedAction {
  readonly keys?: readonly string[];
  readonly run: () => unknown;
}

/** Opens an editor on a template with its own service, clock, and journal. */
export function openEditor(options: Opened = {}) {
  const { session = 'session', clock = fakeClock(), journal = memoryJournal() } = options;
  const service = options.service ?? fakeService(options.text ?? FILM);
  const copies = new Map<string, string>();
  const places = new Map<string, ReturnType<typeof fakeService>>();
  /** Returns the fake service of the copy with this name. */
  const copyService = (name: string) => {
    const place = places.get(name) ?? fakeService(null);
    places.set(name, place);
    return place;
  };
  const record =
    options.record ??
    createRecordStore({
      record: {},
      etag: null,
      save: async () => ({ kind: 'saved', etag: '"1"' }),
      clock,
    });
  const store = createEditor({
    project: 'p',
    template: 't',
    text: options.text ?? service.text() ?? FILM,
    etag: service.etag() ?? '"1"',
    ...(options.brand && { brand: options.brand }),
    record,
    ...(options.lastGood !== undefined && { lastGood: options.lastGood }),
    ...(options.left !== undefined && { left: options.left }),
    save: service.save,
    saveCopy: async (name, text) => {
      copies.set(name, text);
      return { ok: true, value: null };
    },
    copyPlace: (number) => {
      const name = `t (conflict ${number})`;
      const place = copyService(name);
      return {
        name,
        save: place.save,
        remove: async (etag) => {
          if (place.etag() !== etag) throw new Error('412: somebody else changed it');
          place.remove();
        },
      };
    },
    journal,
    session: journal.begin(session),
    clock,
  });
  const { document, selection, playback, saving } = store;
  const actions = { ...document, ...selection, ...playback, ...saving };
  const named = (name: string): NodeId => {
    const elements = [...elementsOf(document.state.document.root)];
    const found = elements.find((element) => attributeValue(element, 'name') === name);
    if (found === undefined) throw new Error(`there is no element named ${name}`);
    return found.id;
  };
  const verbs: TestEditor = {
    select: (...names) => selection.select(selectNodes(names.map(named))),
    drag: (...commands) => {
      for (const command of commands) expect(document.preview(command, { isInteractive: true }).ok).toBe(true);
      expect(document.commit().ok).toBe(true);
    },
    undo: () => void document.undo(),
    redo: () => void document.redo(),
    press: (keys, table) => {
      const pressed = table.find((action) => action.keys?.includes(keys) === true);
      if (pressed === undefined) throw new Error(`no action has the keys ${keys}`);
      pressed.run();
    },
    expectXml: (text) => expect(document.state.text).toBe(text),
    expectSelected: (...names) => expect(document.state.selection.ids).toEqual(names.map(named)),
  };
  return {
    ...verbs,
    ...{ store, actions, state: () => document.state, service, journal, clock, copies, copyService },
  };
}

/** Returns the id of the scene at an index, counted from 0. */
export function sceneId(editor: Editor, index: number): NodeId {
  const scene = indexOf(editor.document.state.document).scenes[index];
  if (scene === undefined) throw new Error(`there is no scene ${index}`);
  return scene.id;
}
