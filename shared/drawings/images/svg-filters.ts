import { COST } from './svg-costs.ts';
import type { SvgElement } from './svg-elements.ts';
import { lengthOf } from './svg-shapes.ts';

/** Of the steps of filters, beside what each takes. */
const STEPS: Readonly<Record<string, number>> = {
  feGaussianBlur: 50,
  feDropShadow: 60,
  feTurbulence: 150,
  feSpecularLighting: 60,
  feDiffuseLighting: 60,
  feImage: 40,
  feDisplacementMap: 60,
};
/** Of a step that is written as a function, such as a shadow, in a pixel. */
export const FUNCTION_COST = 60;
/** Pixels that anything is blurred over. */
const MOST_BLUR = 10_000;

/** How many steps a `filter` names by functions. */
export function functionsIn(filter: string): number {
  return filter
    .split('(')
    .slice(0, -1)
    .filter((name) => !name.endsWith('url')).length;
}

/** Pixels of one unit of length in the steps of a filter, and of the longer side of the drawing. */
export interface StepUnits {
  readonly across: number;
  readonly down: number;
  readonly most: number;
}

/** Whether a function or a step blurs over more pixels than any picture has. */
export function blursWithoutEnd(
  filter: string,
  steps: readonly SvgElement[],
  scale: number,
  units: StepUnits,
): boolean {
  const isBeyond = (text: string, unit: number) =>
    [...text.matchAll(/[\d.]+(?:e[+-]?\d+)?/gi)].some(([each]) => Number(each) * unit > MOST_BLUR);
  const unit = Math.max(units.across, units.down);
  return (
    (functionsIn(filter) > 0 && isBeyond(filter, scale)) ||
    steps.some(({ attributes }) => isBeyond(attributes.get('stdDeviation') ?? '', unit))
  );
}

/** The cost of one step in a pixel, in addition to the cost that every step has. */
export function stepCost(step: SvgElement, { across, down, most }: StepUnits): number {
  const number = (name: string, usual: number) => lengthOf(step.attributes.get(name), 1, usual);
  const usual = STEPS[step.name] ?? 0;
  switch (step.name) {
    case 'feTurbulence':
      return usual * Math.max(1, number('numOctaves', 1));
    case 'feMorphology': {
      const [first = 0, second = first] = (step.attributes.get('radius') ?? '0')
        .trim()
        .split(/[\s,]+/)
        .map(Number.parseFloat);
      const reach = (radius: number, unit: number) => 2 * Math.min(most, radius * unit || 0) + 1;
      return 5 * reach(first, across) * reach(second, down);
    }
    case 'feConvolveMatrix':
      return 8 * number('order', 3) ** 2;
    case 'feMerge':
      return step.children.length * COST.layer;
    default:
      return usual;
  }
}
