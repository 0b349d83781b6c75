/** Words of a transition that is used elsewhere. */
export const elsewhereStrings = {
  title: 'Use it elsewhere',
  atAllCuts: 'At all cuts',
  alikeEverywhere: 'All cuts have one like it',
  asDefault: 'As default',
  asDefaultHint: 'New transitions of this project begin like this one',
  isDefault: 'New transitions begin like this one',
  undoDefault: 'Undo',
  notForCustom: 'A transition with a scene of its own belongs to its place',
  startsEarlier: (scene: number, frames: number) =>
    `Scene ${scene} starts ${frames === 1 ? '1 frame' : `${frames} frames`} earlier, so the film is ${frames === 1 ? '1 frame' : `${frames} frames`} shorter.`,
  tooShort: (frames: number, wanted: number) =>
    `${frames} of ${wanted} frames: the scenes beside it leave no more time.`,
};
