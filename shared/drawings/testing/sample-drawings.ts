import type { Drawing } from '../drawing/drawing.ts';
import { type SampleImage, sampleImages } from './sample-images.ts';
import { image, ink, shape, text } from './some-drawings.ts';

const box = { width: 300, height: 90, xAlign: 'center', yAlign: 'middle', background: ink('203040', 0.7) } as const;
const sides = (all: number) => ({ top: all, right: all, bottom: all, left: all });
const long = 'A title that is too long for its box at this size';
const path = (data: string) => ({ kind: 'path', data }) as const;

/** The sample images by digest. The digest of a sample image is its name. */
const images = Object.fromEntries(
  sampleImages.map((name): [string, Drawing] => [`image: ${name}`, image(name satisfies SampleImage)]),
);

/** Drawings of all kinds by name. */
export const sampleDrawings: Readonly<Record<string, Drawing>> = {
  Latin: text('Grüße, Žluťoučký!'),
  bold: text('Bold title', { weight: 700 }),
  'Greek and Cyrillic': text('Καλημέρα Привет'),
  Arabic: text('مرحبا بالعالم ٢٠٢٤'),
  Hebrew: text('שלום עולם (כן)'),
  Devanagari: text('नमस्ते दुनिया क्षत्रिय'),
  Thai: text('ภาษาไทยตัดคำตามพจนานุกรม', { width: 220 }),
  bidi: text('English עברית and العربية 123', { width: 260, xAlign: 'start' }),
  'bidi, right to left': text('שלום Anna, 42!', { direction: 'rtl', width: 300, xAlign: 'start' }),
  'paragraphs by their first letter': text('hello\n123 שלום\nworld', { width: 300, xAlign: 'start' }),
  emoji: text('👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 ❤️ 1️⃣'),
  flags: text('🇩🇪🇫🇷🇯🇵', { size: 60 }),
  'no glyph': text('汉字 abc'),
  wrapped: text(long, { width: 240, xAlign: 'right' }),
  shrunk: text(long, { ...box, size: 60, autosize: 'shrink', padding: sides(8), radius: 12 }),
  filled: text('Fill', { ...box, autosize: 'fill' }),
  'left out': text(long, { ...box, autosize: 'shrink', minSize: 40 }),
  'lines at most': text('one\ntwo\nthree', { maxLines: 2 }),
  'close lines': text('Åg\nÅg', { lineHeight: 0.8 }),
  spaced: text('spaced', { letterSpacing: 7.5 }),
  underlined: text('Underlined, gjp', { lines: ['underline'] }),
  'struck through': text('Struck ישן', { lines: ['underline', 'strike'], color: ink('f0c000') }),
  justified: text(long, { width: 240, xAlign: 'justify' }),
  outline: text('Outline مرحبا', { outline: { width: 3, color: ink('c02020') } }),
  shadow: text('Shadow', { shadow: { across: 3, down: 5, blur: 8, color: ink('000000', 0.7) } }),
  'outline and shadow, half transparent': text('Both 👍', {
    color: ink('ffffff', 0.5),
    outline: { width: 2.5, color: ink('000000', 0.5) },
    shadow: { across: 0, down: 8, blur: 20, color: ink('ffff00') },
  }),
  box: text('Box', { background: ink('ff8000', 0.5), padding: { top: 4, right: 20, bottom: 8, left: 10 }, radius: 9 }),
  'between sizes': text('Size 33.3', { size: 33.3 }),
  scaled: text('Scaled', { scale: 2.5, background: ink('404040') }),
  large: text('Ag', { size: 400 }),
  rectangle: shape(),
  'rounded rectangle with a stroke': shape({
    outline: { kind: 'rectangle', radius: 20 },
    stroke: { width: 5, color: ink('ff0000', 0.5) },
  }),
  ellipse: shape({ outline: { kind: 'ellipse' }, fill: ink('20c040', 0.8), scale: 1.7 }),
  path: shape({
    outline: path('M10 50 L 50,10 90 50z M30,40 h40 v5 h-40z'),
    stroke: { width: 2, color: ink('000000') },
  }),
  'path with arcs and curves': shape({
    outline: path('m-20 30c20-60 40 60 60 0s40-60 60 0 T 120 20 a20 10 30 01-10 30'),
    fill: null,
    stroke: { width: 6, color: ink('ffffff') },
  }),
  ...images,
  'image, contained': image('png', { width: 30, height: 30, fit: 'contain' }),
  'image, covering': image('jpeg', { width: 20, height: 30, fit: 'cover', focus: { across: 0, down: 0.5 } }),
  'image, stretched': image('webp', { width: 100, height: 20, fit: 'stretch' }),
  'image, cut and shrunk': image('png', {
    crop: {
      top: { amount: 25, unit: '%' },
      right: { amount: 3.5, unit: 'px' },
      bottom: { amount: 0, unit: 'px' },
      left: { amount: 8, unit: 'px' },
    },
    width: 11,
    fit: 'contain',
  }),
};
