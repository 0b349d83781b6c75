import { expect } from 'vitest';
import type { EditorCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import type { Message } from '#shared/messages/message.ts';
import { attributeValue, type NodeId } from '#shared/template/document/document.ts';
import { createEditor, type Editor } from '../editor.ts';
import type { DispatchOptions, EditorState } from '../editor-state.ts';
import { createRecordStore, type RecordStore } from '../record-store.ts';
import type { StoredSteps } from '../stored-steps.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { fakeService } from './fake-service.ts';
import { memoryJournal } from './memory-journal.ts';

export const FILM =
  '<movie width="100" height="50" framerate="25">\n' +
  '  <scene duration="10" name="a"/>\n' +
  '  <scene duration="20"><video src="${clip, b.mp4}"/></scene>\n' +
  '</movie>\n';

type FakeService = ReturnType<typeof fakeService>;
type MemoryJournal = ReturnType<typeof memoryJournal>;

/** The options of a test editor. Missing dependencies are created. */
export interface TestEditorOptions {
  /** The name of the template; `t` by default. */
  readonly template?: string;
  /** The text of the template; by default, the text of the given service, or else {@link FILM}. */
  readonly text?: string;
  readonly brand?: Readonly<Record<string, string>>;
  readonly session?: string;
  readonly journal?: MemoryJournal;
  readonly service?: FakeService;
  readonly clock?: FakeClock;
  readonly record?: RecordStore;
  readonly lastGood?: string;
  readonly left?: StoredSteps | null;
}

/** The id or the `name` of an element, or a tag name, which means the first such element in the document. */
type Target = NodeId | string;

/** An open template with the operations of a user. An operation that the editor refuses fails the test. */
export interface TestEditor extends Editor {
  readonly service: FakeService;
  readonly journal: MemoryJournal;
  readonly clock: FakeClock;
  /** The texts of the copies that a resolved conflict saved, by name. */
  readonly copies: ReadonlyMap<string, string>;
  /** Returns the service of the copy with this name. It receives the edits during a conflict. */
  readonly copyService: (name: string) => FakeService;
  readonly state: () => EditorState;
  /** Returns the text of the XML view. */
  readonly xml: () => string;
  /** Returns the durations of the scenes in frames. */
  readonly durations: () => readonly number[];
  /**
   * Returns the id of the element with this `name`. If there is none, returns the id of the element with this tag at an
   * index (from 0) in document order.
   */
  readonly find: (name: string, index?: number) => NodeId;
  /** Returns the id of the scene at an index (from 0). */
  readonly scene: (index: number) => NodeId;
  /** Selects these elements. An empty list selects the movie. */
  readonly select: (...targets: readonly Target[]) => void;
  /** Moves the playhead to a frame. */
  readonly seek: (frame: number) => void;
  /** Dispatches a command as one undo step. */
  readonly edit: (command: EditorCommand, options?: DispatchOptions) => void;
  /** Trims the end of the scene at an index to a duration in frames. */
  readonly trim: (index: number, duration: number) => void;
  /** Previews the commands one after another, like the moves of a drag. The drag continues until `drop` or `escape`. */
  readonly drag: (...commands: readonly PlannableCommand[]) => void;
  /** Ends the drag, which becomes one undo step. */
  readonly drop: () => void;
  /** Cancels the drag. */
  readonly escape: () => void;
  /** Replaces the text of the XML view, as typing does. */
  readonly type: (text: string) => void;
  /** Undoes a step and returns its name; null if there is none. */
  readonly undo: () => Message | null;
  readonly redo: () => Message | null;
  readonly expectXml: (text: string) => void;
  readonly expectSelected: (...targets: readonly Target[]) => void;
}

/** Opens a template with its own service, clock, and journal. */
export function openEditor(options: TestEditorOptions = {}): TestEditor {
  const { session = 'session', clock = fakeClock(), journal = memoryJournal() } = options;
  const service = options.service ?? fakeService(options.text ?? FILM);
  const copies = new Map<string, string>();
  const copyServices = new Map<string, FakeService>();
  const copyService = (name: string) => {
    const found = copyServices.get(name) ?? fakeService(null);
    copyServices.set(name, found);
    return found;
  };
  const record =
    options.record ??
    createRecordStore({
      record: {},
      etag: null,
      save: async () => ({ kind: 'saved', etag: '"1"' }),
      clock,
    });
  const editor = createEditor({
    project: 'p',
    template: options.template ?? 't',
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
  return { ...editor, ...operationsOf(editor), service, journal, clock, copies, copyService };
}

type Parts = 'service' | 'journal' | 'clock' | 'copies' | 'copyService';

function operationsOf({ document, selection, playback }: Editor): Omit<TestEditor, keyof Editor | Parts> {
  const find = (name: string, index = 0): NodeId => {
    const elements = [...indexOf(document.state.document).elements.values()].map(({ element }) => element);
    const named = elements.find((element) => attributeValue(element, 'name') === name);
    const found = named ?? elements.filter((element) => element.name === name)[index];
    if (found === undefined) throw new Error(`there is no element ${name} at index ${index}`);
    return found.id;
  };
  const idsOf = (targets: readonly Target[]) => {
    const { elements } = indexOf(document.state.document);
    return targets.map((target) => elements.get(target as NodeId)?.element.id ?? find(target));
  };
  const scene = (index: number): NodeId => {
    const found = indexOf(document.state.document).scenes[index];
    if (found === undefined) throw new Error(`there is no scene ${index}`);
    return found.id;
  };
  const edit: TestEditor['edit'] = (command, options) => {
    expect(document.dispatch(command, options)).toMatchObject({ ok: true });
  };
  return {
    state: () => document.state,
    xml: () => document.state.text,
    durations: () => document.state.movie?.scenes.map(({ duration }) => duration) ?? [],
    find,
    scene,
    select: (...targets) => selection.select(idsOf(targets)),
    seek: playback.seek,
    edit,
    trim: (index, duration) => edit({ type: 'scene/trim-end', scene: scene(index), duration }),
    drag: (...commands) => {
      for (const command of commands)
        expect(document.preview(command, { isInteractive: true })).toMatchObject({ ok: true });
    },
    drop: () => expect(document.commit()).toMatchObject({ ok: true }),
    escape: document.cancel,
    type: (text) => document.setText(text),
    undo: document.undo,
    redo: document.redo,
    expectXml: (text) => expect(document.state.text).toBe(text),
    expectSelected: (...targets) => expect(document.state.selection.ids).toEqual(idsOf(targets)),
  };
}
