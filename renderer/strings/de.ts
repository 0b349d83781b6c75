import type { Catalogue } from './catalogue.ts';
import { actionStrings } from './de/actions.ts';
import { problemStrings } from './de/api.ts';
import { appStrings, guideStrings } from './de/app.ts';
import { assetStrings } from './de/assets.ts';
import { batchStrings } from './de/batch.ts';
import { brandStrings } from './de/brand.ts';
import { bundleStrings } from './de/bundles.ts';
import { designStrings } from './de/designs.ts';
import { farmStrings } from './de/farm.ts';
import { fillInStrings } from './de/fill-in.ts';
import { insertStrings } from './de/insert.ts';
import { inspectorStrings } from './de/inspector/inspector.ts';
import { keyStrings } from './de/keys.ts';
import { kitStrings } from './de/kit.ts';
import { openWithStrings } from './de/open-with.ts';
import { previewStrings, stageStrings } from './de/preview.ts';
import { projectStrings } from './de/projects.ts';
import { publishStrings } from './de/publish.ts';
import { renderStrings } from './de/render.ts';
import { revisionStrings } from './de/revisions.ts';
import { settingsStrings } from './de/settings.ts';
import { timelineStrings } from './de/timeline.ts';
import { variableStrings } from './de/variables.ts';
import { xmlViewStrings } from './de/xml-view.ts';

/** The German catalogue. Each section of `en/` has a file in `de/`. */
export const de = {
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
} as const satisfies Catalogue;
