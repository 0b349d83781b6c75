import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { readTemplateText, type TemplateText } from '#renderer/editor/saving/template-service.ts';
import type { BrandColor } from '#shared/brand/brand-kit.ts';
import { type LiteralBrandColor, literalBrandColors, usesBrand } from '#shared/brand/literal-colors.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** The use of the brand in one template. */
export interface BrandUse {
  readonly template: string;
  readonly usesBrand: boolean;
  readonly byHand: readonly LiteralBrandColor[];
}

export interface BrandUses {
  readonly ofTemplates: readonly BrandUse[];
  /** The number of templates in the project. */
  readonly count: number;
  /**
   * Whether the requests for all templates, up to `MAX_READ`, have ended. A template whose request failed counts as not
   * using the brand.
   */
  readonly isDone: boolean;
}

/** The maximum number of templates to read. */
const MAX_READ = 100;

const answers = (results: readonly { readonly data: TemplateText | undefined; readonly isPending: boolean }[]) => ({
  texts: results.map(({ data }) => data?.text ?? null),
  isDone: results.every(({ isPending }) => !isPending),
});

/**
 * Reads the saved templates of a project. Returns which of them use the brand, and which brand colors they contain as
 * literals. Null while the list of templates is loading.
 */
export function useBrandUse(project: string, colours: readonly BrandColor[]): BrandUses | null {
  const api = useApi();
  const { data: templates } = useTemplates(project);
  const names = useMemo(() => (templates ?? []).slice(0, MAX_READ).map(({ name }) => name), [templates]);
  const { texts, isDone } = useQueries({
    queries: names.map((name) => ({
      queryKey: queryKeys.templateText(project, name),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readTemplateText(api, { project, name }, signal),
    })),
    combine: answers,
  });
  const read = useMemo(
    () => names.map((template, at) => ({ template, source: readTemplate(texts[at] ?? '').source })),
    [names, texts],
  );
  const ofTemplates = useMemo(
    () =>
      read.map(
        ({ template, source }): BrandUse => ({
          template,
          usesBrand: source !== null && usesBrand(source.document),
          byHand: source === null ? [] : literalBrandColors(source.document, colours),
        }),
      ),
    [read, colours],
  );
  return templates === undefined ? null : { ofTemplates, count: templates.length, isDone };
}
