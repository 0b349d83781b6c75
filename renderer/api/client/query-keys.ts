/** The keys of the query cache. Invalidating a key also invalidates all keys with that prefix. */
export const queryKeys = {
  health: ['health'],
  formats: ['formats'],
  /** A bundled font never changes, so its sample is read only once. */
  fontSample: (family: string, weight: number, text: string) => ['font-sample', family, weight, text],
  /** The service tests the encoders once per FFmpeg version. Choosing another FFmpeg invalidates the whole cache. */
  encoders: ['encoders'],
  storage: ['storage'],
  farm: ['farm'],
  farmSettings: ['farm-settings'],
  /** The public URL of links. */
  linkAddress: ['link-address'],
  fonts: ['fonts'],
  /** The settings and keys of assistants. */
  agents: ['agents'],
  agentCalls: ['agent-calls'],
  designs: ['designs'],
  projects: ['projects'],
  /** The prefix is `projects`, because a change in any project can change the missing assets. */
  missing: ['projects', 'missing'],
  clusters: ['clusters'],
  /** The renders of all projects. */
  queue: ['queue'],
  /** The batches of all projects. */
  allBatches: ['all-batches'],
  /** The outdated films of all projects. The key is the prefix of the keys of single projects. */
  outdated: ['outdated'],
  outdatedIn: (project: string | null) => ['outdated', project],
  published: (cluster: string) => ['published', cluster],
  /** All data of one project. */
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
  filmLink: (project: string, movie: string, request: object) => ['film-link', project, movie, request],
  variables: (project: string, movie: string) => ['project', project, 'movies', movie, 'variables'],
  renders: (project: string) => ['project', project, 'renders'],
  render: (project: string, render: string) => ['project', project, 'renders', render],
  batches: (project: string) => ['project', project, 'batches'],
  batch: (project: string, batch: string) => ['project', project, 'batches', batch],
  /**
   * The key of the list of live tables. It is also the prefix of the key of each table, so that invalidating it updates
   * the list and all tables.
   */
  liveTables: (project: string) => ['project', project, 'live-tables'],
  liveTable: (project: string, table: string) => ['project', project, 'live-tables', table],
  liveRows: (project: string, table: string, state: string) => ['project', project, 'live-tables', table, state],
  /** Data that depends only on an asset's bytes. The key contains the etag, so that the data never becomes stale. */
  logo: (project: string, name: string, etag: string, background: string) => [
    'project',
    project,
    'logo',
    name,
    etag,
    background,
  ],
  waveform: (project: string, name: string, etag: string) => ['project', project, 'waveform', name, etag],
  proxies: (project: string) => ['project', project, 'proxies'],
  captions: (project: string, source: string, etag: string) => ['project', project, 'captions', source, etag],
  facts: (project: string, name: string, etag: string) => ['project', project, 'facts', name, etag],
  sheets: (project: string, etag: string, request: object) => ['project', project, 'sheets', etag, request],
} as const satisfies Record<string, readonly unknown[] | ((...parts: never[]) => readonly unknown[])>;
