import { afterEach, expect, test } from 'vitest';
import { readStatement } from '#shared/messages/read-statement.ts';
import { type Statement, statement } from '#shared/messages/statement.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { setPageLanguage } from './page-language.ts';
import { say, sayAtField, sayPlainly, sayTold } from './say.ts';

afterEach(() => setPageLanguage('en'));

const refused = statement('variable/refused', {
  attribute: 'duration',
  element: 'scene',
  text: '',
  reason: statement('value/no-time'),
  variables: ['d'],
});

test.each<[Statement, string]>([
  [
    statement('template/invalid-value', {
      attribute: 'width',
      element: 'movie',
      text: '9',
      reason: statement('value/no-whole-number', { minimum: 16, maximum: 8192 }),
    }),
    '`width` von `movie` muss eine ganze Zahl von 16 bis 8192 sein; es ist "9".',
  ],
  [
    statement('variable/too-long', {
      attribute: 'name',
      element: 'scene',
      mostBytes: 2 ** 20,
      variables: ['a', 'b'],
    }),
    '`name` von `scene` hat mehr als 1 MiB, wenn die Variablen `a` und `b` eingesetzt sind; kürzen Sie den Wert.',
  ],
  [
    statement('template/unknown-effect', { name: 'blurr', carrier: 'filter', meant: 'blur' }),
    'Filter `blurr` gibt es nicht; es bleibt erhalten und wird nicht gerendert. Meinten Sie `blur`?',
  ],
  [
    statement('source/damaged', { source: 'a of b.mp4', seconds: 1.1, there: 33, lacking: 117, held: 117 }),
    'Nur 33 der 150 Frames von „a of b.mp4“ sind lesbar: Die Datei ist abgeschnitten oder beschädigt. ' +
      '117 Frames dieser Szene zeigen den letzten davon. Ersetzen Sie sie durch eine ganze Kopie.',
  ],
  [
    statement('batch/row', { row: 2, column: 'd', problem: refused }),
    'Zeile 2, Spalte „d“: `duration` von `scene` muss eine ganze Zahl von Frames oder eine Zahl von Sekunden wie `1.5s` ' +
      'sein; die Variable `d` gibt ihm den Wert "".',
  ],
  [statement('step/delete', { what: statement('target/scenes', { count: 3 }) }), '3 Szenen löschen'],
  [
    statement('step/delete', { what: statement('target/scene-named', { name: 'Add $& to {0}' }) }),
    '„Add $& to {0}“ löschen',
  ],
  [
    statement('step/trim-start', { what: statement('target/scene-named', { name: 'Petals open' }) }),
    'Anfang von „Petals open“ trimmen',
  ],
  [
    statement('step/add-layer', { source: 'clip.mp4', scene: statement('target/scene', { number: 2 }) }),
    'Ebene „clip.mp4“ zu Szene 2 hinzufügen',
  ],
  [
    statement('step/set-effect-value', {
      attribute: { key: 'saturation/intensity', label: 'intensity' },
      what: statement('target/effect', { effect: { key: 'saturation', label: 'Saturation' } }),
    }),
    'Stärke von Sättigung setzen',
  ],
  [
    statement('step/fit', { what: statement('target/layer', { source: null }), fit: 'contain' }),
    'Ebene einpassen: Ganz',
  ],
  [statement('step/relink', { source: 'a.mp4', places: 2, areLayers: true }), '„a.mp4“ neu verknüpfen (2 Ebenen)'],
  [statement('edit/no-layer-for-effects'), 'Es gibt keine Ebene, auf die Effekte eingefügt werden könnten.'],
  [
    statement('edit/set-by-data-set', {
      what: statement('subject/time', { attribute: { key: 'scene/duration', label: 'duration' } }),
      variable: 'length',
    }),
    'Die Dauer ist die Variable `length`, die der Datensatz setzt; ändern Sie sie dort, oder wandeln Sie sie zuerst in ' +
      'einen festen Wert um.',
  ],
  [
    statement('edit/no-value', {
      what: statement('subject/time', { attribute: { key: 'element/of-the-future', label: 'start' } }),
    }),
    '„start“ hat noch keinen Wert; geben Sie zuerst einen.',
  ],
  [
    statement('source/failed', {
      failure: statement('source/unusable', { name: 'a.mp4', reason: statement('media/text') }),
    }),
    '„a.mp4“ ist eine Textdatei, kein Video.',
  ],
  [
    statement('source/unusable', {
      name: 'a.mp4',
      reason: statement('media/damaged', { words: 'moov atom not found' }),
    }),
    '„a.mp4“ ist beschädigt oder unvollständig (moov atom not found)',
  ],
  [
    statement('value/off-step', { step: 0.25, from: -99.5 }),
    'muss -99,5 sein oder davon ganze Schritte von 0,25 entfernt',
  ],
  [statement('value/no-number', { minimum: 0.5, maximum: 99.5 }), 'muss eine Zahl wie `0.5` von 0,5 bis 99,5 sein'],
  [
    statement('source/ended', { source: 'a.mp4', seconds: 2.004 }),
    '„a.mp4“ endet nach 2 s, vor dem In-Punkt; wählen Sie einen früheren.',
  ],
  [statement('film/length', { kind: 'video', seconds: 1.5, wanted: 2 }), 'Bild dauert 1,500 statt 2,000 Sekunden.'],
  [
    statement('name/refused', { problem: statement('name/forbidden', { character: '/' }) }),
    'Der Name enthält /, was nicht jedes System in Dateinamen annimmt.',
  ],
])('the German message is correct: %o', (told, german) => {
  setPageLanguage('de');
  expect(say(told)).toBe(german);
});

test('a plain message has the value without its variable', () => {
  expect(sayPlainly(statement('batch/row', { row: 2, column: null, problem: refused }))).toBe(
    'Row 2: “duration” of “scene” must be a whole number of frames, or seconds such as 1.5s; it’s empty.',
  );
});

test('a message at its field has only the requirement', () => {
  const tin = statement('variable/not-as-declared', {
    variable: 'plan',
    text: 'tin',
    reason: statement('value/no-choice', { choices: ['gold', 'silver'] }),
  });
  expect(sayAtField(refused)).toBe('Must be a whole number of frames, or seconds such as 1.5s.');
  expect(sayAtField(statement('variable/empty', { variable: 'plan' }))).toContain('“plan” is required');
  setPageLanguage('de');
  expect(sayAtField(tin)).toBe('Muss „gold“ oder „silver“ sein.');
});

test('a message of another version is shown unchanged', () => {
  setPageLanguage('de');
  expect(sayTold({ message: 'Old words.' })).toBe('Old words.');
  expect(sayTold({ message: 'New words.', reason: 'template/of-the-future', values: {} })).toBe('New words.');
});

/** Templates with what can be wrong in them. */
const faulty = [
  '<movie width="9" height="x" framerate="0"><scene duration="0"><video/></scene></movie>',
  '<movie width="1280" height="720" framerate="25"/>',
  '<movie width="1280" height="720" framerate="25"><scene duration="9x" enabled="no"><video src="a/b" url="ftp://a" fit="fill"/></scene></movie>',
  '<movie width="1280" height="720" framerate="25" depth="1"><scene enabled="false" duration="1">text</scene><titel/></movie>',
  '<movie width="1280" height="720" framerate="25"><scene duration="${d}"><video src="a.mp4" skip="-1"><transform type="perspective" src="a"/><filter type="flip"/><transform type="flip" axis="z"/><filter type="saturation"/></video></scene></movie>',
  '<movie width="1280" height="720" framerate="25"><scene duration="${d, 5}" name="${d, 6}"><video src="${d}"/></scene></movie>',
  '<movie width="1280" height="720" framerate="25"><scene duration="${d" name="${}"><scene duration="2"/></scene></movie>',
  '<movie width=1 height="720" height="1"><scene duration="1"></movie>',
  '<movie>&nbsp; & <a b></movie></x>',
  '<!DOCTYPE a><movie/>',
  '<movie a="<"/>',
  '<movie><!-- a',
  'text',
];

test.each(faulty)('every problem has a German message: %s', (text) => {
  const { source, problems } = readTemplate(text);
  const findings =
    source === null ? [] : resolveTemplate(source.document, { values: new Map(), missing: 'error' }).findings;
  const told = [
    ...problems.map(({ reason, values }) => readStatement(reason, values)),
    ...findings.map(({ says }) => says),
  ];
  expect(told).not.toEqual([]);
  const left = told.filter((each) => {
    if (each === null) return true;
    setPageLanguage('en');
    const english = say(each);
    setPageLanguage('de');
    return say(each) === english || ENGLISH.test(say(each));
  });
  expect(left).toEqual([]);
});

/** Words that are left where a part of a sentence was not translated. */
const ENGLISH = /(?<![\w-`])(the|must|and|or|it|is not|not|of)(?![\w-`])/;
