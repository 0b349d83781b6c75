/** Instruments and rooms, as sums of numbers: the same bytes each time. */

export const RATE = 48_000;

/** A stereo track of whole samples, to which sounds are added. */
export class Track {
  /** @param {number} seconds */
  constructor(seconds) {
    this.length = Math.round(seconds * RATE);
    this.left = new Float64Array(this.length);
    this.right = new Float64Array(this.length);
  }

  /**
   * Adds a mono sound; what reaches beyond the end comes in again at the beginning, so that the track can be repeated.
   * @param {Float64Array} sound
   * @param {number} at seconds
   * @param {{ gain?: number, pan?: number }} [how] pan is −1 at the left, 1 at the right
   */
  add(sound, at, { gain = 1, pan = 0 } = {}) {
    const start = Math.round(at * RATE);
    const angle = ((pan + 1) * Math.PI) / 4;
    const [toLeft, toRight] = [gain * Math.cos(angle), gain * Math.sin(angle)];
    for (let index = 0; index < sound.length; index++) {
      const place = (start + index) % this.length;
      const value = sound[index] ?? 0;
      this.left[place] = (this.left[place] ?? 0) + value * toLeft;
      this.right[place] = (this.right[place] ?? 0) + value * toRight;
    }
  }

  /**
   * @param {Track} other
   * @param {number} [gain]
   */
  mix(other, gain = 1) {
    for (const side of /** @type {const} */ (['left', 'right']))
      for (let index = 0; index < this.length; index++)
        this[side][index] = (this[side][index] ?? 0) + gain * (other[side][index] ?? 0);
  }

  /**
   * Makes way for a drum: quiet where it is struck, back within a moment.
   * @param {readonly number[]} hits seconds
   * @param {number} depth
   */
  pump(hits, depth) {
    const gain = new Float64Array(this.length).fill(1);
    for (const hit of hits)
      for (let index = 0; index < 0.32 * RATE; index++) {
        const place = (Math.round(hit * RATE) + index) % this.length;
        const back = index / (0.32 * RATE);
        gain[place] = Math.min(gain[place] ?? 1, 1 - depth * (1 - back) ** 1.6);
      }
    for (let index = 0; index < this.length; index++) {
      this.left[index] = (this.left[index] ?? 0) * (gain[index] ?? 1);
      this.right[index] = (this.right[index] ?? 0) * (gain[index] ?? 1);
    }
  }
}

/** @param {number} note of MIDI: 69 is the A of 440 Hz */
export const pitch = (note) => 440 * 2 ** ((note - 69) / 12);

/** @param {number} seed */
function noise(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 31 - 1;
  };
}

/**
 * @param {number} seconds
 * @param {(t: number, index: number) => number} at
 */
function sound(seconds, at) {
  const made = new Float64Array(Math.round(seconds * RATE));
  for (let index = 0; index < made.length; index++) made[index] = at(index / RATE, index);
  return made;
}

/**
 * A filter of two poles whose corner may move: low, band and high at once (after Andrew Simper's state variable filter).
 * @param {Float64Array} input
 * @param {(t: number) => number} corner Hz
 * @param {{ kind?: 'low' | 'high' | 'band', resonance?: number }} [how]
 */
export function filtered(input, corner, { kind = 'low', resonance = 0.7 } = {}) {
  const made = new Float64Array(input.length);
  let [one, two] = [0, 0];
  const damping = 1 / resonance;
  for (let index = 0; index < input.length; index++) {
    const g = Math.tan((Math.PI * Math.min(corner(index / RATE), RATE * 0.45)) / RATE);
    const a1 = 1 / (1 + g * (g + damping));
    const v3 = (input[index] ?? 0) - two;
    const v1 = a1 * one + g * a1 * v3;
    const v2 = two + g * v1;
    one = 2 * v1 - one;
    two = 2 * v2 - two;
    made[index] = kind === 'low' ? v2 : kind === 'band' ? v1 : (input[index] ?? 0) - damping * v1 - v2;
  }
  return made;
}

/**
 * @param {number} t
 * @param {number} length of the note
 * @param {number} attack
 * @param {number} release
 */
const envelope = (t, length, attack, release) =>
  Math.min(1, t / attack) * (t < length ? 1 : Math.max(0, 1 - (t - length) / release));

/** A saw without the harsh edge of one, by its corner being rounded (PolyBLEP). @param {number} phase @param {number} step */
function saw(phase, step) {
  const value = 2 * phase - 1;
  if (phase < step) return value - (2 * (phase / step) - (phase / step) ** 2 - 1);
  if (phase > 1 - step) return value - (((phase - 1) / step) ** 2 + (2 * (phase - 1)) / step + 1);
  return value;
}

/** @param {number} note @param {number} seconds @param {readonly number[]} cents */
function saws(note, seconds, cents) {
  const voices = cents.map((cent, index) => ({ step: pitch(note + cent / 100) / RATE, phase: (index * 0.37) % 1 }));
  return sound(seconds, () => {
    let sum = 0;
    for (const voice of voices) {
      sum += saw(voice.phase, voice.step);
      voice.phase = (voice.phase + voice.step) % 1;
    }
    return sum / voices.length;
  });
}

/** Soft strings that swell. @param {number} note @param {number} length @param {{ bright?: number, attack?: number }} [how] */
export function pad(note, length, { bright = 1200, attack = 0.5 } = {}) {
  const release = 0.9;
  const raw = saws(note, length + release, [-9, 0, 8, 13]);
  const soft = filtered(raw, (t) => bright * (0.55 + 0.45 * Math.min(1, t / (attack * 2))), { resonance: 0.6 });
  return soft.map((value, index) => value * envelope(index / RATE, length, attack, release));
}

/** Short bowed strings. @param {number} note @param {number} length */
export function staccato(note, length) {
  const raw = saws(note, length + 0.15, [-6, 0, 7]);
  const soft = filtered(raw, (t) => 700 + 2600 * Math.exp(-t * 9), { resonance: 0.8 });
  return soft.map(
    (value, index) => value * envelope(index / RATE, length, 0.012, 0.15) * Math.exp(-index / RATE / 0.5),
  );
}

/** Brass that opens. @param {number} note @param {number} length */
export function brass(note, length) {
  const raw = saws(note, length + 0.25, [-7, 0, 6]);
  const soft = filtered(raw, (t) => 350 + 2400 * Math.min(1, t / 0.07) * Math.exp(-t * 1.8), { resonance: 0.9 });
  return soft.map((value, index) => value * envelope(index / RATE, length, 0.02, 0.25));
}

/** A string that is plucked (Karplus and Strong). @param {number} note @param {{ seconds?: number, soft?: number, seed?: number }} [how] */
export function pluck(note, { seconds = 2, soft = 0.5, seed = 7 } = {}) {
  // Each turn delays by half a sample less than the line is long.
  const period = RATE / pitch(note) + 0.5;
  const size = Math.floor(period);
  const random = noise(seed + note * 131);
  const line = Float64Array.from({ length: size }, () => random());
  for (let pass = 0; pass < 3; pass++)
    for (let index = 0; index < size; index++)
      line[index] = ((line[index] ?? 0) * 1.2 + (line[(index + 1) % size] ?? 0) * (0.8 + soft)) / (2 + soft);
  const fraction = period - size;
  let [place, before] = [0, 0];
  return sound(seconds, (t) => {
    const value = line[place] ?? 0;
    const next = line[(place + 1) % size] ?? 0;
    const mixed = 0.5 * (value + (1 - fraction) * next + fraction * before) * 0.9965;
    before = value;
    line[place] = mixed;
    place = (place + 1) % size;
    return value * Math.min(1, (seconds - t) / 0.2);
  });
}

/** A piano heard through felt. @param {number} note @param {{ seconds?: number, velocity?: number }} [how] */
export function piano(note, { seconds = 3.2, velocity = 0.7 } = {}) {
  const base = pitch(note);
  const partials = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
    step: 2 * Math.PI * base * n * Math.sqrt(1 + 0.0004 * n * n),
    level: (velocity ** (n * 0.35) / n ** 1.35) * (n === 1 ? 1 : 0.75),
    decay: (0.55 + 0.38 * n) * (0.5 + base / 700),
  }));
  const random = noise(note);
  return sound(seconds, (t) => {
    let sum = 0;
    for (const { step, level, decay } of partials)
      if (step < Math.PI * RATE)
        sum += level * (Math.sin(step * t) * 0.6 + Math.sin(step * 1.0009 * t) * 0.4) * Math.exp(-decay * t);
    const hammer = t < 0.02 ? 0.05 * random() * (1 - t / 0.02) : 0;
    return (sum * Math.min(1, t / 0.004) + hammer) * Math.min(1, (seconds - t) / 0.3);
  });
}

/** A piano of tines, by one tone that bends another. @param {number} note @param {{ seconds?: number, bark?: number }} [how] */
export function tines(note, { seconds = 2.4, bark = 1.1 } = {}) {
  const step = 2 * Math.PI * pitch(note);
  return sound(seconds, (t) => {
    const bell = 0.22 * Math.sin(step * 14 * t) * Math.exp(-t * 14);
    const body = Math.sin(step * t + bark * Math.exp(-t * 2.6) * Math.sin(step * t) + bell);
    return body * Math.exp(-t * 1.5) * Math.min(1, t / 0.003) * Math.min(1, (seconds - t) / 0.2);
  });
}

/** A bell or a glockenspiel. @param {number} note @param {{ seconds?: number }} [how] */
export function bell(note, { seconds = 2.2 } = {}) {
  const step = 2 * Math.PI * pitch(note);
  return sound(seconds, (t) => {
    const ring = Math.sin(step * t + 1.4 * Math.exp(-t * 6) * Math.sin(step * 3.5 * t));
    return (
      (ring * Math.exp(-t * 2.4) + 0.3 * Math.sin(step * 2.76 * t) * Math.exp(-t * 7)) *
      Math.min(1, (seconds - t) / 0.3)
    );
  });
}

/** A round bass. @param {number} note @param {number} length @param {{ bite?: number }} [how] */
export function bass(note, length, { bite = 0.5 } = {}) {
  const raw = saws(note, length + 0.08, [0, 4]);
  const growl = filtered(raw, (t) => 120 + 900 * bite * Math.exp(-t * 9) + 160 * bite, { resonance: 1.1 });
  const step = 2 * Math.PI * pitch(note);
  return growl.map((value, index) => {
    const t = index / RATE;
    return Math.tanh(0.9 * Math.sin(step * t) + 0.8 * value) * envelope(t, length, 0.006, 0.08);
  });
}

/** @param {{ deep?: number, length?: number }} [how] */
export function kick({ deep = 46, length = 0.36 } = {}) {
  let phase = 0;
  return sound(length, (t) => {
    phase += (2 * Math.PI * (deep + 150 * Math.exp(-t * 38))) / RATE;
    const click = t < 0.004 ? 0.35 * (1 - t / 0.004) : 0;
    return (Math.tanh(1.5 * Math.sin(phase)) * Math.exp(-t * 7.5) + click) * Math.min(1, (length - t) / 0.05);
  });
}

/** @param {number} [seed] */
export function snare(seed = 3) {
  const random = noise(seed);
  const hiss = filtered(sound(0.26, random), () => 1400, { kind: 'high' });
  return hiss.map((value, index) => {
    const t = index / RATE;
    return (
      0.55 * value * Math.exp(-t * 17) +
      0.55 * Math.sin(2 * Math.PI * (185 + 60 * Math.exp(-t * 60)) * t) * Math.exp(-t * 22)
    );
  });
}

/** @param {number} [seed] */
export function clap(seed = 5) {
  const random = noise(seed);
  const hiss = filtered(sound(0.3, random), () => 1500, { kind: 'band', resonance: 1.6 });
  return hiss.map((value, index) => {
    const t = index / RATE;
    const bursts = [0, 0.011, 0.023].reduce((sum, at) => sum + (t >= at ? Math.exp(-(t - at) * 130) : 0), 0);
    return value * (bursts + (t > 0.03 ? 0.8 * Math.exp(-(t - 0.03) * 17) : 0));
  });
}

/** @param {{ seconds?: number, seed?: number }} [how] */
export function hat({ seconds = 0.06, seed = 11 } = {}) {
  const random = noise(seed);
  const hiss = filtered(sound(seconds * 3, random), () => 7600, { kind: 'high' });
  return hiss.map((value, index) => value * Math.exp(-index / RATE / (seconds * 0.45)));
}

/** @param {number} note @param {number} [seconds] */
export function tom(note, seconds = 0.5) {
  let phase = 0;
  const random = noise(note);
  return sound(seconds, (t) => {
    phase += (2 * Math.PI * pitch(note) * (1 + 0.7 * Math.exp(-t * 22))) / RATE;
    return (
      (Math.sin(phase) + 0.25 * random() * Math.exp(-t * 60)) * Math.exp(-t * 7) * Math.min(1, (seconds - t) / 0.05)
    );
  });
}

/** Noise that rises towards a moment. @param {number} seconds */
export function riser(seconds) {
  const random = noise(23);
  const hiss = filtered(sound(seconds, random), (t) => 400 + 7000 * (t / seconds) ** 2, {
    kind: 'band',
    resonance: 1.2,
  });
  return hiss.map((value, index) => value * (index / RATE / seconds) ** 2);
}

/**
 * A hall (after Freeverb: eight combs and four all-passes a side). What rings beyond the end comes in again at the
 * beginning: it is played twice, and the second time counts.
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
  let [place, kept] = [0, 0];
  return (/** @type {number} */ input) => {
    const out = line[place] ?? 0;
    kept = out * (1 - damp) + kept * damp;
    line[place] = input + kept * feedback;
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
 * Brings a track to a loudness that suits all of them, with its peaks rounded, as 16-bit samples.
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
