/** The areas of the tour, in their order. */
export const tourSteps = ['library', 'preview', 'timeline', 'inspector', 'values'] as const;

export type TourStep = (typeof tourSteps)[number];

export interface WindowRectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The gap in pixels between an area and its card, and between the card and the edge of the window. */
const GAP = 12;

/**
 * Returns a position of a card that covers little of its area. If there is space, the card is right, left, above, or
 * below the area, and otherwise centered. It never leaves the window.
 */
export function cardPlace(
  area: WindowRectangle | null,
  card: Pick<WindowRectangle, 'width' | 'height'>,
  window: Pick<WindowRectangle, 'width' | 'height'>,
): Pick<WindowRectangle, 'left' | 'top'> {
  const within = (value: number, most: number) => Math.round(Math.max(GAP, Math.min(value, most - GAP)));
  const inside = ({ left, top }: Pick<WindowRectangle, 'left' | 'top'>) => ({
    left: within(left, window.width - card.width),
    top: within(top, window.height - card.height),
  });
  if (area === null) return inside({ left: (window.width - card.width) / 2, top: (window.height - card.height) / 2 });
  const [middleX, middleY] = [area.left + (area.width - card.width) / 2, area.top + (area.height - card.height) / 2];
  const right = area.left + area.width;
  const bottom = area.top + area.height;
  const [needsX, needsY] = [card.width + 2 * GAP, card.height + 2 * GAP];
  if (window.width - right >= needsX) return inside({ left: right + GAP, top: middleY });
  if (area.left >= needsX) return inside({ left: area.left - GAP - card.width, top: middleY });
  if (area.top >= needsY) return inside({ left: middleX, top: area.top - GAP - card.height });
  if (window.height - bottom >= needsY) return inside({ left: middleX, top: bottom + GAP });
  return inside({ left: middleX, top: middleY });
}
