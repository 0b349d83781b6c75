import { number } from './german-numbers.ts';
import { asSentence } from './quoting.ts';
import type { Translation } from './translation.ts';
import type { Character, OpenElement, xmlMessages } from './xml.en.ts';

const DECLARATION = '`<?xml version="1.0" encoding="UTF-8"?>`';

/** The reasons why a text is not XML or exceeds a limit. */
export const xmlMessagesDe: Translation<typeof xmlMessages> = {
  'xml/too-large': ({ mebibytes }) =>
    `Eine Vorlage darf höchstens ${number(mebibytes)} MiB haben; diese ist größer. Teilen Sie sie auf.`,
  'xml/too-deep': ({ most }) =>
    `Elemente lassen sich ${most} Ebenen tief verschachteln; dieses liegt tiefer. Verschieben Sie es nach außen.`,
  'xml/too-many-elements': ({ most }) => `Eine Vorlage darf höchstens ${most} Elemente haben. Teilen Sie sie auf.`,
  'xml/too-many-leaves': ({ most }) =>
    `Eine Vorlage darf insgesamt höchstens ${most} Attribute, Kommentare und Texte haben. Teilen Sie sie auf.`,
  'xml/too-many-placeholders': ({ most }) =>
    `Eine Vorlage darf Variablen höchstens ${most}-mal verwenden; diese verwendet sie öfter. Teilen Sie sie auf.`,
  'xml/too-many-scenes': ({ most }) => `Ein Film darf höchstens ${most} Szenen haben. Teilen Sie ihn auf.`,
  'xml/doctype': () => 'Dokumenttypen und Entitätsdeklarationen sind nicht erlaubt. Entfernen Sie sie.',
  'xml/processing-instruction': () => 'Verarbeitungsanweisungen sind nicht erlaubt. Entfernen Sie sie.',
  'xml/utf-32': () => 'Die Datei ist UTF-32. Speichern Sie sie als UTF-8.',
  'xml/utf-16-without-mark': () => 'Die Datei sieht nach UTF-16 ohne Byte-Order-Mark aus. Speichern Sie sie als UTF-8.',
  'xml/utf-16-half': () => 'Die Datei ist UTF-16, aber die Hälfte ihres letzten Zeichens fehlt.',
  'xml/utf-16-declared-otherwise': ({ declared }) =>
    `Laut XML-Deklaration ist die Datei ${declared}, sie ist aber UTF-16. Speichern Sie sie als UTF-8.`,
  'xml/other-encoding': ({ declared }) =>
    `Die Datei ist laut XML-Deklaration ${declared}. Speichern Sie sie als UTF-8.`,
  'xml/not-utf-8': ({ byte }) =>
    `Die Datei ist nicht UTF-8: Das Byte ${byte} ist hier ungültig. Speichern Sie sie als UTF-8.`,
  'xml/declared-encoding': ({ declared }) =>
    `Die XML-Deklaration gibt ${declared} an, Vorlagen sind aber UTF-8. Schreiben Sie \`encoding="UTF-8"\`.`,
  'xml/no-root': () => 'Es fehlt das Wurzelelement. Eine Vorlage ist ein `<movie>` mit seinen Szenen.',
  'xml/second-root': () => 'Ein Dokument kann nur ein Wurzelelement haben; dies ist ein zweites.',
  'xml/text-before-root': () => 'Vor dem Wurzelelement steht Text. Entfernen Sie ihn.',
  'xml/text-after-root': () => 'Nach dem Ende des Wurzelelements steht Text. Entfernen Sie ihn.',
  'xml/duplicate-attribute': ({ name }) => `Das Attribut \`${name}\` kommt zweimal vor. Entfernen Sie eines davon.`,
  'xml/tag-not-closed': (open) =>
    `Davor fehlt \`>\` oder \`/>\`: Das Tag von ${openElementText(open)} ist nicht geschlossen.`,
  'xml/less-than-in-value': () => '`<` ist im Wert eines Attributs nicht erlaubt. Schreiben Sie `&lt;`.',
  'xml/value-not-closed': ({ attribute }) =>
    `Der Wert von \`${attribute}\` wird nie geschlossen: Ein Anführungszeichen fehlt.`,
  'xml/stray-less-than': () =>
    'Auf `<` muss der Name eines Elements folgen. Für das Zeichen selbst schreiben Sie `&lt;`.',
  'xml/end-tag-not-closed': () => 'Diesem End-Tag fehlt das `>`.',
  'xml/end-tag-with-more': () => 'Ein End-Tag kann nur den Namen seines Elements enthalten.',
  'xml/end-tag-of-nothing': ({ name }) => `\`</${name}>\` schließt nichts. Entfernen Sie es.`,
  'xml/element-not-closed': (open) =>
    `${openElementText(open)} ist nicht geschlossen: Davor fehlt \`</${open.element}>\`.`,
  'xml/end-tag-misspelled': (open) =>
    `${openElementText(open)} muss mit \`</${open.element}>\` geschlossen werden, nicht mit \`</${open.name}>\`.`,
  'xml/end-tag-of-other': ({ name, element, line }) =>
    `\`</${name}>\` schließt nichts: Offen ist hier \`<${element}>\` aus Zeile ${line}.`,
  'xml/never-closed': ({ element }) => `\`<${element}>\` wird nie geschlossen: \`</${element}>\` fehlt.`,
  'xml/comment-dashes': () => 'Ein Kommentar darf weder `--` enthalten noch mit `--->` enden. Schreiben Sie `- -`.',
  'xml/cdata-end-in-text': () => '`]]>` ist im Text nicht erlaubt. Schreiben Sie `]]&gt;`.',
  'xml/unknown-declaration': () => '`<!` darf nur einen Kommentar `<!-- … -->` oder einen CDATA-Abschnitt beginnen.',
  'xml/lone-ampersand': () => 'Ein einzelnes `&` ist nicht erlaubt. Für das Zeichen selbst schreiben Sie `&amp;`.',
  'xml/entity-without-semicolon': ({ name }) => `\`&${name}\` fehlt das Semikolon. Schreiben Sie \`&${name};\`.`,
  'xml/unknown-entity': ({ name }) =>
    `\`&${name};\` ist keine XML-Entität. Schreiben Sie das Zeichen selbst, oder \`&amp;\` für ein Und-Zeichen.`,
  'xml/reference-without-semicolon': ({ reference }) =>
    `Der Zeichenreferenz \`${reference}\` fehlt das Semikolon. Schreiben Sie \`${reference};\`.`,
  'xml/reference-not-allowed': ({ reference }) => `XML erlaubt das Zeichen \`${reference}\` nicht. Entfernen Sie es.`,
  'xml/half-surrogate': ({ character }) =>
    `${character} ist die Hälfte eines Ersatzpaares ohne die andere. Entfernen Sie es.`,
  'xml/forbidden-character': ({ character }) => `XML erlaubt das Zeichen ${character} nicht. Entfernen Sie es.`,
  'xml/character-in-element-name': (values) =>
    `${displayedCharacter(values)} ist im Namen eines Elements nicht erlaubt.`,
  'xml/character-in-tag': (values) =>
    `${displayedCharacter(values)} ist hier nicht erlaubt: Erwartet wird der Name eines Attributs, \`>\` oder \`/>\`.`,
  'xml/attribute-without-value': () =>
    'Ein Attribut braucht einen Wert in Anführungszeichen: Schreiben Sie `name="wert"`.',
  'xml/value-without-quotes': () =>
    'Der Wert eines Attributs muss in Anführungszeichen stehen: Schreiben Sie `name="wert"`.',
  'xml/no-space-between-attributes': () =>
    'Vor diesem Attribut fehlt ein Leerzeichen, oder im vorigen fehlt ein Anführungszeichen oder ist eines zu viel.',
  'xml/lone-slash': () => 'Auf das `/` eines selbstschließenden Tags muss sofort `>` folgen.',
  'xml/declaration-not-first': () => 'Die XML-Deklaration muss ganz am Anfang des Dokuments stehen.',
  'xml/declaration-in-capitals': () =>
    'Die XML-Deklaration muss ganz am Anfang des Dokuments und in Kleinbuchstaben stehen: `<?xml … ?>`.',
  'xml/declaration-with-more': () => 'Die XML-Deklaration darf nur version, encoding und standalone enthalten.',
  'xml/declaration-incomplete': () => `Die XML-Deklaration ist unvollständig. Schreiben Sie ${DECLARATION}.`,
  'xml/declaration-without-version': () => `Der XML-Deklaration fehlt die Version. Schreiben Sie ${DECLARATION}.`,
  'xml/declaration-value-missing': () => 'In der XML-Deklaration fehlt ein Wert.',
  'xml/declaration-without-quotes': () => 'Werte der XML-Deklaration müssen in Anführungszeichen stehen.',
  'xml/declaration-version': () => 'Die Version von XML muss `1.0` sein.',
  'xml/declaration-encoding-name': () => 'Die Kodierung in der XML-Deklaration ist ungültig. Schreiben Sie `UTF-8`.',
  'xml/declaration-standalone': () => 'Der Wert von `standalone` in der XML-Deklaration muss yes oder no sein.',
  'xml/declaration-without-space': () => 'In der XML-Deklaration fehlt ein Leerzeichen.',
  'xml/declaration-end': () => 'Die XML-Deklaration muss mit `?>` enden.',
  'xml/declaration-order': () =>
    'Die XML-Deklaration darf nur version, encoding und standalone in dieser Reihenfolge enthalten.',
  'xml/instruction-without-name': () => 'Auf `<?` muss ein Name folgen.',
  'xml/instruction-name': () => 'Der Name nach `<?` enthält ein Zeichen, das nicht erlaubt ist.',
  'xml/unfinished-comment': () => 'Dieser Kommentar wird nie geschlossen: `-->` fehlt.',
  'xml/unfinished-cdata': () => 'Dieser CDATA-Abschnitt wird nie geschlossen: `]]>` fehlt.',
  'xml/unfinished-markup': () => 'Das wird nie geschlossen: `>` fehlt.',
  'xml/unfinished-declaration': () => 'Die XML-Deklaration wird nie geschlossen: `?>` fehlt.',
  'xml/unfinished-instruction': () => 'Diese Verarbeitungsanweisung wird nie geschlossen: `?>` fehlt.',
  'xml/unfinished-end-tag': () => 'Dieses End-Tag wird nie geschlossen: `>` fehlt.',
  'xml/unfinished-text': () => 'Der Text endet unerwartet.',
  'xml/unfinished-tag': () => 'Dieses Tag wird nie geschlossen: Ein schließendes Anführungszeichen oder `>` fehlt.',
  'xml/other': ({ words }) => asSentence(`Das ist kein wohlgeformtes XML: ${words}`),
};

function openElementText({ element, line }: OpenElement): string {
  return `\`<${element}>\` in Zeile ${line}`;
}

function displayedCharacter({ character }: Character): string {
  if (character === null) return 'Das Ende des Textes';
  return character.startsWith('U+') ? `Das Zeichen ${character}` : `\`${character}\``;
}
