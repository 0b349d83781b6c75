import { inSeconds, number } from './german-numbers.ts';
import { asSentence, codePointIn, lacksOnlyControls, named, someOf, windowsAdvice } from './quoting.ts';
import type { LackingPart, PackagePart, sourceFailureMessages, sourceMessages } from './sources.en.ts';
import type { Translation } from './translation.ts';

/** The reasons why a source cannot be used. */
export const sourceFailureMessagesDe: Translation<typeof sourceFailureMessages> = {
  'source/unusable': ({ name, reason }, say) => asSentence(`„${name}“ ${say(reason)}`),
  'source/lacking-asset': ({ name }) => `Das Projekt hat keine Mediendatei „${name}“.`,
  'source/changed': () =>
    'Die Datei hat sich während des Renderns geändert. Rendern Sie erneut, wenn sie vollständig ist.',
};

const CUE_FAULT = {
  time: 'Die Zeiten eines Untertitels sind nicht lesbar',
  order: 'Ein Untertitel endet, bevor er beginnt',
  stray: 'Eine Zeile gehört zu keinem Untertitel',
  long: 'Ein Untertitel ist zu lang für das Bild',
  crowd: 'Zu viele Untertitel sind gleichzeitig zu sehen',
  tag: 'Eine Auszeichnung in einem Untertitel ist nicht geschlossen oder nicht bekannt',
  entry: 'Ein Eintrag hat keinen Text oder keine Zeiten in Sekunden',
} as const;

const IGNORED_STYLE = {
  font: '`<font>`-Tag',
  class: 'Tag mit einer Klasse',
  ruby: '`<ruby>`-Tag',
  command: 'Befehl in geschweiften Klammern wie `{\\an8}`',
  tag: 'anderes Tag als `<b>`, `<i>` und `<u>`',
  settings: 'Untertitel mit eigener Position oder Ausrichtung',
  style: 'STYLE-Block',
  region: 'REGION-Block',
  clock: 'X-TIMESTAMP-MAP',
} as const;

const IGNORED_STYLES = {
  font: '`<font>`-Tags',
  class: 'Tags mit einer Klasse',
  ruby: '`<ruby>`-Tags',
  command: 'Befehle in geschweiften Klammern wie `{\\an8}`',
  tag: 'andere Tags als `<b>`, `<i>` und `<u>`',
  settings: 'Untertitel mit eigener Position oder Ausrichtung',
  style: 'STYLE-Blöcke',
  region: 'REGION-Blöcke',
  clock: 'X-TIMESTAMP-MAP',
} as const;

/** Returns an image as the start of a sentence. */
function imageFile(file: string | undefined): string {
  return file === undefined ? 'Das Bild' : `„${file}“`;
}

/** The messages about sources and the limits of formats. */
export const sourceMessagesDe: Translation<typeof sourceMessages> = {
  'source/told': ({ words }) => words,
  'source/no-asset': ({ name, near }) => {
    const suggestions = near.map((each) => `„${each}“`).join(' oder ');
    return `Das Projekt hat keine Mediendatei „${name}“${suggestions === '' ? '.' : `; meinten Sie ${suggestions}?`}`;
  },
  'source/did-you-mean': ({ near }) => `Meinten Sie ${near.map((each) => `„${each}“`).join(' oder ')}?`,
  'source/not-in-project': ({ name }) =>
    `„${name}“ ist nicht im Projekt. Importieren Sie die Datei, oder wählen Sie eine andere.`,
  'source/not-in-assets-folder': ({ name }) => `${name} ist nicht im Ordner der Mediendateien.`,
  'source/damaged': ({ source, seconds, there, lacking, held, several = false }) => {
    const what =
      there === null || lacking === null
        ? `Nur die ersten ${inSeconds(seconds)} von „${source}“ sind lesbar`
        : `Nur ${there} der ${there + lacking} Frames von „${source}“ sind lesbar`;
    const frames = held === 1 ? '1 Frame' : `${held} Frames`;
    const result =
      there === null
        ? `${frames} dieser Szene ${held === 1 ? 'ist' : 'sind'} stumm`
        : `${frames} dieser Szene ${held === 1 ? 'zeigt' : 'zeigen'} den letzten lesbaren`;
    const [cause, remedy] = several
      ? [
          'Die Datei enthält mehrere Dateien hintereinander',
          'Verbinden Sie sie mit einem Videoprogramm, oder importieren Sie sie einzeln.',
        ]
      : ['Die Datei ist unvollständig oder beschädigt', 'Ersetzen Sie sie durch eine vollständige Kopie.'];
    return `${what}: ${cause}. ${held === 0 ? '' : `${result}. `}${remedy}`;
  },
  'source/damaged-sound': ({ source, seconds, held }) => {
    const silent =
      held === 0
        ? ''
        : `${held === 1 ? '1 Frame' : `${held} Frames`} dieser Szene ${held === 1 ? 'ist' : 'sind'} stumm. `;
    return `Der Ton von „${source}“ endet nach ${inSeconds(seconds)}, vor dem Bild: Die Datei ist unvollständig oder beschädigt. ${silent}Ersetzen Sie sie durch eine vollständige Kopie.`;
  },
  'source/faulty': ({ source, seconds, more }) =>
    `„${source}“ ist bei ${inSeconds(seconds)}${more === 0 ? '' : ` und an ${number(more)} weiteren ${more === 1 ? 'Stelle' : 'Stellen'}`} beschädigt, und der Film zeigt die fehlerhaften Daten. Ersetzen Sie die Datei durch eine unbeschädigte Kopie.`,
  'source/skipped': ({ source, seconds }) =>
    `„${source}“ beginnt mitten in einer Aufnahme. Die ersten ${inSeconds(seconds)} sind nicht lesbar, und der Film überspringt sie. Verwenden Sie eine vollständige Kopie, um sie zu zeigen.`,
  'source/ended': ({ source, seconds }) =>
    `„${source}“ endet nach ${inSeconds(seconds)}, vor dem In-Punkt. Wählen Sie einen früheren.`,
  'source/ended-freeze': ({ source, seconds }) =>
    `„${source}“ endet nach ${inSeconds(seconds)}, vor dem Standbild. Der Film zeigt ihren letzten Frame. Wählen Sie eine frühere Zeit.`,
  'source/no-picture': ({ source }) =>
    `„${source}“ hat kein Bild, dieses Video ist also unsichtbar. Wählen Sie ein Video, oder verwenden Sie die Datei als Ton.`,
  'source/no-sound': ({ source }) =>
    `„${source}“ hat keinen Ton, dieser Ton ist also stumm. Wählen Sie eine andere Datei.`,
  'source/hdr': () =>
    'Die Quelle ist HDR, aber dieses FFmpeg kann sie nicht umwandeln (`zscale` fehlt). Die Farben wirken flau.',
  'source/rotated': ({ source, degrees }) =>
    `„${source}“ ist um ${degrees}° im Uhrzeigersinn gedreht: Der Film schneidet die Ecken ab und füllt die Lücken schwarz. Exportieren Sie das Video aufrecht.`,
  'source/all-fonts': ({ mebibytes, most }) =>
    `Die Schriften eines Films dürfen zusammen höchstens ${number(most)} MiB haben; bis zu dieser haben sie ${number(mebibytes)} MiB. Verwenden Sie weniger oder kleinere.`,
  'drawing/font': ({ file }) =>
    `${file === undefined ? 'Eine Schrift dieses Textes' : `Die Schrift „${file}“`} ist nicht lesbar: Sie ist beschädigt oder hat nur SVG-Glyphen.`,
  'drawing/no-image': ({ file }) =>
    `${imageFile(file)} ist kein Bild der Formate PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP oder SVG.`,
  'drawing/damaged-image': ({ file }) =>
    `${imageFile(file)} ist nicht lesbar: Die Datei ist beschädigt oder unvollständig, oder das Zeichnen dauert zu lange. Exportieren Sie sie neu.`,
  'drawing/incomplete-image': ({ file }) =>
    `${imageFile(file)} ist beschädigt oder unvollständig; exportieren Sie sie neu.`,
  'drawing/large-image': ({ file }) =>
    `${imageFile(file)} ist zu groß: Erlaubt sind 8192 Pixel je Seite, 50 Millionen Pixel im Ganzen und 64 MiB.`,
  'drawing/much-work': ({ file }) =>
    `${imageFile(file)} ist zu komplex zum Zeichnen: zu viele oder zu große Filter, Ebenen, Muster, Linien oder Bilder. Vereinfachen Sie das Bild, zeigen Sie es kleiner, oder speichern Sie es als PNG.`,
  'drawing/svg-encoding': ({ file, encoding }) =>
    `${imageFile(file)} ist ein SVG in ${encoding ?? 'einer anderen Kodierung als UTF-8'}. Speichern Sie es als UTF-8.`,
  'drawing/svg-xml': ({ file, line }) =>
    `${imageFile(file)} ist kein wohlgeformtes XML${line === null ? '' : ` (Zeile ${line})`}. Exportieren Sie das SVG neu.`,
  'drawing/svg-entities': ({ file }) =>
    `${imageFile(file)} deklariert eine XML-Entität, die Elemente, andere Entitäten oder zu viel Text enthält. Exportieren Sie das SVG ohne Entitäten.`,
  'drawing/svg-outside-entity': ({ file, entity }) =>
    `${imageFile(file)} verwendet die XML-Entität \`&${entity};\`, deren Text nicht in der Datei ist. Schreiben Sie den Text anstelle der Entität.`,
  'drawing/svg-depth': ({ file, most }) =>
    `${imageFile(file)} verschachtelt mehr als ${most} Elemente. Lösen Sie Gruppen auf, oder speichern Sie das Bild als PNG.`,
  'drawing/svg-elements': ({ file }) =>
    `${imageFile(file)} zeichnet mehr als eine Million Elemente, oder ein Element verweist auf sich selbst. Vereinfachen Sie das SVG, oder speichern Sie es als PNG.`,
  'drawing/svg-size': ({ file }) =>
    `${imageFile(file)} hat keine brauchbare Größe. Geben Sie dem SVG eine Breite und eine Höhe.`,
  'drawing/svg-stopped': ({ file }) =>
    `${imageFile(file)} lässt sich nicht zeichnen: Es braucht zu viel Speicher oder ist ungewöhnlich aufgebaut. Speichern Sie es als PNG.`,
  'image/svg-features': ({ file, features }) =>
    `${imageFile(file)} verwendet SVG-Funktionen, die nicht gezeichnet werden: ${features.join(', ')}.`,
  'image/animated-png': ({ file }) =>
    `${imageFile(file)} ist ein animiertes PNG; zu sehen ist nur das erste Bild. Speichern Sie es als GIF oder WebP, um es abzuspielen.`,
  'image/cut-gif': ({ file, frames }) =>
    `${imageFile(file)} ist unvollständig; zu sehen ${frames === 1 ? 'ist nur das erste Bild' : `sind nur die ersten ${frames} Bilder`}. Ersetzen Sie die Datei durch eine vollständige Kopie.`,
  'drawing/path': ({ at }) => `Der Pfad ist ab dem Zeichen ${at + 1} nicht lesbar.`,
  'drawing/too-large': () => 'Diese Ebene wäre größer als 8192 Pixel je Seite. Verkleinern Sie sie.',
  'drawing/too-slow': () =>
    'Das Zeichnen dieses Textes dauert zu lange. Verkleinern Sie den Text, seinen Umriss oder die Unschärfe seines Schattens.',
  'text/overflow': () =>
    'Der Text passt nicht in seinen Kasten; der Rest ist abgeschnitten. Vergrößern Sie den Kasten oder verkleinern Sie `minsize`.',
  'text/more-lines': ({ most }) =>
    `Der Text braucht mehr als ${most === 1 ? 'eine Zeile' : `${most} Zeilen`}; der Rest ist abgeschnitten. Erhöhen Sie \`maxlines\`, oder kürzen Sie den Text.`,
  'text/beyond-box': () =>
    'Der Text ragt über seinen Kasten hinaus. Vergrößern Sie den Kasten, verkleinern Sie `size`, oder schreiben Sie `autosize="shrink"`.',
  'text/broken-word': ({ word }) =>
    `Das Wort „${word}“ ist breiter als sein Kasten und wird daher mitten im Wort umbrochen. Verbreitern Sie den Kasten, oder verkleinern Sie die Schrift.`,
  'font/unused': ({ symbol }) =>
    symbol === null
      ? 'Die Schrift hat kein einziges Zeichen dieses Textes, daher zeigt eine andere Schrift sie. Nennen Sie eine Schrift, die sie hat.'
      : `Die Zeichen dieser Symbolschrift beginnen bei U+F020, daher zeigt eine andere Schrift den Text. Schreiben Sie jedes Zeichen mit seinem Code; das erste ist \`&#x${symbol};\`.`,
  'font/no-use': ({ family }) =>
    `Kein Text verwendet die Schrift „${family}“. Nennen Sie sie in \`font\` eines Textes, oder entfernen Sie sie.`,
  'font/repeated': ({ file, by, family, least, most, style }) =>
    `„${file}“ wird nicht verwendet: „${by}“ steht danach als „${family}“ mit gleicher Stärke (${least === most ? least : `${least}–${most}`}) und gleichem Stil (${style}). Entfernen Sie eine davon, oder schreiben Sie andere Werte für \`weight\` und \`style\`.`,
  'font/weight': ({ family, weight, shown }) =>
    `„${family}“ hat keine Strichstärke ${weight}; der Film zeigt die Strichstärke ${shown}. Fügen Sie eine Schrift mit dieser Strichstärke hinzu, oder schreiben Sie \`weight="${shown}"\`.`,
  'text/too-small': ({ size, asked, more = 0 }) =>
    `Der Text schrumpft von ${asked} px auf ${size} px, damit er in seinen Kasten passt${more === 0 ? '' : `, und ${more} weitere Untertitel auch`}; auf einem Telefon ist er kaum lesbar. ` +
    'Vergrößern Sie den Kasten oder kürzen Sie den Text.',
  'captions/overflow': ({ text, more }) =>
    `Der Untertitel „${text}“${more === 0 ? ' passt' : ` und ${more} weitere passen`} nicht in den Kasten; der Rest ist abgeschnitten. ` +
    'Vergrößern Sie den Kasten, verkleinern Sie `minsize`, oder erhöhen Sie `maxlines`.',
  'captions/cue': ({ file, of, line }) =>
    `${CUE_FAULT[of]} („${file}“, ${of === 'entry' ? 'Eintrag' : 'Zeile'} ${line}); ${of === 'tag' ? 'das Tag wird ignoriert' : 'die Stelle wird übersprungen'}.`,
  'captions/own-cue-order': () =>
    'Der Untertitel endet, bevor er beginnt, und wird deshalb übersprungen. Setzen Sie `end` nach `start`.',
  'captions/words': ({ cues }) =>
    `${cues === 1 ? 'Einem Untertitel fehlen Zeiten einzelner Wörter' : `${cues} Untertiteln fehlen Zeiten einzelner Wörter`}; die Wörter sind nach ihrer Länge verteilt. ` +
    'Verwenden Sie eine Datei mit Wortzeiten, oder stellen Sie Wortzeiten auf „Verteilt“ (`words="spread"`).',
  'captions/more-cues': ({ file, more }) =>
    `${more} weitere ${more === 1 ? 'Stelle' : 'Stellen'} von „${file}“ ${more === 1 ? 'ist' : 'sind'} nicht als Untertitel lesbar und ${more === 1 ? 'wird' : 'werden'} übersprungen.`,
  'captions/ignored': ({ file, of, line, count }) =>
    of === 'clock'
      ? `„${file}“ gehört zu einem Strom mit eigener Uhr (X-TIMESTAMP-MAP, Zeile ${line}). Der Film zählt die Zeiten ab 0. Kommen die Untertitel zu früh oder zu spät, setzen Sie \`start\` oder \`skip\`.`
      : `„${file}“ hat ${number(count)} ${(count === 1 ? IGNORED_STYLE : IGNORED_STYLES)[of]} (${count === 1 ? '' : 'zuerst in '}Zeile ${line}) ohne Wirkung: ` +
        'Die Attribute der Ebene bestimmen Gestaltung und Position der Untertitel.',
  'captions/none': ({ file }) => `„${file}“ hat keinen Untertitel, diese Ebene ist also leer.`,
  'text/missing-glyph': ({ characters, canBeAdded = false }) =>
    `Keine Schrift hat ${characters.length === 1 ? 'das Zeichen' : 'die Zeichen'} ${characters.map((each) => codePointIn(each, `„${each}“`)).join(', ')}; ` +
    `der Film zeigt für ein sichtbares Zeichen ein leeres Kästchen und für ein Steuerzeichen nichts.${
      lacksOnlyControls(characters)
        ? ''
        : canBeAdded
          ? ' Fügen Sie passende Schriften in den Einstellungen oder mit `scenewright fonts add cjk` hinzu.'
          : ' Wählen Sie eine Schrift, die sie hat.'
    }${windowsAdvice(characters, (meant, isOne) => ` In Windows-1252 steht ${meant.map(([code, character]) => `${code} für ${character}`).join(', ')}: Schreiben Sie stattdessen ${isOne ? 'dieses' : 'diese'} Zeichen.`)}`,
  'format/size': ({ format, width, height, renderedWidth, renderedHeight }) =>
    `${format} unterstützt ${width}×${height} nicht; der Film wird mit ${renderedWidth}×${renderedHeight} gerendert.`,
  'format/frame-rate': ({ format, rate, renderedRate }) =>
    `${format} unterstützt ${rate} Bilder pro Sekunde nicht; der Film wird in gleicher Länge mit ${renderedRate} Bildern pro ` +
    'Sekunde gerendert.',
  'sound/loudness': ({ target, reached }) =>
    `Der Film erreicht ${number(reached)} LUFS statt ${number(target)}: Seine lautesten Stellen liegen zu weit über dem übrigen Ton.`,
  'sound/silent': () =>
    'Die Lautheit bleibt unverändert, denn der Film ist stumm, leiser als -70 LUFS oder kürzer als 0,4 s.',
  'package/side-file': ({ format, part, file }) =>
    `${format} kann ${PACKAGE_PARTS[part]} nicht enthalten; dafür gibt es die Datei „${file}“.`,
  'package/second-language': ({ language, file }) =>
    `Der Film hat eine Untertitelspur; die Untertitel in \`${language}\` stehen in der Datei „${file}“.`,
  'package/empty': ({ part }) => `Das Paket hat ${LACKING_PARTS[part]}.`,
  'package/cover': ({ name }) =>
    `Das Titelbild „${name}“ ist nicht lesbar. Verwenden Sie ein Bild als PNG, JPEG oder WebP.`,
  'format/no-alpha': ({ format, matte }) =>
    `${format} unterstützt keine Transparenz; der Film wird über seiner Mattfarbe ${matte} gezeichnet.`,
  'format/alpha-threshold': ({ format, matte }) =>
    `Pixel von ${format} sind entweder deckend oder transparent; die Ränder des Films werden über seiner Mattfarbe ${matte} gezeichnet.`,
  'format/no-sound': ({ format }) => `${format} enthält keinen Ton; der Film ist stumm.`,
  'batch/required-empty': ({ default: fallback }) =>
    `Dieser Wert ist erforderlich, aber die Zelle ist leer: Der Film zeigt den Standardwert „${fallback}“.`,
  'batch/required-empty-list': ({ items }) =>
    `Dieser Wert ist erforderlich, aber die Zelle ist leer: Der Film zeigt den Standardwert mit ${items === 1 ? '1 Eintrag' : `${items} Einträgen`}.`,
  'batch/no-column-no-default': ({ variable }) =>
    `Die Variable \`${variable}\` hat weder eine Spalte noch einen Standardwert.`,
  'batch/unused-column': ({ column, meant: suggestions }) =>
    `Die Spalte „${column}“ wird nicht verwendet: Sie ist weder eine Variable noch Teil des Dateinamens` +
    `${suggestions === null ? '.' : `. Meinten Sie \`${suggestions}\`?`}`,
  'batch/unmatched-rows': ({ list, rows, count }) =>
    `${count === 1 ? 'Eine Zeile' : `${count} Zeilen`} der Tabelle für ${named(list)} ${count === 1 ? 'passt' : 'passen'} zu keinem Film: ${rows.join(', ')}${rows.length < count ? ', …' : ''}. Prüfen Sie den Schlüssel.`,
  'batch/no-key-column': ({ list, column, columns }) =>
    `Die Liste ${named(list)} braucht eine Spalte ${named(column)}; die Spalten sind ${columns.map(named).join(', ')}.`,
  'batch/unknown-list': ({ list, meant, names }) =>
    `Die Liste ${named(list)} wird nicht verwendet, weil keine Vorlage eine Variable mit diesem Namen hat.` +
    (meant === null
      ? names.length === 0
        ? ''
        : ` Die ${names.length === 1 ? 'Variable ist' : 'Variablen sind'} ${someOf(names).join(', ')}.`
      : ` Meinten Sie ${named(meant)}?`),
  'batch/unused-member': ({ member }) =>
    `Das Feld „${member}“ neben der Liste der Zeilen wird nicht verwendet. Entfernen Sie es.`,
  'batch/value-of-rows': ({ variable }) =>
    `Jede Zeile hat einen eigenen Wert für \`${variable}\`, daher wird der Wert für alle Zeilen nicht verwendet.`,
  'batch/repeated-column': ({ column, number: position, first }) =>
    `Spalte ${position} („${column}“) heißt wie Spalte ${first} und wird deshalb nicht verwendet. Benennen Sie eine davon um, oder entfernen Sie sie.`,
  'batch/no-column': ({ variable, default: fallback }) =>
    fallback === ''
      ? `Keine Spalte passt zur Variable \`${variable}\`: Sie ist in jedem Film leer.`
      : `Keine Spalte passt zur Variable \`${variable}\`: Jeder Film zeigt den Standardwert „${fallback}“.`,
  'batch/no-column-list': ({ variable, items }) =>
    `Keine Spalte passt zur Variable \`${variable}\`: Jeder Film zeigt den Standardwert mit ${items === 1 ? '1 Eintrag' : `${items} Einträgen`}.`,
  'batch/blank-lines': ({ from, to }) =>
    from === to
      ? `Zeile ${from} enthält keine Werte und ergibt keinen Film.`
      : `Die Zeilen ${from} bis ${to} enthalten keine Werte und ergeben keine Filme.`,
  'batch/guessed-encoding': () =>
    'Die Tabelle ist nicht UTF-8 und wird als Windows-1252 gelesen. Speichern Sie sie als UTF-8, falls Buchstaben falsch sind.',
  'batch/repeated-key': ({ column, row, rows }) =>
    rows === 1
      ? `Zeile ${row} enthält „${column}“ mehrmals. Der letzte Wert wird verwendet.`
      : `${rows} Zeilen enthalten „${column}“ mehrmals, als erste Zeile ${row}. Der letzte Wert wird verwendet.`,
  'batch/unfit-file': ({ name, reason }, say) => `„${name}“ ${say(reason)}. Wählen Sie eine andere Datei.`,
  'batch/nothing-seen': ({ name }) => `„${name}“ hat kein Bild, es ist also nichts zu sehen. Wählen Sie ein Video.`,
  'batch/nothing-heard': ({ name }) =>
    `„${name}“ hat keinen Ton, es ist also nichts zu hören. Wählen Sie eine andere Datei.`,
  'batch/text-cut': ({ text }) =>
    `„${text}“ ist zu lang für seinen Kasten. Kürzen Sie den Text, oder vergrößern Sie den Kasten im Editor.`,
  'batch/low-contrast': ({ text, ratio, least }) =>
    `„${text}“ ist schwer zu lesen: Der Kontrast ist ${number(ratio)} : 1; mindestens ${least} : 1 sind nötig. Ändern Sie seine Farbe oder den Hintergrund.`,
  'batch/row': ({ row, column, problem }, say) =>
    `Zeile ${row}${column === null ? '' : `, Spalte „${column}“`}: ${say(problem)}`,
  'source/failed': ({ failure }, say) => asSentence(say(failure)),
};

const PACKAGE_PARTS: Readonly<Record<PackagePart, string>> = {
  captions: 'eine Untertitelspur',
  chapters: 'Kapitel',
  metadata: 'Metadaten',
  cover: 'ein Titelbild',
};

const LACKING_PARTS: Readonly<Record<LackingPart, string>> = {
  captions: 'keine Untertitel: Der Film hat keine',
  subtitles:
    'keine Untertitelspur: Stellen Sie die Spur der Untertitel auf „Beides“ (`track="both"`) oder „In der Spur“ (`track="soft"`)',
  chapters: 'keine Kapitel: Tragen Sie Kapitel (`chapter`) an den Szenen ein, mit denen eines beginnt',
  metadata: 'keine Metadaten: Fügen Sie `metadata` in `resources` ein',
};
