import {
  bass,
  bell,
  brass,
  clap,
  filtered,
  hall,
  hat,
  kick,
  pad,
  piano,
  pluck,
  riser,
  snare,
  staccato,
  Track,
  tines,
  tom,
} from './synthesiser.mjs';

/** The tracks by their names: each a whole number of bars, which can be repeated. */

/**
 * A piece of time: bars of four beats.
 * @param {number} tempo beats a minute
 * @param {number} bars
 */
function score(tempo, bars) {
  const beat = 60 / tempo;
  const seconds = bars * 4 * beat;
  const layer = () => new Track(seconds);
  const at = (/** @type {number} */ bar, /** @type {number} */ beats) => (bar * 4 + beats) * beat;
  return { beat, bars, layer, at };
}

/** Whether a bar is one of those from `first` on. @param {number} bar @param {number} first */
const from = (bar, first) => bar >= first;

/** Birthdays: plucked strings, a glockenspiel, a round bass, brushes. */
function warm() {
  const { beat, bars, layer, at } = score(104, 10);
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
    if (from(bar, 2)) {
      drums.add(kick({ deep: 50 }), at(bar, 0), { gain: 0.4 });
      drums.add(kick({ deep: 50 }), at(bar, 2.5), { gain: 0.3 });
      for (const beats of [1, 3]) drums.add(clap(), at(bar, beats), { gain: 0.3, pan: 0.1 });
      for (let eighth = 0; eighth < 8; eighth++)
        drums.add(hat({ seconds: 0.04, seed: 11 + (eighth % 3) }), at(bar, eighth / 2), {
          gain: eighth % 2 === 0 ? 0.05 : 0.09,
          pan: 0.3,
        });
    }
    for (const beats of [0, 1, 2, 3]) {
      const note = tune[((bar % 4) * 4 + beats) % tune.length] ?? 76;
      if (from(bar, 1))
        bells.add(bell(note, { seconds: 1.4 }), at(bar, beats + (beats === 1 ? 0.5 : 0)), { gain: 0.1, pan: 0.25 });
    }
  }
  return mixed([strings, 1, 0.25], [low, 1, 0], [drums, 1, 0.12], [bells, 1, 0.5]);
}

/** Things that are new: chords that pump, a saw that plays a hook, claps. */
function upbeat() {
  const { beat, bars, layer, at } = score(122, 12);
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
    for (const beats of [0, 0.75, 1.5, 2.5, 3.25])
      low.add(bass(root, beat * 0.55, { bite: 0.8 }), at(bar, beats), { gain: 0.3 });
    for (let step = 0; step < 16; step++) {
      const note = line[step] ?? 0;
      if (note > 0 && from(bar, 2))
        hook.add(tines(note, { seconds: 0.9, bark: 1.8 }), at(bar, step / 4), {
          gain: 0.13,
          pan: step % 2 === 0 ? -0.3 : 0.3,
        });
    }
    for (const beats of [0, 1, 2, 3]) {
      drums.add(kick(), at(bar, beats), { gain: 0.62 });
      hits.push(at(bar, beats));
      drums.add(hat({ seconds: 0.09 }), at(bar, beats + 0.5), { gain: 0.16, pan: 0.2 });
    }
    if (from(bar, 1)) for (const beats of [1, 3]) drums.add(clap(), at(bar, beats), { gain: 0.5 });
    for (let step = 0; step < 16; step++)
      drums.add(hat({ seconds: 0.03, seed: step }), at(bar, step / 4), { gain: 0.05, pan: -0.25 });
    if (bar % 4 === 3) drums.add(riser(beat * 4), at(bar, 0), { gain: 0.16 });
  }
  pads.pump(hits, 0.75);
  low.pump(hits, 0.55);
  return mixed([pads, 1, 0.3], [low, 1, 0], [drums, 1, 0.06], [hook, 1, 0.35]);
}

/** Headlines: short strings that press on, a low drum, a bell at the top of each phrase. */
function news() {
  const { beat, bars, layer, at } = score(116, 12);
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
        pan: voice % 2 === 0 ? -0.35 : 0.35,
      });
    const root = (chord[0] ?? 50) - 12;
    for (const beats of [0, 1.5, 2, 3.5])
      low.add(bass(root, beat * 0.45, { bite: 0.5 }), at(bar, beats), { gain: 0.3 });
    drums.add(kick({ deep: 40, length: 0.5 }), at(bar, 0), { gain: 0.55 });
    drums.add(kick({ deep: 40, length: 0.5 }), at(bar, 2.5), { gain: 0.4 });
    if (from(bar, 2)) drums.add(snare(), at(bar, 1), { gain: 0.3 });
    if (from(bar, 2)) drums.add(snare(), at(bar, 3), { gain: 0.34 });
    for (let eighth = 0; eighth < 8; eighth++) drums.add(hat(), at(bar, eighth / 2), { gain: 0.07, pan: 0.25 });
    if (bar % 4 === 3)
      for (const [index, note] of [50, 47, 43, 38].entries())
        drums.add(tom(note), at(bar, 3 + index / 4), { gain: 0.36, pan: -0.4 + index * 0.25 });
    for (const [voice, note] of chord.entries())
      high.add(pad(note + 12, beat * 3.8, { bright: 1500, attack: 0.2 }), at(bar, 0), {
        gain: 0.07,
        pan: -0.5 + voice * 0.33,
      });
    if (bar % 2 === 0) high.add(bell((chord[3] ?? 65) + 24), at(bar, 0), { gain: 0.12 });
  }
  return mixed([strings, 1, 0.25], [low, 1, 0], [drums, 1, 0.12], [high, 1, 0.5]);
}

/** Words that need room: wide chords, single notes of a felt piano. */
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

/** Matches: drums of a stand, brass in short blows, a bass that drives. */
function sport() {
  const { beat, bars, layer, at } = score(140, 14);
  const roots = [40, 40, 43, 45];
  const [blows, low, drums, air] = [layer(), layer(), layer(), layer()];
  const hits = [];
  for (let bar = 0; bar < bars; bar++) {
    const root = roots[bar % 4] ?? 40;
    for (let eighth = 0; eighth < 8; eighth++)
      low.add(bass(root - (eighth % 4 === 3 ? 0 : 12), beat * 0.4, { bite: 1 }), at(bar, eighth / 2), { gain: 0.3 });
    for (const beats of bar % 2 === 0 ? [0, 0.75, 1.5] : [0, 1.5, 2.5, 3])
      for (const [voice, step] of [12, 19, 24, 28].entries())
        if (from(bar, 2))
          blows.add(brass(root + step, beat * 0.42), at(bar, beats), { gain: 0.17, pan: -0.45 + voice * 0.3 });
    for (const beats of [0, 0.75, 2, 2.75]) {
      drums.add(kick({ deep: 44, length: 0.42 }), at(bar, beats), { gain: 0.6 });
      hits.push(at(bar, beats));
    }
    for (const beats of [1, 3]) {
      drums.add(snare(), at(bar, beats), { gain: 0.55 });
      drums.add(clap(), at(bar, beats), { gain: 0.4 });
    }
    for (let eighth = 0; eighth < 8; eighth++)
      drums.add(hat({ seed: eighth }), at(bar, eighth / 2), { gain: 0.12, pan: 0.3 });
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

/** Houses and fine things: a piano in slow waves, strings beneath. */
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
        gain: from(bar, 2) ? 0.15 : 0.09,
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

/** Evenings out: four to the floor, a bass that skips, chords off the beat. */
function groove() {
  const { beat, bars, layer, at } = score(118, 12);
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
    for (const beats of [0.5, 1.5, 2.25, 3.5])
      for (const [voice, note] of chord.entries())
        keys.add(tines(note + (note < 58 ? 12 : 0), { seconds: 0.7, bark: 1.5 }), at(bar, beats), {
          gain: 0.12,
          pan: -0.4 + voice * 0.2,
        });
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
    for (const beats of [0, 1, 2, 3]) {
      drums.add(kick(), at(bar, beats), { gain: 0.62 });
      hits.push(at(bar, beats));
      if (from(bar, 1)) drums.add(hat({ seconds: 0.14, seed: 31 }), at(bar, beats + 0.5), { gain: 0.2, pan: 0.2 });
    }
    if (from(bar, 2)) for (const beats of [1, 3]) drums.add(clap(), at(bar, beats), { gain: 0.5 });
    for (let step = 0; step < 16; step++)
      drums.add(hat({ seconds: 0.025, seed: step }), at(bar, step / 4), {
        gain: step % 2 === 0 ? 0.04 : 0.08,
        pan: -0.3,
      });
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

/** People who tell: a guitar that is picked, a soft drum, tines that answer. */
function bright() {
  const { beat, bars, layer, at } = score(92, 8);
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
    if (from(bar, 2)) {
      drums.add(kick({ deep: 48 }), at(bar, 0), { gain: 0.36 });
      drums.add(kick({ deep: 48 }), at(bar, 2.5), { gain: 0.26 });
      for (const beats of [1, 3]) drums.add(snare(), at(bar, beats), { gain: 0.16 });
      for (let eighth = 0; eighth < 8; eighth++)
        drums.add(hat({ seconds: 0.03, seed: eighth }), at(bar, eighth / 2), { gain: 0.06, pan: 0.35 });
    }
    if (bar % 2 === 1)
      for (const [beats = 0, note = 79] of answers)
        keys.add(tines(note, { seconds: 2, bark: 0.7 }), at(bar, beats), { gain: 0.12, pan: 0.3 });
    for (const [voice, note] of chord.slice(1, 4).entries())
      keys.add(pad(note, beat * 4, { bright: 800, attack: 0.6 }), at(bar, 0), { gain: 0.06, pan: -0.5 + voice * 0.5 });
  }
  return mixed([strings, 1, 0.3], [low, 1, 0], [drums, 1, 0.15], [keys, 1, 0.45]);
}

/**
 * Layers together, each with its own gain and with how much of the hall.
 * @param {...(readonly [Track, number, number])} layers
 */
function mixed(...layers) {
  const [first] = layers;
  if (first === undefined) throw new Error('there is nothing to mix');
  const seconds = first[0].length / 48_000;
  const [dry, send] = [new Track(seconds), new Track(seconds)];
  for (const [layer, gain, room] of layers) {
    dry.mix(layer, gain);
    if (room > 0) send.mix(layer, gain * room);
  }
  dry.mix(hall(send), 0.9);
  return dry;
}

export const tracks = { warm, upbeat, news, ambient, sport, elegant, groove, bright };
