import { createSay } from '../../../shared/statements/statement.ts';
import { requestSentences } from './statements/requests.ts';
import { sourceSentences } from './statements/sources.ts';
import { jsonSentences, templateSentences } from './statements/template.ts';
import { placeholderSentences, valueSentences } from './statements/values.ts';
import { xmlSentences } from './statements/xml.ts';

/** Sagt, was `shared/` und der Dienst zu sagen haben, auf Deutsch. */
export const inGerman = createSay({
  ...templateSentences,
  ...jsonSentences,
  ...valueSentences,
  ...placeholderSentences,
  ...xmlSentences,
  ...requestSentences,
  ...sourceSentences,
  'batch/row': ({ row, column, problem }, say) =>
    `Zeile ${row}${column === null ? '' : `, Spalte „${column}“`}: ${say(problem)}`,
});
