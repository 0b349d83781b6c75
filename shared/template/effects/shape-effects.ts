import { type AttributeSpec, choice, number } from '../value-types/attribute-types.ts';
import { paintType } from '../value-types/color-types.ts';
import { length, point } from '../value-types/length-types.ts';
import type { Paint } from '../values/color.ts';
import { type Edges, type Length, type Point, percent, pixels } from '../values/lengths.ts';

/** The maximum standard deviation of a blur, in pixels. A wider blur looks the same. */
export const MAX_BLUR = 250;

const SHADOW: Paint = { red: 0, green: 0, blue: 0, alpha: 128 / 255 };

function cutOff(side: 'top' | 'right' | 'bottom' | 'left', label: string) {
  const whole = side === 'top' || side === 'bottom' ? 'height' : 'width';
  return {
    type: length({ minimum: 0 }),
    label,
    description: `Amount to cut off at the ${side}; percentages refer to the picture's ${whole}.`,
    absent: { default: pixels(0) },
    unit: 'px',
  } satisfies AttributeSpec<Length>;
}

function corner(label: string, which: string, across: number, down: number) {
  return {
    type: point(),
    label,
    description: `New position of the ${which} corner, from the box's upper left; percentages refer to the picture.`,
    absent: { default: { across: percent(across), down: percent(down) } },
    unit: 'px',
  } satisfies AttributeSpec<Point>;
}

/** The new positions of the corners. */
export interface Corners {
  readonly upperleft: Point;
  readonly upperright: Point;
  readonly lowerleft: Point;
  readonly lowerright: Point;
}

function isAtItsCorners({ upperleft, upperright, lowerleft, lowerright }: Corners): boolean {
  const isNothing = ({ amount }: Length) => amount === 0;
  const isAll = ({ amount, unit }: Length) => unit === '%' && amount === 100;
  const across = isNothing(upperleft.across) && isAll(upperright.across);
  const down = isNothing(upperleft.down) && isNothing(upperright.down);
  const below =
    isNothing(lowerleft.across) && isAll(lowerleft.down) && isAll(lowerright.across) && isAll(lowerright.down);
  return across && down && below;
}

/** Effects that move pixels, or that draw around the picture. */
export const shapeEffects = {
  blur: {
    element: 'filter',
    label: 'Blur',
    description: 'Blurs the picture. Its edges become soft unless it is opaque and covers the frame.',
    isNeutral: ({ radius }: { readonly radius: number }) => radius === 0,
    attributes: {
      radius: {
        type: number({ minimum: 0, maximum: MAX_BLUR }),
        label: 'Radius',
        description: 'Standard deviation of the blur; 0 is unchanged.',
        absent: { default: 5 },
        unit: 'px',
      } satisfies AttributeSpec<number>,
      edge: {
        type: choice(['auto', 'spread', 'clamp']),
        label: 'Edge',
        description:
          '`spread` softens the edges, and the picture grows by the reach of the blur. `clamp` repeats the edge, and the picture keeps its box. `auto` is `clamp` for an opaque video, image, or solid that covers the frame, the group, or the mask that contains it, and `spread` for all others.',
        absent: { default: 'auto' },
      } satisfies AttributeSpec<'auto' | 'spread' | 'clamp'>,
    },
  },
  dropshadow: {
    element: 'filter',
    label: 'Drop shadow',
    description: 'Adds a shadow below the picture: its opacity, blurred, offset, and in one color.',
    isNeutral: ({ color }: { readonly color: Paint }) => color.alpha === 0,
    attributes: {
      offset: {
        type: point(),
        label: 'Offset',
        description: 'Offset of the shadow, across and down; percentages refer to the picture.',
        absent: { default: { across: pixels(4), down: pixels(4) } },
        unit: 'px',
      } satisfies AttributeSpec<Point>,
      radius: {
        type: number({ minimum: 0, maximum: MAX_BLUR }),
        label: 'Radius',
        description: 'Standard deviation of the shadow’s blur; 0 is sharp.',
        absent: { default: 4 },
        unit: 'px',
      } satisfies AttributeSpec<number>,
      color: {
        type: paintType(),
        label: 'Color',
        description: 'Color and opacity of the shadow.',
        absent: { default: SHADOW },
      } satisfies AttributeSpec<Paint>,
    },
  },
  flip: {
    element: 'transform',
    label: 'Flip',
    description: 'Mirrors the picture.',
    isNeutral: () => false,
    attributes: {
      axis: {
        type: choice(['x', 'y']),
        label: 'Axis',
        description: '`x` mirrors left and right, `y` mirrors top and bottom.',
        absent: { required: true },
        initial: 'x',
      } satisfies AttributeSpec<'x' | 'y'>,
    },
  },
  crop: {
    element: 'transform',
    label: 'Crop',
    description: 'Cuts off the sides: the picture gets smaller, and its center moves. At least one pixel stays.',
    isNeutral: ({ top, right, bottom, left }: Edges) => [top, right, bottom, left].every(({ amount }) => amount === 0),
    attributes: {
      top: cutOff('top', 'Top'),
      right: cutOff('right', 'Right'),
      bottom: cutOff('bottom', 'Bottom'),
      left: cutOff('left', 'Left'),
    },
  },
  rotate: {
    element: 'transform',
    label: 'Rotate',
    description: 'Rotates the picture clockwise. Its box grows to contain it; the corners are transparent.',
    isNeutral: ({ angle }: { readonly angle: number }) => angle % 360 === 0,
    attributes: {
      angle: {
        type: number({}),
        label: 'Angle',
        description: 'Angle of rotation; 0 is unchanged.',
        absent: { required: true },
        initial: 0,
        unit: '°',
      } satisfies AttributeSpec<number>,
    },
  },
  perspective: {
    element: 'transform',
    label: 'Perspective',
    description: 'Moves the corners of the picture and maps the picture between them in perspective. Its box stays.',
    isNeutral: isAtItsCorners,
    attributes: {
      upperleft: corner('Upper left', 'upper left', 0, 0),
      upperright: corner('Upper right', 'upper right', 100, 0),
      lowerleft: corner('Lower left', 'lower left', 0, 100),
      lowerright: corner('Lower right', 'lower right', 100, 100),
    },
  },
} as const;
