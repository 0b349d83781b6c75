import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { formatDecimal } from '../values/decimal.ts';
import type { Gradient, GradientStop } from '../values/gradient.ts';
import { DECIMAL, decimalOf } from '../values/written-list.ts';
import type { AttributeType } from './attribute-types.ts';
import { formatLength, lengthOf } from './length-types.ts';
import { formatPaint, PAINT_PATTERN, paintOf } from './paint-type.ts';

/** More are refused: no picture has use for them. */
const MOST_STOPS = 64;

const STOP = `${PAINT_PATTERN}(?:\\s+${DECIMAL}%?)?`;
const GRADIENT = `^\\s*${DECIMAL}(?:\\s*,\\s*${STOP}){2,${MOST_STOPS}}\\s*$`;
const isGradient = new RegExp(GRADIENT);

/** An angle, and colours with or without their places: `90, #000, #f00 30%, #fff`. */
export function gradient(): AttributeType<Gradient> {
  return {
    kind: 'gradient',
    variableType: 'text',
    pattern: GRADIENT,
    parse: (text) => {
      if (!isGradient.test(text)) return err(statement('value/no-gradient', { most: MOST_STOPS }));
      const [angle = '', ...stops] = text.split(',').map((part) => part.trim());
      return ok({ angle: decimalOf(angle), stops: stops.map(stopOf) });
    },
    format: ({ angle, stops }) =>
      [
        formatDecimal(angle),
        ...stops.map(({ color, at }) => formatPaint(color) + (at === null ? '' : ` ${formatLength(at)}`)),
      ].join(', '),
  };
}

function stopOf(written: string): GradientStop {
  const [color = '', at] = written.split(/\s+/);
  return { color: paintOf(color), at: at === undefined ? null : lengthOf(at) };
}
