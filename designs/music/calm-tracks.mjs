import { clap, kick, snare } from './drums.mjs';
import { bass, bell, pad, piano, pluck, tines } from './instruments.mjs';
import { mixed, parted, score, shake, strike } from './score.mjs';

/** Composes a track for birthdays: plucked strings, a glockenspiel, a round bass, and brushes. */
function warm() {
  const { beat, bars, layer, at, on } = score(104, 10);
  const chords = [
    [60, 64, 67, 72],
    [57, 64, 69, 72],
    [65, 69, 72, 77],
    [67, 71, 74, 79],
  ];
  const [strings, low, drums, bells] = [layer(), layer(), layer(), layer()];
  const strum = [0, 1, 1.5, 2.5, 3, 3.5];
  const tune = [76, 79, 84, 83, 79, 76, 74, 72, 77, 81, 84, 81, 79, 83, 86, 83];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar % 4] ?? [];
    for (const [stroke, beats] of strum.entries())
      for (const [string, note] of chord.entries())
        strings.add(pluck(note, { seed: stroke, soft: 0.9 }), at(bar, beats) + string * 0.014, {
          gain: stroke === 0 ? 0.34 : 0.2,
          pan: -0.35 + string * 0.2,
        });
    const root = (chord[0] ?? 60) - 24;
    low.add(bass(root, beat * 1.3, { bite: 0.25 }), at(bar, 0), { gain: 0.3 });
    low.add(bass(root + 7, beat * 0.8, { bite: 0.2 }), at(bar, 2), { gain: 0.24 });
    strike(drums, kick({ deep: 50 }), on(bar, [0], 2), { gain: 0.4 });
    strike(drums, kick({ deep: 50 }), on(bar, [2.5], 2), { gain: 0.3 });
    strike(drums, clap(), on(bar, [1, 3], 2), { gain: 0.3, pan: 0.1 });
    const seeds = (/** @type {number} */ index) => 11 + (index % 3);
    shake(drums, on(bar, parted(2), 2), { seconds: 0.04, gains: [0.05, 0.09], pan: 0.3, seeds });
    for (const [index, place] of on(bar, [0, 1.5, 2, 3], 1).entries()) {
      const note = tune[((bar % 4) * 4 + index) % tune.length] ?? 76;
      bells.add(bell(note, { seconds: 1.4 }), place, { gain: 0.1, pan: 0.25 });
    }
  }
  return mixed([strings, 1, 0.25], [low, 1, 0], [drums, 1, 0.12], [bells, 1, 0.5]);
}

/** Composes a track for films with much text: wide chords, and single notes of a felt piano. */
function ambient() {
  const { beat, bars, layer, at } = score(66, 7);
  const chords = [
    [50, 57, 61, 66, 69],
    [47, 54, 62, 66, 69],
    [43, 55, 59, 62, 66],
    [45, 52, 57, 61, 64],
    [50, 57, 61, 64, 69],
    [43, 55, 59, 62, 69],
    [45, 52, 59, 62, 64],
  ];
  const [pads, keys] = [layer(), layer()];
  const tune = [
    [0, 78],
    [1.5, 81],
    [3, 76],
    [4, 74],
    [6, 78],
    [8, 83],
    [9.5, 81],
    [11, 78],
    [12, 76],
    [14.5, 73],
    [16, 78],
    [18, 81],
    [20, 79],
    [21.5, 78],
    [24, 76],
    [26.5, 73],
  ];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar] ?? [];
    for (const [voice, note] of chord.entries()) {
      pads.add(pad(note + (voice === 0 ? -12 : 0), beat * 4, { bright: 700, attack: 1.4 }), at(bar, 0), {
        gain: 0.2,
        pan: -0.6 + voice * 0.3,
      });
      keys.add(piano(note, { velocity: 0.45, seconds: 4 }), at(bar, 0) + voice * 0.09, {
        gain: 0.09,
        pan: -0.2 + voice * 0.1,
      });
    }
  }
  for (const [beats = 0, note = 78] of tune)
    keys.add(piano(note, { velocity: 0.5, seconds: 4 }), at(0, beats), { gain: 0.2, pan: 0.12 });
  return mixed([pads, 1, 0.5], [keys, 1, 0.9]);
}

/** Composes a track for houses and elegant products: a piano in slow waves, with strings beneath. */
function elegant() {
  const { beat, bars, layer, at } = score(84, 8);
  const chords = [
    [53, 60, 64, 69, 72],
    [50, 57, 62, 65, 69],
    [46, 58, 62, 65, 70],
    [48, 55, 64, 67, 70],
    [53, 60, 65, 69, 76],
    [45, 57, 60, 64, 72],
    [46, 53, 62, 65, 74],
    [48, 55, 60, 65, 67],
  ];
  const [keys, strings, low] = [layer(), layer(), layer()];
  const wave = [0, 2, 3, 4, 3, 2, 1, 2];
  const tune = [
    81, 0, 79, 77, 76, 0, 74, 0, 77, 79, 81, 0, 79, 0, 76, 0, 84, 0, 81, 79, 81, 0, 76, 0, 77, 0, 74, 77, 76, 0, 79, 0,
  ];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar] ?? [];
    for (const [step, voice] of wave.entries())
      keys.add(piano(chord[voice] ?? 60, { velocity: step === 0 ? 0.7 : 0.5, seconds: 2.6 }), at(bar, step / 2), {
        gain: 0.16,
        pan: -0.3 + voice * 0.13,
      });
    for (const [voice, note] of chord.slice(1).entries())
      strings.add(pad(note, beat * 4, { bright: 1100, attack: 0.7 }), at(bar, 0), {
        gain: bar >= 2 ? 0.15 : 0.09,
        pan: -0.6 + voice * 0.4,
      });
    low.add(bass((chord[0] ?? 53) - 12, beat * 3.4, { bite: 0.05 }), at(bar, 0), { gain: 0.2 });
    for (let beats = 0; beats < 4; beats++) {
      const note = tune[bar * 4 + beats] ?? 0;
      if (note > 0) keys.add(piano(note, { velocity: 0.75, seconds: 3 }), at(bar, beats), { gain: 0.22, pan: 0.15 });
    }
  }
  return mixed([keys, 1, 0.5], [strings, 1, 0.5], [low, 1, 0.05]);
}

/** Composes a track for personal stories: a picked guitar, a soft drum, and an electric piano in response. */
function bright() {
  const { beat, bars, layer, at, on } = score(92, 8);
  const chords = [
    [55, 59, 62, 67, 71],
    [52, 59, 64, 67, 71],
    [48, 55, 60, 64, 72],
    [50, 57, 62, 66, 69],
  ];
  const [strings, low, drums, keys] = [layer(), layer(), layer(), layer()];
  const picking = [0, 2, 3, 1, 4, 2, 3, 2];
  const answers = [
    [1, 79],
    [1.5, 83],
    [3, 81],
  ];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar % 4] ?? [];
    for (const [step, voice] of picking.entries())
      strings.add(pluck(chord[voice] ?? 60, { seed: step + bar, soft: 0.7, seconds: 2.4 }), at(bar, step / 2), {
        gain: step === 0 ? 0.4 : 0.28,
        pan: -0.3 + voice * 0.15,
      });
    low.add(bass((chord[0] ?? 55) - 12, beat * 1.7, { bite: 0.15 }), at(bar, 0), { gain: 0.26 });
    low.add(bass((chord[0] ?? 55) - 12, beat * 0.9, { bite: 0.15 }), at(bar, 2.5), { gain: 0.2 });
    strike(drums, kick({ deep: 48 }), on(bar, [0], 2), { gain: 0.36 });
    strike(drums, kick({ deep: 48 }), on(bar, [2.5], 2), { gain: 0.26 });
    strike(drums, snare(), on(bar, [1, 3], 2), { gain: 0.16 });
    shake(drums, on(bar, parted(2), 2), { seconds: 0.03, gains: [0.06, 0.06], pan: 0.35 });
    if (bar % 2 === 1)
      for (const [beats = 0, note = 79] of answers)
        keys.add(tines(note, { seconds: 2, bark: 0.7 }), at(bar, beats), { gain: 0.12, pan: 0.3 });
    for (const [voice, note] of chord.slice(1, 4).entries())
      keys.add(pad(note, beat * 4, { bright: 800, attack: 0.6 }), at(bar, 0), { gain: 0.06, pan: -0.5 + voice * 0.5 });
  }
  return mixed([strings, 1, 0.3], [low, 1, 0], [drums, 1, 0.15], [keys, 1, 0.45]);
}

/** Tracks with space for speech. Each has a whole number of bars because it loops. */
export const calmTracks = { warm, ambient, elegant, bright };
