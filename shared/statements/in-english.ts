import { requestSentences } from './english/requests.ts';
import { sourceSentences } from './english/sources.ts';
import { jsonSentences, templateSentences } from './english/template.ts';
import { placeholderSentences, valueSentences } from './english/values.ts';
import { xmlSentences } from './english/xml.ts';
import { createSay, type StatementCode, type StatementValues, type Wording } from './statement.ts';

const english: Wording<StatementValues> = {
  ...templateSentences,
  ...jsonSentences,
  ...valueSentences,
  ...placeholderSentences,
  ...xmlSentences,
  ...requestSentences,
  ...sourceSentences,
  'batch/row': ({ row, column, problem }, say) =>
    `Row ${row}${column === null ? '' : `, column “${column}”`}: ${say(problem)}`,
};

/** Says a statement in English: what the command and the HTTP interface speak. */
export const inEnglish = createSay(english);

export function isStatementCode(code: string): code is StatementCode {
  return Object.hasOwn(english, code);
}
