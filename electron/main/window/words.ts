const englishWords = {
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
    title: `Scenewright ${version} is ready to install`,
    body: 'The update will be installed when you quit.',
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

const germanWords: DialogWords = {
  kinds: { media: 'Video und Ton', template: 'Vorlagen', table: 'Tabellen', bundle: 'Projekte', any: 'Alle Dateien' },
  chooseFfmpeg: 'FFmpeg-Programm wählen',
  openWorkspace: 'Ordner des Arbeitsbereichs wählen',
  moveWorkspace: 'Leeren Ordner wählen, in den der Arbeitsbereich verschoben wird',
  saveFilm: 'Film speichern',
  saveFilms: 'Ordner für die Filme wählen',
  saveZip: 'Filme als ZIP speichern',
  saveBundle: 'Projekt exportieren',
  rendersRunning: (count) => ({
    title: count === 1 ? 'Ein Film wird noch gerendert' : `${count} Filme werden noch gerendert`,
    detail:
      'Rendern ist auch ohne Fenster möglich. Wenn Sie das Programm beenden, wird es beim nächsten Start fortgesetzt.',
    buttons: ['Weiter rendern', 'Beenden', 'Abbrechen'],
  }),
  updateReady: (version) => ({
    title: `Scenewright ${version} ist installationsbereit`,
    body: 'Das Update wird beim Beenden installiert.',
  }),
  pageCrashed: (again) => ({
    title: 'Der Editor wurde unerwartet beendet',
    detail: again
      ? 'Das ist mehrmals passiert. Ihre Arbeit ist gespeichert. Einzelheiten stehen in den Protokollen.'
      : 'Ihre Arbeit ist gespeichert. Renderings und Uploads laufen weiter.',
    buttons: ['Neu laden', 'Beenden'],
  }),
  pageHangs: {
    title: 'Der Editor reagiert nicht',
    detail: 'Warten Sie oder laden Sie ihn neu. Ihre Arbeit ist bis auf die letzten Sekunden gespeichert.',
    buttons: ['Warten', 'Neu laden'],
  },
};

export const dialogWords = { en: englishWords, de: germanWords } as const satisfies Record<string, DialogWords>;

/**
 * Returns the strings of the chosen language. `system` is the first supported language of the system, otherwise
 * English.
 */
export function dialogWordsFor(
  choice: 'system' | keyof typeof dialogWords,
  preferred: () => readonly string[],
): DialogWords {
  if (choice !== 'system') return dialogWords[choice];
  for (const tag of preferred()) {
    const language = tag.toLowerCase().split('-', 1)[0];
    if (language === 'en' || language === 'de') return dialogWords[language];
  }
  return dialogWords.en;
}

/** The strings of the main process's dialogs, in one table for each language. */
export type DialogWords = typeof englishWords;
