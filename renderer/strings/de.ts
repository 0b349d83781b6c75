import { actionStrings } from './actions.de.ts';
import { problemStrings } from './api.de.ts';
import { appStrings, guideStrings } from './app.de.ts';
import { assetStrings } from './assets.de.ts';
import { batchStrings } from './batch.de.ts';
import { brandStrings } from './brand.de.ts';
import { bundleStrings, publishStrings } from './bundles.de.ts';
import type { Catalogue } from './catalogue.ts';
import { checkStrings } from './check.de.ts';
import { designStrings } from './designs.de.ts';
import { farmStrings } from './farm.de.ts';
import { fillInStrings, openWithStrings } from './fill-in.de.ts';
import { insertStrings } from './insert.de.ts';
import { inspectorStrings } from './inspector.de.ts';
import { keyStrings } from './keys.de.ts';
import { kitStrings } from './kit.de.ts';
import { liveTableStrings } from './live-tables.de.ts';
import { previewStrings, stageStrings } from './preview.de.ts';
import { projectStrings } from './projects.de.ts';
import { renderStrings } from './render.de.ts';
import { comparisonStrings, revisionStrings } from './revisions.de.ts';
import { agentStrings, settingsStrings } from './settings.de.ts';
import { timelineStrings } from './timeline.de.ts';
import { variableStrings } from './variables.de.ts';
import { xmlViewStrings } from './xml-view.de.ts';

/** The German catalogue. Each feature has its own `.de.ts` file and a line here. */
export const de = {
  actions: actionStrings,
  agents: agentStrings,
  app: appStrings,
  assets: assetStrings,
  batch: batchStrings,
  brand: brandStrings,
  bundles: bundleStrings,
  check: checkStrings,
  comparison: comparisonStrings,
  designs: designStrings,
  farm: farmStrings,
  fillIn: fillInStrings,
  guide: guideStrings,
  insert: insertStrings,
  inspector: inspectorStrings,
  keys: keyStrings,
  kit: kitStrings,
  liveTables: liveTableStrings,
  openWith: openWithStrings,
  preview: previewStrings,
  problems: problemStrings,
  projects: projectStrings,
  publish: publishStrings,
  render: renderStrings,
  revisions: revisionStrings,
  settings: settingsStrings,
  stage: stageStrings,
  variables: variableStrings,
  xmlView: xmlViewStrings,
  timeline: timelineStrings,
} as const satisfies Catalogue;
