import { number } from './german-numbers.ts';
import { asSentence } from './quoting.ts';
import type { Translation } from './translation.ts';
import type { Character, OpenElement, xmlMessages } from './xml.en.ts';

const DECLARATION = '`<?xml version="1.0" encoding="UTF-8"?>`';

/** The reasons why a text is not XML or exceeds a limit. */
export const xmlMessagesDe: Translation<typeof xmlMessages> = {
  'xml/too-large': ({ mebibytes }) =>
    `Eine Vorlage darf höchstens ${number(mebibytes)} MiB haben; diese ist größer. Teilen Sie sie.`,
  'xml/too-deep': ({ most }) =>
    `Elemente dürfen ${most} tief ineinander stehen; dieses steht tiefer. Nehmen Sie es heraus.`,
  'xml/too-many-elements': ({ most }) => `Eine Vorlage darf ${most} Elemente haben. Teilen Sie sie.`,
  'xml/too-many-leaves': ({ most }) =>
    `Eine Vorlage darf zusammen ${most} Attribute, Kommentare und Texte haben. Teilen Sie sie.`,
  'xml/too-many-placeholders': ({ most }) =>
    `Eine Vorlage darf ${most} Verwendungen von Variablen haben; hier sind mehr. Teilen Sie sie.`,
  'xml/too-many-scenes': ({ most }) => `Ein Film darf ${most} Szenen haben. Teilen Sie ihn.`,
  'xml/doctype': () => 'Dokumenttypen und Entitätsdeklarationen sind nicht erlaubt. Entfernen Sie sie.',
  'xml/processing-instruction': () => 'Verarbeitungsanweisungen sind nicht erlaubt. Entfernen Sie sie.',
  'xml/utf-32': () => 'Die Datei ist UTF-32. Speichern Sie sie als UTF-8.',
  'xml/utf-16-without-mark': () => 'Die Datei sieht nach UTF-16 ohne Byte-Order-Mark aus. Speichern Sie sie als UTF-8.',
  'xml/utf-16-half': () => 'Die Datei ist UTF-16, aber die Hälfte ihres letzten Zeichens fehlt.',
  'xml/utf-16-declared-otherwise': ({ declared }) =>
    `Die XML-Deklaration sagt ${declared}, die Datei ist aber UTF-16. Speichern Sie sie als UTF-8.`,
  'xml/other-encoding': ({ declared }) =>
    `Die Datei ist ${declared}, wie ihre XML-Deklaration sagt. Speichern Sie sie als UTF-8.`,
  'xml/not-utf-8': ({ byte }) =>
    `Die Datei ist nicht UTF-8: Das Byte ${byte} gehört nicht hierher. Speichern Sie sie als UTF-8.`,
  'xml/declared-encoding': ({ declared }) =>
    `Die XML-Deklaration sagt ${declared}, Vorlagen sind aber UTF-8. Schreiben Sie \`encoding="UTF-8"\`.`,
  'xml/no-root': () => 'Es fehlt das Wurzelelement. Eine Vorlage ist ein `<movie>` mit seinen Szenen.',
  'xml/second-root': () => 'Ein Dokument hat ein Wurzelelement; dies ist ein zweites.',
  'xml/text-before-root': () => 'Vor dem Wurzelelement steht Text. Entfernen Sie ihn.',
  'xml/text-after-root': () => 'Nach dem Ende des Wurzelelements steht Text. Entfernen Sie ihn.',
  'xml/duplicate-attribute': ({ name }) => `Das Attribut \`${name}\` steht zweimal da. Entfernen Sie eines davon.`,
  'xml/tag-not-closed': (open) =>
    `Davor fehlt \`>\` oder \`/>\`: Das Tag von ${openElementText(open)} ist nicht geschlossen.`,
  'xml/less-than-in-value': () => '`<` ist im Wert eines Attributs nicht erlaubt. Schreiben Sie `&lt;`.',
  'xml/value-not-closed': ({ attribute }) =>
    `Der Wert von \`${attribute}\` wird nie geschlossen: Ein Anführungszeichen fehlt.`,
  'xml/stray-less-than': () =>
    'Auf `<` muss der Name eines Elements folgen. Für das Zeichen selbst schreiben Sie `&lt;`.',
  'xml/end-tag-not-closed': () => 'Diesem End-Tag fehlt sein `>`.',
  'xml/end-tag-with-more': () => 'Ein End-Tag enthält den Namen seines Elements und sonst nichts.',
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
    `XML kennt \`&${name};\` nicht. Schreiben Sie das Zeichen selbst, oder \`&amp;\`, wenn ein Und-Zeichen gemeint ist.`,
  'xml/reference-without-semicolon': ({ reference }) =>
    `Der Zeichenreferenz \`${reference}\` fehlt ihr Semikolon. Schreiben Sie \`${reference};\`.`,
  'xml/reference-not-allowed': ({ reference }) =>
    `\`${reference}\` ist kein Zeichen, das XML erlaubt. Entfernen Sie es.`,
  'xml/half-surrogate': ({ character }) =>
    `${character} ist die Hälfte eines Ersatzpaares ohne die andere. Entfernen Sie es.`,
  'xml/forbidden-character': ({ character }) => `XML erlaubt das Zeichen ${character} nicht. Entfernen Sie es.`,
  'xml/character-in-element-name': (values) =>
    `${displayedCharacter(values)} kann nicht im Namen eines Elements stehen.`,
  'xml/character-in-tag': (values) =>
    `${displayedCharacter(values)} kann hier nicht stehen: Erwartet wird der Name eines Attributs, \`>\` oder \`/>\`.`,
  'xml/attribute-without-value': () =>
    'Ein Attribut braucht einen Wert in Anführungszeichen: Schreiben Sie `name="wert"`.',
  'xml/value-without-quotes': () =>
    'Der Wert eines Attributs muss in Anführungszeichen stehen: Schreiben Sie `name="wert"`.',
  'xml/no-space-between-attributes': () =>
    'Vor diesem Attribut fehlt ein Leerzeichen, oder im vorigen fehlt ein Anführungszeichen oder ist eines zu viel.',
  'xml/lone-slash': () => 'Auf das `/` eines selbstschließenden Tags muss sofort `>` folgen.',
  'xml/declaration-not-first': () => 'Die XML-Deklaration muss ganz am Anfang des Dokuments stehen, ohne etwas davor.',
  'xml/declaration-in-capitals': () =>
    'Die XML-Deklaration muss ganz am Anfang des Dokuments stehen und wird als `<?xml … ?>` klein geschrieben.',
  'xml/declaration-with-more': () => 'Die XML-Deklaration enthält mehr als version, encoding und standalone.',
  'xml/declaration-incomplete': () => `Die XML-Deklaration ist unvollständig. Schreiben Sie ${DECLARATION}.`,
  'xml/declaration-without-version': () => `Der XML-Deklaration fehlt die Version. Schreiben Sie ${DECLARATION}.`,
  'xml/declaration-value-missing': () => 'In der XML-Deklaration fehlt ein Wert.',
  'xml/declaration-without-quotes': () => 'Werte der XML-Deklaration müssen in Anführungszeichen stehen.',
  'xml/declaration-version': () => 'Die Version von XML muss `1.0` sein.',
  'xml/declaration-encoding-name': () =>
    'Der Zeichensatz der XML-Deklaration ist kein Name eines Zeichensatzes. Schreiben Sie `UTF-8`.',
  'xml/declaration-standalone': () => 'Der Wert von `standalone` in der XML-Deklaration muss yes oder no sein.',
  'xml/declaration-without-space': () => 'In der XML-Deklaration fehlt ein Leerzeichen.',
  'xml/declaration-end': () => 'Die XML-Deklaration muss mit `?>` enden.',
  'xml/declaration-order': () =>
    'Die XML-Deklaration muss version, dann encoding, dann standalone enthalten und sonst nichts.',
  'xml/instruction-without-name': () => 'Auf `<?` muss ein Name folgen.',
  'xml/instruction-name': () => 'Der Name hinter `<?` enthält ein Zeichen, das dort nicht erlaubt ist.',
  'xml/unfinished-comment': () => 'Dieser Kommentar wird nie geschlossen: `-->` fehlt.',
  'xml/unfinished-cdata': () => 'Dieser CDATA-Abschnitt wird nie geschlossen: `]]>` fehlt.',
  'xml/unfinished-markup': () => 'Das wird nie geschlossen: `>` fehlt.',
  'xml/unfinished-declaration': () => 'Die XML-Deklaration wird nie geschlossen: `?>` fehlt.',
  'xml/unfinished-instruction': () => 'Diese Verarbeitungsanweisung wird nie geschlossen: `?>` fehlt.',
  'xml/unfinished-end-tag': () => 'Dieses End-Tag wird nie geschlossen: `>` fehlt.',
  'xml/unfinished-text': () => 'Der Text endet zu früh.',
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
