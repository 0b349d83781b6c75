import { filtered, noise, pitch, RATE, sound } from './sound.mjs';

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

/** Returns noise whose pitch and volume rise until its end. */
export function riser(seconds) {
  const random = noise(23);
  const hiss = filtered(sound(seconds, random), (t) => 400 + 7000 * (t / seconds) ** 2, {
    kind: 'band',
    resonance: 1.2,
  });
  return hiss.map((value, index) => value * (index / RATE / seconds) ** 2);
}
