import type { Action } from '#renderer/actions/action.ts';
import { appActions } from '#renderer/actions/tables/app-actions.ts';
import { editActions } from '#renderer/actions/tables/edit-actions.ts';
import { fileActions } from '#renderer/actions/tables/file-actions.ts';
import { playbackActions } from '#renderer/actions/tables/playback-actions.ts';
import { viewActions } from '#renderer/actions/tables/view-actions.ts';
import { batchActions } from '#renderer/features/batch/batch-actions.ts';
import { bundleActions } from '#renderer/features/bundles/bundle-actions.ts';
import { checkActions } from '#renderer/features/check/check-actions.ts';
import { designsActions } from '#renderer/features/designs/designs-actions.ts';
import { insertActions } from '#renderer/features/insert/insert-actions.ts';
import { inspectorActions } from '#renderer/features/inspector/inspector-actions.ts';
import { frameActions, stageActions } from '#renderer/features/preview/preview-actions.ts';
import { publishActions } from '#renderer/features/publish/publish-actions.ts';
import { renderActions } from '#renderer/features/render/render-actions.ts';
import { keyActions } from '#renderer/features/timeline/keyframes/key-actions.ts';
import { layerActions } from '#renderer/features/timeline/layer-actions.ts';
import { timelineActions } from '#renderer/features/timeline/timeline-actions.ts';
import { variablesActions } from '#renderer/features/variables/variables-actions.ts';
import { xmlActions } from '#renderer/features/xml-view/xml-actions.ts';

/** All actions. Each feature exports a table that is listed here. */
export const actionTable: readonly Action[] = [
  ...playbackActions,
  ...editActions,
  ...inspectorActions,
  ...variablesActions,
  ...timelineActions,
  ...keyActions,
  ...layerActions,
  ...stageActions,
  // The insert actions come last, so that shortcuts that users defined in earlier versions take precedence over their
  // letters.
  ...insertActions,
  ...viewActions,
  ...checkActions,
  ...xmlActions,
  ...fileActions,
  ...frameActions,
  ...renderActions,
  ...batchActions,
  ...publishActions,
  ...bundleActions,
  ...designsActions,
  ...appActions,
];
