import type { checkMessages, FrameSide } from './checks.en.ts';
import { fixed, number } from './german-numbers.ts';
import { joined, shortened } from './quoting.ts';
import type { Translation } from './translation.ts';

const SIDES: Readonly<Record<FrameSide, string>> = {
  left: 'linken',
  top: 'oberen',
  right: 'rechten',
  bottom: 'unteren',
};

const excerpt = (text: string): string => `„${shortened(text.replace(/\s+/g, ' ').trim())}“`;
const seconds = (value: number): string => `${number(Math.round(value * 10) / 10)} s`;
const percent = (share: number): string => `${fixed(share * 100, 0)} %`;
const about = (isOfficial: boolean): string => (isOfficial ? '' : 'etwa ');

export const checkMessagesDe: Translation<typeof checkMessages> = {
  'check/too-short': ({ text, words, seen, need }) =>
    `${excerpt(text)}${words > 3 ? ` (${words} Wörter)` : ''} ist ${seconds(seen)} zu sehen; das Lesen dauert etwa ${seconds(need)}.`,
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
  'check/captions-long': ({ text, seconds: length }) => `Der Untertitel ${excerpt(text)} dauert ${seconds(length)}.`,
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
    `Der Film dauert ${seconds(length)}; ${platform} nimmt ${length > limit ? 'höchstens' : 'mindestens'} ${about(isOfficial)}${seconds(limit)} an.`,
  'check/shape': ({ platform, width, height }) =>
    `${platform} nimmt das Seitenverhältnis von ${width}×${height} nicht an.`,
  'check/together': ({ text, late }) =>
    `Wer alle Texte liest, ist mit ${excerpt(text)} erst ${seconds(late)} nach dem Ausblenden fertig.`,
};
