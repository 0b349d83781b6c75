import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { firstError, problemsOf } from '#renderer/editor/read-template.ts';
import { readTemplateText } from '#renderer/editor/saving/template-service.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { isUsed, listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** The saved template from which the rows are rendered. */
export interface BatchTemplate {
  readonly source: TemplateSource | null;
  /** The variables in the order of their first use. */
  readonly variables: readonly Variable[];
  /** The problem of a text that cannot be parsed; null if it can be parsed. */
  readonly fault: Problem | null;
}

export function useBatchTemplate(project: string, name: string) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: queryKeys.templateText(project, name),
    queryFn: ({ signal }) => readTemplateText(api, { project, name }, signal),
  });
  const text = data?.text;
  const template = useMemo(() => (text === undefined ? null : read(text)), [text]);
  return { template, error };
}

function read(text: string): BatchTemplate {
  const { source, problems } = readTemplate(text);
  if (source === null) return { source, variables: [], fault: firstError(problems) ?? problems[0] ?? null };
  const { findings } = resolveTemplate(source.document, { values: new Map(), missing: 'ignore' });
  return {
    source,
    variables: listVariables(source.document).variables.filter(isUsed),
    fault: firstError([...problems, ...problemsOf(source, findings)]),
  };
}
