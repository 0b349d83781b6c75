import { envelope, filtered, noise, pitch, RATE, saws, sound } from './sound.mjs';

/**
 * Soft strings with a slow attack. @param {number} note @param {number} length @param {{ bright?: number, attack?:
 * number }} [how]
 */
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

/** Brass with a bright attack. @param {number} note @param {number} length */
export function brass(note, length) {
  const raw = saws(note, length + 0.25, [-7, 0, 6]);
  const soft = filtered(raw, (t) => 350 + 2400 * Math.min(1, t / 0.07) * Math.exp(-t * 1.8), { resonance: 0.9 });
  return soft.map((value, index) => value * envelope(index / RATE, length, 0.02, 0.25));
}

/**
 * A plucked string (Karplus and Strong). @param {number} note @param {{ seconds?: number, soft?: number, seed?: number
 * }} [how]
 */
export function pluck(note, { seconds = 2, soft = 0.5, seed = 7 } = {}) {
  // The mean of two neighbors shortens the delay by half a sample. Add half a sample to keep the pitch.
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

/** An electric piano by frequency modulation. */
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
