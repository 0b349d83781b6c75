import { expect, test } from 'vitest';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { frameShowing, openingFrame } from './opening-frame.ts';

const { source } = readTemplate(`<movie width="320" height="180" framerate="25" background="\${ground, #000000}">
  <scene duration="50"><text content="\${title, A}"/></scene>
  <scene duration="100"><text content="\${name, B}"/></scene>
  <scene duration="10" enabled="false"><text content="\${hidden, C}"/></scene>
</movie>`);
if (source === null) throw new Error('the template can be read');
const { variables } = listVariables(source.document);
const timeline = timelineOf(resolveTemplate(source.document, { values: new Map(), missing: 'ignore' }).partial);

function moment(name: string, playhead: number) {
  const variable = variables.find((each) => each.name === name);
  return variable === undefined ? undefined : frameShowing(variable, timeline, playhead);
}

test('the playhead moves to a scene that uses the variable', () => {
  expect(moment('name', 0)).toBe(110);
  expect(moment('title', 149)).toBe(30);
});

test('a form opens at a complete frame of the first scene', () => {
  expect(openingFrame(timeline)).toBe(30);
  expect(openingFrame(timelineOf(null))).toBeNull();
});

test('the playhead stays if no other scene can show the variable', () => {
  expect(moment('name', 60)).toBeNull();
  expect(moment('ground', 60)).toBeNull();
  expect(moment('hidden', 60)).toBeNull();
});
