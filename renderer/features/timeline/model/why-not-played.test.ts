import { expect, test } from 'vitest';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { catalogues } from '#renderer/strings/language.ts';
import { elementId, film, movieOf, sceneId } from '#shared/editing/model/testing/editing.ts';
import { saySkippedBy, sayWhyNotPlayed, whyNotPlayed } from './why-not-played.ts';

const [english, german] = [catalogues.en.timeline, catalogues.de.timeline];

const source = film(
  '<scene name="off" duration="9" enabled="false" condition="${promo}"/>',
  '<scene name="switch" duration="9" enabled="${on, false}"/>',
  '<scene name="promo" duration="9" type="optional" condition="${promo}"><text content="x" condition="${plan} = gold"/></scene>',
  '<scene type="choice" condition="${plan}"><scene case="gold" duration="9"/><scene duration="9"/></scene>',
  '<scene condition="not ${all, yes}"><scene type="choice" condition="a"><scene duration="9" case="b"/></scene></scene>',
);

function why(
  at: number | 'text',
  values: Readonly<Record<string, string>> = {},
  words: Catalogue['timeline'] = english,
): string {
  const given = { document: source.document, values: new Map(Object.entries(values)) };
  return sayWhyNotPlayed(whyNotPlayed(given, at === 'text' ? elementId(source, 'text') : sceneId(source, at)), words);
}

test('a skipped scene has a translated reason', () => {
  expect(movieOf(source).scenes.map(({ enabled }) => enabled)).toEqual([false, false, false, false, true, false]);
  expect(why(0, { promo: 'yes' })).toBe('disabled');
  expect(why(1)).toBe('disabled');
  expect(why(2)).toBe('skipped: condition “${promo}” isn’t met');
  expect(why(2, {}, german)).toBe('übersprungen: Bedingung „${promo}“ ist nicht erfüllt');
  expect(why(3)).toBe('skipped: the choice has no value');
  expect(why(3, { plan: 'silver' })).toBe('skipped: not the scene for “silver”');
  expect(why(4, { plan: 'gold' }, german)).toBe('übersprungen: nicht die Szene für „gold“');
});

test('a skipped parent takes precedence over the scene’s own condition', () => {
  expect(why(5)).toBe('skipped: condition “not ${all, yes}” isn’t met');
  expect(why(5, { all: 'no' })).toBe('skipped: not the scene for “a”');
});

test('the reason for a skipped scene contains the deciding values', () => {
  const by = (at: number, values: Readonly<Record<string, string>> = {}, words: Catalogue['timeline'] = english) => {
    const given = { document: source.document, values: new Map(Object.entries(values)) };
    return saySkippedBy(whyNotPlayed(given, sceneId(source, at)), words);
  };
  expect([by(0), by(2), by(2, { promo: 'no' })]).toEqual(['disabled', 'promo has no value', 'promo is no']);
  expect([by(4, { plan: 'gold' }), by(3, {}, german)]).toEqual(['plan is gold', 'plan hat keinen Wert']);
  expect(by(5)).toBe('all is yes');
});

test('a skipped layer has its own reason or its scene’s', () => {
  expect(why('text', { promo: 'yes' })).toBe('skipped: condition “${plan} = gold” isn’t met');
  expect(why('text')).toBe('skipped: condition “${promo}” isn’t met');
});
