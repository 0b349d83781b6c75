/** The strings of ducking: music gets quieter while other sounds play. */
export const duckingStrings = {
  heading: 'Ducking',
  under: 'Under',
  by: 'By',
  ramp: 'Ramp',
  unders: { voice: 'Voice', scenes: 'Scene sounds', chosen: 'Chosen sounds' },
  chosen: 'Sounds that lower the music',
  noVoice: 'No voice-over, and no sound named like “voice” or “interview”',
  noScenes: 'No scene has a sound',
  noSounds: 'The film has no other sound yet. Add a voice-over, or a scene with sound.',
  noneChosen: 'The music isn’t lowered: choose at least one sound.',
  bound: (name: string) => `${name}: set by a variable`,
  alsoUnder: (names: string) => `${names}: ducked under the same sounds`,
  note: 'The music stays lowered for the whole length of the sound, even in its quiet parts.',
  ofScene: 'Lowers music that has ducking turned on.',
  noMusic: 'No music in this film has ducking on. Select the music to turn it on.',
} as const;
