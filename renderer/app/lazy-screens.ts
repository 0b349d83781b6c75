import { lazyScreen } from './lazy-screen.tsx';

export const EDITOR = lazyScreen(async () => {
  const { EditorScreen } = await import('./editor/editor-screen.tsx');
  return EditorScreen;
});

export const SETTINGS = lazyScreen(async () => {
  const { SettingsScreen } = await import('../features/settings/settings-screen.tsx');
  return SettingsScreen;
});

export const BATCH = lazyScreen(async () => {
  const { BatchScreen } = await import('../features/batch/batch-screen.tsx');
  return BatchScreen;
});

export const BRAND = lazyScreen(async () => {
  const { BrandScreen } = await import('../features/brand/brand-screen.tsx');
  return BrandScreen;
});

export const GUIDE = lazyScreen(async () => {
  const { GuideScreen } = await import('../features/guide/guide-screen.tsx');
  return GuideScreen;
});
