import type { Gradient } from '../template/values/gradient.ts';
import { inPixels } from '../template/values/lengths.ts';
import type { KernelMemory } from './kernels/memory.ts';
import type { PixelPicture, Size } from './pictures/picture.ts';
import { pixelAt } from './pictures/pictures.ts';

/** A colour at its place on the way, 0 to 1 and perhaps beyond; parts are 0 to 255, weighted with the opacity, 0 to 1. */
interface PlacedStop {
  readonly place: number;
  readonly color: readonly [red: number, green: number, blue: number, opacity: number];
}

/**
 * Fills a picture with a linear gradient (CSS Images 3, 3.1 and 3.4.3): straight lines between its colours in sRGB, weighted
 * with their opacity. What lies between two whole numbers is spread over both of them, so that no bands are seen.
 * @param size The layer's own, in pixels of the film.
 */
export function fillGradient(memory: KernelMemory, picture: PixelPicture, gradient: Gradient, size: Size): void {
  const bytes = memory.bytes();
  const radians = (gradient.angle * Math.PI) / 180;
  const [x, y] = [Math.sin(radians), -Math.cos(radians)];
  const way = Math.abs(size.width * x) + Math.abs(size.height * y);
  const stops = placedStops(gradient, way);
  for (let row = 0; row < picture.height; row++) {
    const down = ((row + 0.5) / picture.height - 0.5) * size.height;
    for (let column = 0; column < picture.width; column++) {
      const across = ((column + 0.5) / picture.width - 0.5) * size.width;
      const codes = codesOf(colorAt(stops, (across * x + down * y) / way + 0.5));
      const threshold = thresholdAt(column, row);
      const at = pixelAt(picture, column, row);
      for (let part = 0; part < 4; part++) bytes[at + part] = Math.floor((codes[part] ?? 0) + threshold);
    }
  }
}

/** Colours whose places rise: CSS Images 3, 3.4.3, "color stop fixup". */
function placedStops({ stops }: Gradient, way: number): readonly PlacedStop[] {
  const last = stops.length - 1;
  let highest = Number.NEGATIVE_INFINITY;
  const places = stops.map(({ at }, index): number | null => {
    const usual = index === 0 ? 0 : index === last ? 1 : null;
    const place = at === null ? usual : inPixels(at, way) / way;
    if (place === null) return null;
    highest = Math.max(highest, place);
    return highest;
  });
  return stops.map(({ color: { red, green, blue, alpha } }, index) => ({
    place: places[index] ?? between(places, index),
    color: [red * alpha, green * alpha, blue * alpha, alpha],
  }));
}

/** A place that is not said: those of a run of such lie evenly between the two that are. */
function between(places: readonly (number | null)[], index: number): number {
  let [before, behind] = [index, index];
  while (before > 0 && places[before] === null) before -= 1;
  while (behind < places.length - 1 && places[behind] === null) behind += 1;
  const [from, to] = [places[before] ?? 0, places[behind] ?? 1];
  return from + ((to - from) * (index - before)) / (behind - before);
}

function colorAt(stops: readonly PlacedStop[], place: number): readonly number[] {
  const behind = stops.findIndex((stop) => stop.place > place);
  const last = stops.at(-1)?.color ?? [0, 0, 0, 0];
  if (behind < 0) return last;
  const [low, high] = [stops[Math.max(0, behind - 1)], stops[behind]];
  if (low === undefined || high === undefined || behind === 0) return stops[0]?.color ?? last;
  const part = (place - low.place) / (high.place - low.place);
  return low.color.map((value, index) => value + ((high.color[index] ?? 0) - value) * part);
}

/** Y, Cb, Cr of BT.709 in limited range, weighted, and opacity; not rounded. */
function codesOf([red = 0, green = 0, blue = 0, opacity = 0]: readonly number[]): readonly number[] {
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [
    16 * opacity + (219 / 255) * luminance,
    128 * opacity + ((224 / 255) * (blue - luminance)) / 1.8556,
    128 * opacity + ((224 / 255) * (red - luminance)) / 1.5748,
    255 * opacity,
  ];
}

/** Whole numbers are a little less in doubles now and then. */
const ALMOST = 1e-6;
const ORDER = [0, 2, 3, 1] as const;

/** From which fraction on the next whole number is taken: of 8 × 8 pixels each has another one (Bayer, 1973). */
function thresholdAt(column: number, row: number): number {
  let sum = 0;
  for (let bit = 0; bit < 3; bit++) {
    const [x, y] = [(column >> bit) & 1, (row >> bit) & 1];
    sum = 4 * sum + (ORDER[2 * y + x] ?? 0);
  }
  return (sum + 0.5) / 64 + ALMOST;
}
