import { resolve } from 'node:path';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { TemplateArguments } from './arguments.ts';
import { allProblems, loadTemplate } from './files/load-template.ts';
import { problemFailure, type Report } from './shown/report.ts';
import { readFilmValues, repeatedArguments } from './variable-values.ts';

/** Reports all problems of a template and its values. */
export async function validateCommand(args: TemplateArguments, folder: string): Promise<Report> {
  const values = await readFilmValues(args, folder);
  const template = await loadTemplate(resolve(folder, args.template), args.template);
  const resolved = template.source && resolveTemplate(template.source.document, { values, missing: 'error' });
  const problems = allProblems(template, [...(resolved?.findings ?? []), ...repeatedArguments(args.variables)]);
  const failure = problemFailure(problems, args.template);
  const warnings = problems.length === 0 ? '' : ', with warnings';
  return {
    failure,
    problems,
    source: template.displayed,
    result: { command: 'validate', template: args.template },
    lines: failure === null ? [`${args.template} is valid${warnings}.`] : [],
  };
}
