/** The strings of reusing a transition elsewhere. */
export const elsewhereStrings = {
  title: 'Anderswo verwenden',
  atAllCuts: 'An allen Schnitten',
  alikeEverywhere: 'Alle Schnitte haben einen solchen',
  asDefault: 'Als Vorgabe',
  asDefaultHint: 'Neue Übergänge dieses Projekts beginnen wie dieser',
  isDefault: 'Neue Übergänge beginnen wie dieser',
  undoDefault: 'Rückgängig',
  notForCustom: 'Ein Übergang mit eigener Szene gehört an seinen Platz',
  startsEarlier: (scene: number, frames: number) =>
    `Szene ${scene} beginnt ${frames === 1 ? '1 Frame' : `${frames} Frames`} früher, der Film ist um ${frames === 1 ? '1 Frame' : `${frames} Frames`} kürzer.`,
  tooShort: (frames: number, requested: number) =>
    `${frames} von ${requested} Frames: Die Szenen daneben lassen nicht mehr Zeit.`,
};
