import { afterEach, expect, test } from 'vitest';
import { type Message, message } from '#shared/messages/message.ts';
import { readMessage } from '#shared/messages/read-message.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { setPageLanguage } from './page-language.ts';
import { say } from './say.ts';

afterEach(() => setPageLanguage('en'));

const refused = message('variable/refused', {
  attribute: 'duration',
  element: 'scene',
  text: '',
  reason: message('value/no-time'),
  variables: ['d'],
});

test.each<[Message, string]>([
  [
    message('template/invalid-value', {
      attribute: 'width',
      element: 'movie',
      text: '9',
      reason: message('value/no-whole-number', { minimum: 16, maximum: 8192 }),
    }),
    '`width` von `movie` muss eine ganze Zahl von 16 bis 8192 sein; es ist "9".',
  ],
  [
    message('variable/too-long', {
      attribute: 'name',
      element: 'scene',
      mostBytes: 2 ** 20,
      variables: ['a', 'b'],
    }),
    '`name` von `scene` hat mehr als 1 MiB, wenn die Variablen `a` und `b` eingesetzt sind. Kürzen Sie den Wert.',
  ],
  [
    message('template/unknown-effect', { name: 'blurr', carrier: 'filter', meant: 'blur' }),
    'Filter `blurr` gibt es nicht. Das Element bleibt im XML, wird aber nicht gerendert. Meinten Sie `blur`?',
  ],
  [
    message('source/damaged', { source: 'a of b.mp4', seconds: 1.1, there: 33, lacking: 117, held: 117 }),
    'Nur 33 der 150 Frames von „a of b.mp4“ sind lesbar: Die Datei ist unvollständig oder beschädigt. ' +
      '117 Frames dieser Szene zeigen den letzten lesbaren. Ersetzen Sie sie durch eine vollständige Kopie.',
  ],
  [
    message('batch/row', { row: 2, column: 'd', problem: refused }),
    'Zeile 2, Spalte „d“: `duration` von `scene` muss eine ganze Zahl von Frames oder eine Zahl von Sekunden wie `1.5s` ' +
      'sein; die Variable `d` gibt ihm den Wert "".',
  ],
  [message('step/delete', { what: message('target/scenes', { count: 3 }) }), '3 Szenen löschen'],
  [
    message('step/delete', { what: message('target/scene-named', { name: 'Add $& to {0}' }) }),
    '„Add $& to {0}“ löschen',
  ],
  [
    message('step/trim-start', { what: message('target/scene-named', { name: 'Petals open' }) }),
    'Anfang von „Petals open“ trimmen',
  ],
  [
    message('step/add-layer', { source: 'clip.mp4', scene: message('target/scene', { number: 2 }) }),
    'Ebene „clip.mp4“ zu Szene 2 hinzufügen',
  ],
  [
    message('step/set-effect-value', {
      attribute: { key: 'saturation/intensity', label: 'intensity' },
      what: message('target/effect', { effect: { key: 'saturation', label: 'Saturation' } }),
    }),
    'Stärke von Sättigung setzen',
  ],
  [message('step/fit', { what: message('target/layer', { source: null }), fit: 'contain' }), 'Ebene einpassen: Ganz'],
  [message('step/relink', { source: 'a.mp4', places: 2, areLayers: true }), '„a.mp4“ neu verknüpfen (2 Ebenen)'],
  [message('edit/no-layer-for-effects'), 'Es gibt keine Ebene, auf die Effekte eingefügt werden könnten.'],
  [
    message('edit/set-by-data-set', {
      what: message('subject/time', { attribute: { key: 'scene/duration', label: 'duration' } }),
      variable: 'length',
    }),
    'Die Dauer ist die Variable `length`, die der Datensatz setzt; ändern Sie sie dort, oder wandeln Sie sie zuerst in ' +
      'einen festen Wert um.',
  ],
  [
    message('edit/no-value', {
      what: message('subject/time', { attribute: { key: 'element/of-the-future', label: 'start' } }),
    }),
    '„start“ hat noch keinen Wert. Setzen Sie zuerst einen.',
  ],
  [
    message('source/failed', {
      failure: message('source/unusable', { name: 'a.mp4', reason: message('media/text') }),
    }),
    '„a.mp4“ ist eine Textdatei, kein Video.',
  ],
  [
    message('source/unusable', {
      name: 'a.mp4',
      reason: message('media/damaged', { words: 'moov atom not found' }),
    }),
    '„a.mp4“ ist beschädigt oder unvollständig (moov atom not found).',
  ],
  [message('value/off-step', { step: 0.25, from: -99.5 }), 'muss -99,5 plus ein Vielfaches von 0,25 sein'],
  [message('value/no-number', { minimum: 0.5, maximum: 99.5 }), 'muss eine Zahl wie `0.5` von 0,5 bis 99,5 sein'],
  [
    message('source/ended', { source: 'a.mp4', seconds: 2.004 }),
    '„a.mp4“ endet nach 2 s, vor dem In-Punkt. Wählen Sie einen früheren.',
  ],
  [message('film/length', { kind: 'video', seconds: 1.5, wanted: 2 }), 'Bild dauert 1,500 statt 2,000 Sekunden.'],
  [
    message('name/refused', { problem: message('name/forbidden', { character: '/' }) }),
    'Der Name enthält /, was manche Systeme in Dateinamen nicht erlauben.',
  ],
])('the German message is correct: %o', (given, german) => {
  setPageLanguage('de');
  expect(say(given)).toBe(german);
});

test('a message quotes text with the quotation marks of the language', () => {
  const unknown = message('template/unknown-effect', { name: 'blurr', carrier: 'filter', meant: null });
  expect(say(unknown, { quoted: true })).toContain('“blurr” isn’t a known filter');
  setPageLanguage('de');
  expect(say({ message: 'No `width`.' }, { quoted: true })).toBe('No „width“.');
});

test('a plain message omits the variable and shows the value', () => {
  expect(say(message('batch/row', { row: 2, column: null, problem: refused }), { plain: true })).toBe(
    'Row 2: “duration” of “scene” must be a whole number of frames, or seconds such as 1.5s; it’s empty.',
  );
});

test('a message at its field states only the requirement', () => {
  const tin = message('variable/not-as-declared', {
    variable: 'plan',
    text: 'tin',
    reason: message('value/no-choice', { choices: ['gold', 'silver'] }),
  });
  expect(say(refused, { atField: true })).toBe('Must be a whole number of frames, or seconds such as 1.5s.');
  expect(say(message('variable/empty', { variable: 'plan' }), { atField: true })).toContain('“plan” is required');
  setPageLanguage('de');
  expect(say(tin, { atField: true })).toBe('Muss „gold“ oder „silver“ sein.');
});

test('a message from another version is shown unchanged', () => {
  setPageLanguage('de');
  expect(say({ message: 'Old words.' })).toBe('Old words.');
  expect(say({ message: 'New words.', reason: 'template/of-the-future', values: {} })).toBe('New words.');
});

/** Templates with various errors. */
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
  const reported = [
    ...problems.map(({ reason, values }) => readMessage(reason, values)),
    ...findings.map(({ says }) => says),
  ];
  expect(reported).not.toEqual([]);
  const left = reported.filter((problem) => {
    if (problem === null) return true;
    setPageLanguage('en');
    const english = say(problem);
    setPageLanguage('de');
    return say(problem) === english || ENGLISH.test(say(problem));
  });
  expect(left).toEqual([]);
});

/** English words that remain in a partly translated sentence. */
const ENGLISH = /(?<![\w-`])(the|must|and|or|it|is not|not|of)(?![\w-`])/;
