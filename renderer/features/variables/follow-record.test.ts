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
  const editor = openEditor({ record, clock });
  const stop = followRecord(editor);
  const samples = () => record.current.dataSets[0]?.values;
  return { editor, record, stop, samples };
}

test('the editor uses the values of the chosen data set', () => {
  const { editor, record } = opened();
  expect(editor.state().values).toEqual({ clip: 'c.mp4' });
  record.update((current) => setSample(current, { set: 'default', variable: 'clip', value: 'd.mp4' }));
  expect(editor.state().movie?.scenes[1]?.layers[0]).toMatchObject({ source: { kind: 'asset', name: 'd.mp4' } });
});

test('a sample value stays when its variable is renamed, even after undo', () => {
  const { editor, samples } = opened();
  editor.edit({ type: 'variable/rename', from: 'clip', to: 'hero' });
  expect(samples()).toEqual({ hero: 'c.mp4' });
  expect(editor.state().values).toEqual({ hero: 'c.mp4' });
  editor.undo();
  expect(samples()).toEqual({ clip: 'c.mp4' });
  editor.type(editor.xml().replace('clip,', 'film,'));
  expect(samples()).toEqual({ film: 'c.mp4' });
});

test('a new variable does not inherit the value of a removed one', () => {
  const { editor, samples } = opened();
  editor.type(editor.xml().replace('${clip, b.mp4}', 'b.mp4').replace('name="a"', 'name="${title, a}"'));
  expect(samples()).toEqual({ clip: 'c.mp4' });
});

test('automatic data sets follow the template', () => {
  const { editor, record } = opened();
  record.update((current) => showAutomatic(current, 'empty'));
  expect(editor.state().values).toEqual({});
  editor.type(editor.xml().replace('name="a"', 'name="${title, a}"'));
  expect(editor.state().values).toEqual({ title: '' });
  record.update((current) => showSet(current, 'default'));
  expect(editor.state().values).toEqual({ clip: 'c.mp4' });
});

test('the editor ignores data sets after the listener stops', () => {
  const { editor, record, stop } = opened();
  stop();
  record.update((current) => setSample(current, { set: 'default', variable: 'clip', value: 'd.mp4' }));
  expect(editor.state().values).toEqual({ clip: 'c.mp4' });
});

test('a previewed case overrides the data set until another is chosen', () => {
  const { editor, record, samples } = opened();
  const requested = { variable: 'clip', value: 'other.mp4' };
  toggleCase(editor.view, requested);
  expect(editor.state().values).toEqual({ clip: 'other.mp4' });
  expect(samples()).toEqual({ clip: 'c.mp4' });
  toggleCase(editor.view, requested);
  expect(editor.state().values).toEqual({ clip: 'c.mp4' });
  toggleCase(editor.view, requested);
  record.update((current) => showAutomatic(current, 'empty'));
  expect(editor.state().values).not.toEqual({ clip: 'other.mp4' });
});
