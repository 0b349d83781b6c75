import { ServiceError } from '../errors/service-error.ts';
import type { FilmChecks } from '../film-check/film-checks.ts';
import type { HandlersOf } from '../http/handler.ts';
import { repeatedInForm } from '../renders/accept/render-form.ts';
import type { Rendering } from '../renders/open-rendering.ts';
import type { BlobStore, ProjectUid } from '../storage/ports.ts';
import { type BatchCalls, batchHandlers } from './batches.ts';
import { type RenderCalls, renderHandlers } from './renders.ts';
import { isConfinedBy } from './templates.ts';

export interface RenderingRoutes {
  readonly blobs: BlobStore;
  readonly region: string;
  readonly checks: FilmChecks;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
}

export function renderingHandlers(
  { queue, batches, outdated, records, requests }: Rendering,
  { blobs, region, requireProject, checks }: RenderingRoutes,
): HandlersOf<RenderCalls | BatchCalls | CheckCalls> {
  return {
    ...renderHandlers({ queue, outdated, records, requests, blobs, requireProject, region, checks }),
    ...checkHandlers({ checks, region, requireProject }),
    ...batchHandlers({ batches, outdated, blobs, requests, requireProject, region }),
  };
}

type CheckCalls = 'checkFilm' | 'readCheck' | 'cancelCheck';

function checkHandlers({
  checks,
  region,
  requireProject,
}: Pick<RenderingRoutes, 'checks' | 'region' | 'requireProject'>): HandlersOf<CheckCalls> {
  return {
    checkFilm: async ({ parameters, headers, body, signal }) => {
      if (parameters.region !== region) throw new ServiceError('access/region');
      const project = requireProject(parameters.project);
      const repeatedFields = await repeatedInForm(body);
      const form = { ...body, isConfined: isConfinedBy(headers) };
      if (body.async === 'true') {
        const { id, state, done, total, share } = checks.start(form, project);
        return { status: 202, json: { id, state, done, total, share }, repeatedFields };
      }
      const { report, unusedValues } = await checks.check(form, project, signal);
      const unusedFields = unusedValues.map((name) => `variables.${name}`);
      return { status: 200, json: report, unusedFields, repeatedFields };
    },
    readCheck: async ({ parameters }) => ({
      status: 200,
      json: checks.read(requireProject(parameters.project), parameters.check),
    }),
    cancelCheck: async ({ parameters }) => {
      checks.cancel(requireProject(parameters.project), parameters.check);
      return { status: 200, json: { id: parameters.check } };
    },
  };
}
