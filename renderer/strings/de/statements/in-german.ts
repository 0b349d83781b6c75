import { createSay } from '#shared/messages/message.ts';
import { asSentence } from '#shared/messages/quoting.ts';
import { bundleEntrySentences, bundleSentences } from './bundles.ts';
import { designSentences } from './designs.ts';
import { destinationSentences, unaskedSentences } from './destinations.ts';
import { detailSentences, filmFaultSentences, nameSentences } from './details.ts';
import { editSentences, subjectSentences } from './edits.ts';
import { farmFaultSentences, farmSentences, workerSentences } from './farm.ts';
import { farmSettingSentences } from './farm-settings.ts';
import { filmSentences } from './film.ts';
import { purposeSentences } from './formats.ts';
import { mediaSentences, reachSentences } from './media.ts';
import { requestSentences } from './requests.ts';
import { sourceFailureSentences, sourceSentences } from './sources.ts';
import { stepSentences, targetSentences } from './steps.ts';
import { jsonSentences, templateSentences } from './template.ts';
import { placeholderSentences, valueSentences } from './values.ts';
import { xmlSentences } from './xml.ts';

/** Puts the messages of `shared/` and the service into German. */
export const inGerman = createSay({
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
  'bundle/text': ({ entry, line, problem }, say) =>
    `${entry}:${line === null ? '' : ` Zeile ${line}:`} ${say(problem)}`,
  'problem/first': ({ problem, more }, say) => `${say(problem)} (und ${more} weitere)`,
  'source/failed': ({ failure }, say) => asSentence(say(failure)),
  'batch/row': ({ row, column, problem }, say) =>
    `Zeile ${row}${column === null ? '' : `, Spalte „${column}“`}: ${say(problem)}`,
});
