import { actionStrings } from './en/actions.ts';
import { problemStrings } from './en/api.ts';
import { appStrings, guideStrings } from './en/app.ts';
import { assetStrings } from './en/assets.ts';
import { batchStrings } from './en/batch.ts';
import { brandStrings } from './en/brand.ts';
import { bundleStrings } from './en/bundles.ts';
import { designStrings } from './en/designs.ts';
import { farmStrings } from './en/farm.ts';
import { fillInStrings } from './en/fill-in.ts';
import { insertStrings } from './en/insert.ts';
import { inspectorStrings } from './en/inspector/inspector.ts';
import { keyStrings } from './en/keys.ts';
import { kitStrings } from './en/kit.ts';
import { openWithStrings } from './en/open-with.ts';
import { previewStrings, stageStrings } from './en/preview.ts';
import { projectStrings } from './en/projects.ts';
import { publishStrings } from './en/publish.ts';
import { renderStrings } from './en/render.ts';
import { revisionStrings } from './en/revisions.ts';
import { settingsStrings } from './en/settings.ts';
import { timelineStrings } from './en/timeline.ts';
import { variableStrings } from './en/variables.ts';
import { xmlViewStrings } from './en/xml-view.ts';

/** The English catalogue. Each feature has a section in `en/` and a line here. */
export const en = {
  actions: actionStrings,
  app: appStrings,
  assets: assetStrings,
  batch: batchStrings,
  brand: brandStrings,
  bundles: bundleStrings,
  designs: designStrings,
  farm: farmStrings,
  fillIn: fillInStrings,
  guide: guideStrings,
  insert: insertStrings,
  inspector: inspectorStrings,
  keys: keyStrings,
  kit: kitStrings,
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
