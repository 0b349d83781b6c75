import type { ReactNode } from 'react';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import { NamedColoursContext } from '#renderer/ui/fields/named-colours.tsx';

const NONE = [] as const;

/** Has every colour picker in it offer the colours of a project's brand first. */
export function BrandColours({ project, children }: { readonly project: string; readonly children: ReactNode }) {
  const { data } = useBrand(project);
  return <NamedColoursContext value={data?.brand.colours ?? NONE}>{children}</NamedColoursContext>;
}
