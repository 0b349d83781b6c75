export const englishWords = {
  kinds: { media: 'Video and sound', template: 'Templates', table: 'Tables', bundle: 'Projects', any: 'All files' },
  chooseFfmpeg: 'Choose the FFmpeg program',
  openWorkspace: 'Choose a workspace folder',
  moveWorkspace: 'Choose an empty folder to move the workspace to',
  saveFilm: 'Save film',
  saveFilms: 'Choose a folder for the films',
  saveZip: 'Save films as ZIP',
  saveBundle: 'Export project',
  rendersRunning: (count: number) => ({
    title: count === 1 ? 'A film is still being rendered' : `${count} films are still being rendered`,
    detail: 'Rendering can continue without the window. If you quit, it continues at the next start.',
    buttons: ['Keep rendering', 'Quit', 'Cancel'],
  }),
  updateReady: (version: string) => ({
    title: `Scenewright ${version} is ready`,
    body: 'It will be installed when you quit.',
  }),
  pageCrashed: (again: boolean) => ({
    title: 'The editor stopped unexpectedly',
    detail: again
      ? 'This has happened several times. Your work is saved. The logs have the details.'
      : 'Your work is saved. Renders and uploads continue.',
    buttons: ['Reload', 'Quit'],
  }),
  pageHangs: {
    title: 'The editor isn’t responding',
    detail: 'Wait, or reload it. Your work is saved except for the last few seconds.',
    buttons: ['Wait', 'Reload'],
  },
};

/** What the main process says to people, in a file for each language. */
export type DialogWords = typeof englishWords;
