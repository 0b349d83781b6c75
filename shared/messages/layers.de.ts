import { fixed, inSeconds, number } from './german-numbers.ts';
import type { BadCondition, checkMessages, FrameSide, layerMessages } from './layers.en.ts';
import { joined, named, quoted, shortened } from './quoting.ts';
import type { Translation } from './translation.ts';

/** The problems of layers, their animations, and conditions of scenes. */
export const layerMessagesDe: Translation<typeof layerMessages> = {
  'template/no-content': () =>
    '`text` sagt nichts: Fügen Sie das Attribut `content` oder darin ein Element `content` hinzu.',
  'template/two-contents': () =>
    '`text` kann das Attribut `content` oder ein Element `content` haben, nicht mehrere. Entfernen Sie die übrigen.',
  'template/two-words': ({ state }) =>
    `Für \`${state}\` haben diese Untertitel schon ein Element \`word\`; entfernen Sie eines.`,
  'template/two-metadata': () => 'Die Vorlage hat schon ein Element `metadata`; entfernen Sie eines.',
  'template/too-many-cues': ({ most }) =>
    `Untertitel dürfen ${most} Elemente \`cue\` haben; nehmen Sie für mehr eine Datei.`,
  'template/text-too-long': ({ most }) => `Ein Text darf ${most} Zeichen haben; kürzen Sie ihn.`,
  'template/two-outlines': ({ names }) =>
    `Eine Form hat einen Umriss, und ${joined(names.map(named), 'und')} nennen je einen; behalten Sie einen davon.`,
  'template/bad-outline': ({ attribute, text }) =>
    attribute === 'path'
      ? '`path` muss aus SVG-Pfaddaten bestehen, die mit einer Bewegung beginnen, etwa `M 0 0 L 100 0 L 50 80 Z`; ' +
        `es ist ${quoted(text)}.`
      : '`points` muss aus mindestens drei Punkten in Pixeln bestehen, etwa `0,0; 100,0; 50,80`; ' +
        `es ist ${quoted(text)}.`,
  'code/empty': () => 'Der Code hat keinen Inhalt. Geben Sie den Text ein, den Leser erhalten, etwa eine Adresse.',
  'code/too-long': ({ level, fitsLower }) =>
    `Der Inhalt ist länger, als ein QR-Code bei der Stufe \`${level}\` fasst. ${
      fitsLower ? 'Kürzen Sie ihn, oder wählen Sie eine niedrigere Stufe.' : 'Kürzen Sie ihn: keine Stufe fasst ihn.'
    }`,
  'code/small': ({ module, least }) =>
    `Ein Modul des Codes ist im Film ${number(module)} px groß, viele Leser scheitern daran; ${least} px sind verlässlich. Vergrößern Sie den Code, oder kürzen Sie seinen Inhalt.`,
  'code/contrast': ({ ratio, least }) =>
    `Der Kontrast des Codes ist ${number(ratio)}:1, viele Leser scheitern daran. Wählen Sie Farben mit mindestens ${least}:1.`,
  'code/lighter': () =>
    'Der Code ist heller als sein Hintergrund, was manche Leser nicht unterstützen. Wählen Sie für `color` eine dunkle und für `background` eine helle Farbe.',
  'code/margin': ({ margin, least }) => `Der Rand des Codes ist ${margin} Module breit; Leser brauchen ${least}.`,
  'code/short': ({ seconds, least }) =>
    `Der Code ist ${inSeconds(seconds)} lang zu sehen; ihn zu scannen dauert mindestens ${least} s. Zeigen Sie ihn länger.`,
  'template/tangled-path': () =>
    'Zu viele Linien dieser Form liegen auf gleicher Höhe nebeneinander, daher dauert es zu lange, sie zu zeichnen; vereinfachen Sie sie, oder machen Sie mehrere Formen daraus.',
  'template/too-many-sounds': ({ most, sounds, within }) =>
    `${within === 'movie' ? 'Ein Film' : 'Eine Szene'} darf ${most} Töne haben, und ${within === 'movie' ? 'dieser' : 'diese'} hat ${sounds}.`,
  'template/too-many-layers': ({ most, layers }) => `Eine Szene darf ${most} Ebenen haben, und diese hat ${layers}.`,
  'template/too-many-videos': ({ most, videos, frame }) =>
    `Eine Szene darf ${most} Videos auf einmal zeigen, und diese zeigt in Frame ${frame} ${videos}; beenden Sie einige früher, oder lassen Sie sie später beginnen.`,
  'template/overlay-layers': ({ most, layers }) =>
    `Die Einblendungen eines Films dürfen zusammen ${most} Ebenen haben, und diese haben ${layers}.`,
  'template/overlaid-layers': ({ most, layers }) =>
    `Einblendungen dürfen mit ${most} Ebenen über Szenen und Übergängen liegen, jede für jeden davon einmal gezählt, und diese tun es mit ${layers}; nehmen Sie weniger Ebenen, oder beenden Sie sie früher.`,
  'template/overlay-sounds': ({ most, sounds }) =>
    `Die Einblendungen eines Films dürfen zusammen ${most} Töne haben, und diese haben ${sounds}.`,
  'template/overlay-videos': ({ most, videos, frame }) =>
    `Eine Szene und die Einblendungen darüber dürfen ${most} Videos auf einmal zeigen, und in Frame ${frame} des Films zeigen sie ${videos}; beenden Sie einige früher, oder lassen Sie sie später beginnen.`,
  'template/overlay-outside': ({ element, name, offset, length }) =>
    `${named(name ?? element)} beginnt bei Frame ${offset}, und der Film hat ${length}; die Ebene ist nicht zu sehen.`,
  'template/poster-outside': ({ offset, length }) =>
    `Das Vorschaubild liegt hinter dem Ende des Films: Frame ${offset} von ${length}. Das letzte Bild wird verwendet. Wählen Sie eine frühere Zeit.`,
  'template/too-many-effects': ({ most, effects }) =>
    `Eine Ebene darf ${most} Effekte haben, und diese hat ${effects}.`,
  'template/too-many-animations': ({ most, animations }) =>
    `Eine Ebene darf ${most} Animationen haben, und diese hat ${animations}.`,
  'template/too-many-keys': ({ most, keys }) => `Eine Animation darf ${most} Keyframes haben, und diese hat ${keys}.`,
  'template/scenes-too-deep': ({ most }) => `Szenen dürfen ${most} tief ineinander stehen; diese steht tiefer.`,
  'template/groups-too-deep': ({ most }) => `Gruppen dürfen ${most} tief ineinander stehen; diese steht tiefer.`,
  'template/spans-too-deep': ({ most }) =>
    `Abschnitte (span) dürfen ${most} tief ineinander stehen; dieser steht tiefer.`,
  'template/too-many-spans': ({ most }) => `Ein Text darf ${most} Abschnitte (span) haben.`,
  'template/masks-too-deep': ({ most }) => `Masken dürfen ${most} tief ineinander stehen; diese steht tiefer.`,
  'template/layer-outside': ({ element, name, offset, length }) =>
    `${named(name ?? element)} beginnt bei Frame ${offset}, und die Szene hat ${length}; die Ebene ist nicht zu sehen.`,
  'template/key-order': () =>
    'Die Zeiten der Keyframes müssen von einem zum nächsten steigen; dieser kommt nicht später.',
  'template/key-outside': ({ time, end, of }) =>
    `Dieser Keyframe liegt bei Frame ${time}, und ${of === 'layer' ? 'die Ebene' : 'die Animation'} endet bei ` +
    `Frame ${end}; dort bewirkt er nichts.`,
  'template/not-animatable': ({ property, element }) =>
    `${named(element)} hat kein ${named(property)}, das ein Keyframe ändern könnte; entfernen Sie es.`,
  'template/preset-of-text': ({ preset, element }) =>
    `${named(preset)} bewegt Buchstaben, Wörter oder Zeilen eines \`text\`, und ${named(element)} hat keine; nehmen Sie eine andere Vorlage.`,
  'template/preset-of-sound': ({ preset }) =>
    `${named(preset)} bewegt ein Bild, und \`audio\` hat keines; ${
      preset === 'fadein' || preset === 'fadeout'
        ? `schreiben Sie ${named(preset)} als Attribut`
        : 'nehmen Sie Keyframes für `volume` und `pan`'
    }.`,
  'template/preset-of-effect': ({ preset, element }) =>
    `${named(preset)} bewegt eine Ebene, und ${named(element)} ist keine; nehmen Sie Keyframes für die Attribute, oder ` +
    'setzen Sie die Vorlage in die Ebene.',
  'template/animation-of-mask': () =>
    'Eine Maske hat nichts, das Keyframes ändern könnten; setzen Sie die Animation in die Ebenen der Maske.',
  'template/no-keys': () => 'Eine Animation ohne `type` braucht Keyframes; fügen Sie `<key time="0" …/>` hinzu.',
  'template/keys-in-preset': ({ preset }) =>
    `${named(preset)} bewegt sich von selbst und nimmt keine Keyframes; entfernen Sie sie oder den \`type\`.`,
  'template/condition': ({ reason, at }) => `Die Bedingung ist nicht zu lesen: ${conditionFault(reason, at)}.`,
  'template/no-case': ({ value }) =>
    `Kein \`case\` dieser Auswahl ist ${quoted(value)}, und keines ist der Standard; nichts wird gespielt.`,
  'template/case-unreachable': ({ value }) =>
    value === null
      ? 'Diese Szene wird nie gespielt: Eine frühere dieser Auswahl hat auch kein `case`.'
      : `${quoted(value)} wählt diese Szene nie: Eine frühere dieser Auswahl hat dieses \`case\`.`,
  'template/case-outside': () => '`case` bewirkt hier nichts; die Szene steht in keiner Auswahl.',
  'template/scene-beside-layers': () =>
    'Eine Szene enthält Ebenen oder Szenen; diese steht neben Ebenen, bleibt erhalten und wird nicht gerendert.',
  'template/layer-in-choice': ({ element }) =>
    `${named(element)} steht in einer Auswahl, die nur Szenen enthält; es bleibt erhalten und wird nicht gerendert.`,
  'template/sequence-length': () =>
    'Eine Szene, die Szenen enthält, ist so lang wie sie zusammen; entfernen Sie ihre `duration`.',
  'template/no-length': ({ of }) =>
    of === 'audio'
      ? 'Die Szene ist so lang wie ihre Töne, und keiner darin hat eine Länge; fügen Sie `audio` hinzu, oder geben Sie der Szene eine `duration`.'
      : 'Die Szene hat keine `duration`, und nichts darin hat eine Länge; geben Sie ihr eine.',
  'template/transition-place': () => 'Dieser Übergang bewirkt nichts: Ein anderer verbindet dieselben zwei Szenen.',
  'template/transition-shortened': ({ wanted, got }) =>
    got === 0
      ? `Der Übergang von ${wanted} Frames hat neben den anderen seiner Szenen keine Zeit; er ist ein Schnitt.`
      : `Der Übergang von ${wanted} Frames hat Zeit für ${got}: Seine Szenen sind für alle ihre Übergänge zu kurz.`,
  'template/no-layer': () =>
    'Ein eigener Übergang zeigt eine Szene; fügen Sie `<scene><layer ref="…"/></scene>` mit der `id` einer der Szenen daneben hinzu.',
  'template/scene-in-transition': () =>
    'Ein Übergang, der nicht `custom` ist, zeigt keine eigene Szene; diese bleibt erhalten und wird nicht gerendert.',
  'template/second-scene': () =>
    'Ein eigener Übergang enthält eine Szene; diese weitere bleibt erhalten und wird nicht gerendert.',
  'template/layer-elsewhere': () =>
    '`layer` zeigt eine Szene in der Szene eines eigenen Übergangs; hier bleibt es erhalten und wird nicht gerendert.',
  'template/unknown-ref': ({ ref, meant }) =>
    `Es gibt keine Szene mit der id ${named(ref)}${meant === null ? '.' : `. Meinten Sie \`${meant}\`?`}`,
  'template/ref-not-beside': ({ ref }) =>
    `Die Szene ${named(ref)} liegt nicht neben diesem Übergang; nennen Sie eine der beiden, die er verbindet.`,
  'template/shown-scenes': ({ most, layers }) =>
    `Ein eigener Übergang darf ${most} Szenen zeigen, und dieser zeigt ${layers}.`,
  'template/shown-videos': ({ most, videos }) =>
    `Ein eigener Übergang darf ${most} Videos zeigen, die der gezeigten Szenen mitgezählt, und dieser zeigt ${videos}.`,
  'template/duplicate-id': ({ id }) => `Eine andere Szene hat die id ${named(id)}; geben Sie jeder eine eigene.`,
  'font/not-added': ({ family }) =>
    `${named(family)} gehört nicht zu Scenewright: Fügen Sie sie unter *Einstellungen* hinzu, oder mit \`scenewright fonts add cjk\`.`,
  'font/family': ({ family, meant }) =>
    `Keine Schrift heißt ${named(family)}: Nennen Sie sie in \`resources\`, oder nehmen Sie eine mitgelieferte${
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
      return 'ihre Klammern sind zu tief';
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
      ? `${excerpt(text)} passt nicht in sein Feld.`
      : `Das Feld einer Gruppe schneidet einen Teil von ${excerpt(text)} ab.`,
  'check/overlap': ({ text, other }) => `${excerpt(text)} überlappt ${excerpt(other)}.`,
  'check/tiny': ({ text, size }) =>
    `Die Buchstaben von ${excerpt(text)} sind auf einem Telefon ${number(Math.round(size * 10) / 10)} Pixel hoch.`,
  'check/missing-glyph': ({ text, characters }) =>
    `Den Schriften von ${excerpt(text)} fehlen die Zeichen ${joined(characters, 'und')}.`,
  'check/captions-fast': ({ text, rate }) =>
    `Der Untertitel ${excerpt(text)} hat ${fixed(rate, 0)} Zeichen in der Sekunde.`,
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
    `${isRed ? 'Gesättigtes Rot' : 'Das Bild'} blitzt auf einer großen Fläche ${isTooMany ? `${fixed(rate, 0)}-mal` : 'dreimal'} in der Sekunde. ${isTooMany ? 'Das überschreitet möglicherweise WCAG 2.3.1.' : 'Mehr erlaubt WCAG 2.3.1 nicht.'}`,
  'check/black': ({ seconds: length, where }) => {
    if (where === 'first') return 'Das erste Bild zeigt fast nichts. Feeds zeigen es vor dem Abspielen.';
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
    isWhole ? 'Der Film hat Töne, ist aber still.' : `Der Film ist ${rounded(length)} lang still.`,
  'check/level': ({ level, of }) =>
    of === 'peak'
      ? `Die wahre Spitze des Tons liegt bei ${number(Math.round(level * 10) / 10)} dBTP. Bleiben Sie unter −1 dBTP.`
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
