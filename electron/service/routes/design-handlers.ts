import { BUNDLE_TYPE } from '#shared/names/bundle-name.ts';
import type { KnownDesign } from '../designs/design-catalogue.ts';
import type { DesignPicture } from '../designs/design-posters.ts';
import type { Designs } from '../designs/designs.ts';
import { ServiceError } from '../errors/service-error.ts';
import { evaluateConditions } from '../http/conditions.ts';
import type { CallAnswer, HandlersOf } from '../http/handler.ts';
import type { ProjectUid } from '../storage/ports.ts';

type DesignCalls =
  | 'listDesigns'
  | 'readDesign'
  | 'readDesignPoster'
  | 'readDesignPreview'
  | 'readDesignTemplate'
  | 'useDesign'
  | 'createDesign'
  | 'saveDesign'
  | 'deleteDesign';

export interface DesignRouteOptions {
  readonly designs: Designs;
  readonly region: string;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
  /** Called for a bundle whose transfer was interrupted. */
  readonly onFailure: (error: unknown) => void;
}

export function designHandlers({
  designs,
  region,
  requireProject,
  onFailure,
}: DesignRouteOptions): HandlersOf<DesignCalls> {
  const requireRegion = (parameters: { readonly region: string }): void => {
    if (parameters.region !== region) throw new ServiceError('access/region', `The region is ${region}.`);
  };
  const entryOf = (design: Extract<KnownDesign, { kind: 'own' }>['design']) =>
    designs.entry({ kind: 'own', design }, 'en');
  return {
    listDesigns: async ({ query }) => ({ status: 200, json: { designs: await designs.list(query.language ?? 'en') } }),
    readDesign: async ({ parameters, signal }) => {
      const { fileName, length, content, hold } = await designs.bundle(parameters.design, signal);
      content.on('error', (error) => {
        if (!signal.aborted) onFailure(error);
      });
      return { status: 200, stream: { content, length, contentType: BUNDLE_TYPE, attachment: fileName, hold } };
    },
    readDesignPoster: async ({ parameters, query, signal }) =>
      pictureAnswer(await designs.poster(parameters.design, query, signal), query, 'image/jpeg'),
    readDesignPreview: async ({ parameters, query }) =>
      pictureAnswer(await designs.preview(parameters.design, query.size, query.language ?? 'en'), query, 'video/mp4'),
    readDesignTemplate: async ({ parameters, query, headers }) => {
      const { bytes, etag } = await designs.template(parameters.design, query.size);
      const condition = { 'if-none-match': headers['if-none-match'] };
      if (evaluateConditions(condition, { etag, modifiedAt: 0 }) === 'not-modified') return { status: 304, etag };
      return { status: 200, text: bytes, contentType: 'application/xml', etag };
    },
    useDesign: async ({ parameters, body, signal }) => {
      requireRegion(parameters);
      const { size, name, language = 'en' } = body;
      const request = { size, name, language };
      return { status: 201, json: await designs.use(parameters.design, parameters.project, request, signal) };
    },
    createDesign: async ({ parameters, query, body, signal }) => {
      const { stream, sha256 } = body;
      const saved = await designs.own.receive(parameters.design, query.replace === 'true', { stream, sha256, signal });
      return { status: 201, json: await entryOf(saved) };
    },
    saveDesign: async ({ parameters, query, body, signal }) => {
      requireRegion(parameters);
      const from = { project: requireProject(parameters.project), saved: body };
      const saved = await designs.own.save(parameters.design, query.replace === 'true', from, signal);
      return { status: 201, json: await entryOf(saved) };
    },
    deleteDesign: async ({ parameters }) => {
      await designs.own.delete(parameters.design);
      return { status: 200, json: { deleted: [parameters.design] } };
    },
  };
}

function pictureAnswer(
  { version, ...picture }: DesignPicture,
  { v }: { readonly v?: string | undefined },
  contentType: string,
): CallAnswer {
  const immutable = version !== null && v === version;
  return { status: 200, file: { ...picture, contentType, attachment: null, immutable } };
}
