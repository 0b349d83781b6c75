import { add, clamp, clouds, gradient, HEIGHT, hash, mix, noise, rgb, step, WIDTH } from './picture-noise.mjs';

/** Paints a town at dusk behind water, with lit windows and their light on the water. */
export function skyline({ sky: stops, sun, glow, water, seed }) {
  const sky = gradient(stops);
  const shore = 0.7;
  const rows = [
    { n: 0, low: 0.08, high: 0.3, wide: 46, tone: 0.48, lit: 0.1 },
    { n: 1, low: 0.07, high: 0.36, wide: 62, tone: 0.74, lit: 0.28 },
    { n: 2, low: 0.03, high: 0.2, wide: 84, tone: 0.92, lit: 0.36 },
  ].map((row) => ({ ...row, houses: houses(row, seed) }));
  const haze = rgb(glow);
  const above = (x, y, i) => {
    const from = Math.hypot((x - sun) * 1.25, y - 0.62);
    let color = sky(y);
    const cloud = clouds(x * 2.4 + seed, y * 12 + clouds(x * 3, y * 6, 3), 6);
    color = mix(color, add(haze, [0.2, 0.1, 0.05], 0.6), step(0.52, 0.8, cloud) * 0.5 * step(0.66, 0.3, y));
    color = add(color, haze, 0.5 * Math.exp(-from * 4.5));
    for (const { n, houses: line, tone, lit } of rows) {
      const house = line[i];
      if (house === undefined || y < shore - house.height) continue;
      let wall = mix(haze, rgb('#0a1020'), tone);
      wall = mix(wall, haze, step(0.25, 0, shore - y) * (1 - tone) * 0.8);
      const [column, floor] = [Math.floor((i - house.left) / 11), Math.floor((y * HEIGHT) / 15)];
      const inWindow = (i - house.left) % 11 > 3 && (y * HEIGHT) % 15 > 6;
      if (inWindow && hash(column + house.left * 3, floor + n * 71) < lit * house.lively) {
        const warm = hash(floor, column + house.left);
        const lamp = warm < 0.75 ? [1, 0.78, 0.42] : [0.75, 0.88, 1];
        wall = mix(wall, lamp, 0.35 + 0.6 * hash(column, floor));
      }
      color = wall;
    }
    return color;
  };
  return (x, y, i) => {
    if (y < shore) return above(x, y, i);
    const depth = (y - shore) / (1 - shore);
    const sway = (clouds(x * 14, y * 420 * (1.15 - depth * 0.8), 3) - 0.5) * (0.01 + 0.05 * depth);
    const at = Math.max(0, Math.min(WIDTH - 1, Math.round(i + sway * WIDTH * 0.25)));
    let seen = [0, 0, 0];
    for (let n = 0; n < 4; n++) {
      const up = shore - (y - shore) * 1.15 + sway - n * 0.007 * (0.5 + depth);
      seen = add(seen, above(at / WIDTH, Math.max(0, up), at), 0.25);
    }
    return mix(seen, rgb(water), 0.3 + 0.45 * depth);
  };
}

function houses({ n, low, high, wide }, seed) {
  const line = [];
  let left = -20;
  for (let number = 0; left < WIDTH; number++) {
    const width = Math.round(wide * (0.5 + hash(number, n + seed)));
    const middle = 1 - Math.min(1, Math.abs((left + width / 2) / WIDTH - 0.46) * 1.7);
    const height = low + (high - low) * hash(n + seed * 7, number) ** 1.6 * (0.35 + 0.65 * middle);
    const house = { left, height, lively: 0.3 + hash(number, seed * 13) };
    for (let i = Math.max(0, left); i < Math.min(WIDTH, left + width); i++) {
      const stepped = Math.abs(i - left - width / 2) < width * 0.28 && hash(number, n * 5 + 1) > 0.5;
      line[i] = stepped ? { ...house, height: height * 1.1 } : house;
    }
    left += width + Math.round(hash(number, 77) * 5);
  }
  return line;
}

/** Paints a stadium at night: masts with lamps, stands full of people, and the pitch. */
export function stadium() {
  return (x, y) => {
    let color = mix(rgb('#060a14'), rgb('#16283c'), clamp(y / ROOF));
    if (y > ROOF - 0.05 * (2 * x - 1) ** 2) color = stands(x, y);
    if (y > PITCH - 0.022) color = mix(rgb('#1c2b3c'), rgb('#304a63'), noise(x * 14, 1));
    if (y > PITCH) color = grass(x, (y - PITCH) / (1 - PITCH), y);
    for (const mast of [0.1, 0.36, 0.64, 0.9]) color = lit(color, x, y, mast);
    return add(color, [0.35, 0.45, 0.55], 0.16 * clouds(x * 3, y * 5, 4) * step(0.7, 0.3, y));
  };
}

/** The heights at which the stands and the pitch begin. */
const [ROOF, PITCH] = [0.3, 0.62];

function stands(x, y) {
  const bow = 0.05 * (2 * x - 1) ** 2;
  const row = (y - ROOF + bow) / (PITCH - ROOF + bow);
  if (row < 0.05) return mix(rgb('#2a3a4c'), rgb('#0a1018'), row / 0.05);
  const [seat, rank] = [Math.floor(x * 420), Math.floor(row * 64)];
  if (hash(seat + 9, rank + 4) > 0.9975) return [0.95, 0.97, 1];
  const person = hash(seat, rank);
  const coats = [
    [0.9, [0.75, 0.78, 0.82]],
    [0.62, [0.3, 0.36, 0.44]],
    [-1, [0.1, 0.13, 0.19]],
  ];
  const [, coat] = coats.find(([above]) => person > above);
  const stand = mix(rgb('#0b121d'), coat, 0.3 + 0.35 * row);
  return mix(stand, rgb('#05080d'), step(0.03, 0.01, Math.abs(row - 0.47)) * 0.9);
}

function grass(x, depth, y) {
  const across = (x - 0.5) / (0.62 + depth * 0.9);
  const band = Math.floor(Math.log(1 + depth * 7) * 5.2) % 2;
  let color = mix(rgb('#1f7a3a'), rgb('#2b9148'), band);
  color = add(color, [0.1, 0.14, 0.06], (clouds(x * 300, y * 500, 2) - 0.5) * (0.4 + depth));
  const line = Math.min(Math.abs(depth - 0.1), Math.abs(Math.hypot(across * 2.2, (depth - 0.5) * 1.3) - 0.36));
  color = mix(color, [0.9, 0.95, 0.9], step(0.006 + depth * 0.004, 0.002, line) * 0.75);
  return mix(color, rgb('#06140b'), step(0.35, 1.1, depth) * 0.6);
}

/** Returns a color in the light of a mast, or the color of the mast itself. */
function lit(color, x, y, mast) {
  const [dx, dy] = [(x - mast) * 1.25, y - 0.17];
  const from = Math.hypot(dx, dy);
  let seen = add(color, [0.75, 0.88, 1], 0.55 * Math.exp(-from * 9) + 0.17 * Math.exp(-from * 2.6));
  if (dy > 0) {
    const down = Math.atan2(dx - (0.5 - mast) * 0.4 * dy, dy);
    seen = add(seen, [0.6, 0.75, 0.9], 0.1 * Math.exp(-((down / 0.34) ** 2)) * Math.exp(-dy * 2.2));
  }
  const [gx, gy] = [Math.abs(dx) / 0.05, Math.abs(dy) / 0.028];
  if (gx < 1 && gy < 1) {
    const lamp = Math.hypot(((gx * 3 + 0.5) % 1) - 0.5, ((gy * 1.5 + 0.5) % 1) - 0.5);
    return add(seen, [1, 1, 1], step(0.5, 0.15, lamp) * 1.4);
  }
  const isPole = Math.abs(dx) < 0.006 && dy > 0 && y < ROOF;
  return isPole ? mix(seen, rgb('#0b1420'), 0.8) : seen;
}
