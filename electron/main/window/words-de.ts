import type { DialogWords } from './words-en.ts';

export const germanWords: DialogWords = {
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
    detail: 'Das Rendern kann ohne das Fenster weitergehen. Wenn Sie beenden, geht es beim nächsten Start weiter.',
    buttons: ['Weiter rendern', 'Beenden', 'Abbrechen'],
  }),
  updateReady: (version) => ({
    title: `Scenewright ${version} ist bereit`,
    body: 'Es wird beim Beenden installiert.',
  }),
  pageCrashed: (again) => ({
    title: 'Der Editor ist unerwartet ausgefallen',
    detail: again
      ? 'Das ist mehrmals geschehen. Ihre Arbeit ist gespeichert; die Protokolle sagen mehr.'
      : 'Ihre Arbeit ist gespeichert. Rendern und Hochladen gehen weiter.',
    buttons: ['Neu laden', 'Beenden'],
  }),
  pageHangs: {
    title: 'Der Editor reagiert nicht',
    detail: 'Warten Sie, oder laden Sie ihn neu. Ihre Arbeit ist bis auf die letzten Sekunden gespeichert.',
    buttons: ['Warten', 'Neu laden'],
  },
};
