import { expect, test } from 'vitest';
import { DEFAULT_SET, parseEditingRecord, setSample, setView } from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import { createRecordStore } from './record-store.ts';
import { selectStepLabels } from './selectors.ts';
import { createStoredSteps } from './stored-steps.ts';
import { fakeService } from './testing/fake-service.ts';
import { FILM, openEditor } from './testing/open-editor.ts';

const PLACE = { project: 'p', name: 't' };

/** Returns functions that open and close a template with the same stored steps. */
function workplace(options: { readonly text?: string; readonly lastGood?: string } = {}) {
  const left = createStoredSteps();
  const service = fakeService(options.text ?? FILM);
  let savedRecord: Readonly<Record<string, unknown>> = {};
  const open = () => {
    const record = createRecordStore({
      record: savedRecord,
      etag: null,
      save: async (json) => {
        savedRecord = json;
        return { kind: 'saved', etag: '"1"' };
      },
    });
    const text = service.text() ?? FILM;
    const steps = left.of(PLACE, { text, record: record.current });
    const editor = openEditor({ ...options, text, service, record, left: steps });
    const leave = async () => {
      const closed = Promise.all([editor.close(), record.close()]);
      left.keep(PLACE, editor.document.steps(), record.current);
      await closed;
    };
    const named = (name: string) => editor.edit({ type: 'scene/rename', scene: editor.scene(0), name });
    const sample = (value: string) =>
      record.edit(message('step/set-sample', { variable: 'clip' }), (now) =>
        setSample(now, { set: DEFAULT_SET, variable: 'clip', value }),
      );
    return { ...editor, steps, leave, named, sample };
  };
  return {
    left,
    service,
    open,
    saveRecordElsewhere: (json: Readonly<Record<string, unknown>>) => (savedRecord = json),
  };
}

test('a reopened template keeps its undo history', async () => {
  const { open, service } = workplace();
  const first = open();
  first.named('b');
  first.sample('one.mp4');
  first.named('c');
  first.undo();
  first.select(first.scene(1));
  const { selection } = first.state();
  first.seek(10);
  const labels = selectStepLabels(first.state());
  await first.leave();

  const second = open();
  expect(second.state()).toMatchObject({ playhead: 10, selection, problems: [], saving: { kind: 'saved' } });
  expect(selectStepLabels(second.state())).toEqual(labels);
  expect(second.redo()).toEqual(labels.redo);
  expect(second.xml()).toContain('"c"');
  for (let step = 0; step < 3; step += 1) expect(second.undo()).not.toBeNull();
  expect(second.undo()).toBeNull();
  expect(second.xml()).toBe(FILM);
  expect(second.record.current.dataSets[0]?.values['clip']).toBeUndefined();
  await second.leave();
  expect(service.text()).toBe(FILM);
  expect(open().state().history.entries).toHaveLength(3);
});

test('reopening a template sends nothing to the service', async () => {
  const { open, service } = workplace();
  const first = open();
  first.named('b');
  await first.leave();
  const { length } = service.requests;
  const second = open();
  await second.clock.pass(60_000);
  expect([service.requests.length, second.journal.texts()]).toEqual([length, []]);
});

test('the first edit after reopening is a separate undo step', async () => {
  const { open } = workplace();
  const first = open();
  first.type(FILM.replace('"10"', '"11"'));
  await first.leave();
  const second = open();
  second.type(FILM.replace('"10"', '"112"'));
  second.undo();
  expect(second.xml()).toContain('"11"');
});

test('a reopened text with errors keeps its typing steps', async () => {
  for (const options of [{}, { text: '<movie' }]) {
    const { open } = workplace(options);
    const first = open();
    const { text } = first.state();
    first.type(`${text}<`);
    await first.leave();
    const second = open();
    expect(second.state()).toMatchObject({ text: `${text}<`, isTextBroken: true, problems: first.state().problems });
    second.undo();
    expect(second.xml()).toBe(text);
    second.type(FILM);
    expect(second.state()).toMatchObject({ text: FILM, isTextBroken: false });
  }
});

test('an unfinished gesture is not stored', async () => {
  const { open } = workplace();
  const first = open();
  first.drag({ type: 'node/remove', nodes: [first.scene(0)] });
  await first.leave();
  expect(open().state()).toMatchObject({ text: FILM, gesture: null, history: { entries: [] } });
});

test('a template that another window changed starts a new history', async () => {
  const { open, service } = workplace();
  const first = open();
  first.named('b');
  await first.leave();
  service.saveRemotely(FILM.replace('"a"', '"x"'));
  const second = open();
  expect(second.steps).toBeNull();
  expect(second.undo()).toBeNull();
  expect(second.xml()).toContain('"x"');
});

test('a text whose last save failed starts a new history', async () => {
  const { open, service } = workplace();
  const first = open();
  first.named('b');
  service.failWith({ kind: 'failed', reason: 'gone' });
  await first.leave();
  expect(open().state()).toMatchObject({ text: FILM, history: { entries: [] } });
});

test('a record that another window changed starts a new history', async () => {
  const { open, saveRecordElsewhere } = workplace();
  const first = open();
  first.sample('one.mp4');
  await first.leave();
  saveRecordElsewhere({});
  expect(open().steps).toBeNull();
});

test('a changed view of the record keeps the history', async () => {
  const { open, left } = workplace();
  const first = open();
  first.named('b');
  await first.leave();
  const { record } = first.record.state;
  const text = first.xml();
  expect(left.of(PLACE, { text, record: setView(record, { playhead: 3 }) })?.history.entries).toHaveLength(1);
});

test('only the last five templates keep stored steps', () => {
  const left = createStoredSteps();
  const steps = openEditor().document.steps();
  const record = parseEditingRecord({});
  const keep = (name: string) => left.keep({ project: 'p', name }, steps, record);
  const isThere = (name: string) => left.of({ project: 'p', name }, { text: FILM, record }) !== null;
  for (const name of ['1', '2', '3', '4', '5', '1', '6']) keep(name);
  expect(['1', '2', '3', '4', '5', '6'].map(isThere)).toEqual([true, false, true, true, true, true]);
  expect(left.of({ project: 'q', name: '1' }, { text: FILM, record })).toBeNull();
});
