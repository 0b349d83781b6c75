import { resolve } from 'node:path';
import type { VariableUse } from '../../../shared/template/variable-uses.ts';
import { listVariables, type Variable } from '../../../shared/template/variables.ts';
import { lineIndex } from '../../../shared/template-xml/line-index.ts';
import { elementPaths } from '../../../shared/template-xml/paths.ts';
import type { TemplateSource } from '../../../shared/template-xml/places.ts';
import { allProblems, loadTemplate } from './load-template.ts';
import { problemFailure, type Report } from './report.ts';

interface ListedUse {
  readonly path: string;
  readonly attribute: string;
  readonly line: number | null;
  /** From 1; null outside of all scenes. */
  readonly scene: number | null;
}

/** Lists a template's variables in order of first use. */
export async function variablesCommand(name: string, folder: string): Promise<Report> {
  const template = await loadTemplate(resolve(folder, name), name);
  const { source } = template;
  const list = source && listVariables(source.document);
  const problems = allProblems(template, list?.findings ?? []);
  const listed = source === null || list === null ? [] : describeAll(list.variables, source);
  return {
    failure: problemFailure(problems, name),
    problems,
    source: template.shown,
    result: { command: 'variables', template: name, variables: listed },
    lines:
      listed.length > 0 || template.source === null ? listed.flatMap(variableLines) : [`${name} has no variables.`],
  };
}

/** As the interface spells it, so that a script reads the command and the service alike. */
interface ListedVariable extends Omit<Variable, 'uses' | 'default' | 'options'> {
  readonly defaultvalue: string | null;
  /** Their letters in a row. */
  readonly options: string;
  readonly uses: readonly ListedUse[];
}

function describeAll(variables: readonly Variable[], source: TemplateSource): readonly ListedVariable[] {
  const paths = elementPaths(source.document, new Set(variables.flatMap(({ uses }) => uses.map(({ node }) => node))));
  const positionOf = lineIndex(source.text);
  const describe = ({ node, attribute, scene }: VariableUse): ListedUse => {
    const start = attributeStart(node, attribute, source);
    return {
      path: `${paths.get(node) ?? ''}@${attribute}`,
      attribute,
      line: start === null ? null : positionOf(start).line,
      scene: scene === null ? null : scene.index + 1,
    };
  };
  return variables.map(({ name, type, default: defaultvalue, options, offset, numframes, uses }) => ({
    name,
    type,
    defaultvalue,
    options: options.join(''),
    offset,
    numframes,
    uses: uses.map(describe),
  }));
}

function attributeStart(node: VariableUse['node'], attribute: string, { text, places }: TemplateSource): number | null {
  const place = places.get(node);
  if (place?.kind !== 'element') return null;
  const found = place.attributes.find(({ name }) => text.slice(name.start, name.end) === attribute);
  return found?.start ?? null;
}

function variableLines({
  name,
  type,
  defaultvalue: value,
  options,
  uses,
  offset,
  numframes,
}: ListedVariable): readonly string[] {
  const details = [
    type,
    value === null ? 'required' : `default ${JSON.stringify(value)}`,
    ...(options === '' ? [] : [`options ${options}`]),
    ...(offset === null || numframes === null ? [] : [`frames ${offset} to ${offset + numframes}`]),
  ];
  return [`${name}: ${details.join(', ')}`, ...uses.map(({ path, line }) => `    line ${line ?? '?'}: ${path}`)];
}
