/** The chapters of the interface's description, in the order of calls, and what each is about. */
export const chapters = {
  Projects: 'What belongs together: templates, movies, assets and their renders.',
  Bundles: 'A project as one file, and back.',
  Designs: 'What films begin from: templates with data sets and files, to be filled in or changed.',
  Assets: 'The files that films are made of: films, pictures, sounds.',
  Brand: 'What a project looks and sounds like, whatever its templates say.',
  Uploads: 'Large assets in chunks, which may come in any order and again.',
  Movies: 'Templates by name that are rendered with values for their variables.',
  Templates: 'Templates as they are edited, with their revisions and their editing records.',
  Media: 'Pictures, waveforms and facts of sources, for an editor.',
  Rendering: 'Films: asking for one, following it, having it.',
  Links: 'Films that are made when somebody asks for their address.',
  Batches: 'One movie, rendered with many rows of values.',
  Fonts: 'Fonts that do not come with the program: Chinese, Japanese and Korean.',
  Farm: 'Many machines: workers that make the films of this service, and figures for monitors.',
  Publishing: 'Numbered copies of projects that no edit changes.',
  Service: 'The service itself: whether it is well, what it takes up, how it is described.',
} as const;

export type Chapter = keyof typeof chapters;
