import type { Sentence } from '../../shapes/sentences.ts';

/** Was an einer Vorlage nicht stimmt, nachdem ihr XML gelesen ist. */
export const templateSentences: readonly Sentence[] = [
  ['The root must be `movie`; it is {0}.', 'Die Wurzel muss `movie` sein; sie ist {0}.'],
  [
    'The movie has no scene; add `<scene duration="2s"/>`.',
    'Der Film hat keine Szene; fügen Sie `<scene duration="2s"/>` hinzu.',
  ],
  ['Every scene is switched off; switch one on.', 'Alle Szenen sind ausgeschaltet; schalten Sie eine ein.'],
  [
    'A movie may have {0} scenes, and this one has {1}; split it.',
    'Ein Film darf {0} Szenen haben, dieser hat {1}; teilen Sie ihn.',
  ],
  [
    "The movie's scenes last {0} frames together, and a movie may last 24 hours; shorten or remove some.",
    'Die Szenen des Films dauern zusammen {0} Frames, und ein Film darf 24 Stunden dauern; kürzen oder entfernen Sie einige.',
  ],
  [
    '`video` needs a source: add `url` (an address) or `src` (an asset).',
    '`video` braucht eine Quelle: Fügen Sie `url` (eine Adresse) oder `src` (eine Mediendatei) hinzu.',
  ],
  [
    '`video` takes one source, and has both `url` and `src`; remove one of them.',
    '`video` hat eine Quelle, und hier stehen `url` und `src`; entfernen Sie eines davon.',
  ],
  ['There are {0} more problems, which are not listed.', 'Es gibt {0} weitere Probleme, die nicht aufgeführt sind.'],
  [
    'The variable {0} is taken for {1} by {2} and for {3} by {4}; use two variables.',
    'Die Variable {0} gilt in {2} als {1} und in {4} als {3}; nehmen Sie zwei Variablen.',
  ],
  [
    'The variable {0} has the default {1} in {2} and {3} in {4}; each place uses its own. State one default, or use two variables.',
    'Die Variable {0} hat in {2} den Standardwert {1} und in {4} {3}; jede Stelle verwendet ihren eigenen. Nennen Sie nur einen, oder nehmen Sie zwei Variablen.',
  ],
  [
    'The variable {0} has no value, and {1} of {2} needs one. Give it a value, or write a default: {3}.',
    'Die Variable {0} hat keinen Wert, und {1} von {2} braucht einen. Geben Sie ihr einen Wert, oder schreiben Sie einen Standardwert: {3}.',
  ],
  [
    'The variable {0} has neither a column nor a default.',
    'Die Variable {0} hat weder eine Spalte noch einen Standardwert.',
  ],
  [
    'No variable is called {0}; its value is not used. Did you mean {1}?',
    'Keine Variable heißt {0}; ihr Wert wird nicht verwendet. Meinten Sie {1}?',
  ],
  ['No variable is called {0}; its value is not used.', 'Keine Variable heißt {0}; ihr Wert wird nicht verwendet.'],
  ['No variable is called {0}.', 'Keine Variable heißt {0}.'],
  [
    'The placeholder {0} is malformed: {1}. There are more in this value.',
    'Der Platzhalter {0} ist fehlerhaft: {1}. In diesem Wert sind noch mehr.',
  ],
  ['The placeholder {0} is malformed: {1}.', 'Der Platzhalter {0} ist fehlerhaft: {1}.'],
  ['it is not closed; add `}`', 'er ist nicht geschlossen; fügen Sie `}` hinzu'],
  [
    'it is not closed; add `}` before the next `${`',
    'er ist nicht geschlossen; fügen Sie `}` vor dem nächsten `${` hinzu',
  ],
  ['it names no variable', 'er nennt keine Variable'],
  [
    'a default that holds a brace must stand in quotes',
    'ein Standardwert mit einer Klammer muss in Anführungszeichen stehen',
  ],
  ['the quote {0} is not closed', 'das Anführungszeichen {0} ist nicht geschlossen'],
  [
    'after the quoted default only `,` and options, or `}`, may follow',
    'nach dem Standardwert in Anführungszeichen dürfen nur `,` und Optionen oder `}` folgen',
  ],
  [
    'it has more than three parts; a default that holds a comma must stand in quotes',
    'er hat mehr als drei Teile; ein Standardwert mit einem Komma muss in Anführungszeichen stehen',
  ],
  [
    '{0} is no option; options are the letters U, L, T and E',
    '{0} ist keine Option; Optionen sind die Buchstaben U, L, T und E',
  ],
  ['the options U and L contradict each other', 'die Optionen U und L widersprechen sich'],
  ['{0} is a {1}, not a {2}: write {3}.', '{0} ist ein {1}, kein {2}: Schreiben Sie {3}.'],
  [
    '{0} of {1} says the same as {2}; remove one of them.',
    '{0} von {1} sagt dasselbe wie {2}; entfernen Sie eines davon.',
  ],
  ['{0} needs the attribute {1} (or {2}); add it.', '{0} braucht das Attribut {1} (oder {2}); fügen Sie es hinzu.'],
  ['{0} needs the attribute {1}; add it.', '{0} braucht das Attribut {1}; fügen Sie es hinzu.'],
  [
    'Text in {0} is kept and not rendered; {1} holds only elements.',
    'Text in {0} bleibt erhalten und wird nicht gerendert; {1} enthält nur Elemente.',
  ],
  ['{0} may not stand in {1}; it is the root.', '{0} darf nicht in {1} stehen; es ist die Wurzel.'],
  ['{0} may not stand in {1}; put it into a {2}.', '{0} darf nicht in {1} stehen; setzen Sie es in {2}.'],
  [
    'There is no element {0}; it is kept and not rendered. Did you mean {1}?',
    'Es gibt kein Element {0}; es bleibt erhalten und wird nicht gerendert. Meinten Sie {1}?',
  ],
  [
    'There is no element {0}; it is kept and not rendered.',
    'Es gibt kein Element {0}; es bleibt erhalten und wird nicht gerendert.',
  ],
  [
    'There is no {0} {1}; it is kept and not rendered. Did you mean {2}?',
    '{0} {1} gibt es nicht; es bleibt erhalten und wird nicht gerendert. Meinten Sie {2}?',
  ],
  [
    'There is no {0} {1}; it is kept and not rendered.',
    '{0} {1} gibt es nicht; es bleibt erhalten und wird nicht gerendert.',
  ],
  [
    '{0} has no attribute {1}; it is kept and has no effect. Did you mean {2}?',
    '{0} hat kein Attribut {1}; es bleibt erhalten und bewirkt nichts. Meinten Sie {2}?',
  ],
  [
    '{0} has no attribute {1}; it is kept and has no effect.',
    '{0} hat kein Attribut {1}; es bleibt erhalten und bewirkt nichts.',
  ],
  [
    'The {0} {1} is not rendered yet by this version; it is kept.',
    '{0} {1} rendert diese Version noch nicht; es bleibt erhalten.',
  ],
  [
    '{0} of {1} is not rendered yet by this version; it is kept.',
    '{0} von {1} rendert diese Version noch nicht; es bleibt erhalten.',
  ],
  [
    '{0} in {1} is not rendered yet by this version; it is kept.',
    '{0} in {1} rendert diese Version noch nicht; es bleibt erhalten.',
  ],
];
