import { resolve } from 'node:path';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { listVariables, needsValue } from '#shared/resolve/variables.ts';
import { formatChoice } from '#shared/template/value-types/text-types.ts';
import { describeVariables, type ListedVariable } from '../inspection/variables.ts';
import { allProblems, loadTemplate } from './files/load-template.ts';
import { problemFailure, type Report } from './shown/report.ts';
import type { TemplateArguments } from './template-arguments.ts';
import { readFilmValues, repeatedArguments } from './variable-values.ts';

/** Reports all problems of a template and its values. */
export async function validateCommand(args: TemplateArguments, folder: string): Promise<Report> {
  const { report, failure } = await readFilm(args, folder, 'validate');
  const warnings = report.problems.length === 0 ? '' : ', with warnings';
  return { ...report, failure, lines: failure === null ? [`${args.template} is valid${warnings}.`] : [] };
}

/** Reads a template with its values. The report has all problems; the movie can be null only with a failure. */
export async function readFilm(args: TemplateArguments, folder: string, command: string) {
  const values = await readFilmValues(args, folder);
  const template = await loadTemplate(resolve(folder, args.template), args.template);
  const resolved = template.source && resolveTemplate(template.source.document, { values, missing: 'error' });
  const findings = [...(resolved?.findings ?? []), ...repeatedArguments(args.variables)];
  const problems = allProblems(template, findings);
  const report = { problems, source: template.displayed, result: { command, template: args.template }, lines: [] };
  const failure = problemFailure(problems, args.template);
  return { template, values, movie: resolved?.movie ?? null, findings, report, failure };
}

/** Lists a template's variables in order of first use. */
export async function variablesCommand(name: string, folder: string): Promise<Report> {
  const template = await loadTemplate(resolve(folder, name), name);
  const { source } = template;
  const list = source && listVariables(source.document);
  const problems = allProblems(template, list?.findings ?? []);
  const listed = source === null || list === null ? [] : describeVariables(source);
  const needed = new Set(list?.variables.filter(needsValue).map((variable) => variable.name));
  return {
    failure: problemFailure(problems, name),
    problems,
    source: template.displayed,
    result: { command: 'variables', template: name, variables: listed },
    lines:
      listed.length > 0 || template.source === null
        ? listed.flatMap((variable) => variableLines(variable, needed.has(variable.name)))
        : [`${name} has no variables.`],
  };
}

function variableLines(
  { name, type, defaultvalue: value, options, uses, offset, numframes, declaration, choices = [] }: ListedVariable,
  isNeeded: boolean,
): readonly string[] {
  const details = [
    declaration?.type ?? type,
    isNeeded ? 'required' : value === null ? 'optional' : `default ${JSON.stringify(value)}`,
    ...limitsOf(declaration),
    ...(options === '' ? [] : [`options ${options}`]),
    ...(offset === null || numframes === null ? [] : [`frames ${offset} to ${offset + numframes}`]),
  ];
  const offered = declaration?.choices.map(formatChoice) ?? choices;
  return [
    `${name}: ${details.join(', ')}`,
    ...aboutLines(declaration),
    ...(offered.length === 0 ? [] : [`    choices: ${offered.join(', ')}`]),
    ...uses.map(({ path, line }) => `    line ${line ?? '?'}: ${path}`),
  ];
}

function limitsOf(declaration: ListedVariable['declaration']): readonly string[] {
  if (declaration === undefined) return [];
  const { min, max, step, maxlength, multiline } = declaration;
  return [
    ...(min === null ? [] : [`from ${min}`]),
    ...(max === null ? [] : [`to ${max}`]),
    ...(step === null ? [] : [`in steps of ${step}`]),
    ...(maxlength === null ? [] : [`at most ${maxlength} characters`]),
    ...(multiline ? ['multiple lines'] : []),
  ];
}

function aboutLines(declaration: ListedVariable['declaration']): readonly string[] {
  const { group = null, label = null, help = null } = declaration ?? {};
  const title = [group, label].filter((part) => part !== null).join(' / ');
  return [...(title === '' ? [] : [`    ${title}`]), ...(help === null ? [] : [`    ${help}`])];
}
