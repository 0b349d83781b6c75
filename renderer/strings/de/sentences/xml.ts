import type { Sentence } from '../../shapes/sentences.ts';

/** Was an einem Text kein XML ist, wie wir es annehmen. */
export const xmlSentences: readonly Sentence[] = [
  ['`]]>` is not allowed in text. Write `]]&gt;`.', '`]]>` ist im Text nicht erlaubt. Schreiben Sie `]]&gt;`.'],
  ['The template would no longer be readable.', 'Die Vorlage wäre nicht mehr lesbar.'],
  [
    'The file is UTF-16, but half of its last character is missing.',
    'Die Datei ist UTF-16, aber die Hälfte ihres letzten Zeichens fehlt.',
  ],
  [
    'The XML declaration says {0}, but the file is UTF-16. Save it as UTF-8.',
    'Die XML-Deklaration sagt {0}, die Datei ist aber UTF-16. Speichern Sie sie als UTF-8.',
  ],
  ['{0} cannot be the name of an attribute.', '{0} kann nicht der Name eines Attributs sein.'],
  ['{0} cannot be the name of an element.', '{0} kann nicht der Name eines Elements sein.'],
  ['White space alone is no text in XML.', 'Leerraum allein ist in XML kein Text.'],
  [
    'What stands outside the movie, and the movie itself, cannot be moved.',
    'Was außerhalb des Films steht, und der Film selbst, lassen sich nicht bewegen.',
  ],
  ['Outside the movie only comments can stand.', 'Außerhalb des Films können nur Kommentare stehen.'],
  ['{0} uses of variables; here are more', '{0} Verwendungen von Variablen haben; hier sind mehr'],
  [
    '{0} attributes, comments and texts together; this is one more',
    'zusammen {0} Attribute, Kommentare und Texte haben; das ist eines mehr',
  ],
  ['This is not well-formed XML: {0}', 'Das ist kein wohlgeformtes XML: {0}'],
  [
    'There is no root element. A template is a `<movie>` with its scenes.',
    'Es fehlt das Wurzelelement. Eine Vorlage ist ein `<movie>` mit seinen Szenen.',
  ],
  [
    'A document has one root element; this is a second one.',
    'Ein Dokument hat ein Wurzelelement; dies ist ein zweites.',
  ],
  ['There is text before the root element. Remove it.', 'Vor dem Wurzelelement steht Text. Entfernen Sie ihn.'],
  [
    'There is text after the end of the root element. Remove it.',
    'Nach dem Ende des Wurzelelements steht Text. Entfernen Sie ihn.',
  ],
  [
    'A `>` or `/>` is missing before this: the tag of {0} of line {1} is not closed.',
    'Davor fehlt `>` oder `/>`: Das Tag von {0} in Zeile {1} ist nicht geschlossen.',
  ],
  [
    '`<` is not allowed in the value of an attribute. Write `&lt;`.',
    '`<` ist im Wert eines Attributs nicht erlaubt. Schreiben Sie `&lt;`.',
  ],
  [
    'The value of {0} is never closed: a quote is missing.',
    'Der Wert von {0} wird nie geschlossen: Ein Anführungszeichen fehlt.',
  ],
  [
    '`<` must be followed by the name of an element. Write `&lt;` for the character itself.',
    'Auf `<` muss der Name eines Elements folgen. Für das Zeichen selbst schreiben Sie `&lt;`.',
  ],
  ['This end tag lacks its `>`.', 'Diesem End-Tag fehlt sein `>`.'],
  [
    'An end tag holds the name of its element and nothing else.',
    'Ein End-Tag enthält den Namen seines Elements und sonst nichts.',
  ],
  ['`</{0}>` closes nothing. Remove it.', '`</{0}>` schließt nichts. Entfernen Sie es.'],
  [
    '`<{0}>` of line {1} is not closed: `</{2}>` is missing before this.',
    '`<{0}>` in Zeile {1} ist nicht geschlossen: Davor fehlt `</{2}>`.',
  ],
  [
    '`<{0}>` of line {1} must be closed by `</{2}>`, not by `</{3}>`.',
    '`<{0}>` in Zeile {1} muss mit `</{2}>` geschlossen werden, nicht mit `</{3}>`.',
  ],
  [
    '`</{0}>` closes nothing: `<{1}>` of line {2} is open here.',
    '`</{0}>` schließt nichts: Offen ist hier `<{1}>` aus Zeile {2}.',
  ],
  ['`<{0}>` is never closed: `</{1}>` is missing.', '`<{0}>` wird nie geschlossen: `</{1}>` fehlt.'],
  [
    'A comment must not hold `--`, nor end with `--->`. Write `- -`.',
    'Ein Kommentar darf weder `--` enthalten noch mit `--->` enden. Schreiben Sie `- -`.',
  ],
  [
    'The attribute {0} is given twice. Remove one of them.',
    'Das Attribut {0} steht zweimal da. Entfernen Sie eines davon.',
  ],
  ['{0} cannot stand in the name of an element.', '{0} kann nicht im Namen eines Elements stehen.'],
  [
    "{0} cannot stand here: an attribute's name, `>` or `/>` is expected.",
    '{0} kann hier nicht stehen: Erwartet wird der Name eines Attributs, `>` oder `/>`.',
  ],
  [
    'An attribute needs a value in quotes: write `name="value"`.',
    'Ein Attribut braucht einen Wert in Anführungszeichen: Schreiben Sie `name="wert"`.',
  ],
  [
    'The value of an attribute must stand in quotes: write `name="value"`.',
    'Der Wert eines Attributs muss in Anführungszeichen stehen: Schreiben Sie `name="wert"`.',
  ],
  [
    'A space is missing before this attribute, or a quote is missing or too many in the one before it.',
    'Vor diesem Attribut fehlt ein Leerzeichen, oder im vorigen fehlt ein Anführungszeichen oder ist eines zu viel.',
  ],
  [
    'The `/` of a self-closing tag must be followed by `>` at once.',
    'Auf das `/` eines selbstschließenden Tags muss sofort `>` folgen.',
  ],
  ['This comment is never closed: `-->` is missing.', 'Dieser Kommentar wird nie geschlossen: `-->` fehlt.'],
  [
    'This CDATA section is never closed: `]]>` is missing.',
    'Dieser CDATA-Abschnitt wird nie geschlossen: `]]>` fehlt.',
  ],
  ['This is never closed: `>` is missing.', 'Das wird nie geschlossen: `>` fehlt.'],
  ['The XML declaration is never closed: `?>` is missing.', 'Die XML-Deklaration wird nie geschlossen: `?>` fehlt.'],
  [
    'This processing instruction is never closed: `?>` is missing.',
    'Diese Verarbeitungsanweisung wird nie geschlossen: `?>` fehlt.',
  ],
  ['This end tag is never closed: `>` is missing.', 'Dieses End-Tag wird nie geschlossen: `>` fehlt.'],
  ['The text ends too early.', 'Der Text endet zu früh.'],
  [
    'This tag is never closed: a closing quote or `>` is missing.',
    'Dieses Tag wird nie geschlossen: Ein schließendes Anführungszeichen oder `>` fehlt.',
  ],
  ['The end of the text', 'Das Ende des Textes'],
  ['The character {0}', 'Das Zeichen {0}'],
  [
    'The XML declaration must stand at the very beginning of the document, with nothing before it.',
    'Die XML-Deklaration muss ganz am Anfang des Dokuments stehen, ohne etwas davor.',
  ],
  [
    'The XML declaration must stand at the very beginning of the document, and is written `<?xml … ?>` in lower case.',
    'Die XML-Deklaration muss ganz am Anfang des Dokuments stehen und wird als `<?xml … ?>` klein geschrieben.',
  ],
  ['The XML declaration must end with `?>`.', 'Die XML-Deklaration muss mit `?>` enden.'],
  [
    'The XML declaration is incomplete. Write `<?xml version="1.0" encoding="UTF-8"?>`.',
    'Die XML-Deklaration ist unvollständig. Schreiben Sie `<?xml version="1.0" encoding="UTF-8"?>`.',
  ],
  [
    'The XML declaration lacks its version. Write `<?xml version="1.0" encoding="UTF-8"?>`.',
    'Der XML-Deklaration fehlt die Version. Schreiben Sie `<?xml version="1.0" encoding="UTF-8"?>`.',
  ],
  [
    'The XML declaration says {0}, but templates are UTF-8. Write `encoding="UTF-8"`.',
    'Die XML-Deklaration sagt {0}, Vorlagen sind aber UTF-8. Schreiben Sie `encoding="UTF-8"`.',
  ],
  [
    'The XML declaration must hold version, then encoding, then standalone, and nothing else.',
    'Die XML-Deklaration muss version, dann encoding, dann standalone enthalten und sonst nichts.',
  ],
  [
    'The XML declaration holds more than version, encoding and standalone.',
    'Die XML-Deklaration enthält mehr als version, encoding und standalone.',
  ],
  ['A value is missing in the XML declaration.', 'In der XML-Deklaration fehlt ein Wert.'],
  [
    'Values in the XML declaration must stand in quotes.',
    'Werte der XML-Deklaration müssen in Anführungszeichen stehen.',
  ],
  ['The version of XML must be 1.0.', 'Die Version von XML muss 1.0 sein.'],
  [
    'The encoding in the XML declaration is not a name of an encoding. Write `UTF-8`.',
    'Der Zeichensatz der XML-Deklaration ist kein Name eines Zeichensatzes. Schreiben Sie `UTF-8`.',
  ],
  [
    'The value of `standalone` in the XML declaration must be yes or no.',
    'Der Wert von `standalone` in der XML-Deklaration muss yes oder no sein.',
  ],
  ['A space is missing in the XML declaration.', 'In der XML-Deklaration fehlt ein Leerzeichen.'],
  ['`<?` must be followed by a name.', 'Auf `<?` muss ein Name folgen.'],
  [
    'The name behind `<?` holds a character that is not allowed there.',
    'Der Name hinter `<?` enthält ein Zeichen, das dort nicht erlaubt ist.',
  ],
  [
    'Processing instructions are not allowed. Remove it.',
    'Verarbeitungsanweisungen sind nicht erlaubt. Entfernen Sie sie.',
  ],
  [
    'Document types and entity declarations are not allowed. Remove it.',
    'Dokumenttypen und Entitätsdeklarationen sind nicht erlaubt. Entfernen Sie sie.',
  ],
  [
    'A lone `&` is not allowed. Write `&amp;` for the character itself.',
    'Ein einzelnes `&` ist nicht erlaubt. Für das Zeichen selbst schreiben Sie `&amp;`.',
  ],
  [
    'XML does not know {0}. Write the character itself, or `&amp;` if an ampersand is meant.',
    'XML kennt {0} nicht. Schreiben Sie das Zeichen selbst, oder `&amp;`, wenn ein Und-Zeichen gemeint ist.',
  ],
  [
    'The character reference {0} lacks its semicolon. Write {1}.',
    'Der Zeichenreferenz {0} fehlt ihr Semikolon. Schreiben Sie {1}.',
  ],
  ['{0} lacks its semicolon. Write {1}.', '{0} fehlt das Semikolon. Schreiben Sie {1}.'],
  ['{0} is not a character that XML allows. Remove it.', '{0} ist kein Zeichen, das XML erlaubt. Entfernen Sie es.'],
  ['XML does not allow the character {0}. Remove it.', 'XML erlaubt das Zeichen {0} nicht. Entfernen Sie es.'],
  ['XML does not allow the character {0}.', 'XML erlaubt das Zeichen {0} nicht.'],
  [
    '{0} is half of a surrogate pair without the other half. Remove it.',
    '{0} ist die Hälfte eines Ersatzpaares ohne die andere. Entfernen Sie es.',
  ],
  ['A template may have {0}. Split it.', 'Eine Vorlage darf {0}. Teilen Sie sie.'],
  [
    'Elements may stand in one another {0} deep; this one is deeper. Take it out.',
    'Elemente dürfen {0} tief ineinander stehen; dieses steht tiefer. Nehmen Sie es heraus.',
  ],
  [
    'A movie may have {0} scenes; this is one more. Split it.',
    'Ein Film darf {0} Szenen haben; das ist eine mehr. Teilen Sie ihn.',
  ],
  ['{0} elements; this is one more', '{0} Elemente haben; das ist eines mehr'],
  [
    'The file is not UTF-8: the byte {0} does not belong here. Save it as UTF-8.',
    'Die Datei ist nicht UTF-8: Das Byte {0} gehört nicht hierher. Speichern Sie sie als UTF-8.',
  ],
  ['The file is UTF-32. Save it as UTF-8.', 'Die Datei ist UTF-32. Speichern Sie sie als UTF-8.'],
  [
    'The file is {0}, as its XML declaration says. Save it as UTF-8.',
    'Die Datei ist {0}, wie ihre XML-Deklaration sagt. Speichern Sie sie als UTF-8.',
  ],
  [
    'The file looks like UTF-16 without a byte order mark. Save it as UTF-8.',
    'Die Datei sieht nach UTF-16 ohne Byte-Order-Mark aus. Speichern Sie sie als UTF-8.',
  ],
];
