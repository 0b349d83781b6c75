import { expect, test } from 'vitest';
import { chosenValues, DEFAULT_SET, putMarker, setSample, setView } from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import { createRecordStore } from './record-store.ts';
import { FILM, openEditor, sceneId } from './testing/open-editor.ts';
import { stepLabels } from './unparsed-text.ts';

function opened(text = FILM) {
  const record = createRecordStore({
    record: {},
    etag: null,
    save: async () => ({ kind: 'saved', etag: '"1"' }),
  });
  const editor = openEditor({ text, record });
  const sample = (value: string) =>
    record.edit(message('step/set-sample', { variable: 'clip' }), (now) =>
      setSample(now, { set: DEFAULT_SET, variable: 'clip', value }),
    );
  const rename = (name: string) =>
    editor.actions.dispatch({ type: 'scene/rename', scene: sceneId(editor.store, 0), name });
  const seen = () => [chosenValues(record.current)['clip'], /name="(\w+)"/.exec(editor.state().text)?.[1]];
  return { ...editor, record, sample, rename, seen };
}

test('edits of the movie and of sample values share a history', () => {
  const { sample, rename, actions, seen, state } = opened();
  sample('one.mp4');
  rename('b');
  sample('two.mp4');
  expect(state().history.entries).toHaveLength(3);
  actions.undo();
  expect(seen()).toEqual(['one.mp4', 'b']);
  actions.undo();
  expect(seen()).toEqual(['one.mp4', 'a']);
  expect(stepLabels(state()).undo).toEqual(message('step/set-sample', { variable: 'clip' }));
  actions.undo();
  expect(seen()).toEqual([undefined, 'a']);
  expect(actions.undo()).toBeNull();
  actions.jump(3);
  expect(seen()).toEqual(['two.mp4', 'b']);
});

test('a change of the view adds no step', () => {
  const { record, state } = opened();
  record.update((now) => setView(now, { playhead: 3 }));
  expect(state().history.entries).toHaveLength(0);
});

test('undo removes markers one by one', () => {
  const { record, actions } = opened();
  for (const frame of [3, 9])
    record.edit(message('step/add-marker'), (now) => putMarker(now, { id: `m${frame}`, frame, name: '' }));
  actions.undo();
  expect(record.current.markers.map(({ frame }) => frame)).toEqual([3]);
  actions.undo();
  expect(record.current.markers).toEqual([]);
});

test('a sample edit keeps a text with errors', () => {
  const { sample, actions, state, seen } = opened();
  actions.setText(`${FILM}<`);
  sample('one.mp4');
  actions.setText(`${FILM}<x`);
  expect([state().text, state().isTextBroken]).toEqual([`${FILM}<x`, true]);
  actions.undo();
  expect([state().text, seen()[0]]).toEqual([`${FILM}<`, 'one.mp4']);
  actions.undo();
  expect([state().text, seen()[0]]).toEqual([`${FILM}<`, undefined]);
  actions.undo();
  expect([state().text, state().isTextBroken]).toEqual([FILM, false]);
  for (let step = 0; step < 3; step += 1) actions.redo();
  expect([state().text, seen()[0]]).toEqual([`${FILM}<x`, 'one.mp4']);
});

test('sample edits and the correction of a text are one step', () => {
  const { sample, actions, seen } = opened();
  actions.setText(`${FILM}<`);
  sample('one.mp4');
  actions.setText(FILM.replace('"a"', '"b"'));
  expect(seen()).toEqual(['one.mp4', 'b']);
  actions.undo();
  expect(seen()).toEqual([undefined, 'a']);
  actions.redo();
  expect(seen()).toEqual(['one.mp4', 'b']);
});
