import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { film, sceneId } from '#shared/editing/model/testing/editing.ts';
import { caseOf, nestedIn, sceneContainersOf } from './nested-scenes.ts';

const source = film(
  '<scene type="choice" condition="${season}">',
  '<scene name="Spring" case="spring, easter" duration="9"/>',
  '<scene name="Off" case="winter" enabled="false" duration="9"/>',
  '<scene duration="9"/>',
  '</scene>',
);
const choice = [...indexOf(source.document).elements.values()].find(({ element }) => element.name === 'scene');

function nested(values: Readonly<Record<string, string>>) {
  if (choice === undefined) throw new Error('there is no scene');
  const given = { document: source.document, values: new Map(Object.entries(values)), findings: [], rate: null };
  return nestedIn(given, choice.element.id);
}

test('a choice lists its scenes and marks the chosen one', () => {
  const found = nested({ season: 'easter' });
  expect(found?.scenes.map(({ name, cases, isChosen }) => [name, cases, isChosen])).toEqual([
    ['Spring', 'spring, easter', true],
    ['Off', 'winter', false],
    [null, null, false],
  ]);
  expect(found?.withoutCase).toBeNull();
});

test('a value without a case chooses the default scene', () => {
  const found = nested({ season: 'winter' });
  expect(found?.scenes.map(({ isChosen }) => isChosen)).toEqual([false, false, true]);
  expect(found?.withoutCase).toBe('winter');
  expect(nested({})?.withoutCase).toBeNull();
});

test('a scene of layers has no nested scenes', () => {
  const plain = film('<scene duration="9"><solid/></scene>');
  const given = { document: plain.document, values: new Map(), findings: [], rate: null };
  expect(nestedIn(given, sceneId(plain, 0))).toBeNull();
});

test('a nested scene lists the choices and sequences that contain it', () => {
  const deep = film(
    '<scene type="choice" condition="${kind, a}" name="Kind"><scene case="a"><scene duration="9" name="Inner"/></scene></scene>',
  );
  const given = { document: deep.document, values: new Map(), findings: [], rate: null };
  const [choiceIn, sequence, inner] = [...indexOf(deep.document).elements.values()]
    .map(({ element }) => element)
    .filter(({ name }) => name === 'scene');
  if (choiceIn === undefined || sequence === undefined || inner === undefined) throw new Error('there are three');
  const holders = [
    { id: choiceIn.id, kind: 'choice', name: 'Kind' },
    { id: sequence.id, kind: 'sequence', name: null },
  ];
  expect(sceneContainersOf(given, inner.id)).toEqual(holders);
  expect(sceneContainersOf(given, choiceIn.id)).toEqual(holders.slice(0, 1));
});

test('the editor plays a case with its first value', () => {
  const given = { document: source.document, values: new Map(), findings: [], rate: null };
  const [spring, off, other] = nested({})?.scenes ?? [];
  expect([spring, off, other].map((scene) => scene?.playedWith)).toEqual([
    { variable: 'season', value: 'spring' },
    { variable: 'season', value: 'winter' },
    // The scene for all other values is played with the value `other`.
    { variable: 'season', value: 'other' },
  ]);
  expect(spring && caseOf(given, spring.id)).toEqual({ variable: 'season', value: 'spring' });
  const mixed = film('<scene type="choice" condition="${a}-${b}"><scene case="x" duration="9"/></scene>');
  const scene = [...indexOf(mixed.document).elements.values()].find(({ element }) => element.name === 'scene');
  const two = { document: mixed.document, values: new Map(), findings: [], rate: null };
  expect(scene && nestedIn(two, scene.element.id)?.scenes[0]?.playedWith).toBeNull();
});
