import { RATE, Track } from './sound.mjs';

/**
 * Adds reverb (after Freeverb: eight comb and four all-pass filters per side). Processes the track twice and returns
 * the second pass, because the reverb after the end of a loop must continue at its start.
 * @param {Track} dry
 * @param {{ size?: number, damp?: number }} [how]
 */
export function hall(dry, { size = 0.82, damp = 0.35 } = {}) {
  const wet = new Track(dry.length / RATE);
  for (const [side, spread] of /** @type {const} */ ([
    ['left', 0],
    ['right', 25],
  ])) {
    const combs = [1215, 1293, 1390, 1476, 1548, 1623, 1695, 1760].map((length) => comb(length + spread, size, damp));
    const passes = [605, 480, 371, 245].map((length) => allPass(length + spread));
    for (let index = 0; index < 2 * dry.length; index++) {
      const place = index % dry.length;
      const input = 0.5 * ((dry.left[place] ?? 0) + (dry.right[place] ?? 0)) * 0.1;
      let sum = 0;
      for (const each of combs) sum += each(input);
      for (const each of passes) sum = each(sum);
      if (index >= dry.length) wet[side][place] = sum;
    }
  }
  return wet;
}

/** @param {number} length @param {number} feedback @param {number} damp */
function comb(length, feedback, damp) {
  const line = new Float64Array(length);
  let [place, damped] = [0, 0];
  return (/** @type {number} */ input) => {
    const out = line[place] ?? 0;
    damped = out * (1 - damp) + damped * damp;
    line[place] = input + damped * feedback;
    place = (place + 1) % length;
    return out;
  };
}

/** @param {number} length */
function allPass(length) {
  const line = new Float64Array(length);
  let place = 0;
  return (/** @type {number} */ input) => {
    const held = line[place] ?? 0;
    line[place] = input + held * 0.5;
    place = (place + 1) % length;
    return held - input;
  };
}

/**
 * Normalizes a track to the loudness of all tracks, limits its peaks softly, and returns 16-bit samples.
 * @param {Track} track
 */
export function mastered({ left, right, length }) {
  let sum = 0;
  for (let index = 0; index < length; index++) sum += (left[index] ?? 0) ** 2 + (right[index] ?? 0) ** 2;
  const gain = 0.15 / Math.sqrt(sum / (2 * length));
  const bytes = Buffer.alloc(length * 4);
  for (let index = 0; index < length; index++)
    for (const [place, side] of [left, right].entries()) {
      const value = (side[index] ?? 0) * gain;
      const rounded =
        Math.abs(value) < 0.5 ? value : Math.sign(value) * (0.5 + 0.44 * Math.tanh((Math.abs(value) - 0.5) / 0.44));
      bytes.writeInt16LE(Math.round(32_700 * rounded), index * 4 + place * 2);
    }
  return bytes;
}
