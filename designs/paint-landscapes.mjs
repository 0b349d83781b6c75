import { add, clamp, clouds, crests, gradient, HEIGHT, hash, mix, noise, rgb, step, WIDTH } from './picture-noise.mjs';

/** Paints a dawn: ridges at seven distances, sharper toward the viewer, with mist in the valleys. */
export function dawn() {
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
      const light = clamp(0.5 - slope * 90) * Math.exp(-below * 60) * (1 - depth * 0.6);
      stone = add(stone, [0.45, 0.27, 0.13], light * 0.45);
      stone = mix(stone, mix(stone, near, 0.4), clouds(x * 30, y * 60 + n * 9, 3) * depth * 0.4);
      const haze = Math.min(0.85, step(0, 0.2, below) * (1.02 - depth) * (0.55 + 0.6 * clouds(x * 3 + n, y * 7, 4)));
      color = mix(stone, mix(mist, rgb('#6f8fc0'), depth ** 0.7), clamp(haze) * (1 - depth * 0.65));
      color = add(color, [0.5, 0.3, 0.12], 0.22 * Math.exp(-sun * 4) * (1 - depth));
    }
    return color;
  };
}

/** Paints the sun over the sea. Its light forms a path on the waves. */
export function sea() {
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

/** Paints dunes with a sunny and a shaded side, and ripples from the wind. */
export function dunes() {
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

/** Paints northern lights over a lake with firs. */
export function aurora() {
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
      const curl =
        0.2 + n * 0.1 + 0.11 * Math.sin(x * 3.4 + n * 2.2 + 1.6 * noise(x * 2.6, n * 5)) + 0.04 * noise(x * 7, n);
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

/** Returns a function that checks whether a point is inside a fir of the row. */
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
