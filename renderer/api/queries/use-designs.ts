import { useMutation, useQuery } from '@tanstack/react-query';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import type { JsonOf } from '#shared/contract/client.ts';
import type { DesignCategory, DesignSize } from '#shared/designs/design-file.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type DesignEntry = JsonOf<'listDesigns'>['designs'][number];

/** Every design there is: those of the program, then one's own. Titles are in the page's language. */
export function useDesigns() {
  const { client } = useApi();
  const language = pageLanguage();
  return useQuery({
    queryKey: [...queryKeys.designs, language],
    queryFn: async ({ signal }): Promise<readonly DesignEntry[]> =>
      (await client.call('listDesigns', { query: { language }, signal })).designs,
  });
}

/** Where a film of a design was put, to be opened. */
export interface BegunFilm {
  readonly project: string;
  readonly template: string;
}

export interface DesignRequest {
  readonly design: DesignEntry;
  readonly size: DesignSize;
  /** Null for a new project, which is called as the design is. */
  readonly project: string | null;
}

/** Puts a design into a project, or makes one of it. */
export function useBeginWithDesign() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ design, size, project }: DesignRequest): Promise<BegunFilm> => {
      const language = pageLanguage();
      if (project === null) {
        const made = await api.client.call('createProject', {
          parameters: { name: design.title },
          query: { design: design.name, size, language },
        });
        return { project: made.uid, template: made.template ?? design.title };
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

/** What a template of a project is to be as a design. */
export interface NewDesign {
  readonly name: string;
  readonly templates: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly category: DesignCategory;
  /** Null for one near the middle. */
  readonly posterFrame: number | null;
  /** Instead of the own design of that name. */
  readonly replace: boolean;
}

/** Makes a design of templates of a project; gives it. */
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

/** Puts a design here from its bundle; gives it. */
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
 * Deletes one's own design; films that began from it stay. Gives the bundle that it was, to be put here again; null where
 * it could not be read any more, which keeps nobody from deleting it.
 */
export function useDeleteDesign() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: async (name: string): Promise<Blob | null> => {
      const kept = await client
        .open('readDesign', { parameters: { design: name } })
        .then((answer) => answer.blob())
        .catch(() => null);
      await client.call('deleteDesign', { parameters: { design: name } });
      return kept;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.designs }),
  });
}
