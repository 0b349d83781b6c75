import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { required } from '#shared/lib/assert.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { layersOf } from '#shared/template/tables/roles.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { setFieldAt } from './field-edit.ts';
import { fieldText, readField } from './fields.ts';
import { atPlayhead, readFieldAt } from './keyframes.ts';
import { openEditor } from './testing/open-editor.ts';

const keyed = (first: string, second: string) => `<movie width="100" height="50" framerate="25">
  <scene duration="20">
    <image src="a.png"><animation><key time="0" position="${first}"/><key time="10" position="50, 50"/></animation></image>
    <image src="a.png"><animation><key time="0" position="${second}"/></animation></image>
    <image src="a.png" position="7, 8"/>
  </scene>
</movie>
`;

function positions(text: string, count: number) {
  const editor = openEditor({ text });
  const state = editor.state();
  const scene = required(indexOf(state.document).scenes[0], 'scene');
  const nodes = layersOf(scene)
    .slice(0, count)
    .map(({ id }) => id);
  const spec = elementRegistry.image.attributes.position;
  const context = { document: state.document, values: new Map<string, string>(), findings: [], rate: frameRate(25) };
  const field = required(readField(context, nodes, 'position', spec), 'field');
  const fieldsAt = readFieldAt(state, field);
  return { editor, field, fieldsAt: required(fieldsAt, 'elements'), shown: atPlayhead(field, fieldsAt) };
}

test('a field for several layers shows their value at the playhead', () => {
  expect(fieldText(positions(keyed('10, 20', '10, 20'), 2).shown)).toBe('10, 20');
  expect(positions(keyed('10, 20', '10, 30'), 2).shown.value.kind).toBe('mixed');
});

test('a component of a pair is set for several layers', () => {
  const { editor, field, fieldsAt } = positions(keyed('10, 20', '10, 30'), 3);
  const result = editor.document.dispatch(setFieldAt(field, fieldsAt, '-400, 0', frameRate(25), 'across'));
  expect(result.ok).toBe(true);
  const { text } = editor.state().source;
  expect(text).toContain('<key time="0" position="-400, 20"/>');
  expect(text).toContain('<key time="0" position="-400, 30"/>');
  expect(text).toContain('position="-400, 8"');
  editor.undo();
  expect(editor.state().source.text).toBe(keyed('10, 20', '10, 30'));
});

test.each([
  ['origin', 'topleft', '20%, 0', 'origin="20%, 0%"', 'origin="20%, 50%"'],
  ['anchor', '10, 5', '7, 0', 'anchor="7, 5"', 'anchor="7, 0"'],
  ['position', '10, 5', '7, 0', 'position="7, 5"', 'position="7, 0"'],
] as const)('setting one component of a pair keeps the other component: %s', (name, value, typed, ...written) => {
  const text = `<movie width="100" height="50" framerate="25">
  <scene duration="20"><image src="a.png" ${name}="${value}"/><image src="a.png"/></scene>
</movie>
`;
  const editor = openEditor({ text });
  const state = editor.state();
  const nodes = layersOf(required(indexOf(state.document).scenes[0], 'scene')).map(({ id }) => id);
  const spec = elementRegistry.image.attributes[name];
  const context = { document: state.document, values: new Map<string, string>(), findings: [], rate: frameRate(25) };
  const field = required(readField(context, nodes, name, spec), 'field');
  expect(field.value.kind).toBe('mixed');
  const fieldsAt = required(readFieldAt(state, field), 'elements');
  editor.edit(setFieldAt(field, fieldsAt, typed, frameRate(25), 'across'));
  for (const attribute of written) expect(editor.state().source.text).toContain(attribute);
});
