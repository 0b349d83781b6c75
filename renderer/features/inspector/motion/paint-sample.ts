import { tokenColor } from '#renderer/ui/browser/shown-theme.ts';
import type { Affine } from '#shared/timeline/layer-state.ts';
import {
  pictureSize,
  SAMPLE_NUMBER,
  SAMPLE_WORDS,
  type SampleFilm,
  type SampleMotion,
  type SamplePart,
  sampleAt,
  type WordsLayout,
} from './sample-motion.ts';

/** The length of a thumbnail's longer side in device pixels: twice its length in CSS pixels. */
const LONGER_SIDE = 176;

/** Paints a frame of a sample on the whole canvas. Sets the canvas to the aspect ratio of the movie. */
export function paintSample(canvas: HTMLCanvasElement, sample: SampleMotion, frame: number, film: SampleFilm): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = LONGER_SIDE / Math.max(film.frame.width, film.frame.height);
  const width = Math.max(1, Math.round(film.frame.width * scale));
  const height = Math.max(1, Math.round(film.frame.height * scale));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.reset();
  context.fillStyle = tokenColor('--scene-soft');
  context.fillRect(0, 0, width, height);
  context.scale(scale, scale);
  const picture = pictureSize(sample, film);
  const words = wordsLayout(context, picture);
  const { matrix, opacity, window, parts, number } = sampleAt(sample, frame, film, words);
  apply(context, matrix);
  context.globalAlpha = opacity;
  if (window !== null) {
    context.beginPath();
    context.rect(0, 0, picture.width, picture.height);
    context.clip();
    context.scale(picture.width / window.width, picture.height / window.height);
    context.translate(-window.left, -window.top);
  }
  if (sample.shows === 'view') paintView(context, picture);
  else if (sample.shows === 'card') paintCard(context, picture);
  else if (sample.shows === 'number') paintNumber(context, picture, number ?? SAMPLE_NUMBER);
  else for (const part of parts ?? [WHOLE_TEXT]) paintPart(context, words, part, opacity);
}

/** The whole text as a single part, for a text whose units do not move independently. */
const WHOLE_TEXT: SamplePart = {
  start: 0,
  end: SAMPLE_WORDS.length,
  matrix: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
  opacity: 1,
};

function paintPart(context: CanvasRenderingContext2D, words: PaintedWords, part: SamplePart, opacity: number): void {
  context.save();
  apply(context, part.matrix);
  context.globalAlpha = opacity * part.opacity;
  paintWords(context, words, part.start, part.end);
  context.restore();
}

function apply(context: CanvasRenderingContext2D, { a, b, c, d, e, f }: Affine): void {
  context.transform(a, b, c, d, e, f);
}

interface SampleSize {
  readonly width: number;
  readonly height: number;
}

/** Paints a landscape with details everywhere. They make it visible that a window moves over the picture. */
function paintView(context: CanvasRenderingContext2D, { width, height }: SampleSize): void {
  context.fillStyle = tokenColor('--scene');
  context.fillRect(0, 0, width, height);
  context.fillStyle = tokenColor('--accent-soft-text');
  context.beginPath();
  context.arc(width * 0.72, height * 0.3, Math.min(width, height) * 0.12, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = tokenColor('--accent-fill');
  fillHill(context, [0, height, width * 0.3, height * 0.38, width * 0.68, height]);
  context.fillStyle = tokenColor('--accent-fill-active');
  fillHill(context, [width * 0.3, height, width * 0.72, height * 0.58, width * 1.1, height]);
}

function fillHill(
  context: CanvasRenderingContext2D,
  corners: readonly [number, number, number, number, number, number],
) {
  const [x, y, topX, topY, endX, endY] = corners;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(topX, topY);
  context.lineTo(endX, endY);
  context.fill();
}

function paintCard(context: CanvasRenderingContext2D, { width, height }: SampleSize): void {
  context.fillStyle = tokenColor('--accent-fill');
  context.beginPath();
  context.roundRect(0, 0, width, height, width * 0.12);
  context.fill();
  context.fillStyle = tokenColor('--white');
  context.font = `600 ${height * 0.7}px ${FONT_FAMILY}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText('A', width / 2, height * 0.54);
}

/** Paints a number in the middle. The font size is chosen so that the last number of the animation fits. */
function paintNumber(context: CanvasRenderingContext2D, { width, height }: SampleSize, number: string): void {
  context.font = `600 ${height * 1.5}px ${FONT_FAMILY}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = tokenColor('--text');
  context.fillText(number, width / 2, height / 2);
}

const FONT_FAMILY = 'Inter, sans-serif';
/** The height of capital letters above the baseline, as a fraction of the font size. */
const ASCENT = 0.75;

interface PaintedWords extends WordsLayout {
  readonly font: string;
  readonly left: (start: number) => number;
  readonly baseline: number;
}

/** Lays out the words: centered, and as large as the picture allows. */
function wordsLayout(context: CanvasRenderingContext2D, { width, height }: SampleSize): PaintedWords {
  const fontOf = (size: number) => `600 ${size}px ${FONT_FAMILY}`;
  context.font = fontOf(height);
  const size = height * Math.min(1, width / Math.max(1, context.measureText(SAMPLE_WORDS).width));
  const font = fontOf(size);
  context.font = font;
  const widthUntil = (end: number) => context.measureText(SAMPLE_WORDS.slice(0, end)).width;
  const lineStart = (width - widthUntil(SAMPLE_WORDS.length)) / 2;
  const baseline = height / 2 + (size * ASCENT) / 2;
  const left = (start: number) => lineStart + widthUntil(start);
  return {
    size,
    font,
    left,
    baseline,
    inkOf: (start, end) => {
      const inkText = SAMPLE_WORDS.slice(start, end).trimEnd();
      const top = baseline - size * ASCENT;
      return { left: left(start), top, width: context.measureText(inkText).width, height: size * ASCENT };
    },
  };
}

function paintWords(
  context: CanvasRenderingContext2D,
  { font, left, baseline }: PaintedWords,
  start: number,
  end: number,
): void {
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = tokenColor('--text');
  context.fillText(SAMPLE_WORDS.slice(start, end), left(start), baseline);
}
