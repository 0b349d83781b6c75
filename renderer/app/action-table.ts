import type { Action } from '../actions/model/action.ts';
import { appActions } from '../actions/tables/app-actions.ts';
import { editActions } from '../actions/tables/edit-actions.ts';
import { fileActions } from '../actions/tables/file-actions.ts';
import { playbackActions } from '../actions/tables/playback-actions.ts';
import { viewActions } from '../actions/tables/view-actions.ts';
import { batchActions } from '../features/batch/batch-actions.ts';
import { brandActions } from '../features/brand/brand-actions.ts';
import { bundleActions } from '../features/bundles/bundle-actions.ts';
import { designsActions } from '../features/designs/designs-actions.ts';
import { farmActions } from '../features/farm/farm-actions.ts';
import { insertActions } from '../features/insert/insert-actions.ts';
import { inspectorActions } from '../features/inspector/inspector-actions.ts';
import { openWithActions } from '../features/open-with/open-with-actions.ts';
import { frameActions } from '../features/preview/frame-actions.ts';
import { stageActions } from '../features/preview/stage-actions.ts';
import { publishActions } from '../features/publish/publish-actions.ts';
import { renderActions } from '../features/render/render-actions.ts';
import { keyActions } from '../features/timeline/key-actions.ts';
import { layerActions } from '../features/timeline/layer-actions.ts';
import { timelineActions } from '../features/timeline/timeline-actions.ts';
import { variablesActions } from '../features/variables/variables-actions.ts';
import { xmlActions } from '../features/xml-view/xml-actions.ts';

/** Every action there is. A feature's own are an array in its folder, and a line here. */
export const actionTable: readonly Action[] = [
  ...playbackActions,
  ...editActions,
  ...inspectorActions,
  ...variablesActions,
  ...timelineActions,
  ...keyActions,
  ...layerActions,
  ...stageActions,
  // Behind the others: keys that somebody chose earlier go before these letters.
  ...insertActions,
  ...viewActions,
  ...xmlActions,
  ...fileActions,
  ...frameActions,
  ...renderActions,
  ...batchActions,
  ...publishActions,
  ...bundleActions,
  ...brandActions,
  ...openWithActions,
  ...designsActions,
  ...farmActions,
  ...appActions,
];
