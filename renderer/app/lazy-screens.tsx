import { lazy } from 'react';

export const EditorScreen = lazy(() =>
  import('./editor-screen.tsx').then((module) => ({ default: module.EditorScreen })),
);

export const SettingsScreen = lazy(() =>
  import('../features/settings/settings-screen.tsx').then((module) => ({ default: module.SettingsScreen })),
);

export const BatchScreen = lazy(() =>
  import('../features/batch/batch-screen.tsx').then((module) => ({ default: module.BatchScreen })),
);
