/** The strings for opening templates from this machine. */
export const openWithStrings = {
  action: 'XML öffnen…',
  title: (file: string) => `„${file}“ öffnen`,
  project: 'Projekt',
  newProject: (name: string) => `Neues Projekt „${name}“`,
  media: 'Medien',
  chooseFiles: 'Dateien wählen…',
  chooseFolder: 'Ordner wählen…',
  choose: 'Wählen…',
  chooseFor: (name: string) => `Datei für ${name} wählen…`,
  there: 'Im Projekt',
  uploads: (size: string) => `Wird hochgeladen, ${size}`,
  isMissing: 'Fehlt',
  byName:
    'Dateien werden am Namen erkannt; man kann sie auch hier ablegen. Was fehlt, lässt sich später unter den Medien des Projekts nachreichen.',
  noMedia: 'Diese Vorlage verwendet keine Medien des Projekts.',
  remote: (count: number) => (count === 1 ? '1 Clip kommt aus dem Netz.' : `${count} Clips kommen aus dem Netz.`),
  missing: (count: number) => (count === 1 ? '1 Datei fehlt' : `${count} Dateien fehlen`),
  open: 'Öffnen',
  openAnyway: 'Trotzdem öffnen',
  uploading: 'Die Vorlage ist gespeichert. Sie öffnet sich, sobald ihre Medien da sind.',
  openNow: 'Jetzt öffnen',
  broken: (count: number) =>
    count === 1
      ? 'Diese Vorlage ist noch nicht benutzbar: Beheben Sie 1 Problem.'
      : `Diese Vorlage ist noch nicht benutzbar: Beheben Sie ${count} Probleme.`,
  problems: 'Probleme',
  place: (line: number, column: number) => `Zeile ${line}, Spalte ${column}:`,
  more: (count: number) => `Und ${count} weitere.`,
  fix: 'In der XML-Ansicht in Ordnung bringen',
  fixHint:
    'Die Vorlage wird mit ihren Fehlern geöffnet und bleibt auf diesem Rechner, bis Sie sie beheben; dann wird sie gespeichert.',
  noText:
    'Auch die XML-Ansicht kann diese Datei nicht zeigen. Bringen Sie sie mit einem anderen Programm in Ordnung und öffnen Sie sie erneut.',
  unreadable: 'Die Datei lässt sich nicht lesen',
  fileIs: (name: string, what: string) => `„${name}“ ${what}.`,
  nothingToOpen: 'Davon lässt sich nichts öffnen',
  nothingToOpenHint:
    'Legen Sie Videos oder Fotos für einen neuen Film ab, eine Vorlage (.xml) oder ein Paket (.scenewright).',
  dropHere: 'Zum Öffnen ablegen',
  dropHint: 'Videos und Fotos für einen neuen Film, Vorlagen (.xml) mit ihren Medien oder Pakete (.scenewright)',
} as const;
