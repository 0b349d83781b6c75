import { resolve } from 'node:path';
import { listVariables } from '../../../shared/template/variables/variables.ts';
import { describeVariables, type ListedVariable } from '../inspection/variables.ts';
import { allProblems, loadTemplate } from './files/load-template.ts';
import { problemFailure, type Report } from './shown/report.ts';

/** Lists a template's variables in order of first use. */
export async function variablesCommand(name: string, folder: string): Promise<Report> {
  const template = await loadTemplate(resolve(folder, name), name);
  const { source } = template;
  const list = source && listVariables(source.document);
  const problems = allProblems(template, list?.findings ?? []);
  const listed = source === null || list === null ? [] : describeVariables(source);
  return {
    failure: problemFailure(problems, name),
    problems,
    source: template.shown,
    result: { command: 'variables', template: name, variables: listed },
    lines:
      listed.length > 0 || template.source === null ? listed.flatMap(variableLines) : [`${name} has no variables.`],
  };
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
