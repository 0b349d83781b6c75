import type { ReactNode } from 'react';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import { NamedColorsContext } from '#renderer/ui/fields/named-colors.tsx';

const NONE = [] as const;

/** Provides the brand colors of a project. Color pickers inside offer them first. */
export function BrandColors({ project, children }: { readonly project: string; readonly children: ReactNode }) {
  const { data } = useBrand(project);
  return <NamedColorsContext value={data?.brand.colours ?? NONE}>{children}</NamedColorsContext>;
}
