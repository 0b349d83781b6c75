import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Call } from '#shared/contract/calls/call.ts';
import { createShapeReader, type Field, isShapeOf, type NamedShape, type Shape } from './shapes.ts';

/** The contract as data without zod, from which the clients are printed. All lists are in the order of the contract. */
export interface ContractModel {
  readonly chapters: readonly ChapterModel[];
  /** The shapes with a name, sorted by name. */
  readonly shapes: readonly NamedShape[];
  readonly events: readonly { readonly type: string; readonly data: Shape }[];
}

export interface ChapterModel {
  /** The name in the contract, such as `Projects`. */
  readonly name: string;
  readonly summary: string;
  readonly methods: readonly MethodModel[];
}

export interface MethodModel {
  /** The `operationId`, such as `createProject`. */
  readonly operation: string;
  /** The name in its chapter, such as `create`. */
  readonly name: string;
  readonly verb: string;
  /** The path with `:name` for each parameter. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Field[];
  readonly query: readonly Field[];
  /** The shape of further parameters of the query; null if there are none. */
  readonly queryRest: Shape | null;
  readonly headers: readonly string[];
  readonly bodyKind: Call['body']['kind'];
  /** The shape of a JSON or form body; null for other bodies. */
  readonly body: Shape | null;
  /** The shape of the JSON; null if the answer has bytes or text. */
  readonly answer: Shape | null;
  /** A sentence about the answer. */
  readonly answerSummary: string;
}

interface ContractModules {
  readonly contract: Readonly<Record<string, Call>>;
  readonly chapters: Readonly<Record<string, string>>;
  readonly eventData: Readonly<Record<string, z.ZodType>>;
}

/** Reads the contract of a checkout. Its folder must lie where Node finds `zod`. Throws if two methods have one name. */
export async function readContract(root: string): Promise<ContractModel> {
  const folder = path.join(root, 'shared', 'contract');
  const load = async (file: string) => (await import(pathToFileURL(path.join(folder, file)).href)) as object;
  const modules = {
    ...(await load('contract.ts')),
    ...(await load('calls/chapters.ts')),
    ...(await load('events.ts')),
  } as unknown as ContractModules;
  const reader = createShapeReader(await namesOfShapes(folder));
  const methods = Object.entries(modules.contract).map(([operation, call]) => ({
    chapter: call.chapter as string,
    method: methodOf(operation, call, reader.read),
  }));
  const events = Object.entries(modules.eventData).map(([type, data]) => ({
    type,
    data: reader.read(data, 'output'),
  }));
  const chapters = Object.entries(modules.chapters).map(([name, summary]) => {
    const inChapter = methods.filter(({ chapter }) => chapter === name).map(({ method }) => method);
    return { name, summary, methods: withShortNames(name, inChapter) };
  });
  return { chapters, shapes: reader.named(), events };
}

/** Returns the exported schemas of `shapes/` with their names and comments, by schema. */
async function namesOfShapes(folder: string): Promise<Map<unknown, { name: string; description: string }>> {
  const names = new Map<unknown, { name: string; description: string }>();
  const files = (await readdir(path.join(folder, 'shapes')))
    .filter((file) => /^[\w-]+\.ts$/.test(file) && file !== 'parameters.ts')
    .sort();
  for (const file of files) {
    const full = path.join(folder, 'shapes', file);
    const source = await readFile(full, 'utf8');
    const exported = (await import(pathToFileURL(full).href)) as Readonly<Record<string, unknown>>;
    for (const [exportedName, schema] of Object.entries(exported)) {
      if (!(schema instanceof z.ZodType) || !isShapeOf(schema)) continue;
      names.set(schema, { name: pascal(exportedName), description: commentOf(source, exportedName) });
    }
  }
  return names;
}

/** Returns the doc comment of an export as one line; empty if it has none. */
function commentOf(source: string, name: string): string {
  const comment = new RegExp(String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*export const ${name}\b`).exec(source)?.[1] ?? '';
  return comment
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function methodOf(
  operation: string,
  call: Call,
  read: (schema: z.ZodType, direction: 'input' | 'output') => Shape,
): MethodModel {
  const query = read(call.query, 'output');
  const answers = Object.values(call.answers).filter(({ kind }) => kind !== 'empty');
  const json = answers.flatMap((answer) => (answer.kind === 'json' ? [read(answer.schema, 'output')] : []));
  return {
    operation,
    name: operation,
    verb: call.method,
    path: call.path,
    summary: call.summary,
    parameters: fieldsOf(read(call.parameters, 'output')),
    query: fieldsOf(query),
    // A method with a body takes only named parameters, because its `body` could be one of the others.
    queryRest: query.kind === 'object' && call.access === 'signed' && call.body.kind === 'none' ? query.rest : null,
    headers: call.headers,
    bodyKind: call.body.kind,
    body: call.body.kind === 'json' || call.body.kind === 'form' ? read(call.body.schema, 'input') : null,
    answer: json.length === answers.length ? unionOf(json) : null,
    answerSummary: answers[0]?.summary ?? '',
  };
}

function fieldsOf(shape: Shape): readonly Field[] {
  return shape.kind === 'object' ? shape.fields : [];
}

/** Returns the union of the shapes without duplicates. */
function unionOf(shapes: readonly Shape[]): Shape {
  const distinct = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  return distinct.length === 1 && distinct[0] !== undefined ? distinct[0] : { kind: 'union', of: distinct };
}

/**
 * Removes the noun of the chapter from the names of its calls: `createProject` is `projects.create`, `listProjects` is
 * `projects.list`, and `deleteMovies` keeps its name beside `deleteMovie`. A new call never changes the name of another.
 */
function withShortNames(chapter: string, methods: readonly MethodModel[]): readonly MethodModel[] {
  const noun = nounOf(chapter);
  const named = methods.map((method) => {
    const singular = new RegExp(`^([a-z]+)${noun}$`).exec(method.operation)?.[1];
    const plural = new RegExp(`^(list)${noun}e?s$`).exec(method.operation)?.[1];
    return { ...method, name: singular ?? plural ?? method.operation };
  });
  const names = named.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two calls of the chapter ${chapter} have the name ${twice}. Rename one.`);
  return named;
}

function nounOf(chapter: string): string {
  if (chapter === 'Rendering') return 'Render';
  return chapter.replace(/(?<=ch)es$|s$/, '');
}

/** Returns a name with a capital first letter, such as `StoredAsset` for `storedAsset`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
