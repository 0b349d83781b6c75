import { readPathData } from '../../drawings/shapes/path-data.ts';
import { DECIMAL, partsOf } from './written-list.ts';

const POINTS = new RegExp(`^${DECIMAL}$`);

/** Path data of a closed polygon through points that stand with `;` or white space between; null where they cannot be read. */
export function polygonData(text: string): string | null {
  const numbers = partsOf(text.replaceAll(';', ' '));
  if (numbers.length < 6 || numbers.length % 2 !== 0 || !numbers.every((each) => POINTS.test(each))) return null;
  const points = numbers.flatMap((across, index) => (index % 2 === 0 ? [`${across} ${numbers[index + 1]}`] : []));
  const data = `M ${points.join(' L ')} Z`;
  // What is too long or too large is not drawn.
  return readPathData(data).ok ? data : null;
}
