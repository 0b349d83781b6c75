/** Words of opening templates from this machine. */
export const openWithStrings = {
  action: 'Open XML…',
  title: (file: string) => `Open “${file}”`,
  project: 'Project',
  newProject: (name: string) => `New project “${name}”`,
  media: 'Media',
  chooseFiles: 'Choose files…',
  chooseFolder: 'Choose folder…',
  choose: 'Choose…',
  chooseFor: (name: string) => `Choose the file for ${name}…`,
  there: 'In the project',
  uploads: (size: string) => `Will be uploaded, ${size}`,
  isMissing: 'Missing',
  byName:
    'Files are found by their names; they can be dropped here, too. What is missing can be given later, in the project’s assets.',
  noMedia: 'It names no media of a project.',
  remote: (count: number) => (count === 1 ? 'A clip comes from the web.' : `${count} clips come from the web.`),
  missing: (count: number) => (count === 1 ? '1 file missing' : `${count} files missing`),
  open: 'Open',
  openAnyway: 'Open anyway',
  uploading: 'The template is saved. It opens as soon as its media is there.',
  openNow: 'Open now',
  broken: (count: number) =>
    count === 1
      ? 'It can’t be used yet: something in it is wrong.'
      : `It can’t be used yet: ${count} things in it are wrong.`,
  problems: 'What is wrong',
  place: (line: number, column: number) => `Line ${line}, column ${column}:`,
  more: (count: number) => `And ${count} more.`,
  mend: 'Mend it in the XML view',
  mendHint: 'It is opened as it is, and kept on this machine until it is right; then it is saved.',
  noText: 'It can’t be shown in the XML view either. Mend it with another program, then open it again.',
  unreadable: 'The file can’t be read',
  nothingToOpen: 'Nothing of that can be opened',
  nothingToOpenHint: 'Drop videos or photos to start a film, a template (.xml) or a bundle (.scenewright).',
  dropHere: 'Drop to open',
  dropHint: 'Videos and photos for a new film, templates (.xml) with their media, or bundles (.scenewright)',
} as const;
