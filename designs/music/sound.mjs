/** The sample rate in Hz. Synthesis is deterministic: the same input gives the same bytes. */

export const RATE = 48_000;

/** A stereo track. Sounds are added at whole samples. */
export class Track {
  /** @param {number} seconds */
  constructor(seconds) {
    this.length = Math.round(seconds * RATE);
    this.left = new Float64Array(this.length);
    this.right = new Float64Array(this.length);
  }

  /**
   * Adds a mono sound. A sound that exceeds the end continues at the start, because the track loops.
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
   * Ducks the track at each drum hit with a quick recovery.
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
export function noise(seed) {
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
export function sound(seconds, at) {
  const made = new Float64Array(Math.round(seconds * RATE));
  for (let index = 0; index < made.length; index++) made[index] = at(index / RATE, index);
  return made;
}

/**
 * Applies a low-pass, band-pass, or high-pass filter with two poles and a variable corner frequency (after Andrew
 * Simper's state variable filter).
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
export const envelope = (t, length, attack, release) =>
  Math.min(1, t / attack) * (t < length ? 1 : Math.max(0, 1 - (t - length) / release));

/** Returns a sample of a saw wave with rounded corners, which avoids aliasing (PolyBLEP). */
function saw(phase, step) {
  const value = 2 * phase - 1;
  if (phase < step) return value - (2 * (phase / step) - (phase / step) ** 2 - 1);
  if (phase > 1 - step) return value - (((phase - 1) / step) ** 2 + (2 * (phase - 1)) / step + 1);
  return value;
}

/** @param {number} note @param {number} seconds @param {readonly number[]} cents */
export function saws(note, seconds, cents) {
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
