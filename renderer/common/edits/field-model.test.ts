import { expect, test } from 'vitest';
import { edited, elementId, film } from '../../../shared/editing/testing/editing.ts';
import { effectRegistry } from '../../../shared/template/effects.ts';
import { elementRegistry } from '../../../shared/template/elements.ts';
import { frameRate } from '../../../shared/template/frame-rate.ts';
import { resolveTemplate } from '../../../shared/template/resolve.ts';
import type { TemplateSource } from '../../../shared/template-xml/places.ts';
import { type FieldContext, readField, sameField } from './field-model.ts';

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

test('a field says what is written, and whether that is another value than the one it began with', () => {
  expect(saturated('intensity=" 1.25 "')).toMatchObject({
    value: { kind: 'fixed', text: '1.25' },
    standard: '1',
    isChanged: true,
    problems: [],
  });
  expect(saturated('intensity="1"')).toMatchObject({ isChanged: false });
});

test('what is not written is the default', () => {
  const source = film('<scene duration="9"><video src="a"><filter type="vignette"/></video></scene>');
  const field = readField(contextOf(source), [elementId(source, 'filter')], 'aperture', aperture);
  expect(field).toMatchObject({ value: { kind: 'fixed', text: '0.7' }, isChanged: false });
});

test('another spelling of the attribute is the same field', () => {
  expect(saturated('saturation="2"')).toMatchObject({
    name: 'intensity',
    spelling: 'saturation',
    value: { kind: 'fixed', text: '2' },
  });
});

test('what the attribute does not take is shown as written, with the reason', () => {
  const field = saturated('intensity="-1"');
  expect(field?.value).toEqual({ kind: 'refused', text: '-1' });
  expect(field?.problems).toHaveLength(1);
});

test('what is needed and not there is absent, and the field says so', () => {
  const field = saturated('');
  expect(field?.value).toEqual({ kind: 'absent' });
  expect(field?.problems[0]).toContain('needs the attribute');
});

test('a variable gives its sample value, else its default, else nothing', () => {
  expect(saturated('intensity="${mood, 2}"', { mood: '3' })?.value).toEqual({
    kind: 'variable',
    name: 'mood',
    text: '3',
  });
  expect(saturated('intensity="${mood, 2}"')?.value).toEqual({ kind: 'variable', name: 'mood', text: '2' });
  expect(saturated('intensity="${mood}"')?.value).toEqual({ kind: 'variable', name: 'mood', text: null });
});

test('a value of several parts, and one that cannot be read, are told from a variable', () => {
  expect(saturated('intensity="${whole, 1}.${part, 5}"')?.value).toEqual({
    kind: 'composed',
    names: ['whole', 'part'],
    text: '1.5',
  });
  expect(saturated('intensity="${mood"')?.value).toEqual({ kind: 'malformed', text: '${mood' });
});

test('several elements share a value, or it is mixed', () => {
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

test('of elements that are gone there is no field', () => {
  const source = film('<scene duration="9"><video src="a"/></scene>');
  const other = film('<scene duration="9"/>');
  expect(readField(contextOf(other), [elementId(source, 'video')], 'fit', fit)).toBeNull();
});

test('a field says the same until its own value is another', () => {
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
