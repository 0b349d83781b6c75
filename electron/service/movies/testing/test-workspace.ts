import { createMovieInspector } from '#service/inspection/inspector.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openWorkspace } from '#service/workspace/open-workspace.ts';
import { createBatchTableStore } from '../batch-table-store.ts';
import { createEditingStore } from '../editing-store.ts';
import { createMovieStore } from '../movie-store.ts';
import { createTemplateStore } from '../template-store.ts';

/** Opens a workspace on disk with one project and the movie stores. Disposal deletes it. */
export async function testWorkspace() {
  const folder = await temporaryFolder();
  let now = Date.UTC(2030, 0, 1);
  const workspace = await openWorkspace({ folder: folder.path, clock: () => now });
  const { events, projects } = workspace;
  const inspector = createMovieInspector();
  const parts = { ...workspace, inspector };
  const project = projects.create('Films').uid;
  /** Returns the events since the creation of the project. */
  const recorded = () => events.since(1).map(({ type, data }) => ({ type, ...data }));
  return {
    ...parts,
    project,
    movies: createMovieStore(parts),
    templates: createTemplateStore(parts),
    editing: createEditingStore(parts),
    tables: createBatchTableStore(parts),
    recorded,
    advance: (milliseconds: number): void => {
      now += milliseconds;
    },
    [Symbol.asyncDispose]: async () => {
      await inspector[Symbol.asyncDispose]();
      await workspace.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export type TestWorkspace = Awaited<ReturnType<typeof testWorkspace>>;
