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
  [
    '`width` of `movie` must be a whole number from 16 to 8192; it is "9".',
    '`width` von `movie` muss eine ganze Zahl von 16 bis 8192 sein; es ist "9".',
  ],
  [
    '`fit` of `video` must be `contain`, `cover` or `stretch`; the variable `how` gives it the value "x".',
    '`fit` von `video` muss `contain`, `cover` oder `stretch` sein; die Variable `how` gibt ihm den Wert "x".',
  ],
  [
    '`name` of `scene` has more than 1 MiB with the variables `a` and `b` filled in; shorten it.',
    '`name` von `scene` hat mehr als 1 MiB, wenn die Variablen `a` und `b` eingesetzt sind; kürzen Sie den Wert.',
  ],
  [
    'The values up to `name` of `scene` have more than 16 MiB together with their variables filled in; shorten them.',
    'Die Werte bis `name` von `scene` haben zusammen mehr als 16 MiB, wenn ihre Variablen eingesetzt sind; kürzen Sie sie.',
  ],
  [
    'There is no filter `blurr`; it is kept and not rendered. Did you mean `blur`?',
    'Filter `blurr` gibt es nicht; es bleibt erhalten und wird nicht gerendert. Meinten Sie `blur`?',
  ],
  ['holds /, which not every system takes in file names.', 'enthält /, was nicht jedes System in Dateinamen annimmt.'],
  ['is a text file, not a video', 'ist eine Textdatei, kein Video'],
  ['is damaged or incomplete (moov atom not found)', 'ist beschädigt oder unvollständig (moov atom not found)'],
  [
    'Only 33 of the 150 frames of “a of b.mp4” can be read: the file is cut short or damaged. 117 frames of this scene show the last of them. Put a whole copy in its place.',
    'Nur 33 der 150 Frames von „a of b.mp4“ sind lesbar: Die Datei ist abgeschnitten oder beschädigt. 117 Frames dieser Szene zeigen den letzten davon. Ersetzen Sie sie durch eine ganze Kopie.',
  ],
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
