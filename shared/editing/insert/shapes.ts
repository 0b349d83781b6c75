import { elementNamed, type NewElement } from './new-element.ts';
import type { Frame } from './thing.ts';

/** Which new shape. */
export type ShapeStyle = (typeof SHAPE_STYLES)[number];

export const SHAPE_STYLES = [
  'rectangle',
  'rounded',
  'ellipse',
  'triangle',
  'star',
  'hexagon',
  'arrow',
  'line',
] as const;

/** Corners of the outlines that are polygons, in a square whose side is 1. */
const polygons: Readonly<Partial<Record<ShapeStyle, readonly (readonly [x: number, y: number])[]>>> = {
  triangle: [
    [0.5, 0.067],
    [1, 0.933],
    [0, 0.933],
  ],
  star: Array.from({ length: 10 }, (_, at) => onCircle(at / 10, at % 2 === 0 ? 0.5 : 0.2)),
  hexagon: Array.from({ length: 6 }, (_, at) => onCircle(at / 6 + 0.25, 0.5)),
  arrow: [
    [0, 0.35],
    [0.58, 0.35],
    [0.58, 0.15],
    [1, 0.5],
    [0.58, 0.85],
    [0.58, 0.65],
    [0, 0.65],
  ],
};

/** A shape in the middle of the frame, dark on what is light. White is not written. */
export function shapeElement(style: ShapeStyle, { width, height, ground }: Frame): NewElement {
  const across = (part: number) => Math.max(1, Math.round(width * part));
  const down = (part: number) => Math.max(1, Math.round(height * part));
  const fill = ground === 'light' ? '#111111' : null;
  const side = Math.max(1, Math.round(Math.min(width, height) * 0.4));
  const corners = polygons[style];
  if (corners !== undefined)
    return elementNamed('shape', { points: written(corners, side), width: side, height: side, fill });
  switch (style) {
    case 'rounded':
      return elementNamed('shape', { width: across(0.4), height: down(0.3), radius: down(0.03), fill });
    case 'ellipse':
      return elementNamed('shape', { type: 'ellipse', width: side, height: side, fill });
    case 'line':
      return elementNamed('shape', { width: across(0.4), height: down(0.006), fill });
    default:
      return elementNamed('shape', { width: across(0.4), height: down(0.3), fill });
  }
}

/** The corners of a polygon in a box of that side; for pictures of it too. */
export function cornersOf(style: ShapeStyle, side: number): string | null {
  const corners = polygons[style];
  return corners === undefined ? null : written(corners, side);
}

function written(corners: readonly (readonly [x: number, y: number])[], side: number): string {
  return corners.map((corner) => corner.map((each) => Math.round(each * side * 10) / 10).join(',')).join(' ');
}

/** A point around the middle of the square: from the top, clockwise; a turn is 1. */
function onCircle(turn: number, radius: number): readonly [number, number] {
  const angle = turn * 2 * Math.PI;
  return [0.5 + radius * Math.sin(angle), 0.5 - radius * Math.cos(angle)];
}
