import { hat } from './drums.mjs';
import { hall } from './hall.mjs';
import { RATE, Track } from './sound.mjs';

/**
 * Returns functions for the times of a piece with bars of four beats.
 * @param {number} tempo beats per minute
 * @param {number} bars
 */
export function score(tempo, bars) {
  const beat = 60 / tempo;
  const seconds = bars * 4 * beat;
  const layer = () => new Track(seconds);
  const at = (/** @type {number} */ bar, /** @type {number} */ beats) => (bar * 4 + beats) * beat;
  /** Returns the times of beats in a bar; an empty list before the bar `first`. */
  const on = (/** @type {number} */ bar, /** @type {readonly number[]} */ beats, first = 0) =>
    bar < first ? [] : beats.map((each) => at(bar, each));
  return { beat, bars, layer, at, on };
}

/**
 * Adds a sound at each of the times, in seconds.
 * @param {Track} track
 * @param {Float64Array} sound
 * @param {readonly number[]} places
 * @param {{ gain?: number, pan?: number }} how
 */
export function strike(track, sound, places, how) {
  for (const place of places) track.add(sound, place, how);
}

/**
 * Adds hi-hats with slight variations. Strong and weak hits alternate.
 * @param {Track} track
 * @param {readonly number[]} places seconds
 * @param {{ seconds?: number, gains: readonly [number, number], pan: number, seeds?: (index: number) => number }} how
 */
export function shake(track, places, { seconds = 0.06, gains: [strong, weak], pan, seeds = (index) => index }) {
  for (const [index, place] of places.entries())
    track.add(hat({ seconds, seed: seeds(index) }), place, { gain: index % 2 === 0 ? strong : weak, pan });
}

/** @param {number} parts the number of parts of a beat */
export const parted = (parts) => Array.from({ length: 4 * parts }, (_, index) => index / parts);

/**
 * Mixes layers. Each has a gain and a reverb level.
 * @param {...(readonly [Track, number, number])} layers
 */
export function mixed(...layers) {
  const [first] = layers;
  if (first === undefined) throw new Error('there is nothing to mix');
  const seconds = first[0].length / RATE;
  const [dry, send] = [new Track(seconds), new Track(seconds)];
  for (const [layer, gain, room] of layers) {
    dry.mix(layer, gain);
    if (room > 0) send.mix(layer, gain * room);
  }
  dry.mix(hall(send), 0.9);
  return dry;
}
