import { bundleEntryMessages, bundleMessages, designMessages } from './bundles.en.ts';
import { destinationMessages, uncheckedMessages } from './destinations.en.ts';
import { detailMessages, filmFaultMessages, nameMessages, purposeMessages } from './details.en.ts';
import { editMessages, subjectMessages } from './edits.en.ts';
import { farmFaultMessages, farmMessages, farmSettingMessages, workerMessages } from './farm.en.ts';
import { checkMessages, layerMessages } from './layers.en.ts';
import { listMessages } from './lists.en.ts';
import { mediaMessages, reachMessages } from './media.en.ts';
import { requestMessages, tableMessages } from './requests.en.ts';
import { sourceFailureMessages, sourceMessages } from './sources.en.ts';
import { stepMessages, targetMessages } from './steps.en.ts';
import { jsonMessages, templateMessages } from './template.en.ts';
import { createSay } from './translation.ts';
import { expressionMessages, placeholderMessages, valueMessages } from './values.en.ts';
import { xmlMessages } from './xml.en.ts';

/** All messages in English, which defines their codes and the types of their values. */
export const english = {
  ...subjectMessages,
  ...editMessages,
  ...targetMessages,
  ...stepMessages,
  ...templateMessages,
  ...jsonMessages,
  ...expressionMessages,
  ...layerMessages,
  ...listMessages,
  ...valueMessages,
  ...placeholderMessages,
  ...xmlMessages,
  ...mediaMessages,
  ...reachMessages,
  ...sourceFailureMessages,
  ...sourceMessages,
  ...nameMessages,
  ...filmFaultMessages,
  ...detailMessages,
  ...purposeMessages,
  ...bundleEntryMessages,
  ...bundleMessages,
  ...designMessages,
  ...workerMessages,
  ...farmMessages,
  ...farmFaultMessages,
  ...farmSettingMessages,
  ...requestMessages,
  ...tableMessages,
  ...destinationMessages,
  ...uncheckedMessages,
  ...checkMessages,
};

/** Returns the English sentence of a message, for the command and the HTTP interface. */
export const inEnglish = createSay(english);

export function isMessageCode(code: string): code is keyof typeof english {
  return Object.hasOwn(english, code);
}
