import { expect, test } from 'vitest';
import { chosenValues, DEFAULT_SET, putMarker, setSample, setView } from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import { createRecordStore } from './record-store.ts';
import { FILM, openEditor } from './testing/open-editor.ts';
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
  const rename = (name: string) => editor.edit({ type: 'scene/rename', scene: editor.scene(0), name });
  const seen = () => [chosenValues(record.current)['clip'], /name="(\w+)"/.exec(editor.xml())?.[1]];
  return { editor, record, sample, rename, seen };
}

test('edits of the movie and of sample values share a history', () => {
  const { editor, sample, rename, seen } = opened();
  sample('one.mp4');
  rename('b');
  sample('two.mp4');
  expect(editor.state().history.entries).toHaveLength(3);
  editor.undo();
  expect(seen()).toEqual(['one.mp4', 'b']);
  editor.undo();
  expect(seen()).toEqual(['one.mp4', 'a']);
  expect(stepLabels(editor.state()).undo).toEqual(message('step/set-sample', { variable: 'clip' }));
  editor.undo();
  expect(seen()).toEqual([undefined, 'a']);
  expect(editor.undo()).toBeNull();
  editor.document.jump(3);
  expect(seen()).toEqual(['two.mp4', 'b']);
});

test('a change of the view adds no step', () => {
  const { editor, record } = opened();
  record.update((now) => setView(now, { playhead: 3 }));
  expect(editor.state().history.entries).toHaveLength(0);
});

test('undo removes markers one by one', () => {
  const { editor, record } = opened();
  for (const frame of [3, 9])
    record.edit(message('step/add-marker'), (now) => putMarker(now, { id: `m${frame}`, frame, name: '' }));
  editor.undo();
  expect(record.current.markers.map(({ frame }) => frame)).toEqual([3]);
  editor.undo();
  expect(record.current.markers).toEqual([]);
});

test('an edit of sample values keeps a text with XML errors', () => {
  const { editor, sample, seen } = opened();
  editor.type(`${FILM}<`);
  sample('one.mp4');
  editor.type(`${FILM}<x`);
  expect([editor.xml(), editor.state().isTextBroken]).toEqual([`${FILM}<x`, true]);
  editor.undo();
  expect([editor.xml(), seen()[0]]).toEqual([`${FILM}<`, 'one.mp4']);
  editor.undo();
  expect([editor.xml(), seen()[0]]).toEqual([`${FILM}<`, undefined]);
  editor.undo();
  expect([editor.xml(), editor.state().isTextBroken]).toEqual([FILM, false]);
  for (let step = 0; step < 3; step += 1) editor.redo();
  expect([editor.xml(), seen()[0]]).toEqual([`${FILM}<x`, 'one.mp4']);
});

test('edits of sample values during a text correction join its step', () => {
  const { editor, sample, seen } = opened();
  editor.type(`${FILM}<`);
  sample('one.mp4');
  editor.type(FILM.replace('"a"', '"b"'));
  expect(seen()).toEqual(['one.mp4', 'b']);
  editor.undo();
  expect(seen()).toEqual([undefined, 'a']);
  editor.redo();
  expect(seen()).toEqual(['one.mp4', 'b']);
});
