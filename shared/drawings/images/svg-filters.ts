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

/** Whether something is blurred, or moved by a function, over more than any picture. */
export function blursWithoutEnd(filter: string, named: SvgElement | undefined, scale: number): boolean {
  const blurs = named?.children.map(({ attributes }) => attributes.get('stdDeviation') ?? '') ?? [];
  return [functionsIn(filter) > 0 ? filter : '', ...blurs].some((text) =>
    [...text.matchAll(/[\d.]+(?:e[+-]?\d+)?/gi)].some(([each]) => Number(each) * scale > MOST_BLUR),
  );
}

/**
 * Of one step in a pixel, beside what every step takes.
 * @param most Pixels of the longer side of what is drawn.
 */
export function stepCost(step: SvgElement, scale: number, most: number): number {
  const number = (name: string, usual: number) => lengthOf(step.attributes.get(name), 1, usual);
  const usual = STEPS[step.name] ?? 0;
  switch (step.name) {
    case 'feTurbulence':
      return usual * Math.max(1, number('numOctaves', 1));
    case 'feMorphology': {
      const sides = (step.attributes.get('radius') ?? '0')
        .split(/[\s,]+/)
        .map((side) => Math.min(most, Number.parseFloat(side) * scale || 0));
      const [across = 0, down = across] = sides;
      return 5 * (2 * across + 1) * (2 * down + 1);
    }
    case 'feConvolveMatrix':
      return 8 * number('order', 3) ** 2;
    case 'feMerge':
      return step.children.length * COST.layer;
    default:
      return usual;
  }
}
