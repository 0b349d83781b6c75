import { createMovieInspector } from '#service/inspection/inspector.ts';
import { createTemplateStore } from '#service/movies/template-store.ts';
import type { BlobDigest, Database, ProjectUid } from '#service/storage/ports.ts';
import type { Workspace } from '#service/storage/stores.ts';
import { incoming, never } from '#service/workspace/testing/scratch-workspace.ts';
import { insertRender } from '../accept/accept-render.ts';
import { createNotifier } from '../endings/notify-ended.ts';
import type { RenderId, StoredRequest } from '../records/render-record.ts';
import { advanceRender, claimRender, endRender, finishRendering, type RenderRecords } from '../records/transitions.ts';

/** A change of the workspace in one commit. After any failure, the state is either the old or the new one. */
export interface DurableStep {
  readonly name: string;
  /** Prepares the workspace for the step. */
  prepare(workspace: Workspace): Promise<void>;
  /** Makes the change with this database. */
  run(workspace: Workspace, database: Database): Promise<unknown>;
  /** Returns the visible state of the workspace. */
  look(workspace: Workspace): unknown;
}

const RENDER = 'render-1' as RenderId;
const TICKET = { id: RENDER, attempt: 1 };

function projectOf(workspace: Workspace): ProjectUid {
  return workspace.projects.list()[0]?.uid ?? workspace.projects.create('Films').uid;
}

function template(duration: number): Uint8Array {
  return Buffer.from(`<movie width="64" height="64" framerate="25"><scene duration="${duration}"/></movie>`);
}

async function save(workspace: Workspace, database: Database, duration: number): Promise<void> {
  await using inspector = createMovieInspector();
  const { events, projects, clock } = workspace;
  const store = createTemplateStore({ database, events, projects, clock, inspector });
  await store.save(projectOf(workspace), 'film', template(duration));
}

function records({ events, clock }: Workspace, database: Database): RenderRecords {
  return { database, events, clock, notify: createNotifier(clock, () => undefined) };
}

/** Stores an unfinished film as a blob. */
async function adopted(workspace: Workspace): Promise<BlobDigest> {
  const limits = { limitBytes: 1000, signal: never };
  return (await workspace.blobs.put(incoming('the film').stream, limits)).sha256;
}

async function startRender(workspace: Workspace): Promise<void> {
  const project = projectOf(workspace);
  const { database, clock } = workspace;
  const row = { id: RENDER, project, batch: null, request, template: '<movie/>', secretName: null, inputs: new Map() };
  database.transaction(() => insertRender(database, { ...row, state: 'queued', now: clock() }));
  claimRender(records(workspace, database), RENDER);
  advanceRender(records(workspace, database), TICKET, 'fetching', 'rendering');
}

const outcomeOf = (sha256: BlobDigest) => ({
  ...{ url: null, frames: 5, durationSeconds: 0.5, bytes: 8, warnings: [], files: [], scenes: null },
  sha256,
});

function lookAtRender({ database }: Workspace): unknown {
  return {
    render: database.get('SELECT state, film, outcome, error FROM render WHERE id = ?', RENDER),
    notifications: database.all('SELECT url, body IS NOT NULL AS body FROM notification WHERE render = ?', RENDER),
    events: database.all("SELECT json_extract(data, '$.state') AS state FROM event WHERE type = 'render.changed'"),
  };
}

export const durableSteps: readonly DurableStep[] = [
  {
    name: 'template save',
    prepare: (workspace) => save(workspace, workspace.database, 1),
    run: (workspace, database) => save(workspace, database, 2),
    look: ({ database }) => ({
      templates: database.all('SELECT name, revision, etag FROM template'),
      revisions: database.all('SELECT revision, bytes FROM template_revision ORDER BY revision'),
      movies: database.all('SELECT name, xml, etag FROM movie'),
      events: database.all("SELECT type FROM event WHERE type = 'template.saved'"),
    }),
  },
  {
    name: 'keeping of a film that is still to be sent',
    prepare: startRender,
    run: async (workspace, database) => {
      const film = await adopted(workspace);
      return finishRendering(records(workspace, database), TICKET, film, outcomeOf(film));
    },
    look: lookAtRender,
  },
  {
    name: 'end of a render with its film',
    prepare: startRender,
    run: async (workspace, database) => {
      const film = await adopted(workspace);
      const ending = { state: 'succeeded', film, outcome: outcomeOf(film) } as const;
      return endRender(records(workspace, database), TICKET, ending);
    },
    look: lookAtRender,
  },
];

const request: StoredRequest = {
  ...{ format: 'mp4', quality: 'standard', hardware: null, variables: [], range: null, check: null, destination: null },
  brand: [],
  language: null,
  loudness: null,
  truepeak: null,
  maxBytes: null,
  isStreamed: false,
  isConfined: false,
  package: null,
  ...{ onsuccess: 'https://hook.example/yes', onerror: 'https://hook.example/no', published: null, name: null },
  ...{ templateName: null, origin: 'http://127.0.0.1:1', author: null, total: 5, uncounted: 0 },
};
