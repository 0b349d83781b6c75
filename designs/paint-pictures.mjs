// Paints the pictures of the designs: `node designs/paint-pictures.mjs [name…]`, with `ffmpeg` on PATH. They are computed
// from nothing but numbers, so nobody else has a claim on them.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const folder = import.meta.dirname;
const [WIDTH, HEIGHT] = [2200, 1760];

/** A number between 0 and 1 that is always the same for the same place. */
function hash(x, y) {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

function noise(x, y) {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - i), smooth(y - j)];
  const top = hash(i, j) + (hash(i + 1, j) - hash(i, j)) * u;
  const bottom = hash(i, j + 1) + (hash(i + 1, j + 1) - hash(i, j + 1)) * u;
  return top + (bottom - top) * v;
}

/** Noise of several sizes, between 0 and 1. */
function clouds(x, y, octaves = 5) {
  let [sum, weight, total] = [0, 1, 0];
  for (let n = 0; n < octaves; n++) {
    sum += noise(x * 2 ** n + n * 17.3, y * 2 ** n + n * 9.1) * weight;
    total += weight;
    weight /= 2;
  }
  return sum / total;
}

/** Noise with crests, as mountains have them. */
function crests(x, seed, octaves = 7) {
  let [sum, weight, total] = [0, 1, 0];
  for (let n = 0; n < octaves; n++) {
    sum += (1 - Math.abs(2 * noise(x * 2 ** n + seed, seed * 3.7 + n) - 1)) * weight;
    total += weight;
    weight *= 0.47;
  }
  return sum / total;
}

const clamp = (value) => Math.max(0, Math.min(1, value));
const smooth = (u) => u * u * (3 - 2 * u);
const step = (from, to, value) => smooth(clamp((value - from) / (to - from)));
const mix = (a, b, u) => [a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u, a[2] + (b[2] - a[2]) * u];
const add = (a, b, u) => [a[0] + b[0] * u, a[1] + b[1] * u, a[2] + b[2] * u];
const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** The colour at a place of a gradient: `[[0, '#…'], [1, '#…']]`. */
function gradient(stops) {
  const read = stops.map(([at, color]) => [at, rgb(color)]);
  return (value) => {
    const next = read.findIndex(([at]) => at >= value);
    if (next === 0) return read[0][1];
    if (next < 0) return read.at(-1)[1];
    const [[from, a], [to, b]] = [read[next - 1], read[next]];
    return mix(a, b, (value - from) / (to - from));
  };
}

/** Ridges behind ridges, each a little clearer, with mist in the valleys. */
function dawn() {
  const sky = gradient([
    [0, '#3d5f8f'],
    [0.22, '#7d93b8'],
    [0.36, '#e0b8a6'],
    [0.46, '#fbd9a8'],
    [1, '#fbd9a8'],
  ]);
  const far = rgb('#c98f8c');
  const near = rgb('#0b2038');
  const mist = rgb('#f3cfae');
  const ridges = Array.from({ length: 7 }, (_, n) => {
    const depth = n / 6;
    return { depth, base: 0.42 + 0.085 * n + 0.03 * depth, size: 0.16 + 0.05 * Math.sin(n * 2.1), wide: 2.1 + 0.5 * n };
  });
  const heights = ridges.map(({ base, size, wide }, n) =>
    Float32Array.from({ length: WIDTH }, (_, i) => base - size * (crests((i / WIDTH) * wide, 3.1 + n * 5.7) - 0.55)),
  );
  return (x, y, i) => {
    const sun = Math.hypot((x - 0.66) * 1.25, y - 0.4);
    let color = sky(y + 0.03 * (clouds(x * 3, y * 9) - 0.5));
    const band = step(0.52, 0.75, clouds(x * 2.2 + 4, y * 14, 5)) * step(0.4, 0.2, Math.abs(y - 0.2));
    color = mix(color, rgb('#ffd9bf'), band * 0.5);
    color = add(color, [1, 0.78, 0.5], 0.75 * Math.exp(-sun * 7) + 0.25 * Math.exp(-sun * 2.5));
    color = mix(color, [2.2, 2, 1.7], step(0.041, 0.036, sun));
    for (const [n, { depth }] of ridges.entries()) {
      const below = y - heights[n][i];
      if (below < 0) continue;
      let stone = mix(far, near, depth ** 0.8);
      const slope = heights[n][Math.min(WIDTH - 1, i + 4)] - heights[n][Math.max(0, i - 4)];
      const light = clamp(0.5 - slope * 90) * Math.exp(-below * 14) * (1 - depth * 0.6);
      stone = add(stone, [0.45, 0.27, 0.13], light * 0.45);
      stone = mix(stone, mix(stone, near, 0.4), clouds(x * 30, y * 60 + n * 9, 3) * depth * 0.4);
      const veil = Math.min(0.85, step(0, 0.2, below) * (1.02 - depth) * (0.55 + 0.6 * clouds(x * 3 + n, y * 7, 4)));
      color = mix(stone, mix(mist, rgb('#6f8fc0'), depth ** 0.7), clamp(veil) * (1 - depth * 0.65));
      color = add(color, [0.5, 0.3, 0.12], 0.22 * Math.exp(-sun * 4) * (1 - depth));
    }
    return color;
  };
}

/** The sun over the sea: its light lies on the waves as a path. */
function sea() {
  const sky = gradient([
    [0, '#1d2a55'],
    [0.2, '#51457f'],
    [0.36, '#c2607a'],
    [0.47, '#f79a62'],
    [0.53, '#ffd489'],
    [1, '#ffd489'],
  ]);
  const horizon = 0.54;
  return (x, y) => {
    const sun = Math.hypot((x - 0.5) * 1.25, y - 0.485);
    if (y < horizon) {
      let color = sky(y);
      const cloud = clouds(x * 2.5 + 7, y * 10 + clouds(x * 4, y * 8, 3) * 1.4, 6);
      const lit = mix(rgb('#ff9d6e'), rgb('#4a3768'), clamp((0.42 - y) * 3.2));
      color = mix(color, lit, step(0.5, 0.78, cloud) * 0.85 * step(horizon, 0.36, y));
      color = add(color, [1, 0.62, 0.3], 0.7 * Math.exp(-sun * 8) + 0.2 * Math.exp(-sun * 2.2));
      return mix(color, [2.2, 2, 1.5], step(0.052, 0.046, sun));
    }
    const depth = (y - horizon) / (1 - horizon);
    const scale = 1 / (0.02 + depth * 0.35);
    const wave = clouds((x - 0.5) * scale * 3.2 + 40, scale * 16, 5);
    const fine = noise((x - 0.5) * scale * 26 + 90, scale * 110);
    let color = mix(rgb('#d0736b'), rgb('#101c3c'), clamp(depth * 1.5 + 0.12));
    color = mix(color, rgb('#f59a6b'), step(0.5, 0.72, wave) * (0.6 - depth * 0.35));
    const path = Math.exp(-(((x - 0.5) / (0.035 + depth * 0.16)) ** 2));
    const glint = step(0.4, 0.68, wave * 0.55 + fine * 0.45);
    color = add(color, [1, 0.68, 0.36], path * glint * (1.05 - depth * 0.5));
    return add(color, [0.9, 0.45, 0.2], 0.35 * Math.exp(-depth * 14));
  };
}

/** Dunes: each has a side in the sun and one in the shade, with ripples of the wind. */
function dunes() {
  const sky = gradient([
    [0, '#2f7cb8'],
    [0.3, '#86b9d6'],
    [0.46, '#e8dcc4'],
    [1, '#e8dcc4'],
  ]);
  const lines = Array.from({ length: 6 }, (_, n) => {
    const height = Float32Array.from({ length: WIDTH }, (_, i) => {
      const u = (i / WIDTH) * (1.1 + 0.12 * n) + n * 1.93;
      return 0.42 + n * 0.1 + 0.075 * Math.sin(u * 4.1 + n * 2) + 0.04 * Math.sin(u * 9.2 + n) - 0.02 * noise(u * 6, n);
    });
    return { n, height };
  });
  return (x, y, i) => {
    let color = sky(y);
    color = add(color, [0.25, 0.2, 0.12], Math.exp(-Math.hypot((x - 0.16) * 1.3, y - 0.16) * 5));
    color = mix(color, [1, 1, 1], step(0.55, 0.85, clouds(x * 2 + 3, y * 12, 6)) * 0.45);
    for (const { n, height } of lines) {
      const below = y - height[i];
      if (below < 0) continue;
      const depth = n / 5;
      const slope = height[Math.min(WIDTH - 1, i + 12)] - height[Math.max(0, i - 12)];
      const crest = slope * 34 + 0.06 * (clouds(x * 10, y * 14 + n, 3) - 0.5);
      const bend = below * 2.6 - crest;
      const shade = step(-0.05, 0.22, crest * 0.9 + 0.12 - below * (0.5 + 0.3 * Math.sin(n * 2)));
      const ripple = Math.sin((y * 900 + 60 * clouds(x * 4, y * 5 + n, 3) + x * 160) * (1.15 - depth * 0.75));
      let sand = mix(rgb('#f2b872'), rgb('#d9812f'), clamp(0.35 + bend * 0.5));
      sand = add(sand, [0.1, 0.07, 0.03], ripple * 0.22 * (0.3 + depth) * (1 - shade * 0.6));
      sand = mix(sand, mix(rgb('#8a4a2c'), rgb('#5d2d22'), depth), shade * 0.88);
      sand = add(sand, [0.16, 0.12, 0.07], Math.exp(-below * 120) * (1 - shade));
      color = mix(sand, rgb('#e6cdae'), (1 - depth) ** 2 * 0.6);
    }
    return color;
  };
}

/** Northern lights over a lake with firs. */
function aurora() {
  const sky = gradient([
    [0, '#050b1f'],
    [0.4, '#0c2440'],
    [0.62, '#1b4a5c'],
    [1, '#1b4a5c'],
  ]);
  const shore = 0.66;
  const hills = Float32Array.from(
    { length: WIDTH },
    (_, i) => shore - 0.02 - 0.14 * (crests((i / WIDTH) * 1.7, 8.8, 6) - 0.35),
  );
  const firs = firLine(shore + 0.012, 0.135, 150, 5);
  const lights = (x, y) => {
    let light = [0, 0, 0];
    for (let n = 0; n < 3; n++) {
      const curl = 0.2 + n * 0.1 + 0.11 * Math.sin(x * 3.4 + n * 2.2 + 1.6 * noise(x * 2.6, n * 5)) + 0.04 * noise(x * 7, n);
      const above = curl + 0.16 - y;
      const rays = 0.55 + 0.75 * clouds(x * 44 + n * 11, y * 0.8 + n, 3);
      const strength = above > 0 ? Math.exp(-above * (6.5 + n)) * step(0, 0.03, above) * rays : 0;
      const tall = clamp(above * 2.6);
      light = add(light, mix([0.16, 0.95, 0.55], [0.5, 0.25, 0.85], tall), strength * (0.85 - n * 0.16));
    }
    return light;
  };
  const above = (x, y, i) => {
    let color = sky(y);
    const [sx, sy] = [Math.floor(x * 620), Math.floor(y * 496)];
    const star = hash(sx + 5, sy + 3);
    if (star > 0.9965) {
      const from = Math.hypot(x * 620 - sx - 0.5, y * 496 - sy - 0.5);
      color = add(color, [0.85, 0.9, 1], clamp(0.5 - from) * 2 * hash(sy, sx));
    }
    color = add(color, lights(x, y), 0.9);
    if (y > hills[i]) color = mix(rgb('#0a1b2c'), rgb('#12384a'), clamp((y - hills[i]) * 4));
    return color;
  };
  return (x, y, i) => {
    if (y < shore) {
      const color = above(x, y, i);
      return firs(i, y) ? mix(rgb('#02070d'), color, 0.06) : color;
    }
    const depth = (y - shore) / (1 - shore);
    const sway = (clouds(x * 30, y * 260 * (1.1 - depth * 0.8), 3) - 0.5) * 0.03 * (0.3 + depth);
    const mirrored = shore - (y - shore) * 1.25 + sway;
    const at = Math.max(0, Math.min(WIDTH - 1, Math.round(i + sway * WIDTH * 0.5)));
    const seen = firs(at, mirrored) ? rgb('#02070d') : above(at / WIDTH, mirrored, at);
    return mix(mix(seen, rgb('#04101c'), 0.3), rgb('#02070d'), step(0.6, 1.1, depth) * 0.7);
  };
}

/** Firs side by side: whether a place lies in one of them. */
function firLine(foot, tall, count, seed) {
  const top = new Float32Array(WIDTH).fill(2);
  for (let n = 0; n < count; n++) {
    const middle = ((n + hash(n, seed)) / count) * WIDTH;
    const edge = Math.abs(middle / WIDTH - 0.5) * 2;
    const height = tall * (0.35 + 0.65 * hash(seed, n)) * (0.55 + 0.75 * edge ** 2);
    const wide = height * 0.21 * HEIGHT;
    for (let i = Math.max(0, Math.floor(middle - wide)); i < Math.min(WIDTH, middle + wide); i++) {
      const out = Math.abs(i - middle) / wide;
      const ragged = 0.1 * Math.abs(((out * 7) % 1) - 0.5) + 0.05 * hash(i, n);
      top[i] = Math.min(top[i], foot - height * (1 - clamp(out + ragged)));
    }
  }
  return (i, y) => y > top[i] && y < foot + 0.03;
}

/** A town at dusk behind water: lit windows, and their light on it. */
function skyline({ sky: stops, sun, glow, water, seed }) {
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

/** A stadium at night: masts with lamps, stands full of people, and the pitch. */
function stadium() {
  const roof = 0.3;
  const pitch = 0.62;
  const masts = [0.1, 0.36, 0.64, 0.9];
  return (x, y) => {
    const bow = 0.05 * (2 * x - 1) ** 2;
    let color = mix(rgb('#060a14'), rgb('#16283c'), clamp(y / roof));
    if (y > roof - bow) {
      const row = (y - roof + bow) / (pitch - roof + bow);
      const [seat, rank] = [Math.floor(x * 420), Math.floor(row * 64)];
      const person = hash(seat, rank);
      const coat = person > 0.9 ? [0.75, 0.78, 0.82] : person > 0.62 ? [0.3, 0.36, 0.44] : [0.1, 0.13, 0.19];
      const stand = mix(rgb('#0b121d'), coat, 0.3 + 0.35 * row);
      color = mix(stand, rgb('#05080d'), step(0.03, 0.01, Math.abs(row - 0.47)) * 0.9);
      if (row < 0.05) color = mix(rgb('#2a3a4c'), rgb('#0a1018'), row / 0.05);
      const phone = hash(seat + 9, rank + 4);
      if (phone > 0.9975) color = [0.95, 0.97, 1];
    }
    if (y > pitch - 0.022 && y <= pitch) color = mix(rgb('#1c2b3c'), rgb('#304a63'), noise(x * 14, 1));
    if (y > pitch) {
      const depth = (y - pitch) / (1 - pitch);
      const across = (x - 0.5) / (0.62 + depth * 0.9);
      const band = Math.floor(Math.log(1 + depth * 7) * 5.2) % 2;
      color = mix(rgb('#1f7a3a'), rgb('#2b9148'), band);
      color = add(color, [0.1, 0.14, 0.06], (clouds(x * 300, y * 500, 2) - 0.5) * (0.4 + depth));
      const line = Math.min(Math.abs(depth - 0.1), Math.abs(Math.hypot(across * 2.2, (depth - 0.5) * 1.3) - 0.36));
      color = mix(color, [0.9, 0.95, 0.9], step(0.006 + depth * 0.004, 0.002, line) * 0.75);
      color = mix(color, rgb('#06140b'), step(0.35, 1.1, depth) * 0.6);
    }
    for (const mast of masts) {
      const [dx, dy] = [(x - mast) * 1.25, y - 0.17];
      const from = Math.hypot(dx, dy);
      color = add(color, [0.75, 0.88, 1], 0.55 * Math.exp(-from * 9) + 0.17 * Math.exp(-from * 2.6));
      const down = Math.atan2(dx - (0.5 - mast) * 0.4 * dy, dy);
      if (dy > 0) color = add(color, [0.6, 0.75, 0.9], 0.1 * Math.exp(-((down / 0.34) ** 2)) * Math.exp(-dy * 2.2));
      const [gx, gy] = [Math.abs(dx) / 0.05, Math.abs(dy) / 0.028];
      if (gx < 1 && gy < 1) {
        const lamp = Math.hypot(((gx * 3 + 0.5) % 1) - 0.5, ((gy * 1.5 + 0.5) % 1) - 0.5);
        color = add(color, [1, 1, 1], step(0.5, 0.15, lamp) * 1.4);
      } else if (Math.abs(dx) < 0.006 && dy > 0 && y < roof) color = mix(color, rgb('#0b1420'), 0.8);
    }
    return add(color, [0.35, 0.45, 0.55], 0.16 * clouds(x * 3, y * 5, 4) * step(0.7, 0.3, y));
  };
}

const dusk = [
  [0, '#16264f'],
  [0.3, '#4a5a92'],
  [0.5, '#d98a86'],
  [0.64, '#ffc48a'],
  [1, '#ffc48a'],
];
const morning = [
  [0, '#24405f'],
  [0.3, '#5c86a6'],
  [0.52, '#b9cdd2'],
  [0.66, '#f0ddc4'],
  [1, '#f0ddc4'],
];

const pictures = {
  'slideshow/slideshow-dawn.jpg': dawn,
  'slideshow/slideshow-sea.jpg': sea,
  'slideshow/slideshow-dunes.jpg': dunes,
  'slideshow/slideshow-lights.jpg': aurora,
  'slideshow/slideshow-town.jpg': () => skyline({ sky: dusk, sun: 0.3, glow: '#f0a07c', water: '#18233f', seed: 3 }),
  'news/news-harbour.jpg': () => skyline({ sky: morning, sun: 0.72, glow: '#cbb9a6', water: '#1b3346', seed: 11 }),
  'sports/sports-stadium.jpg': stadium,
};

const wanted = process.argv.slice(2);
for (const [name, painter] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const at = painter();
  const bytes = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let j = 0; j < HEIGHT; j++)
    for (let i = 0; i < WIDTH; i++) {
      const [x, y] = [i / WIDTH, j / HEIGHT];
      const edge = Math.hypot(x - 0.5, y - 0.5);
      const grain = (hash(i, j) + hash(i + 7, j + 3) - 1) * 0.018;
      const color = at(x, y, i);
      const place = (j * WIDTH + i) * 3;
      for (let c = 0; c < 3; c++) {
        // Highlights roll off as they do on film.
        const light = color[c] > 0.8 ? 0.8 + 0.2 * (1 - Math.exp((0.8 - color[c]) / 0.2)) : color[c];
        bytes[place + c] = 255 * clamp(light * (1 - 0.28 * edge ** 2) + grain);
      }
    }
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-i', '-'];
  const result = spawnSync('ffmpeg', ['-v', 'error', '-y', ...raw, '-q:v', '4', path.join(folder, name)], { input: bytes });
  if (result.status !== 0) throw new Error(String(result.stderr));
  process.stdout.write(`${name}\n`);
}
