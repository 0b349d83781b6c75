import { detailSentences, filmFaultSentences, nameSentences } from './english/films/details.ts';
import { filmSentences } from './english/films/film.ts';
import { purposeSentences } from './english/films/formats.ts';
import { mediaSentences, reachSentences } from './english/films/media.ts';
import { sourceFailureSentences, sourceSentences } from './english/films/sources.ts';
import { bundleEntrySentences, bundleSentences } from './english/service/bundles.ts';
import { designSentences } from './english/service/designs.ts';
import { destinationSentences, unaskedSentences } from './english/service/destinations.ts';
import { farmFaultSentences, farmSentences, workerSentences } from './english/service/farm.ts';
import { farmSettingSentences } from './english/service/farm-settings.ts';
import { requestSentences } from './english/service/requests.ts';
import { editSentences, subjectSentences } from './english/templates/edits.ts';
import { stepSentences, targetSentences } from './english/templates/steps.ts';
import { jsonSentences, templateSentences } from './english/templates/template.ts';
import { placeholderSentences, valueSentences } from './english/templates/values.ts';
import { xmlSentences } from './english/templates/xml.ts';
import { createSay, type MessageCode, type MessageValues, type Translation } from './message.ts';
import { asSentence } from './quoting.ts';

const english: Translation<MessageValues> = {
  ...templateSentences,
  ...filmSentences,
  ...jsonSentences,
  ...valueSentences,
  ...placeholderSentences,
  ...xmlSentences,
  ...requestSentences,
  ...sourceSentences,
  ...sourceFailureSentences,
  ...purposeSentences,
  ...mediaSentences,
  ...reachSentences,
  ...targetSentences,
  ...stepSentences,
  ...subjectSentences,
  ...nameSentences,
  ...filmFaultSentences,
  ...detailSentences,
  ...destinationSentences,
  ...unaskedSentences,
  ...farmSettingSentences,
  ...bundleEntrySentences,
  ...bundleSentences,
  ...designSentences,
  ...workerSentences,
  ...farmSentences,
  ...farmFaultSentences,
  ...editSentences,
  'bundle/text': ({ entry, line, problem }, say) => `${entry}:${line === null ? '' : ` Line ${line}:`} ${say(problem)}`,
  'problem/first': ({ problem, more }, say) => `${say(problem)} (and ${more} more)`,
  'source/failed': ({ failure }, say) => asSentence(say(failure)),
  'batch/row': ({ row, column, problem }, say) =>
    `Row ${row}${column === null ? '' : `, column “${column}”`}: ${say(problem)}`,
};

/** Returns the English sentence of a message, for the command and the HTTP interface. */
export const inEnglish = createSay(english);

export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(english, code);
}
