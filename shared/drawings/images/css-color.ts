/** Matches a comma, white space, or both. Matches each text in only one way, so matching takes linear time. */
const VALUE_SEPARATOR = /(?:\s*,\s*|\s+)/.source;
const OLD_RGB = ['', '%']
  .map((unit) => `rgba?\\(\\s*(?:[\\d.+-]+${unit}${VALUE_SEPARATOR}){2}[\\d.+-]+${unit}`)
  .join('|');
const OLD_HSL = `hsla?\\(\\s*[\\d.+-]+${VALUE_SEPARATOR}[\\d.]+%${VALUE_SEPARATOR}[\\d.]+%`;
/**
 * Matches the color functions that the SVG renderer supports: the opacity is a number after a comma, and an angle has
 * no unit.
 */
export const COLOR_FUNCTION = new RegExp(`^(?:${OLD_RGB}|${OLD_HSL})\\s*(?:,\\s*[\\d.]+\\s*)?\\)$`, 'i');

/**
 * Converts a color of CSS Color 4 to `rgb()` or `rgba()` in sRGB. Clips colors outside sRGB. Returns null for invalid
 * colors, and for functions that depend on other colors, such as `color-mix()`.
 */
export function cssColor(written: string): string | null {
  if (/^rebeccapurple$/i.test(written)) return 'rgb(102, 51, 153)';
  const [, name = '', inside = ''] = /^([a-z-]+)\(([^()]*)\)$/i.exec(written) ?? [];
  const read = SPACES[name.toLowerCase()];
  if (read === undefined) return null;
  const values = inside.includes(',') ? withCommas(name, inside) : withSpaces(inside);
  if (values === null) return null;
  const alpha = values.alpha === null ? 1 : scaled(values.alpha, 1);
  const srgb = read(values.channels);
  if (alpha === null || srgb === null || !srgb.every(Number.isFinite)) return null;
  const channels = srgb.map((value) => Math.round(255 * clamped(value))).join(', ');
  const opacity = Number(clamped(alpha).toFixed(4));
  return opacity === 1 ? `rgb(${channels})` : `rgba(${channels}, ${opacity})`;
}

interface ColorValues {
  readonly channels: readonly string[];
  readonly alpha: string | null;
}

/**
 * Reads the old syntax with commas, which only `rgb()` and `hsl()` support (CSS Color 4, 4.1). Either all channels of
 * `rgb()` or none are percentages. The last two channels of `hsl()` are percentages. Returns null for any other text.
 */
function withCommas(name: string, inside: string): ColorValues | null {
  const values = inside.split(',').map((value) => value.trim());
  const channels = values.slice(0, 3);
  const percentages = channels.map((value) => (value.endsWith('%') ? '%' : '.')).join('');
  const isOld = /^rgba?$/i.test(name) ? /^(?:%%%|\.\.\.)$/ : /^hsla?$/i.test(name) ? /^\.%%$/ : null;
  if (isOld?.test(percentages) !== true || values.length > 4 || values.includes('none')) return null;
  return { channels, alpha: values[3] ?? null };
}

function withSpaces(inside: string): ColorValues | null {
  const [before = '', alpha, ...more] = inside.split('/');
  if (more.length > 0) return null;
  return { channels: before.trim().split(/\s+/), alpha: alpha === undefined ? null : alpha.trim() };
}

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** The units of angles, in degrees. */
const DEGREES: Readonly<Record<string, number>> = { '': 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const NUMBER = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?)(%|deg|grad|rad|turn)?$/i;

/** Reads the channels of a function. Returns red, green, and blue in sRGB; null if a channel is invalid. */
type ReadChannels = (channels: readonly string[]) => Triple | null;

const SPACES: Readonly<Record<string, ReadChannels>> = {
  rgb: readRgb,
  rgba: readRgb,
  hsl: readHsl,
  hsla: readHsl,
  hwb: ([hue, white, black, ...more]) => {
    const angle = degrees(hue);
    const [w, b] = [fractionOf(white), fractionOf(black)];
    if (angle === null || w === null || b === null || more.length > 0) return null;
    if (w + b >= 1) return [w / (w + b), w / (w + b), w / (w + b)];
    return mapped(hslToRgb(angle, 1, 0.5), (value) => value * (1 - w - b) + w);
  },
  lab: (channels) => labToSrgb(scaledAll(channels, [100, 125, 125])),
  lch: (channels) => labToSrgb(polar(channels, [100, 150])),
  oklab: (channels) => oklabToSrgb(scaledAll(channels, [1, 0.4, 0.4])),
  oklch: (channels) => oklabToSrgb(polar(channels, [1, 0.4])),
  color: ([space = '', ...channels]) => {
    const values = scaledAll(channels, [1, 1, 1]);
    if (values === null) return null;
    switch (space.toLowerCase()) {
      case 'srgb':
        return values;
      case 'srgb-linear':
        return mapped(values, encoded);
      case 'display-p3':
        return mapped(multiplied(P3_TO_SRGB, mapped(values, decoded)), encoded);
      default:
        return null;
    }
  },
};

function readRgb(channels: readonly string[]): Triple | null {
  const values = scaledAll(channels, [255, 255, 255]);
  return values && mapped(values, (value) => value / 255);
}

function readHsl([hue, saturation, lightness, ...more]: readonly string[]): Triple | null {
  const angle = degrees(hue);
  const [s, l] = [fractionOf(saturation), fractionOf(lightness)];
  return angle === null || s === null || l === null || more.length > 0 ? null : hslToRgb(angle, clamped(s), clamped(l));
}

/** Converts a color of HSL (CSS Color 4, 7.1). */
function hslToRgb(angle: number, saturation: number, lightness: number): Triple {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const place = (offset + (((angle % 360) + 360) % 360) / 30) % 12;
    return lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Linear Display P3 to linear sRGB; both have the white point D65 (CSS Color 4, 17). */
const P3_TO_SRGB: Matrix = [
  [1.2249401762805598, -0.22494017628055996, 0],
  [-0.042056954709688163, 1.0420569547096881, 0],
  [-0.019637554590334432, -0.078636045550631889, 1.0982736001409663],
];
/** XYZ with the white point D50 to linear sRGB, adapted to D65 (CSS Color 4, 17). */
const XYZ_D50_TO_SRGB: Matrix = [
  [3.1341358529001178, -1.6173863321612538, -0.4906622479110498],
  [-0.978795502912089, 1.9162543773959884, 0.03344273116131949],
  [0.07195537988411677, -0.22897682644158682, 1.4053860351131182],
];
const D50: Triple = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585];

/** Converts a color of CIE Lab with a lightness from 0 to 100 (CSS Color 4, 9.3). */
function labToSrgb(lab: Triple | null): Triple | null {
  if (lab === null) return null;
  const [lightness, a, b] = [Math.min(100, Math.max(0, lab[0])), lab[1], lab[2]];
  const y = (lightness + 16) / 116;
  const [kappa, epsilon] = [24389 / 27, 216 / 24389];
  const cubic = (value: number) => (value ** 3 > epsilon ? value ** 3 : (116 * value - 16) / kappa);
  const xyz: Triple = [
    D50[0] * cubic(y + a / 500),
    lightness > kappa * epsilon ? y ** 3 : lightness / kappa,
    D50[2] * cubic(y - b / 200),
  ];
  return mapped(multiplied(XYZ_D50_TO_SRGB, xyz), encoded);
}

/**
 * Matrices from Oklab to the cube roots of its cone responses, and from the responses to linear sRGB
 * (bottosson.github.io/posts/oklab).
 */
const OKLAB_TO_CONES: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const CONES_TO_SRGB: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

function oklabToSrgb(lab: Triple | null): Triple | null {
  if (lab === null) return null;
  const cones = multiplied(OKLAB_TO_CONES, [clamped(lab[0]), lab[1], lab[2]]);
  return mapped(
    multiplied(
      CONES_TO_SRGB,
      mapped(cones, (value) => value ** 3),
    ),
    encoded,
  );
}

/**
 * Reads a lightness, a chroma, and a hue. Returns the lightness and the two color axes; null if a channel is invalid.
 */
function polar(channels: readonly string[], [whole, most]: readonly [number, number]): Triple | null {
  const [first, second, hue, ...more] = channels;
  const [lightness, chroma, angle] = [scaled(first, whole), scaled(second, most), degrees(hue)];
  if (lightness === null || chroma === null || angle === null || more.length > 0) return null;
  const [reach, turn] = [Math.max(0, chroma), (angle * Math.PI) / 180];
  return [lightness, reach * Math.cos(turn), reach * Math.sin(turn)];
}

function scaledAll(channels: readonly string[], wholes: Triple): Triple | null {
  const [first, second, third] = wholes.map((whole, index) => scaled(channels[index], whole));
  if (channels.length !== 3 || first == null || second == null || third == null) return null;
  return [first, second, third];
}

/** Reads a number, or a percentage of `whole`. Returns 0 for `none` (CSS Color 4, 4.4). */
function scaled(text: string | undefined, whole: number): number | null {
  if (text?.toLowerCase() === 'none') return 0;
  const [, amount, unit] = NUMBER.exec(text ?? '') ?? [];
  if (amount === undefined || (unit !== undefined && unit !== '%')) return null;
  return unit === '%' ? (Number(amount) * whole) / 100 : Number(amount);
}

function fractionOf(text: string | undefined): number | null {
  const value = scaled(text, 100);
  return value === null ? null : value / 100;
}

function degrees(text: string | undefined): number | null {
  if (text?.toLowerCase() === 'none') return 0;
  const [, amount, unit = ''] = NUMBER.exec(text ?? '') ?? [];
  const each = DEGREES[unit.toLowerCase()];
  return amount === undefined || each === undefined ? null : Number(amount) * each;
}

/** Decodes a channel of sRGB or Display P3 to linear light (CSS Color 4, 10.2 and 10.4). */
function decoded(value: number): number {
  const size = Math.abs(value);
  return size <= 0.04045 ? value / 12.92 : Math.sign(value) * ((size + 0.055) / 1.055) ** 2.4;
}

function encoded(value: number): number {
  const size = Math.abs(value);
  return size <= 0.0031308 ? 12.92 * value : Math.sign(value) * (1.055 * size ** (1 / 2.4) - 0.055);
}

function multiplied(matrix: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

function mapped([x, y, z]: Triple, change: (value: number) => number): Triple {
  return [change(x), change(y), change(z)];
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}
