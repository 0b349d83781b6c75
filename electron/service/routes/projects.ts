import type { z } from 'zod';
import type { project as projectShape } from '../../../shared/contract/shapes.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { Project, Workspace } from '../storage/stores.ts';

type ProjectCalls = 'listProjects' | 'createProject' | 'renameProject' | 'duplicateProject' | 'deleteProject';

export function projectHandlers({ projects }: Pick<Workspace, 'projects'>): HandlersOf<ProjectCalls> {
  return {
    listProjects: () => {
      const all = projects.list();
      return {
        status: 200,
        json: { Projects: all.map(({ uid, name }) => [uid, name]), projects: all.map(shapeOf) },
      };
    },
    createProject: ({ parameters }) => {
      const { uid, name } = projects.create(parameters.name);
      return { status: 201, json: { 'Project-UID': uid, uid, name } };
    },
    renameProject: ({ parameters, body }) => ({
      status: 200,
      json: shapeOf(projects.rename(parameters.project, body.name)),
    }),
    duplicateProject: ({ parameters, body }) => ({
      status: 201,
      json: shapeOf(projects.duplicate(parameters.project, body.name)),
    }),
    deleteProject: async ({ parameters }) => {
      const uid = projects.require(parameters.project);
      await projects.delete(uid);
      return { status: 200, json: { deleted: [uid] } };
    },
  };
}

function shapeOf({ uid, name, counts, bytes, createdAt, updatedAt }: Project): z.output<typeof projectShape> {
  return {
    uid,
    name,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    counts,
    bytes,
  };
}
