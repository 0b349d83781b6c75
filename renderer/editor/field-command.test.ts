import { expect, test } from 'vitest';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { edited, elementId, film, linesOf } from '#shared/editing/model/testing/editing.ts';
import { effectRegistry } from '#shared/template/effects/effects.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import {
  bindFieldCommand,
  proposeName,
  resetFieldCommand,
  setFieldCommand,
  unbindFieldCommand,
  withSourceEnd,
  writeFieldCommand,
} from './field-edit.ts';
import { type AttributeField, readField } from './fields.ts';

const rate = frameRate(25);

function fieldOf(source: TemplateSource, element: string, name: string, count = 1): AttributeField {
  const tables: Readonly<Record<string, AttributeSpecs>> = {
    movie: elementRegistry.movie.attributes,
    scene: elementRegistry.scene.attributes,
    video: elementRegistry.video.attributes,
    image: elementRegistry.image.attributes,
    audio: elementRegistry.audio.attributes,
    filter: { ...effectRegistry.saturation.attributes, ...effectRegistry.vignette.attributes },
  };
  const spec = tables[element]?.[name];
  const nodes = Array.from({ length: count }, (_, index) => elementId(source, element, index));
  const field =
    spec && readField({ document: source.document, values: new Map(), findings: [], rate }, nodes, name, spec);
  if (!field) throw new Error(`there is no ${element}/${name}`);
  return field;
}

function after(source: TemplateSource, command: PlannableCommand | null): readonly string[] {
  if (command === null) throw new Error('there is nothing to do');
  return linesOf(edited(source, command).source);
}

const layer = (attributes: string, effects = '') =>
  film(`<scene duration="9"><video src="a"${attributes}>${effects}</video></scene>`);
const vignette = (attributes: string) => layer('', `<filter type="vignette"${attributes}/>`);

test.each([
  ['scene', 'duration', '12', '<scene duration="12"><video src="a"></video></scene>'],
  ['scene', 'name', 'Opening', '<scene duration="9" name="Opening"><video src="a"></video></scene>'],
  ['scene', 'enabled', 'false', '<scene duration="9" enabled="false"><video src="a"></video></scene>'],
  ['video', 'skip', '5', '<scene duration="9"><video src="a" skip="5"></video></scene>'],
  ['video', 'fit', 'cover', '<scene duration="9"><video src="a" fit="cover"></video></scene>'],
  ['video', 'audio', 'false', '<scene duration="9"><video src="a" audio="false"></video></scene>'],
])('a field command sets the attribute: %s %s to %s', (element, name, text, line) => {
  const source = layer('');
  expect(after(source, setFieldCommand(fieldOf(source, element, name), text, rate))).toEqual([line]);
});

test('a default value is not written', () => {
  const source = vignette(' aperture="1"');
  const field = fieldOf(source, 'filter', 'aperture');
  expect(after(source, setFieldCommand(field, '0.7', rate))).toEqual(linesOf(vignette('')));
  expect(after(source, setFieldCommand(field, '0.3', rate))).toEqual(linesOf(vignette(' aperture="0.3"')));
});

test('a reset writes the initial value of a required attribute', () => {
  const faded = layer('', '<filter type="saturation" intensity="2"/>');
  expect(after(faded, resetFieldCommand(fieldOf(faded, 'filter', 'intensity'), rate))).toEqual(
    linesOf(layer('', '<filter type="saturation" intensity="1"/>')),
  );
});

test('a reset removes an optional attribute', () => {
  const covering = layer(' fit="cover"');
  expect(after(covering, resetFieldCommand(fieldOf(covering, 'video', 'fit'), rate))).toEqual(linesOf(layer('')));
});

test('a required attribute can be reset only if it has a default', () => {
  const source = layer('');
  expect(after(source, resetFieldCommand(fieldOf(source, 'scene', 'duration'), rate))).toEqual([
    '<scene><video src="a"></video></scene>',
  ]);
  expect(resetFieldCommand(fieldOf(source, 'movie', 'width'), rate)).toBeNull();
});

test('a new value replaces a malformed value', () => {
  const source = vignette(' color="${tint"');
  expect(after(source, writeFieldCommand(fieldOf(source, 'filter', 'color'), '#fff'))).toEqual(
    linesOf(vignette(' color="#fff"')),
  );
});

test('the fields of several elements are set in one step', () => {
  const source = film('<scene duration="9"><video src="a"/><video src="b"/></scene>');
  const field = fieldOf(source, 'video', 'fit', 2);
  expect(after(source, setFieldCommand(field, 'stretch', rate))).toEqual([
    '<scene duration="9"><video src="a" fit="stretch"/><video src="b" fit="stretch"/></scene>',
  ]);
});

test('a field can be bound to a variable and unbound', () => {
  const source = vignette(' color="#102030"');
  const bound = edited(source, bindFieldCommand(fieldOf(source, 'filter', 'color'), 'tint', null)).source;
  expect(linesOf(bound)).toEqual(linesOf(vignette(' color="${tint, #102030}"')));
  expect(after(bound, unbindFieldCommand(fieldOf(bound, 'filter', 'color')))).toEqual(linesOf(source));
});

test('the steps of a source name its kind of media', () => {
  const source = film('<scene duration="9"><image src="a.jpg"/><image src="b.jpg"/></scene>');
  const labelOf = (count: number) => {
    const command = bindFieldCommand(fieldOf(source, 'image', 'src', count), 'photo', null);
    return edited(source, command).label;
  };
  expect([labelOf(1), labelOf(2)]).toEqual(['Link image to “photo”', 'Link image to “photo”']);
});

test('the proposed name of a variable is unique', () => {
  const source = vignette('');
  const colour = fieldOf(source, 'filter', 'color');
  expect(proposeName(colour, 'vignette', [])).toBe('vignette_color');
  expect(proposeName(colour, 'vignette', ['vignette_color', 'vignette_color_2'])).toBe('vignette_color_3');
  const media = film('<scene duration="9"><video src="a.mp4"/><image src="a.jpg"/></scene><audio src="a.mp3"/>');
  const proposed = (element: string) => proposeName(fieldOf(media, element, 'src'), null, []);
  expect(['video', 'image', 'audio'].map(proposed)).toEqual(['video', 'photo', 'sound']);
  expect(proposeName(fieldOf(source, 'scene', 'duration'), null, [])).toBe('duration');
});

test('a speed uses the common source end of its layers', () => {
  const source = film('<scene duration="5"><video src="a.mp4" speed="2"/></scene>');
  const nodes = [elementId(source, 'video')];
  const command: PlannableCommand = { type: 'layer/set-speed', layers: nodes, speed: 3 };
  expect(withSourceEnd(command, { endSeconds: 2, nodes })).toMatchObject({ speed: 3, sourceEnd: 2 });
  expect(withSourceEnd(command, { endSeconds: 2, nodes: [] })).toBe(command);
  expect(withSourceEnd(command, null)).toBe(command);
});
