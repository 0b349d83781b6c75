import { laterScreen } from './later-screen.tsx';

export const EDITOR = laterScreen(async () => {
  const { EditorScreen } = await import('./editor/editor-screen.tsx');
  return EditorScreen;
});

export const SETTINGS = laterScreen(async () => {
  const { SettingsScreen } = await import('../features/settings/settings-screen.tsx');
  return SettingsScreen;
});

export const BATCH = laterScreen(async () => {
  const { BatchScreen } = await import('../features/batch/batch-screen.tsx');
  return BatchScreen;
});
