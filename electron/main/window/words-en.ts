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
    detail: 'Rendering can go on without the window. If you quit, it goes on at the next start.',
    buttons: ['Keep rendering', 'Quit', 'Cancel'],
  }),
  updateReady: (version: string) => ({
    title: `Scenewright ${version} is ready`,
    body: 'It is installed when you quit.',
  }),
  pageCrashed: (again: boolean) => ({
    title: 'The editor stopped unexpectedly',
    detail: again
      ? 'It has happened several times. Your work is saved; the logs say more.'
      : 'Your work is saved. Renders and uploads go on.',
    buttons: ['Reload', 'Quit'],
  }),
  pageHangs: {
    title: 'The editor does not respond',
    detail: 'Wait for it, or load it anew. Your work is saved up to the last seconds.',
    buttons: ['Wait', 'Reload'],
  },
};

/** What the main process says to people, in a file for each language. */
export type DialogWords = typeof englishWords;
