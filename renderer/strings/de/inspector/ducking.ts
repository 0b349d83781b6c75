/** The strings of ducking: music gets quieter while other sounds play. */
export const duckingStrings = {
  heading: 'Absenken',
  under: 'Unter',
  by: 'Um',
  ramp: 'Rampe',
  unders: { voice: 'Stimme', scenes: 'Szenentöne', chosen: 'Ausgewählte Töne' },
  chosen: 'Töne, die die Musik absenken',
  noVoice: 'Kein Sprechertext und kein Ton mit einem Namen wie Stimme oder Interview',
  noScenes: 'Keine Szene hat Ton',
  noSounds: 'Der Film hat noch keinen anderen Ton. Fügen Sie einen Sprechertext oder eine Szene mit Ton hinzu.',
  noneChosen: 'Die Musik wird nicht abgesenkt: Wählen Sie mindestens einen Ton aus.',
  bound: (name: string) => `${name}: durch eine Variable bestimmt`,
  alsoUnder: (names: string) => `${names}: wird unter denselben Tönen abgesenkt`,
  note: 'Die Musik bleibt während des ganzen Tons abgesenkt, auch an leisen Stellen.',
  ofScene: 'Senkt die Musik ab, bei der Absenken eingeschaltet ist.',
  noMusic: 'Bei keiner Musik dieses Films ist Absenken eingeschaltet. Schalten Sie es bei der Musik ein.',
} as const;
