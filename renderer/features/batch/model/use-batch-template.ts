import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { firstError, problemsOf } from '#renderer/editor/read-template.ts';
import { readTemplateText } from '#renderer/editor/saving/template-service.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { isUsed, listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { filmLanguage } from '#shared/template/variables/film-language.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { filmSize } from '#shared/timeline/timeline.ts';

/** The saved template from which the rows are rendered. */
export interface BatchTemplate {
  readonly source: TemplateSource | null;
  /** The variables in the order of their first use. */
  readonly variables: readonly Variable[];
  /** The size and the language of the film without values; absent for a text that cannot be parsed. */
  readonly film?: { readonly size: Size | null; readonly language: string };
  /** The problem of a text that cannot be parsed; null if it can be parsed. */
  readonly fault: Problem | null;
}

export function useBatchTemplate(project: string, name: string) {
  const api = useApi();
  const { data, error, refetch } = useQuery(templateQuery(api, project, name));
  const text = data?.text;
  const template = useMemo(() => (text === undefined ? null : read(text)), [text]);
  return { template, error, refetch };
}

/** Returns further templates by their names. A template that is still loading is absent. */
export function useBatchTemplates(project: string, names: readonly string[]): ReadonlyMap<string, BatchTemplate> {
  const api = useApi();
  const texts = useQueries({
    queries: names.map((name) => templateQuery(api, project, name)),
    combine: (answers) => JSON.stringify(answers.map(({ data }) => data?.text ?? null)),
  });
  const key = JSON.stringify(names);
  return useMemo(() => {
    const list = JSON.parse(texts) as readonly (string | null)[];
    return new Map(
      (JSON.parse(key) as readonly string[]).flatMap((name, at) => {
        const text = list[at] ?? null;
        return text === null ? [] : [[name, read(text)] as const];
      }),
    );
  }, [texts, key]);
}

function templateQuery(api: Api, project: string, name: string) {
  return {
    queryKey: queryKeys.templateText(project, name),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => readTemplateText(api, { project, name }, signal),
  };
}

function read(text: string): BatchTemplate {
  const { source, problems } = readTemplate(text);
  if (source === null) return { source, variables: [], fault: firstError(problems) ?? problems[0] ?? null };
  const { findings, movie, partial } = resolveTemplate(source.document, { values: new Map(), missing: 'ignore' });
  const shown = movie ?? partial;
  const all = listVariables(source.document).variables;
  const defaults = new Map(all.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])));
  const language = filmLanguage(source.document.root, { values: new Map(), defaults });
  return {
    source,
    variables: all.filter(isUsed),
    film: { size: shown && filmSize(shown), language },
    fault: firstError([...problems, ...problemsOf(source, findings)]),
  };
}
