/** The strings of reusing a transition elsewhere. */
export const elsewhereStrings = {
  title: 'Use it elsewhere',
  atAllCuts: 'Apply to all cuts',
  alikeEverywhere: 'All cuts already have this transition',
  asDefault: 'Set as default',
  asDefaultHint: 'New transitions in this project start like this one',
  isDefault: 'New transitions start like this one',
  undoDefault: 'Undo',
  notForCustom: 'A custom transition only works at its own cut',
  startsEarlier: (scene: number, frames: number) =>
    `Scene ${scene} starts ${frames === 1 ? '1 frame' : `${frames} frames`} earlier, so the film is ${frames === 1 ? '1 frame' : `${frames} frames`} shorter.`,
  tooShort: (frames: number, requested: number) =>
    `${frames} of ${requested} frames: the neighboring scenes are too short for more.`,
};
