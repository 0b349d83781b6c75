import type { TRANSITION_DIRECTIONS } from '#shared/template/tables/transition-attributes.ts';

export type TransitionDirection = (typeof TRANSITION_DIRECTIONS)[number];

const SIDES = ['left', 'right', 'top', 'bottom'] as const satisfies readonly TransitionDirection[];
const CORNERS = ['topleft', 'topright', 'bottomleft', 'bottomright'] as const satisfies readonly TransitionDirection[];

/** Ways that a transition of a type can go; none where its type has but one. */
export function directionsOf(type: string): readonly TransitionDirection[] {
  switch (type) {
    case 'wipe':
      return [...SIDES, ...CORNERS];
    case 'slide':
    case 'push':
    case 'reveal':
      return SIDES;
    case 'zoom':
      return ['in', 'out'];
    default:
      return [];
  }
}

/** A transition of the brand. */
interface Transition {
  readonly type: string;
  readonly direction?: string | undefined;
  readonly duration?: string | undefined;
}

/** A transition made another type: it keeps its way where the type has it. */
export function withType(transition: Transition | undefined, type: string): Transition {
  const { direction, ...rest } = transition ?? { type };
  const keeps = directionsOf(type).some((each) => each === direction);
  return { ...rest, type, ...(keeps && { direction }) };
}
