// Tools for painting the pictures of the designs: repeatable noise, and colors as three numbers from 0 to 1.

/** The size of the pictures. */
export const [WIDTH, HEIGHT] = [2200, 1760];

/** Returns a number between 0 and 1 that is always the same for the same point. */
export function hash(x, y) {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

export function noise(x, y) {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - i), smooth(y - j)];
  const top = hash(i, j) + (hash(i + 1, j) - hash(i, j)) * u;
  const bottom = hash(i, j + 1) + (hash(i + 1, j + 1) - hash(i, j + 1)) * u;
  return top + (bottom - top) * v;
}

/** Returns noise of several scales, between 0 and 1. */
export function clouds(x, y, octaves = 5) {
  let [sum, weight, total] = [0, 1, 0];
  for (let n = 0; n < octaves; n++) {
    sum += noise(x * 2 ** n + n * 17.3, y * 2 ** n + n * 9.1) * weight;
    total += weight;
    weight /= 2;
  }
  return sum / total;
}

/** Returns noise with crests like mountains. */
export function crests(x, seed, octaves = 7) {
  let [sum, weight, total] = [0, 1, 0];
  for (let n = 0; n < octaves; n++) {
    sum += (1 - Math.abs(2 * noise(x * 2 ** n + seed, seed * 3.7 + n) - 1)) * weight;
    total += weight;
    weight *= 0.47;
  }
  return sum / total;
}

export const clamp = (value) => Math.max(0, Math.min(1, value));
const smooth = (u) => u * u * (3 - 2 * u);
export const step = (from, to, value) => smooth(clamp((value - from) / (to - from)));
export const mix = (a, b, u) => [a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u, a[2] + (b[2] - a[2]) * u];
export const add = (a, b, u) => [a[0] + b[0] * u, a[1] + b[1] * u, a[2] + b[2] * u];
export const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** Returns the color function of a gradient such as `[[0, '#…'], [1, '#…']]`. It takes a position from 0 to 1. */
export function gradient(stops) {
  const read = stops.map(([at, color]) => [at, rgb(color)]);
  return (value) => {
    const next = read.findIndex(([at]) => at >= value);
    if (next === 0) return read[0][1];
    if (next < 0) return read.at(-1)[1];
    const [[from, a], [to, b]] = [read[next - 1], read[next]];
    return mix(a, b, (value - from) / (to - from));
  };
}
