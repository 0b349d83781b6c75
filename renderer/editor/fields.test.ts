import { expect, test } from 'vitest';
import { edited, elementId, film } from '#shared/editing/model/testing/editing.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { effectRegistry } from '#shared/template/effects/effects.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { type FieldContext, readField, sameField } from './fields.ts';

const { intensity } = effectRegistry.saturation.attributes;
const { aperture } = effectRegistry.vignette.attributes;
const { fit } = elementRegistry.video.attributes;

function contextOf({ document }: TemplateSource, values: Readonly<Record<string, string>> = {}): FieldContext {
  const given = new Map(Object.entries(values));
  const { findings } = resolveTemplate(document, { values: given, missing: 'ignore' });
  return { document, values: given, findings, rate: frameRate(25) };
}

function saturated(attributes: string, values: Readonly<Record<string, string>> = {}) {
  const source = film(`<scene duration="9"><video src="a"><filter type="saturation" ${attributes}/></video></scene>`);
  return readField(contextOf(source, values), [elementId(source, 'filter')], 'intensity', intensity);
}

test('a field reports whether its text differs from the default', () => {
  expect(saturated('intensity=" 1.25 "')).toMatchObject({
    value: { kind: 'fixed', text: '1.25' },
    standard: '1',
    isChanged: true,
    problems: [],
  });
  expect(saturated('intensity="1"')).toMatchObject({ isChanged: false });
});

test('a field without an attribute shows the default', () => {
  const source = film('<scene duration="9"><video src="a"><filter type="vignette"/></video></scene>');
  const field = readField(contextOf(source), [elementId(source, 'filter')], 'aperture', aperture);
  expect(field).toMatchObject({ value: { kind: 'fixed', text: '0.7' }, isChanged: false });
});

test('an alias of an attribute is the same field', () => {
  expect(saturated('saturation="2"')).toMatchObject({
    name: 'intensity',
    spelling: 'saturation',
    value: { kind: 'fixed', text: '2' },
  });
});

test('a refused value appears as written, with its problem', () => {
  const field = saturated('intensity="-1"');
  expect(field?.value).toEqual({ kind: 'refused', text: '-1' });
  expect(field?.problems).toHaveLength(1);
});

test('a field reports that a required attribute is missing', () => {
  const field = saturated('');
  expect(field?.value).toEqual({ kind: 'absent' });
  expect(field?.problems.map(({ code }) => code)).toEqual(['template/missing-attribute']);
});

test('a field bound to a variable shows its sample value or default', () => {
  expect(saturated('intensity="${mood, 2}"', { mood: '3' })?.value).toEqual({
    kind: 'variable',
    name: 'mood',
    text: '3',
  });
  expect(saturated('intensity="${mood, 2}"')?.value).toEqual({ kind: 'variable', name: 'mood', text: '2' });
  expect(saturated('intensity="${mood}"')?.value).toEqual({ kind: 'variable', name: 'mood', text: null });
});

test('composed and malformed placeholders are not variables', () => {
  expect(saturated('intensity="${whole, 1}.${part, 5}"')?.value).toEqual({
    kind: 'composed',
    names: ['whole', 'part'],
    text: '1.5',
  });
  expect(saturated('intensity="${mood"')?.value).toEqual({ kind: 'malformed', text: '${mood' });
});

test('a field with an expression shows its result', () => {
  const computed = { kind: 'computed', names: ['mood'], written: '${= mood / 2 }' };
  expect(saturated('intensity="${= mood / 2 }"', { mood: '3' })?.value).toEqual({ ...computed, text: '1.5' });
  expect(saturated('intensity="${= mood / 2 }"')?.value).toEqual({ ...computed, text: null });
  expect(saturated('intensity="${= mood / }"')?.value).toMatchObject({ kind: 'computed', names: [], text: null });
  expect(saturated('intensity="1${= mood / 2 }"', { mood: '3' })?.value).toMatchObject({ kind: 'composed' });
});

test('a field for several elements has a common or a mixed value', () => {
  const source = film(
    '<scene duration="9"><video src="a" fit="cover"/></scene>',
    '<scene duration="9"><video src="b" fit="cover"/></scene>',
    '<scene duration="9"><video src="c"/></scene>',
  );
  const layers = [0, 1, 2].map((index) => elementId(source, 'video', index));
  const read = (count: number) => readField(contextOf(source), layers.slice(0, count), 'fit', fit)?.value;
  expect(read(2)).toEqual({ kind: 'fixed', text: 'cover' });
  expect(read(3)).toEqual({ kind: 'mixed' });
});

test('a deleted element has no field', () => {
  const source = film('<scene duration="9"><video src="a"/></scene>');
  const other = film('<scene duration="9"/>');
  expect(readField(contextOf(other), [elementId(source, 'video')], 'fit', fit)).toBeNull();
});

test('a field stays the same object until its value changes', () => {
  const source = film('<scene duration="9"><video src="a"/></scene>', '<scene duration="9"/>');
  const layers = [elementId(source, 'video')];
  const read = (text: typeof source) => readField(contextOf(text), layers, 'fit', fit);
  const [before, again] = [read(source), read(source)];
  expect(before).not.toBe(again);
  expect(sameField(before, again)).toBe(true);
  const cover = edited(source, { type: 'layer/set', layers, fit: 'cover' }).source;
  expect(sameField(before, read(cover))).toBe(false);
  expect(sameField(before, null)).toBe(false);
});
