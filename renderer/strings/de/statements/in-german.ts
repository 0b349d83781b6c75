import { createSay } from '../../../../shared/statements/statement.ts';
import { requestSentences } from './requests.ts';
import { sourceSentences } from './sources.ts';
import { jsonSentences, templateSentences } from './template.ts';
import { placeholderSentences, valueSentences } from './values.ts';
import { xmlSentences } from './xml.ts';

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
