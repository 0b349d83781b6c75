import { type ChapterModel, type ContractModel, type MethodModel, pascal } from './contract-model.ts';
import type { Field, Shape } from './shapes.ts';

const HEAD = '// Made from the contract of the service by `npm run clients`. Do not edit.\n';

/** Prints the table of calls that the TypeScript client has at run time. */
export function typescriptCalls(model: ContractModel, version: string): string {
  const rows = model.chapters.flatMap(({ name, methods }) =>
    methods.map((method) => {
      const cells = [propertyOf(name), method.name, method.verb, method.path, method.bodyKind, method.answer !== null];
      return `  ${method.operation}: [${[...cells, hasInput(method)].map(literal).join(', ')}],`;
    }),
  );
  return `${HEAD}
/** The version of the service that this client was made for. */
export const VERSION = ${literal(version)};

/** The calls: chapter, method, HTTP method, path, kind of body, whether the answer is JSON, whether there is an input. */
export const calls = {
${rows.join('\n')}
} as const;

export type CallName = keyof typeof calls;
`;
}

/** Prints the types of all shapes, inputs, answers, chapters, and events. The file has no code at run time. */
export function typescriptTypes(model: ContractModel): string {
  const methods = model.chapters.flatMap((chapter) => chapter.methods);
  return [
    HEAD,
    OPTIONS,
    ...model.shapes.map(({ name, shape, description }) => `${comment(description, '')}${declaration(name, shape)}`),
    ...methods.flatMap((method) => [inputOf(method), answerOf(method)]).filter((text) => text !== ''),
    ...model.chapters.map(chapterOf),
    `/** The chapters of calls. */\nexport interface Chapters {\n${model.chapters
      .map(({ name, summary }) => `${comment(summary, '  ')}  readonly ${propertyOf(name)}: ${name}Calls;\n`)
      .join('')}}\n`,
    `/** The inputs of all calls by \`operationId\`. */\nexport interface CallInputs {\n${methods
      .map(
        (method) =>
          `  readonly ${method.operation}: ${hasInput(method) ? `${pascal(method.operation)}Input` : 'NoInput'};\n`,
      )
      .join('')}}\n`,
    eventsOf(model),
  ].join('\n');
}

const OPTIONS = `/** Options of each call. \`Header\` has the names of the request headers that the call uses, in lower case. */
export interface CallOptions<Header extends string = never> {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  readonly headers?: { readonly [Name in Header]?: string } | undefined;
}

/** The input of a call without parameters and body. */
export type NoInput = Readonly<Record<string, never>>;

/** The body of a file or a chunk. A stream can be sent once. */
export type FileBody = string | Uint8Array<ArrayBuffer> | ArrayBuffer | Blob | ReadableStream<Uint8Array<ArrayBuffer>>;
`;

/** Returns the name of a chapter in the client, such as `projects`. */
function propertyOf(chapter: string): string {
  return chapter.charAt(0).toLowerCase() + chapter.slice(1);
}

function hasInput({ parameters, query, bodyKind }: MethodModel): boolean {
  return parameters.length > 0 || query.length > 0 || bodyKind !== 'none';
}

function declaration(name: string, shape: Shape): string {
  if (shape.kind === 'object' && (shape.fields.length > 0 || shape.rest === null)) {
    return `export interface ${name} ${printed(shape, '')}\n`;
  }
  return `export type ${name} = ${printed(shape, '')};\n`;
}

const bodyTypes = {
  file: 'FileBody',
  bytes: 'FileBody',
  xml: 'string | Uint8Array<ArrayBuffer>',
  movie: 'string | object',
} as const;

function inputOf(method: MethodModel): string {
  if (!hasInput(method)) return '';
  const { bodyKind } = method;
  const parameters = method.parameters.map((field) => {
    if (field.name !== 'region') return field;
    return { ...field, required: false, description: 'Default: the region of the client.' };
  });
  const lines = [...parameters, ...method.query.map(asQuery)].map((field) => fieldOf(field, '  '));
  const isFree = method.body?.kind === 'object' && method.body.fields.every(({ required }) => !required);
  if (method.body !== null) lines.push(`  readonly body${isFree ? '?' : ''}: ${printed(method.body, '  ')};\n`);
  else if (bodyKind !== 'none' && bodyKind !== 'json' && bodyKind !== 'form') {
    lines.push(`  readonly body: ${bodyTypes[bodyKind]};\n`);
  }
  if (method.queryRest !== null)
    lines.push(`  readonly [variable: string]: ${printed(method.queryRest, '  ')} | undefined;\n`);
  return `export interface ${pascal(method.operation)}Input {\n${lines.join('')}}\n`;
}

/** Returns a field of a query, in which `true` and `false` are booleans. */
function asQuery(field: Field): Field {
  const { shape } = field;
  const isFlag =
    shape.kind === 'union' &&
    shape.of.every((each) => each.kind === 'literal' && /^(?:true|false)$/.test(String(each.value)));
  return isFlag ? { ...field, shape: { kind: 'boolean' } } : field;
}

function answerOf({ operation, answer, answerSummary }: MethodModel): string {
  if (answer === null) return '';
  return `${comment(answerSummary, '')}${declaration(`${pascal(operation)}Answer`, answer)}`;
}

function chapterOf({ name, summary, methods }: ChapterModel): string {
  const lines = methods.map((method) => {
    const { operation } = method;
    const headers = method.headers.filter((header) => isUsable(method, header));
    const options = headers.length === 0 ? 'CallOptions' : `CallOptions<${headers.map(literal).join(' | ')}>`;
    const isOptional =
      [...method.parameters.filter((field) => field.name !== 'region'), ...method.query].every(
        ({ required }) => !required,
      ) && method.bodyKind === 'none';
    const input = hasInput(method) ? `input${isOptional ? '?' : ''}: ${pascal(operation)}Input, ` : '';
    const answer = method.answer === null ? 'Response' : `${pascal(operation)}Answer`;
    const title = `${method.summary}${/[.!]$/.test(method.summary) ? '' : '.'}`;
    return `  /**\n   * ${title}\n   *\n   * \`${method.verb} ${method.path.replace(/:(\w+)/g, '{$1}')}\` (\`${operation}\`). Returns: ${method.answerSummary}\n   */\n  ${method.name}(${input}options?: ${options}): Promise<${answer}>;\n`;
  });
  return `/** ${summary} */\nexport interface ${name}Calls {\n${lines.join('')}}\n`;
}

/**
 * Checks whether a method can set a header. With `if-none-match` or `accept`, the answer to a JSON method could have no
 * JSON.
 */
function isUsable({ answer }: MethodModel, header: string): boolean {
  return answer === null || (header !== 'if-none-match' && header !== 'accept');
}

function eventsOf({ events }: ContractModel): string {
  const cases = events.map(({ type, data }) => `  | ServiceEventOf<${literal(type)}, ${printed(data, '    ')}>`);
  return `/** An event of the service. \`type\` narrows \`data\`. */
export interface ServiceEventOf<Type extends string, Data> {
  /** The id for \`lastEventId\`; null before the first stored event. */
  readonly id: string | null;
  readonly type: Type;
  readonly project: string | null;
  /** ISO 8601, UTC; null for a reset. */
  readonly at: string | null;
  readonly data: Data;
}

/** All events. After a \`reset\`, events were missed: read everything again. */
export type ServiceEvent =
  | ServiceEventOf<'reset', Record<never, never>>
${cases.join('\n')};
`;
}

function printed(shape: Shape, indent: string): string {
  switch (shape.kind) {
    case 'text':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
    case 'null':
    case 'unknown':
      return shape.kind;
    case 'literal':
      return literal(shape.value);
    case 'named':
      return shape.name;
    case 'list':
      return `readonly ${grouped(shape.of, indent)}[]`;
    case 'tuple':
      return `readonly [${shape.of.map((each) => printed(each, indent)).join(', ')}]`;
    case 'union':
      return shape.of.map((each) => printed(each, indent)).join(' | ');
    case 'object':
      return objectOf(shape.fields, shape.rest, indent);
  }
}

function objectOf(fields: readonly Field[], rest: Shape | null, indent: string): string {
  if (fields.length === 0)
    return rest === null ? 'Record<never, never>' : `Readonly<Record<string, ${printed(rest, indent)}>>`;
  const lines = fields.map((field) => fieldOf(field, `${indent}  `));
  if (rest !== null) lines.push(`${indent}  readonly [name: string]: unknown;\n`);
  return `{\n${lines.join('')}${indent}}`;
}

function fieldOf({ name, shape, required, description }: Field, indent: string): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
  // Callers with exactOptionalPropertyTypes can pass undefined, too.
  const type = `${printed(shape, indent)}${required ? '' : ' | undefined'}`;
  return `${comment(description, indent)}${indent}readonly ${key}${required ? '' : '?'}: ${type};\n`;
}

function grouped(shape: Shape, indent: string): string {
  const text = printed(shape, indent);
  return shape.kind === 'union' || shape.kind === 'list' || shape.kind === 'tuple' ? `(${text})` : text;
}

function comment(text: string, indent: string): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}

function literal(value: string | number | boolean): string {
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : String(value);
}
