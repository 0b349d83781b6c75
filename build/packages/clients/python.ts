import { type ChapterModel, type ContractModel, type MethodModel, pascal } from './contract-model.ts';
import type { Field, NamedShape, Shape } from './shapes.ts';

const HEAD = '# Made from the contract of the service by `npm run clients`. Do not edit.\n';

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** The printed classes, each after the classes that it needs. */
interface Classes {
  readonly lines: string[];
  /** The named shapes that have no class yet. */
  readonly waiting: Map<string, NamedShape>;
}

/** Prints the shapes as typed dictionaries for Python 3.9 and later. */
export function pythonShapes(model: ContractModel): string {
  const classes: Classes = { lines: [], waiting: new Map(model.shapes.map((shape) => [shape.name, shape])) };
  for (const { name } of model.shapes) declareNamed(classes, name);
  for (const method of model.chapters.flatMap(({ methods }) => methods)) {
    if (method.body !== null) declare(classes, `${pascal(method.operation)}Body`, method.body, '');
    if (method.answer !== null) {
      declare(classes, `${pascal(method.operation)}Answer`, method.answer, method.answerSummary);
    }
  }
  for (const { type, data } of model.events) declare(classes, `${pascal(type)}Data`, data, `The data of \`${type}\`.`);
  return `${HEAD}"""The shapes of the service as typed dictionaries. A shape has no methods and is a plain \`dict\` at run time."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

${classes.lines.join('\n')}`;
}

/** Prints one class for each chapter with a method for each call. */
export function pythonCalls(model: ContractModel, version: string): string {
  return `${HEAD}"""The calls of the service, one class for each chapter."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, Union

from . import _shapes as shapes
from ._transport import Answer, FileBody, Transport

#: The version of the service that this client was made for.
VERSION = ${text(version)}


class Chapter:
    """The calls of a chapter of the documentation."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


${model.chapters.map(chapterOf).join('\n\n')}

class Chapters:
    """The chapters of calls."""

    def __init__(self, transport: Transport) -> None:
${model.chapters.map(({ name }) => `        self.${snake(name)} = ${name}Calls(transport)\n`).join('')}`;
}

function chapterOf({ name, summary, methods }: ChapterModel): string {
  return `class ${name}Calls(Chapter):\n    """${escaped(summary)}"""\n\n${methods.map(methodOf).join('\n')}`;
}

function methodOf(method: MethodModel): string {
  const path = method.parameters.filter(({ name }) => name !== 'region');
  const hasRegion = path.length < method.parameters.length;
  const hasBody = method.bodyKind !== 'none';
  const isFree = method.body?.kind === 'object' && method.body.fields.every((field) => !field.required);
  const bodyType =
    method.body === null
      ? method.bodyKind === 'movie'
        ? 'Union[str, Dict[str, Any]]'
        : 'FileBody'
      : `shapes.${pascal(method.operation)}Body`;
  const required = method.query.filter((field) => field.required);
  const optional = method.query.filter((field) => !field.required);
  const keywords = [
    ...required.map((field) => `${argument(field.name)}: ${queryType(field.shape)}`),
    ...optional.map((field) => `${argument(field.name)}: Optional[${queryType(field.shape)}] = None`),
    ...(method.queryRest === null ? [] : ['variables: Optional[Mapping[str, str]] = None']),
    ...(hasRegion ? ['region: Optional[str] = None'] : []),
    'headers: Optional[Mapping[str, str]] = None',
  ];
  const parameters = [
    'self',
    ...path.map((field) => `${argument(field.name)}: str`),
    ...(hasBody ? [isFree ? `body: Optional[${bodyType}] = None` : `body: ${bodyType}`] : []),
    '*',
    ...keywords,
  ];
  const answer = method.answer === null ? 'Answer' : `shapes.${pascal(method.operation)}Answer`;
  const pairs = (fields: readonly Field[]) =>
    `{${fields.map(({ name }) => `${text(name)}: ${argument(name)}`).join(', ')}}`;
  const query =
    method.queryRest === null ? pairs(method.query) : `{**(variables or {}), ${pairs(method.query).slice(1, -1)}}`;
  const details = method.query
    .filter(({ description }) => description !== '')
    .map(({ name, description }) => `        :param ${argument(name)}: ${escaped(description)}\n`);
  const title = `${method.summary}${/[.!]$/.test(method.summary) ? '' : '.'}`;
  return `    def ${snake(method.name)}(
${parameters.map((parameter) => `        ${parameter},\n`).join('')}    ) -> ${answer}:
        """${escaped(title)}

        \`\`${method.verb} ${method.path.replace(/:(\w+)/g, '{$1}')}\`\` (\`\`${method.operation}\`\`). Returns: ${escaped(method.answerSummary)}
${details.length === 0 ? '' : `\n${details.join('')}`}        """
        return self._transport.${method.answer === null ? 'open' : 'json'}(
            ${text(method.verb)},
            ${text(method.path)},
            {${[...path.map(({ name }) => `${text(name)}: ${argument(name)}`), ...(hasRegion ? ['"region": region'] : [])].join(', ')}},
            ${query},
            ${text(method.bodyKind)},
            ${hasBody ? 'body' : 'None'},
            headers,
        )
`;
}

function declareNamed(classes: Classes, name: string): void {
  const shape = classes.waiting.get(name);
  classes.waiting.delete(name);
  if (shape !== undefined) declare(classes, name, shape.shape, shape.description);
}

/** Adds a class for an object, and for each object in it. Adds an alias for another shape. */
function declare(classes: Classes, name: string, shape: Shape, description: string): void {
  if (shape.kind !== 'object' || shape.fields.length === 0) {
    const type = typeOf(classes, shape, name);
    classes.lines.push(`\n${name} = ${type}\n`);
    return;
  }
  const types = shape.fields.map((field) => ({
    ...field,
    type: typeOf(classes, field.shape, `${name}${pascal(field.name)}`),
  }));
  const docs = description === '' ? '' : `    """${escaped(description)}"""\n\n`;
  const isPlain = types.every((field) => /^[A-Za-z_]\w*$/.test(field.name) && !isKeyword(field.name));
  const required = types.filter((field) => field.required);
  const optional = types.filter((field) => !field.required);
  if (isPlain && optional.length === 0) {
    classes.lines.push(`\nclass ${name}(TypedDict):\n${docs}${required.map(fieldLines).join('')}`);
    return;
  }
  // Python 3.9 has no NotRequired: a base class has the required fields.
  const dictionary = (fields: typeof types) =>
    `{${fields.map((field) => `${text(field.name)}: ${text(field.type)}`).join(', ')}}`;
  if (isPlain) {
    if (required.length > 0) classes.lines.push(`\nclass _${name}(TypedDict):\n${required.map(fieldLines).join('')}`);
    const base = required.length > 0 ? `_${name}` : 'TypedDict';
    classes.lines.push(`\nclass ${name}(${base}, total=False):\n${docs}${optional.map(fieldLines).join('')}`);
    return;
  }
  const parts = [
    { suffix: '', fields: required, total: '' },
    { suffix: 'Optional', fields: optional, total: ', total=False' },
  ].filter(({ fields }) => fields.length > 0);
  for (const { suffix, fields, total } of parts) {
    const own = `_${name}${suffix}`;
    classes.lines.push(`\n${own} = TypedDict(${text(own)}, ${dictionary(fields)}${total})\n`);
  }
  const bases = parts.map(({ suffix }) => `_${name}${suffix}`).join(', ');
  classes.lines.push(`\nclass ${name}(${bases}):\n${docs === '' ? '    pass\n' : docs.trimEnd()}\n`);
}

function fieldLines({
  name,
  type,
  description,
}: {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}): string {
  return `${description === '' ? '' : `    # ${description}\n`}    ${name}: ${type}\n`;
}

function typeOf(classes: Classes, shape: Shape, name: string): string {
  switch (shape.kind) {
    case 'text':
      return 'str';
    case 'number':
      return 'float';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'unknown':
      return 'Any';
    case 'literal':
      return `Literal[${literal(shape.value)}]`;
    case 'named':
      declareNamed(classes, shape.name);
      return shape.name;
    case 'list':
      return `List[${typeOf(classes, shape.of, `${name}Item`)}]`;
    case 'tuple':
      return `List[${unionOf(shape.of.map((each) => typeOf(classes, each, name)))}]`;
    case 'union':
      return unionType(classes, shape.of, name);
    case 'object':
      if (shape.fields.length === 0)
        return `Dict[str, ${shape.rest === null ? 'Any' : typeOf(classes, shape.rest, `${name}Value`)}]`;
      declare(classes, name, shape, '');
      return name;
  }
}

function unionType(classes: Classes, shapes: readonly Shape[], name: string): string {
  const literals = shapes.flatMap((shape) => (shape.kind === 'literal' ? [literal(shape.value)] : []));
  const objects = shapes.filter((shape) => shape.kind === 'object');
  const others = shapes
    .filter((shape) => shape.kind !== 'literal')
    .map((shape) =>
      typeOf(
        classes,
        shape,
        objects.length > 1 && shape.kind === 'object' ? `${name}${objects.indexOf(shape) + 1}` : name,
      ),
    );
  return unionOf([...(literals.length === 0 ? [] : [`Literal[${literals.join(', ')}]`]), ...others]);
}

function unionOf(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`;
}

function queryType(shape: Shape): string {
  switch (shape.kind) {
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'named':
      return `shapes.${shape.name}`;
    case 'list':
      return `List[${queryType(shape.of)}]`;
    case 'literal':
      return `Literal[${literal(shape.value)}]`;
    case 'union': {
      const literals = shape.of.flatMap((each) => (each.kind === 'literal' ? [String(each.value)] : []));
      if (literals.length === shape.of.length && literals.every((value) => /^(?:true|false)$/.test(value)))
        return 'bool';
      const others = shape.of.filter((each) => each.kind !== 'literal').map(queryType);
      return unionOf([...(literals.length === 0 ? [] : [`Literal[${literals.map(text).join(', ')}]`]), ...others]);
    }
    default:
      return 'str';
  }
}

/** Returns a name in the style of Python, in lower case with underscores. A keyword gets a final underscore. */
function argument(name: string): string {
  return isKeyword(snake(name)) ? `${snake(name)}_` : snake(name);
}

function snake(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])|\./g, '_').toLowerCase();
}

function isKeyword(name: string): boolean {
  return KEYWORDS.has(name);
}

function literal(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? text(value) : String(value);
}

function text(value: string): string {
  return JSON.stringify(value);
}

function escaped(words: string): string {
  return words.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
}
