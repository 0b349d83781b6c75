import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { fontPackages } from '../fonts/font-packages.ts';

export interface FontsInvocation {
  readonly command: 'fonts';
  readonly action: 'list' | 'add' | 'remove';
  /** The name of the package; null for `list`. */
  readonly name: string | null;
  /** The folders with the archives; null to download the archives. */
  readonly from: readonly string[] | null;
  /** The registry for downloads; null for the default registry. */
  readonly registry: string | null;
  readonly json: boolean;
}

/** The arguments of `reference`, which prints a page of the documentation. */
interface ReferenceInvocation {
  readonly command: 'reference';
  /** The name of a page or of a topic of the language; null for the list of names. */
  readonly page: string | null;
  readonly json: boolean;
}

/** The commands about installed files: fonts and the pages of the documentation. */
export type InstalledInvocation = FontsInvocation | ReferenceInvocation;

const ACTIONS = ['list', 'add', 'remove'] as const;

/** Parses the arguments after `fonts`. The returned error is a sentence for users. Throws the errors of `parseArgs`. */
export function fontsArguments(args: readonly string[]): Result<FontsInvocation, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string', multiple: true },
      registry: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
    strict: true,
  });
  const [actionName, name, surplus] = positionals;
  const action = ACTIONS.find((option) => option === actionName);
  const { from = null, registry = null, json } = values;
  if (action === undefined) return err(`missing action: ${ACTIONS.join(', ')}`);
  if (action !== 'add' && (from !== null || registry !== null))
    return err('--from and --registry are options of `fonts add` only');
  if (from !== null && registry !== null) return err('use --from or --registry, not both');
  if (action === 'list')
    return name === undefined
      ? ok({ command: 'fonts', action, name: null, from, registry, json })
      : err(`fonts list: unexpected argument ${name}`);
  const names = fontPackages.map((fontPackage) => fontPackage.name).join(', ');
  if (name === undefined) return err(`missing package name; choose from ${names}`);
  if (surplus !== undefined) return err(`unexpected argument ${surplus}: only one package is allowed`);
  if (!fontPackages.some((fontPackage) => fontPackage.name === name))
    return err(`unknown package ${name}; choose from ${names}`);
  return ok({ command: 'fonts', action, name, from, registry, json });
}

/** Parses the arguments after `reference`. Gives the same errors as {@link fontsArguments}. */
export function referenceArguments(args: readonly string[]): Result<ReferenceInvocation, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
    strict: true,
  });
  const [page = null, surplus] = positionals;
  if (surplus !== undefined) return err(`unexpected argument ${surplus}: only one name is allowed`);
  return ok({ command: 'reference', page, json: values.json });
}
