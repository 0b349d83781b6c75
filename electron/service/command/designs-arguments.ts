import { parseArgs } from 'node:util';
import { type DesignSize, designSizes } from '#shared/designs/design-file.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';

export interface DesignsInvocation {
  readonly command: 'designs';
  readonly json: boolean;
}

/** The arguments of `new`, which copies a design into a folder. */
export interface NewInvocation {
  readonly command: 'new';
  /** The name of a built-in design, or the file of a bundle. */
  readonly design: string;
  readonly folder: string;
  /** The name of the size; null for all sizes. */
  readonly size: DesignSize | null;
  readonly json: boolean;
}

const json = { type: 'boolean', default: false } as const;

/**
 * Parses the arguments after `designs`. The returned error is a sentence for users. Throws the errors of `parseArgs`.
 */
export function designsArguments(args: readonly string[]): Result<DesignsInvocation, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json },
    allowPositionals: true,
    strict: true,
  });
  const [surplus] = positionals;
  if (surplus !== undefined)
    return err(`unexpected argument ${surplus}; to start from a design, use \`scenewright new ${surplus} FOLDER\``);
  return ok({ command: 'designs', json: values.json });
}

/** Parses the arguments after `new`. Gives the same errors as {@link designsArguments}. */
export function newArguments(args: readonly string[]): Result<NewInvocation, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { size: { type: 'string' }, json },
    allowPositionals: true,
    strict: true,
  });
  const [design = '', folder = '', surplus] = positionals;
  if (design === '') return err('missing design; `scenewright designs` lists them');
  if (folder === '') return err(`missing folder: scenewright new ${design} FOLDER`);
  if (surplus !== undefined) return err(`unexpected argument ${surplus}: only one design is allowed`);
  const sizes = Object.keys(designSizes) as readonly DesignSize[];
  const size = sizes.find((option) => option === values.size) ?? null;
  if (values.size !== undefined && size === null)
    return err(`unknown size ${values.size}; choose from ${sizes.join(', ')}`);
  return ok({ command: 'new', design, folder, size, json: values.json });
}
