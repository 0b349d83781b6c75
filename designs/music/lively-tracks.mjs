import { clap, hat, kick, riser, snare, tom } from './drums.mjs';
import { bass, bell, brass, pad, staccato, tines } from './instruments.mjs';
import { mixed, parted, score, shake, strike } from './score.mjs';
import { filtered } from './sound.mjs';

/** Composes a track for new products: pumping chords, a saw with a hook, and claps. */
function upbeat() {
  const { beat, bars, layer, at, on } = score(122, 12);
  const chords = [
    [57, 60, 64, 67],
    [53, 57, 60, 64],
    [48, 55, 60, 64],
    [55, 59, 62, 69],
  ];
  const [pads, low, drums, hook] = [layer(), layer(), layer(), layer()];
  const hits = [];
  const line = [76, 0, 76, 79, 0, 81, 79, 0, 76, 0, 74, 76, 0, 72, 0, 74];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar % 4] ?? [];
    for (const [voice, note] of chord.entries())
      pads.add(pad(note + 12, beat * 4, { bright: 900 + bar * 130, attack: 0.05 }), at(bar, 0), {
        gain: 0.17,
        pan: -0.6 + voice * 0.4,
      });
    const root = (chord[0] ?? 57) - 24;
    strike(low, bass(root, beat * 0.55, { bite: 0.8 }), on(bar, [0, 0.75, 1.5, 2.5, 3.25]), { gain: 0.3 });
    for (let step = 0; step < 16; step++) {
      const note = line[step] ?? 0;
      if (note > 0 && bar >= 2)
        hook.add(tines(note, { seconds: 0.9, bark: 1.8 }), at(bar, step / 4), {
          gain: 0.13,
          pan: step % 2 === 0 ? -0.3 : 0.3,
        });
    }
    hits.push(...on(bar, [0, 1, 2, 3]));
    strike(drums, kick(), on(bar, [0, 1, 2, 3]), { gain: 0.62 });
    strike(drums, hat({ seconds: 0.09 }), on(bar, [0.5, 1.5, 2.5, 3.5]), { gain: 0.16, pan: 0.2 });
    strike(drums, clap(), on(bar, [1, 3], 1), { gain: 0.5 });
    shake(drums, on(bar, parted(4)), { seconds: 0.03, gains: [0.05, 0.05], pan: -0.25 });
    if (bar % 4 === 3) drums.add(riser(beat * 4), at(bar, 0), { gain: 0.16 });
  }
  pads.pump(hits, 0.75);
  low.pump(hits, 0.55);
  return mixed([pads, 1, 0.3], [low, 1, 0], [drums, 1, 0.06], [hook, 1, 0.35]);
}

/** Composes a track for headlines: short driving strings, a low drum, and a bell at the start of each phrase. */
function news() {
  const { beat, bars, layer, at, on } = score(116, 12);
  const chords = [
    [50, 57, 62, 65],
    [46, 58, 62, 65],
    [48, 55, 60, 64],
    [45, 57, 61, 64],
  ];
  const [strings, low, drums, high] = [layer(), layer(), layer(), layer()];
  const pattern = [0, 2, 1, 2, 3, 2, 1, 2, 0, 2, 1, 2, 3, 2, 3, 2];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar % 4] ?? [];
    for (const [step, voice] of pattern.entries())
      strings.add(staccato((chord[voice] ?? 60) + 12, beat * 0.2), at(bar, step / 4), {
        gain: step % 4 === 0 ? 0.34 : 0.2,
        pan: 0.7 * (voice % 2) - 0.35,
      });
    const root = (chord[0] ?? 50) - 12;
    strike(low, bass(root, beat * 0.45, { bite: 0.5 }), on(bar, [0, 1.5, 2, 3.5]), { gain: 0.3 });
    drums.add(kick({ deep: 40, length: 0.5 }), at(bar, 0), { gain: 0.55 });
    drums.add(kick({ deep: 40, length: 0.5 }), at(bar, 2.5), { gain: 0.4 });
    strike(drums, snare(), on(bar, [1], 2), { gain: 0.3 });
    strike(drums, snare(), on(bar, [3], 2), { gain: 0.34 });
    strike(drums, hat(), on(bar, parted(2)), { gain: 0.07, pan: 0.25 });
    const falling = bar % 4 === 3 ? [50, 47, 43, 38] : [];
    for (const [index, note] of falling.entries())
      drums.add(tom(note), at(bar, 3 + index / 4), { gain: 0.36, pan: -0.4 + index * 0.25 });
    for (const [voice, note] of chord.entries())
      high.add(pad(note + 12, beat * 3.8, { bright: 1500, attack: 0.2 }), at(bar, 0), {
        gain: 0.07,
        pan: -0.5 + voice * 0.33,
      });
  }
  for (const [turn, note] of [89, 88, 89, 88, 89, 88].entries()) high.add(bell(note), at(2 * turn, 0), { gain: 0.12 });
  return mixed([strings, 1, 0.25], [low, 1, 0], [drums, 1, 0.12], [high, 1, 0.5]);
}

/** Composes a track for matches: stadium drums, short brass, and a driving bass. */
function sport() {
  const { beat, bars, layer, at, on } = score(140, 14);
  const roots = [40, 40, 43, 45];
  const [blows, low, drums, air] = [layer(), layer(), layer(), layer()];
  const hits = [];
  for (let bar = 0; bar < bars; bar++) {
    const root = roots[bar % 4] ?? 40;
    for (let eighth = 0; eighth < 8; eighth++)
      low.add(bass(root - (eighth % 4 === 3 ? 0 : 12), beat * 0.4, { bite: 1 }), at(bar, eighth / 2), { gain: 0.3 });
    const blown = on(bar, bar % 2 === 0 ? [0, 0.75, 1.5] : [0, 1.5, 2.5, 3], 2);
    for (const [voice, step] of [12, 19, 24, 28].entries())
      strike(blows, brass(root + step, beat * 0.42), blown, { gain: 0.17, pan: -0.45 + voice * 0.3 });
    hits.push(...on(bar, [0, 0.75, 2, 2.75]));
    strike(drums, kick({ deep: 44, length: 0.42 }), on(bar, [0, 0.75, 2, 2.75]), { gain: 0.6 });
    strike(drums, snare(), on(bar, [1, 3]), { gain: 0.55 });
    strike(drums, clap(), on(bar, [1, 3]), { gain: 0.4 });
    shake(drums, on(bar, parted(2)), { gains: [0.12, 0.12], pan: 0.3 });
    if (bar % 4 === 3)
      for (let step = 0; step < 8; step++)
        drums.add(tom(52 - step * 2), at(bar, 2 + step / 4), { gain: 0.34, pan: -0.5 + step / 7 });
    if (bar % 4 === 3) air.add(riser(beat * 4), at(bar, 0), { gain: 0.2 });
    for (const [voice, step] of [24, 31, 36].entries())
      air.add(pad(root + step, beat * 4, { bright: 1800, attack: 0.1 }), at(bar, 0), {
        gain: 0.1,
        pan: -0.5 + voice * 0.5,
      });
  }
  air.pump(hits, 0.5);
  return mixed([blows, 1, 0.3], [low, 1, 0], [drums, 1, 0.12], [air, 1, 0.3]);
}

/** Composes a track for evenings out: four to the floor, a syncopated bass, and chords off the beat. */
function groove() {
  const { beat, bars, layer, at, on } = score(118, 12);
  const chords = [
    [57, 60, 64, 67, 71],
    [62, 65, 69, 72, 76],
    [55, 59, 62, 65, 69],
    [60, 64, 67, 71, 74],
  ];
  const [keys, low, drums, high] = [layer(), layer(), layer(), layer()];
  const hits = [];
  for (let bar = 0; bar < bars; bar++) {
    const chord = chords[bar % 4] ?? [];
    for (const [voice, note] of chord.entries()) {
      const stab = tines(note + (note < 58 ? 12 : 0), { seconds: 0.7, bark: 1.5 });
      strike(keys, stab, on(bar, [0.5, 1.5, 2.25, 3.5]), { gain: 0.12, pan: -0.4 + voice * 0.2 });
    }
    const root = (chord[0] ?? 57) - 24;
    for (const [beats, step] of [
      [0, 0],
      [0.75, 12],
      [1.5, 0],
      [2, 7],
      [2.75, 12],
      [3.25, 10],
      [3.75, 12],
    ])
      low.add(bass(root + (step ?? 0), beat * 0.38, { bite: 0.9 }), at(bar, beats ?? 0), { gain: 0.34 });
    hits.push(...on(bar, [0, 1, 2, 3]));
    strike(drums, kick(), on(bar, [0, 1, 2, 3]), { gain: 0.62 });
    strike(drums, hat({ seconds: 0.14, seed: 31 }), on(bar, [0.5, 1.5, 2.5, 3.5], 1), { gain: 0.2, pan: 0.2 });
    strike(drums, clap(), on(bar, [1, 3], 2), { gain: 0.5 });
    shake(drums, on(bar, parted(4)), { seconds: 0.025, gains: [0.04, 0.08], pan: -0.3 });
    const sweep = chord.map((note) => pad(note + 12, beat * 4, { bright: 2400, attack: 0.3 }));
    for (const [voice, sounding] of sweep.entries())
      high.add(
        filtered(sounding, (t) => 500 + 1800 * (0.5 - 0.5 * Math.cos((t / (beat * 4)) * Math.PI * 2))),
        at(bar, 0),
        { gain: 0.1, pan: -0.6 + voice * 0.3 },
      );
    if (bar % 4 === 3) high.add(riser(beat * 4), at(bar, 0), { gain: 0.12 });
  }
  high.pump(hits, 0.6);
  return mixed([keys, 1, 0.3], [low, 1, 0], [drums, 1, 0.08], [high, 1, 0.35]);
}

/** Driving tracks. Each has a whole number of bars because it loops. */
export const livelyTracks = { upbeat, news, sport, groove };
