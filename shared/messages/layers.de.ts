import { fixed, inSeconds, number } from './german-numbers.ts';
import type { BadCondition, checkMessages, FrameSide, layerMessages } from './layers.en.ts';
import { joined, named, quoted, shortened } from './quoting.ts';
import type { Translation } from './translation.ts';

/** The problems of layers, their animations, and conditions of scenes. */
export const layerMessagesDe: Translation<typeof layerMessages> = {
  'template/no-content': () =>
    '`text` hat keinen Text. Fügen Sie das Attribut `content` oder ein Element `content` hinzu.',
  'template/two-contents': () =>
    '`text` kann das Attribut `content` oder ein Element `content` haben, nicht mehrere. Entfernen Sie die übrigen.',
  'template/two-words': ({ state }) =>
    `Die Untertitel haben mehr als ein Element \`word\` für \`${state}\`. Behalten Sie eines davon.`,
  'template/two-metadata': () => 'Die Vorlage hat mehr als ein Element `metadata`. Behalten Sie eines davon.',
  'template/too-many-cues': ({ most }) =>
    `Untertitel dürfen höchstens ${most} Elemente \`cue\` haben. Verwenden Sie für mehr eine Datei.`,
  'template/text-too-long': ({ most }) => `Ein Text darf höchstens ${most} Zeichen haben. Kürzen Sie ihn.`,
  'template/two-outlines': ({ names }) =>
    `Eine Form hat einen Umriss, aber ${joined(names.map(named), 'und')} legen je einen fest. Behalten Sie einen davon.`,
  'template/bad-outline': ({ attribute, text }) =>
    attribute === 'path'
      ? '`path` muss aus SVG-Pfaddaten bestehen, die mit einer Bewegung beginnen, etwa `M 0 0 L 100 0 L 50 80 Z`; ' +
        `es ist ${quoted(text)}.`
      : '`points` muss aus mindestens drei Punkten in Pixeln bestehen, etwa `0,0; 100,0; 50,80`; ' +
        `es ist ${quoted(text)}.`,
  'code/empty': () => 'Der Code hat keinen Inhalt. Geben Sie den Text ein, den er enthalten soll, etwa eine Adresse.',
  'code/too-long': ({ level, fitsLower }) =>
    `Der Inhalt ist länger, als ein QR-Code bei der Stufe \`${level}\` fasst. ${
      fitsLower ? 'Kürzen Sie ihn, oder wählen Sie eine niedrigere Stufe.' : 'Kürzen Sie ihn: Keine Stufe fasst ihn.'
    }`,
  'code/small': ({ module, least }) =>
    `Ein Modul des Codes ist im Film ${number(module)} px groß, viele Leser scheitern daran; ${least} px sind verlässlich. Vergrößern Sie den Code, oder kürzen Sie seinen Inhalt.`,
  'code/contrast': ({ ratio, least }) =>
    `Der Kontrast des Codes ist ${number(ratio)}:1, viele Leser scheitern daran. Wählen Sie Farben mit mindestens ${least}:1.`,
  'code/lighter': () =>
    'Der Code ist heller als sein Hintergrund, was manche Leser nicht unterstützen. Wählen Sie für `color` eine dunkle und für `background` eine helle Farbe.',
  'code/margin': ({ margin, least }) =>
    `Der Rand des Codes ist ${margin} ${margin === 1 ? 'Modul' : 'Module'} breit; Leser brauchen ${least}.`,
  'code/short': ({ seconds, least }) =>
    `Der Code ist ${inSeconds(seconds)} lang zu sehen; ihn zu scannen dauert mindestens ${least} s. Zeigen Sie ihn länger.`,
  'template/tangled-path': () =>
    'Diese Form hat zu viele Linien auf gleicher Höhe, deshalb dauert das Zeichnen zu lange. Vereinfachen Sie sie, oder teilen Sie sie in mehrere Formen auf.',
  'template/too-many-sounds': ({ most, sounds, within }) =>
    `${within === 'movie' ? 'Ein Film' : 'Eine Szene'} darf höchstens ${most} Töne haben; ${within === 'movie' ? 'dieser' : 'diese'} hat ${sounds}.`,
  'template/too-many-layers': ({ most, layers }) =>
    `Eine Szene darf höchstens ${most} Ebenen haben; diese hat ${layers}.`,
  'template/too-many-videos': ({ most, videos, frame }) =>
    `Eine Szene darf höchstens ${most} Videos gleichzeitig zeigen; bei Frame ${frame} zeigt diese ${videos}. Beenden Sie einige früher, oder beginnen Sie einige später.`,
  'template/overlay-layers': ({ most, layers }) =>
    `Die Einblendungen eines Films dürfen zusammen höchstens ${most} Ebenen haben; diese haben ${layers}.`,
  'template/overlaid-layers': ({ most, layers }) =>
    `Die Einblendungen fügen ${layers} Ebenen hinzu; höchstens ${most} sind erlaubt. Jede Ebene zählt einmal je Szene und Übergang. Verwenden Sie weniger Ebenen, oder beenden Sie sie früher.`,
  'template/overlay-sounds': ({ most, sounds }) =>
    `Die Einblendungen eines Films dürfen zusammen höchstens ${most} Töne haben; diese haben ${sounds}.`,
  'template/overlay-videos': ({ most, videos, frame }) =>
    `Eine Szene und ihre Einblendungen dürfen höchstens ${most} Videos gleichzeitig zeigen; bei Frame ${frame} des Films zeigen sie ${videos}. Beenden Sie einige früher, oder beginnen Sie einige später.`,
  'template/overlay-outside': ({ element, name, offset, length }) =>
    `${named(name ?? element)} beginnt nach dem Ende des Films und ist deshalb nicht zu sehen: Frame ${offset} von ${length}.`,
  'template/poster-outside': ({ offset, length }) =>
    `Das Poster liegt nach dem Ende des Films: Frame ${offset} von ${length}. Der letzte Frame wird verwendet. Wählen Sie eine frühere Zeit.`,
  'template/too-many-effects': ({ most, effects }) =>
    `Eine Ebene darf höchstens ${most} Effekte haben; diese hat ${effects}.`,
  'template/too-many-animations': ({ most, animations }) =>
    `Eine Ebene darf höchstens ${most} Animationen haben; diese hat ${animations}.`,
  'template/too-many-keys': ({ most, keys }) =>
    `Eine Animation darf höchstens ${most} Keyframes haben; diese hat ${keys}.`,
  'template/scenes-too-deep': ({ most }) => `Szenen lassen sich ${most} Ebenen tief verschachteln; diese liegt tiefer.`,
  'template/groups-too-deep': ({ most }) =>
    `Gruppen lassen sich ${most} Ebenen tief verschachteln; diese liegt tiefer.`,
  'template/spans-too-deep': ({ most }) =>
    `Abschnitte (span) lassen sich ${most} Ebenen tief verschachteln; dieser liegt tiefer.`,
  'template/too-many-spans': ({ most }) => `Ein Text darf höchstens ${most} Abschnitte (span) haben.`,
  'template/masks-too-deep': ({ most }) => `Masken lassen sich ${most} Ebenen tief verschachteln; diese liegt tiefer.`,
  'template/layer-outside': ({ element, name, offset, length }) =>
    `${named(name ?? element)} beginnt nach dem Ende der Szene und ist deshalb nicht zu sehen: Frame ${offset} von ${length}.`,
  'template/key-order': () => 'Jeder Keyframe muss nach dem vorigen liegen; dieser liegt nicht danach.',
  'template/key-outside': ({ time, end, of }) =>
    `Dieser Keyframe liegt bei Frame ${time}, und ${of === 'layer' ? 'die Ebene' : 'die Animation'} endet bei ` +
    `Frame ${end}; dort bewirkt er nichts.`,
  'template/not-animatable': ({ property, element }) =>
    `${named(element)} hat kein animierbares ${named(property)}. Entfernen Sie es.`,
  'template/preset-of-text': ({ preset, element }) =>
    `${named(preset)} animiert Buchstaben, Wörter oder Zeilen eines \`text\`, aber ${named(element)} hat keine. Verwenden Sie eine andere Vorlage.`,
  'template/preset-of-number': ({ preset, element }) =>
    `${named(preset)} zählt den \`value\` eines \`text\`, aber ${named(element)} hat keinen. Verwenden Sie eine andere Vorlage.`,
  'template/preset-of-sound': ({ preset }) =>
    `${named(preset)} animiert ein Bild, aber \`audio\` hat keines. ${
      preset === 'fadein' || preset === 'fadeout'
        ? `Setzen Sie stattdessen das Attribut ${named(preset)}`
        : 'Animieren Sie stattdessen `volume` und `pan` mit Keyframes'
    }.`,
  'template/preset-of-effect': ({ preset, element }) =>
    `${named(preset)} animiert eine Ebene, aber ${named(element)} ist keine. Animieren Sie die Attribute mit Keyframes, oder ` +
    'verschieben Sie die Vorlage in die Ebene.',
  'template/animation-of-mask': () =>
    'Eine Maske lässt sich nicht animieren. Verschieben Sie die Animation in die Ebenen der Maske.',
  'template/no-keys': () => 'Eine Animation ohne `type` braucht Keyframes; fügen Sie `<key time="0" …/>` hinzu.',
  'template/keys-in-preset': ({ preset }) =>
    `${named(preset)} ist eine Vorlage und kann keine Keyframes haben. Entfernen Sie die Keyframes oder den \`type\`.`,
  'template/condition': ({ reason, at }) => `Ungültige Bedingung: ${conditionFault(reason, at)}.`,
  'template/no-case': ({ value }) =>
    `Kein \`case\` dieser Auswahl ist ${quoted(value)}, und es gibt keinen Standard. Deshalb läuft keine Szene.`,
  'template/case-unreachable': ({ value }) =>
    value === null
      ? 'Diese Szene läuft nie: Eine frühere Szene ihrer Auswahl hat auch kein `case`.'
      : `Bei ${quoted(value)} läuft diese Szene nie: Eine frühere Szene ihrer Auswahl hat dasselbe \`case\`.`,
  'template/case-outside': () => '`case` hat hier keine Wirkung, weil die Szene nicht in einer Auswahl liegt.',
  'template/scene-beside-layers': () =>
    'Eine Szene enthält entweder Ebenen oder Szenen. Diese liegt neben Ebenen; sie bleibt im XML, wird aber nicht gerendert.',
  'template/layer-in-choice': ({ element }) =>
    `${named(element)} liegt in einer Auswahl. Eine Auswahl kann nur Szenen enthalten, deshalb wird es nicht gerendert.`,
  'template/sequence-length': () =>
    'Eine Szene, die Szenen enthält, ist so lang wie diese zusammen. Entfernen Sie ihre `duration`.',
  'template/no-length': ({ of }) =>
    of === 'audio'
      ? 'Die Szene ist so lang wie ihre Töne, aber keiner davon hat eine Länge. Fügen Sie ein `audio` hinzu, oder setzen Sie ihre `duration`.'
      : 'Die Szene hat keine `duration`, und nichts darin hat eine Länge. Setzen Sie ihre `duration`.',
  'template/transition-place': () =>
    'Dieser Übergang hat keine Wirkung, weil ein anderer dieselben zwei Szenen verbindet.',
  'template/transition-shortened': ({ wanted, got }) =>
    got === 0
      ? `Die anderen Übergänge seiner Szenen lassen dem Übergang von ${wanted} Frames keine Zeit; er wird zum Schnitt.`
      : `Der Übergang wird von ${wanted} auf ${got} Frames gekürzt, weil seine Szenen zu kurz sind.`,
  'template/no-layer': () =>
    'Ein eigener Übergang braucht eine Szene. Fügen Sie `<scene><layer ref="…"/></scene>` mit der `id` einer der Szenen daneben hinzu.',
  'template/scene-in-transition': () =>
    'Nur Übergänge vom Typ `custom` haben eine Szene. Diese bleibt im XML, wird aber nicht gerendert.',
  'template/second-scene': () =>
    'Ein eigener Übergang hat eine Szene. Diese weitere bleibt im XML, wird aber nicht gerendert.',
  'template/layer-elsewhere': () =>
    '`layer` wirkt nur in der Szene eines eigenen Übergangs. Hier bleibt es im XML, wird aber nicht gerendert.',
  'template/unknown-ref': ({ ref, meant }) =>
    `Es gibt keine Szene mit der id ${named(ref)}${meant === null ? '.' : `. Meinten Sie \`${meant}\`?`}`,
  'template/ref-not-beside': ({ ref }) =>
    `Die Szene ${named(ref)} liegt nicht neben diesem Übergang. Verwenden Sie eine der beiden Szenen, die er verbindet.`,
  'template/shown-scenes': ({ most, layers }) =>
    `Ein eigener Übergang darf höchstens ${most} Szenen zeigen; dieser zeigt ${layers}.`,
  'template/shown-videos': ({ most, videos }) =>
    `Ein eigener Übergang darf mit den Videos seiner Szenen höchstens ${most} Videos zeigen; dieser zeigt ${videos}.`,
  'template/duplicate-id': ({ id }) =>
    `Eine andere Szene hat schon die id ${named(id)}. Geben Sie jeder Szene eine eigene.`,
  'font/not-added': ({ family }) =>
    `${named(family)} ist nicht installiert. Fügen Sie sie in den Einstellungen oder mit \`scenewright fonts add cjk\` hinzu.`,
  'font/family': ({ family, meant }) =>
    `Es gibt keine Schrift ${named(family)}. Deklarieren Sie sie in \`resources\`, oder verwenden Sie eine mitgelieferte${
      meant === null ? '.' : `. Meinten Sie \`${meant}\`?`
    }`,
};

function conditionFault(reason: BadCondition['reason'], at: string | null): string {
  const location = at === null ? 'am Ende' : `bei ${named(at)}`;
  switch (reason) {
    case 'operand':
      return `${location} fehlt ein Wert`;
    case 'end':
      return `${location} fehlt \`and\`, \`or\` oder ein Vergleich`;
    case 'parenthesis':
      return 'eine Klammer ist nicht geschlossen';
    case 'quote':
      return 'ein Anführungszeichen ist nicht geschlossen';
    case 'too-deep':
      return 'ihre Klammern sind zu tief verschachtelt';
    default:
      return reason satisfies never;
  }
}

const SIDES: Readonly<Record<FrameSide, string>> = {
  left: 'linken',
  top: 'oberen',
  right: 'rechten',
  bottom: 'unteren',
};

const excerpt = (text: string): string => `„${shortened(text.replace(/\s+/g, ' ').trim())}“`;
const rounded = (value: number): string => `${number(Math.round(value * 10) / 10)} s`;
const percent = (share: number): string => `${fixed(share * 100, 0)} %`;
const about = (isOfficial: boolean): string => (isOfficial ? '' : 'etwa ');

export const checkMessagesDe: Translation<typeof checkMessages> = {
  'check/too-short': ({ text, words, seen, need }) =>
    `${excerpt(text)}${words > 3 ? ` (${words} Wörter)` : ''} ist ${rounded(seen)} zu sehen; das Lesen dauert etwa ${rounded(need)}.`,
  'check/off-frame': ({ text, share }) => `${percent(share)} von ${excerpt(text)} liegen außerhalb des Bildes.`,
  'check/unsafe-area': ({ text, side, share }) =>
    `${excerpt(text)} ist ${percent(Math.max(0, share))} vom ${SIDES[side]} Rand entfernt. Lassen Sie 5 % frei.`,
  'check/under-overlay': ({ text, platform, share, isOfficial }) =>
    `Die Bedienelemente von ${platform} verdecken ${about(isOfficial)}${percent(share)} von ${excerpt(text)}.`,
  'check/cut': ({ text, by }) =>
    by === 'box'
      ? `${excerpt(text)} passt nicht in seinen Rahmen.`
      : `Der Rahmen einer Gruppe schneidet einen Teil von ${excerpt(text)} ab.`,
  'check/overlap': ({ text, other }) => `${excerpt(text)} überlappt ${excerpt(other)}.`,
  'check/tiny': ({ text, size }) =>
    `Die Buchstaben von ${excerpt(text)} sind auf einem Telefon ${number(Math.round(size * 10) / 10)} Pixel hoch.`,
  'check/missing-glyph': ({ text, characters }) =>
    `Den Schriften von ${excerpt(text)} fehlen die Zeichen ${joined(characters, 'und')}.`,
  'check/captions-fast': ({ text, rate }) =>
    `Der Untertitel ${excerpt(text)} hat ${fixed(rate, 0)} Zeichen pro Sekunde.`,
  'check/captions-lines': ({ text, lines }) => `Der Untertitel ${excerpt(text)} hat ${lines} Zeilen.`,
  'check/captions-long-line': ({ text, units, most }) =>
    `Eine Zeile des Untertitels ${excerpt(text)} hat ${fixed(units, 0)} statt höchstens ${most} Zeichen.`,
  'check/captions-wide': ({ text, share }) => `Der Untertitel ${excerpt(text)} nimmt ${percent(share)} der Breite ein.`,
  'check/captions-short': ({ text, seconds: length }) =>
    `Der Untertitel ${excerpt(text)} dauert nur ${number(Math.round(length * 100) / 100)} s.`,
  'check/captions-long': ({ text, seconds: length }) => `Der Untertitel ${excerpt(text)} dauert ${rounded(length)}.`,
  'check/captions-gap': ({ text }) => `Zwischen dem Untertitel ${excerpt(text)} und dem nächsten liegt nur ein Frame.`,
  'check/captions-overlap': ({ text }) => `Der Untertitel ${excerpt(text)} beginnt, bevor der vorige endet.`,
  'check/captions-outside': ({ text }) => `Der Untertitel ${excerpt(text)} liegt außerhalb des Films.`,
  'check/captions-cut': ({ text, frames }) =>
    `Der Untertitel ${excerpt(text)} reicht ${frames === 1 ? 'ein Frame' : `${frames} Frames`} über einen Schnitt.`,
  'check/upscaled': ({ name, factor }) =>
    `${excerpt(name)} ist auf das ${number(Math.round(factor * 10) / 10)}-fache seiner Pixel vergrößert.`,
  'check/stretched': ({ name, share }) => `${excerpt(name)} ist um ${percent(share)} verzerrt.`,
  'check/edge-gap': ({ name, side, pixels }) =>
    `${excerpt(name)} lässt am ${SIDES[side]} Rand einen Streifen von ${number(Math.round(pixels * 10) / 10)} Pixeln frei.`,
  'check/length': ({ platform, seconds: length, limit, isOfficial }) =>
    `Der Film dauert ${rounded(length)}; ${platform} nimmt ${length > limit ? 'höchstens' : 'mindestens'} ${about(isOfficial)}${rounded(limit)} an.`,
  'check/shape': ({ platform, width, height }) =>
    `${platform} nimmt das Seitenverhältnis von ${width}×${height} nicht an.`,
  'check/flash': ({ rate, isRed, isTooMany }) =>
    `${isRed ? 'Gesättigtes Rot' : 'Das Bild'} blitzt auf einer großen Fläche ${isTooMany ? `${fixed(rate, 0)}-mal` : 'dreimal'} pro Sekunde. ${isTooMany ? 'Das überschreitet möglicherweise WCAG 2.3.1.' : 'Mehr erlaubt WCAG 2.3.1 nicht.'}`,
  'check/black': ({ seconds: length, where }) => {
    if (where === 'first') return 'Der erste Frame zeigt fast nichts. Feeds zeigen ihn vor dem Abspielen.';
    if (where === 'whole') return 'Der ganze Film ist schwarz.';
    const place = { inside: '', start: 'am Anfang des Films ', end: 'am Ende des Films ' }[where];
    return `Das Bild ist ${place}${rounded(length)} lang schwarz.`;
  },
  'check/frozen': ({ name, seconds: length }) =>
    name === null
      ? `Das Bild ändert sich ${rounded(length)} lang nicht.`
      : `Das Video ${excerpt(name)} bewegt sich ${rounded(length)} lang nicht.`,
  'check/low-contrast': ({ text, contrast, limit }) =>
    `Der Kontrast zwischen ${excerpt(text)} und dem Bild dahinter beträgt ${number(Math.round(contrast * 10) / 10)}. Diese Größe braucht ${number(limit)}.`,
  'check/covered': ({ text, share }) =>
    `Andere Ebenen verdecken ${percent(share)} der Buchstaben von ${excerpt(text)}.`,
  'check/silent': ({ seconds: length, isWhole }) =>
    isWhole ? 'Der Film hat Töne, ist aber stumm.' : `Der Film ist ${rounded(length)} lang stumm.`,
  'check/level': ({ level, of }) =>
    of === 'peak'
      ? `Der True Peak des Tons liegt bei ${number(Math.round(level * 10) / 10)} dBTP. Bleiben Sie unter −1 dBTP.`
      : `Der Film endet, während der Ton noch ${fixed(level, 0)} dBFS hat. Blenden Sie ihn aus.`,
  'check/loudness': ({ loudness, target, platform }) =>
    `Die Lautheit beträgt ${number(Math.round(loudness * 10) / 10)} LUFS${target === null ? (loudness < -20 ? '; das ist sehr leise' : '; das ist sehr laut') : ` statt ${number(target)} LUFS${platform === null ? '' : ` für ${platform}`}`}.`,
  'check/sides': ({ seconds: length, loss, quiet }) => {
    if (quiet !== null) return `Die ${quiet === 'left' ? 'linke' : 'rechte'} Seite des Tons ist fast still.`;
    return loss === null
      ? `Auf einem Gerät mit einem Lautsprecher löschen sich linke und rechte Seite ${rounded(length)} lang aus.`
      : `Auf einem Gerät mit einem Lautsprecher ist der Ton ${fixed(loss, 0)} dB leiser.`;
  },
  'check/size': ({ platform, bytes, limit, isEstimate, isOfficial }) =>
    `Die Datei hat ${isEstimate ? 'etwa ' : ''}${fixed(bytes / 1e6, 0)} MB; ${platform} nimmt höchstens ${about(isOfficial)}${fixed(limit / 1e6, 0)} MB an.`,
  'check/together': ({ text, late }) =>
    `Wer alle Texte liest, ist mit ${excerpt(text)} erst ${rounded(late)} nach dem Ausblenden fertig.`,
};
