import { actionStrings } from './en/actions.ts';
import { appStrings } from './en/app.ts';
import { assetStrings } from './en/assets.ts';
import { batchStrings } from './en/batch.ts';
import { inspectorStrings } from './en/inspector.ts';
import { kitStrings } from './en/kit.ts';
import { previewStrings } from './en/preview.ts';
import { projectStrings } from './en/projects.ts';
import { renderStrings } from './en/render.ts';
import { settingsStrings } from './en/settings.ts';
import { timelineStrings } from './en/timeline.ts';
import { variableStrings } from './en/variables.ts';
import { xmlViewStrings } from './en/xml-view.ts';

/** English. Each feature has its section in `en/`, and a line here. */
export const en = {
  actions: actionStrings,
  app: appStrings,
  assets: assetStrings,
  batch: batchStrings,
  inspector: inspectorStrings,
  kit: kitStrings,
  preview: previewStrings,
  projects: projectStrings,
  render: renderStrings,
  settings: settingsStrings,
  variables: variableStrings,
  xmlView: xmlViewStrings,
  timeline: timelineStrings,
} as const;
