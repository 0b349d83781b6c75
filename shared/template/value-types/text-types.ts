import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { formatDecimal, UNSIGNED_DECIMAL } from '../values/decimal.ts';
import type { Paint } from '../values/paint.ts';
import type { TextShadow } from '../values/text-style.ts';
import { BETWEEN, DECIMAL, decimalOf, partsOf } from '../values/written-list.ts';
import type { AttributeType } from './attribute-types.ts';
import { formatPaint, PAINT_PATTERN, paintOf } from './paint-type.ts';

const OUTLINE = `^\\s*${UNSIGNED_DECIMAL}${BETWEEN}${PAINT_PATTERN}\\s*$`;
const SHADOW = `^\\s*${DECIMAL}${BETWEEN}${DECIMAL}${BETWEEN}${UNSIGNED_DECIMAL}${BETWEEN}${PAINT_PATTERN}\\s*$`;
const isOutline = new RegExp(OUTLINE);
const isShadow = new RegExp(SHADOW);
/** Pixels; wider outlines and softer shadows cost time and show nothing more. */
const WIDEST = 1000;

/** `width, colour`. */
export function outline(): AttributeType<{ readonly width: number; readonly color: Paint }> {
  return {
    kind: 'outline',
    variableType: 'text',
    pattern: OUTLINE,
    parse: (text) => {
      const [width = '', color = ''] = partsOf(text);
      return isOutline.test(text) && Number(width) <= WIDEST
        ? ok({ width: decimalOf(width), color: paintOf(color) })
        : err(statement('value/no-outline', { widest: WIDEST }));
    },
    format: ({ width, color }) => `${formatDecimal(width)}, ${formatPaint(color)}`,
  };
}

/** `x, y, blur, colour`. */
export function shadow(): AttributeType<TextShadow> {
  return {
    kind: 'shadow',
    variableType: 'text',
    pattern: SHADOW,
    parse: (text) => {
      const [across = '', down = '', blur = '', color = ''] = partsOf(text);
      const isNear = [across, down, blur].every((each) => Math.abs(Number(each)) <= WIDEST);
      return isShadow.test(text) && isNear
        ? ok({ across: decimalOf(across), down: decimalOf(down), blur: decimalOf(blur), color: paintOf(color) })
        : err(statement('value/no-shadow', { widest: WIDEST }));
    },
    format: ({ across, down, blur, color }) =>
      `${[across, down, blur].map(formatDecimal).join(', ')}, ${formatPaint(color)}`,
  };
}

/** Names with commas between: families of fonts, or file names of fonts, in the order in which they are asked. */
export function fontList(): AttributeType<readonly string[]> {
  return {
    kind: 'fonts',
    variableType: 'text',
    pattern: '^[^,]*[^,\\s][^,]*(?:,[^,]*[^,\\s][^,]*)*$',
    parse: (text) => {
      const names = text.split(',').map((name) => name.trim());
      return names.includes('') ? err(statement('value/no-fonts')) : ok(names);
    },
    format: (names) => names.join(', '),
  };
}

/** Whether a name of a font list is that of a file, also of a kind that is not read: then the file is named as the fault. */
export function isFontFile(name: string): boolean {
  return /\.(?:ttf|otf|ttc|otc|woff2?|eot|pfa|pfb|dfont)$/i.test(name);
}
