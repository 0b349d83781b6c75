import { bundleEntryMessagesDe, bundleMessagesDe, designMessagesDe } from './bundles.de.ts';
import { destinationMessagesDe, uncheckedMessagesDe } from './destinations.de.ts';
import { detailMessagesDe, filmFaultMessagesDe, nameMessagesDe, purposeMessagesDe } from './details.de.ts';
import { editMessagesDe, subjectMessagesDe } from './edits.de.ts';
import type { english } from './english.ts';
import { farmFaultMessagesDe, farmMessagesDe, farmSettingMessagesDe, workerMessagesDe } from './farm.de.ts';
import { checkMessagesDe, layerMessagesDe } from './layers.de.ts';
import { listMessagesDe } from './lists.de.ts';
import { mediaMessagesDe, reachMessagesDe } from './media.de.ts';
import { requestMessagesDe, tableMessagesDe } from './requests.de.ts';
import { sourceFailureMessagesDe, sourceMessagesDe } from './sources.de.ts';
import { stepMessagesDe, targetMessagesDe } from './steps.de.ts';
import { jsonMessagesDe, templateMessagesDe } from './template.de.ts';
import type { Translation } from './translation.ts';
import { expressionMessagesDe, placeholderMessagesDe, valueMessagesDe } from './values.de.ts';
import { xmlMessagesDe } from './xml.de.ts';

export const german: Translation<typeof english> = {
  ...subjectMessagesDe,
  ...editMessagesDe,
  ...targetMessagesDe,
  ...stepMessagesDe,
  ...templateMessagesDe,
  ...jsonMessagesDe,
  ...expressionMessagesDe,
  ...layerMessagesDe,
  ...listMessagesDe,
  ...valueMessagesDe,
  ...placeholderMessagesDe,
  ...xmlMessagesDe,
  ...mediaMessagesDe,
  ...reachMessagesDe,
  ...sourceFailureMessagesDe,
  ...sourceMessagesDe,
  ...nameMessagesDe,
  ...filmFaultMessagesDe,
  ...detailMessagesDe,
  ...purposeMessagesDe,
  ...bundleEntryMessagesDe,
  ...bundleMessagesDe,
  ...designMessagesDe,
  ...workerMessagesDe,
  ...farmMessagesDe,
  ...farmFaultMessagesDe,
  ...farmSettingMessagesDe,
  ...requestMessagesDe,
  ...tableMessagesDe,
  ...destinationMessagesDe,
  ...uncheckedMessagesDe,
  ...checkMessagesDe,
};
