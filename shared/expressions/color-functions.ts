import { contrastRatio, formatPaint, PAINT_PATTERN, paintOf } from '../lib/srgb.ts';
import { Exact } from './decimal.ts';
import type { Evaluation, Expression, FunctionSpec, Parameter } from './expression.ts';

const WHOLE = new RegExp(`^\\s*${PAINT_PATTERN}\\s*$`);
const BLACK = paintOf('#000000');
const WHITE = paintOf('#ffffff');

const color: Parameter = { name: 'color', kind: 'color' };

/** Functions of colors, which are texts such as `#f80` or `#ff8000`. */
export const colorFunctions = {
  mix: {
    parameters: [
      { ...color, name: 'a' },
      { ...color, name: 'b' },
      { name: 't', kind: 'number' },
    ],
    description: 'Returns a color between two colors: 0 gives a, and 1 gives b.',
    example: ["mix('#000', '#fff', 0.5)", '#808080'],
    evaluate: (evaluation, first, second, part) => {
      const [from, to] = [colorOf(evaluation, first), colorOf(evaluation, second)];
      const share = evaluation.number(part);
      if (share.isNegative() || share.greaterThan(1)) return evaluation.fault('argument', part);
      const between = (one: number, other: number) =>
        new Exact(other).minus(one).times(share).plus(one).toDecimalPlaces(0).toNumber();
      return formatPaint({
        red: between(from.red, to.red),
        green: between(from.green, to.green),
        blue: between(from.blue, to.blue),
        alpha: between(Math.round(from.alpha * 255), Math.round(to.alpha * 255)) / 255,
      });
    },
  },
  readable: {
    parameters: [color, { ...color, name: 'dark', optional: true }, { ...color, name: 'light', optional: true }],
    together: true,
    description: 'Returns black or white, or one of two colors, whichever has more contrast on a color.',
    example: ["readable('#ffe14d')", '#000000'],
    evaluate: (evaluation, part, darkPart, lightPart) => {
      const background = colorOf(evaluation, part);
      const dark = darkPart === undefined ? BLACK : colorOf(evaluation, darkPart);
      const light = lightPart === undefined ? WHITE : colorOf(evaluation, lightPart);
      const isDark = contrastRatio(dark, background) >= contrastRatio(light, background);
      return formatPaint(isDark ? dark : light);
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

function colorOf(evaluation: Evaluation, part: Expression | undefined) {
  const text = evaluation.text(part);
  return WHOLE.test(text) ? paintOf(text.trim()) : evaluation.fault('argument', part);
}
