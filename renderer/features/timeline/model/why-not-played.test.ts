import { expect, test } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
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

test('a list without items is the reason of its scenes and layers', () => {
  const editor = openEditor({
    text: `<movie width="100" height="50" framerate="25"><resources>
      <variable name="tags" type="list"/><variable name="teas" type="list" label="Teas" default="a, b"/></resources>
      <scene each="\${tags}"><scene duration="5"/></scene>
      <scene duration="9"><text content="\${item}" each="\${teas}" where="\${item} = z"/></scene></movie>`,
  });
  const reason = (name: string, words: Catalogue['timeline']) => {
    const { document, values, withoutCopies } = editor.state();
    const given = { document, withoutCopies, values: new Map(Object.entries(values)) };
    const found = whyNotPlayed(given, name === 'text' ? editor.find('text') : editor.scene(0));
    return [saySkippedBy(found, words), sayWhyNotPlayed(found, words)];
  };
  expect(reason('scene', english)).toEqual(['× 0 · tags has no items', '× 0 · tags has no items']);
  expect(reason('text', english)[0]).toBe('× 0 · “Where” chooses no item');
  expect(reason('scene', german)[0]).toBe('× 0 · tags hat keine Einträge');
  expect(reason('text', german)[0]).toBe('× 0 · „Nur wenn“ wählt keinen Eintrag aus');
});
