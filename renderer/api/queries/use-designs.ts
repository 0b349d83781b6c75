import { useMutation, useQuery } from '@tanstack/react-query';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import type { JsonOf } from '#shared/contract/client.ts';
import type { DesignCategory, DesignSize } from '#shared/designs/design-file.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type DesignEntry = JsonOf<'listDesigns'>['designs'][number];

/** Queries all designs. The bundled designs come before the user's designs. Titles are in the page language. */
export function useDesigns() {
  const { client } = useApi();
  const language = pageLanguage();
  return useQuery({
    queryKey: [...queryKeys.designs, language],
    queryFn: async ({ signal }): Promise<readonly DesignEntry[]> =>
      (await client.call('listDesigns', { query: { language }, signal })).designs,
  });
}

/** The template that was created from a design. */
export interface CreatedTemplate {
  readonly project: string;
  readonly template: string;
}

export interface DesignRequest {
  readonly design: DesignEntry;
  readonly size: DesignSize;
  /** The project for the template; null for a new project, which gets the name of the design. */
  readonly project: string | null;
}

/** Creates a template from a design, in a project or in a new one. */
export function useCreateFromDesign() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ design, size, project }: DesignRequest): Promise<CreatedTemplate> => {
      const language = pageLanguage();
      if (project === null) {
        const created = await api.client.call('createProject', {
          parameters: { name: design.title },
          query: { design: design.name, size, language },
        });
        return { project: created.uid, template: created.template ?? design.title };
      }
      const { movie } = await api.client.call('useDesign', {
        parameters: { design: design.name, region: await api.region(), project },
        body: { size, language },
      });
      return { project, template: movie };
    },
    onSettled: (begun) =>
      Promise.all([
        api.queries.invalidateQueries({ queryKey: queryKeys.projects }),
        ...(begun === undefined ? [] : [api.queries.invalidateQueries({ queryKey: queryKeys.project(begun.project) })]),
      ]),
  });
}

/** A design to create from templates of a project. */
export interface NewDesign {
  readonly name: string;
  readonly templates: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly category: DesignCategory;
  /** The frame of the poster; null for a frame near the middle. */
  readonly posterFrame: number | null;
  /** Whether the design may replace the user's design of the same name. */
  readonly replace: boolean;
}

/** Creates a design from templates of a project and returns it. */
export function useSaveDesign(project: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ name, templates, title, description, category, posterFrame, replace }: NewDesign) =>
      api.client.call('saveDesign', {
        parameters: { design: name, region: await api.region(), project },
        query: { replace: replace ? 'true' : undefined },
        body: {
          templates: [...templates],
          title,
          category,
          ...(description !== '' && { description }),
          ...(posterFrame !== null && { posterFrame }),
        },
      }),
    onSuccess: () => api.queries.invalidateQueries({ queryKey: queryKeys.designs }),
  });
}

/** Imports a design from its bundle and returns it. */
export function useImportDesign() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: ({ name, file, replace }: { readonly name: string; readonly file: File; readonly replace: boolean }) =>
      client.call('createDesign', {
        parameters: { design: name },
        query: { replace: replace ? 'true' : undefined },
        body: file,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.designs }),
  });
}

/**
 * Deletes a design of the user. Templates that were created from it stay. Returns the design's bundle for undo; null if
 * the bundle could not be read. The design is deleted even then.
 */
export function useDeleteDesign() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: async (name: string): Promise<Blob | null> => {
      const bundle = await client
        .open('readDesign', { parameters: { design: name } })
        .then((answer) => answer.blob())
        .catch(() => null);
      await client.call('deleteDesign', { parameters: { design: name } });
      return bundle;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.designs }),
  });
}
