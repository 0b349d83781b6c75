import type { Declaration } from './declarations.ts';

/** What lists of variables tell of a declaration; its default stands beside it. */
export type ListedDeclaration = Omit<Declaration, 'node' | 'name' | 'default'>;

/** A declaration as lists of variables have it. */
export function listedDeclaration({ node, name, default: fallback, ...told }: Declaration): ListedDeclaration {
  return told;
}
