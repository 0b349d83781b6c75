import { expect, test } from 'vitest';
import { showAutomatic, showSet } from '#renderer/editor/data-sets.ts';
import { followRecord } from '#renderer/editor/follow-changes.ts';
import { createRecordStore } from '#renderer/editor/record-store.ts';
import { fakeClock } from '#renderer/editor/testing/fake-clock.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { toggleCase } from '#renderer/editor/view-state.ts';
import { setSample } from '#shared/editing/model/editing-record.ts';

function opened() {
  const clock = fakeClock();
  const record = createRecordStore({
    record: { dataSets: [{ id: 'default', name: 'Default', values: { clip: 'c.mp4' } }] },
    etag: null,
    save: async () => ({ kind: 'saved', etag: '"1"' }),
    clock,
  });
  const { store: editor, actions, state } = openEditor({ record, clock });
  const stop = followRecord(editor);
  const samples = () => record.current.dataSets[0]?.values;
  return { editor, actions, state, record, stop, samples };
}

test('the editor uses the values of the chosen data set', () => {
  const { state, record } = opened();
  expect(state().values).toEqual({ clip: 'c.mp4' });
  record.update((current) => setSample(current, { set: 'default', variable: 'clip', value: 'd.mp4' }));
  expect(state().movie?.scenes[1]?.layers[0]).toMatchObject({ source: { kind: 'asset', name: 'd.mp4' } });
});

test('a sample value follows a renamed variable, even after undo', () => {
  const { actions, state, samples } = opened();
  actions.dispatch({ type: 'variable/rename', from: 'clip', to: 'hero' });
  expect(samples()).toEqual({ hero: 'c.mp4' });
  expect(state().values).toEqual({ hero: 'c.mp4' });
  actions.undo();
  expect(samples()).toEqual({ clip: 'c.mp4' });
  actions.setText(state().text.replace('clip,', 'film,'));
  expect(samples()).toEqual({ film: 'c.mp4' });
});

test('a variable added elsewhere does not inherit a removed variable’s value', () => {
  const { actions, state, samples } = opened();
  actions.setText(state().text.replace('${clip, b.mp4}', 'b.mp4').replace('name="a"', 'name="${title, a}"'));
  expect(samples()).toEqual({ clip: 'c.mp4' });
});

test('automatic data sets follow the template', () => {
  const { actions, state, record } = opened();
  record.update((current) => showAutomatic(current, 'empty'));
  expect(state().values).toEqual({});
  actions.setText(state().text.replace('name="a"', 'name="${title, a}"'));
  expect(state().values).toEqual({ title: '' });
  record.update((current) => showSet(current, 'default'));
  expect(state().values).toEqual({ clip: 'c.mp4' });
});

test('the editor ignores data sets after the listener stops', () => {
  const { state, record, stop } = opened();
  stop();
  record.update((current) => setSample(current, { set: 'default', variable: 'clip', value: 'd.mp4' }));
  expect(state().values).toEqual({ clip: 'c.mp4' });
});

test('a previewed case overrides the data set until another is chosen', () => {
  const { editor, state, record, samples } = opened();
  const requested = { variable: 'clip', value: 'other.mp4' };
  toggleCase(editor.view, requested);
  expect(state().values).toEqual({ clip: 'other.mp4' });
  expect(samples()).toEqual({ clip: 'c.mp4' });
  toggleCase(editor.view, requested);
  expect(state().values).toEqual({ clip: 'c.mp4' });
  toggleCase(editor.view, requested);
  record.update((current) => showAutomatic(current, 'empty'));
  expect(state().values).not.toEqual({ clip: 'other.mp4' });
});
