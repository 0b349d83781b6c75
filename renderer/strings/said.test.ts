import { afterEach, expect, test } from 'vitest';
import { setPageLanguage } from './page-language.ts';
import { said } from './said.ts';

afterEach(() => setPageLanguage('en'));

test.each([
  ['Delete 3 scenes', '3 Szenen löschen'],
  ['Trim start of “Petals open”', 'Anfang von „Petals open“ trimmen'],
  ['Add layer “clip.mp4” to scene 2', 'Ebene „clip.mp4“ zu Szene 2 hinzufügen'],
  ['Set intensity of Saturation', 'Stärke von Sättigung setzen'],
  ['Relink “a.mp4” (2 layers)', '„a.mp4“ neu verknüpfen (2 Ebenen)'],
  ['There is no layer to paste effects onto.', 'Es gibt keine Ebene, auf die Effekte eingefügt werden könnten.'],
  [
    'The duration is the variable `length`, which the data set sets; change it there, or turn it into a fixed value first.',
    'Die Dauer ist die Variable `length`, die der Datensatz setzt; ändern Sie sie dort, oder wandeln Sie sie zuerst in einen festen Wert um.',
  ],
  ['holds /, which not every system takes in file names.', 'enthält /, was nicht jedes System in Dateinamen annimmt.'],
  ['is a text file, not a video', 'ist eine Textdatei, kein Video'],
  ['is damaged or incomplete (moov atom not found)', 'ist beschädigt oder unvollständig (moov atom not found)'],
  ['What nobody has translated', 'What nobody has translated'],
])('%s', (english, german) => {
  expect(said(english)).toBe(english);
  setPageLanguage('de');
  expect(said(english)).toBe(german);
});

test('what is named is not taken for words', () => {
  setPageLanguage('de');
  expect(said('Delete “Add $& to {0}”')).toBe('„Add $& to {0}“ löschen');
});
