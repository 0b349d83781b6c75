import { err, ok } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { Easing, EasingCurve, EasingHandle } from '../values/animation.ts';
import { DECIMAL, decimalOf, formatDecimal, partsOf, VALUE_SEPARATOR } from '../values/lengths.ts';
import type { AttributeType } from './attribute-types.ts';

const CURVES: readonly EasingCurve[] = ['back-in', 'back-out', 'back-in-out', 'elastic-out', 'bounce-out'];

/** The named easings: the easings of CSS Easing 1, and additional curves. */
const NAMED: ReadonlyMap<string, Easing> = new Map<string, Easing>([
  ['linear', { kind: 'linear' }],
  ['ease', bezier(0.25, 0.1, 0.25, 1)],
  ['ease-in', bezier(0.42, 0, 1, 1)],
  ['ease-out', bezier(0, 0, 0.58, 1)],
  ['ease-in-out', bezier(0.42, 0, 0.58, 1)],
  ['step', { kind: 'steps', count: 1 }],
  ...CURVES.map((kind): [string, Easing] => [kind, { kind }]),
]);

const BEZIER = `cubic-bezier\\(\\s*${DECIMAL}(?:\\s*,\\s*${DECIMAL}){3}\\s*\\)`;
const STEPS = 'steps\\(\\s*[1-9]\\d{0,3}\\s*\\)';
const isBezier = new RegExp(`^${BEZIER}$`);
const areSteps = new RegExp(`^${STEPS}$`);
const HANDLE = `^\\s*(?:true|false|${DECIMAL}${VALUE_SEPARATOR}${DECIMAL})\\s*$`;
const isHandle = new RegExp(HANDLE);

export function easingNamed(name: 'linear' | 'ease-in' | 'ease-out' | 'back-out'): Easing {
  return NAMED.get(name) ?? { kind: 'linear' };
}

/** Creates the type of easings. */
export function easing(): AttributeType<Easing> {
  return {
    kind: 'easing',
    variableType: 'text',
    options: [...NAMED.values()],
    pattern: `^\\s*(?:${[...NAMED.keys()].join('|')}|${BEZIER}|${STEPS})\\s*$`,
    parse: (text) => {
      const value = parseEasing(text.trim());
      return value === null ? err(message('value/no-easing', { names: [...NAMED.keys()] })) : ok(value);
    },
    format: formatEasing,
  };
}

/**
 * Creates a type of easing handles: `true`, `false`, or two numbers, which are the length of the handle and the speed
 * at its end.
 */
export function handle(): AttributeType<EasingHandle> {
  return {
    kind: 'handle',
    variableType: 'text',
    pattern: HANDLE,
    parse: (text) => {
      if (!isHandle.test(text)) return err(message('value/no-handle'));
      const written = text.trim();
      if (written === 'true') return ok(SLOW);
      if (written === 'false') return ok(EVEN);
      const [reach = 0, speed = 0] = partsOf(written).map(decimalOf);
      return reach >= 0 && reach <= 1 ? ok({ reach, speed }) : err(message('value/no-handle'));
    },
    format: ({ reach, speed }) => `${formatDecimal(reach)}, ${formatDecimal(speed)}`,
  };
}

const SLOW: EasingHandle = { reach: 0.333, speed: 0 };
/** The default handle, with which an end of the curve is a straight line. */
const EVEN: EasingHandle = { reach: 0, speed: 0 };

function bezier(x1: number, y1: number, x2: number, y2: number): Easing {
  return { kind: 'bezier', x1, y1, x2, y2 };
}

function parseEasing(text: string): Easing | null {
  const named = NAMED.get(text);
  if (named !== undefined) return named;
  if (areSteps.test(text)) return { kind: 'steps', count: Number.parseInt(text.slice('steps('.length), 10) };
  if (!isBezier.test(text)) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = text.slice('cubic-bezier('.length, -1).split(',').map(decimalOf);
  return [x1, x2].every((x) => x >= 0 && x <= 1) ? bezier(x1, y1, x2, y2) : null;
}

function formatEasing(value: Easing): string {
  const name = [...NAMED].find(([, named]) => isSame(named, value))?.[0];
  if (name !== undefined) return name;
  if (value.kind === 'steps') return `steps(${value.count})`;
  if (value.kind !== 'bezier') return value.kind;
  return `cubic-bezier(${[value.x1, value.y1, value.x2, value.y2].map(formatDecimal).join(', ')})`;
}

function isSame(one: Easing, other: Easing): boolean {
  if (one.kind === 'bezier' && other.kind === 'bezier')
    return one.x1 === other.x1 && one.y1 === other.y1 && one.x2 === other.x2 && one.y2 === other.y2;
  if (one.kind === 'steps' && other.kind === 'steps') return one.count === other.count;
  return one.kind === other.kind;
}
