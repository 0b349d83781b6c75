/** Keys of the query cache, in one place: what is below a key is invalidated with it. */
export const queryKeys = {
  health: ['health'],
  formats: ['formats'],
  /** A font that comes with the program never changes. */
  fontSample: (family: string, weight: number, text: string) => ['font-sample', family, weight, text],
  /** Found out once for each FFmpeg; one that was chosen makes everything stale. */
  encoders: ['encoders'],
  storage: ['storage'],
  farm: ['farm'],
  farmSettings: ['farm-settings'],
  /** The public address of links. */
  linkAddress: ['link-address'],
  fonts: ['fonts'],
  designs: ['designs'],
  projects: ['projects'],
  /** Below the projects: whatever changes in one of them may change it. */
  missing: ['projects', 'missing'],
  clusters: ['clusters'],
  /** Renders of all projects. */
  queue: ['queue'],
  /** Batches of all projects. */
  allBatches: ['all-batches'],
  /** Films that are out of date, of one project or of all; below, so that one key names them all. */
  outdated: ['outdated'],
  outdatedIn: (project: string | null) => ['outdated', project],
  published: (cluster: string) => ['published', cluster],
  /** Everything of one project. */
  project: (project: string) => ['project', project],
  assets: (project: string) => ['project', project, 'assets'],
  brand: (project: string) => ['project', project, 'brand'],
  trash: (project: string) => ['project', project, 'trash'],
  trashUpTo: (project: string, limit: number) => ['project', project, 'trash', limit],
  uploads: (project: string) => ['project', project, 'uploads'],
  templates: (project: string) => ['project', project, 'templates'],
  template: (project: string, name: string) => ['project', project, 'template', name],
  templateText: (project: string, name: string) => ['project', project, 'template', name, 'text'],
  templateRevision: (project: string, name: string, revision: number) => [
    'project',
    project,
    'template',
    name,
    'text',
    revision,
  ],
  revisions: (project: string, name: string) => ['project', project, 'template', name, 'revisions'],
  editing: (project: string, name: string) => ['project', project, 'template', name, 'editing'],
  movies: (project: string) => ['project', project, 'movies'],
  filmLink: (project: string, movie: string, wish: object) => ['film-link', project, movie, wish],
  variables: (project: string, movie: string) => ['project', project, 'movies', movie, 'variables'],
  renders: (project: string) => ['project', project, 'renders'],
  render: (project: string, render: string) => ['project', project, 'renders', render],
  batches: (project: string) => ['project', project, 'batches'],
  batch: (project: string, batch: string) => ['project', project, 'batches', batch],
  /** What was found out about an asset's bytes; the entity tag makes the key, so nothing here ever gets old. */
  logo: (project: string, name: string, etag: string, ground: string) => [
    'project',
    project,
    'logo',
    name,
    etag,
    ground,
  ],
  waveform: (project: string, name: string, etag: string) => ['project', project, 'waveform', name, etag],
  proxies: (project: string) => ['project', project, 'proxies'],
  captions: (project: string, source: string, etag: string) => ['project', project, 'captions', source, etag],
  facts: (project: string, name: string, etag: string) => ['project', project, 'facts', name, etag],
} as const satisfies Record<string, readonly unknown[] | ((...parts: never[]) => readonly unknown[])>;
