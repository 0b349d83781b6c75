import { actionStrings } from './actions.en.ts';
import { problemStrings } from './api.en.ts';
import { appStrings, guideStrings } from './app.en.ts';
import { assetStrings } from './assets.en.ts';
import { batchStrings } from './batch.en.ts';
import { brandStrings } from './brand.en.ts';
import { bundleStrings, publishStrings } from './bundles.en.ts';
import { checkStrings } from './check.en.ts';
import { designStrings } from './designs.en.ts';
import { farmStrings } from './farm.en.ts';
import { fillInStrings, openWithStrings } from './fill-in.en.ts';
import { insertStrings } from './insert.en.ts';
import { inspectorStrings } from './inspector.en.ts';
import { keyStrings } from './keys.en.ts';
import { kitStrings } from './kit.en.ts';
import { liveTableStrings } from './live-tables.en.ts';
import { previewStrings, stageStrings } from './preview.en.ts';
import { projectStrings } from './projects.en.ts';
import { renderStrings } from './render.en.ts';
import { comparisonStrings, revisionStrings } from './revisions.en.ts';
import { agentStrings, settingsStrings } from './settings.en.ts';
import { timelineStrings } from './timeline.en.ts';
import { variableStrings } from './variables.en.ts';
import { xmlViewStrings } from './xml-view.en.ts';

/** The English catalogue. Each feature has its own `.en.ts` file and a line here. */
export const en = {
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
} as const;
