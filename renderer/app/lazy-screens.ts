import { lazyScreen } from './lazy-screen.tsx';

export const EDITOR = lazyScreen(async () => {
  const { EditorScreen } = await import('./editor/editor-screen.tsx');
  return EditorScreen;
});

export const SETTINGS = lazyScreen(async () => {
  const { SettingsScreen } = await import('#renderer/features/settings/settings-screen.tsx');
  return SettingsScreen;
});

export const BATCH = lazyScreen(async () => {
  const { BatchScreen } = await import('#renderer/features/batch/batch-screen.tsx');
  return BatchScreen;
});

export const FILL_IN = lazyScreen(async () => {
  const { FillInScreen } = await import('./fill-in/fill-in-screen.tsx');
  return FillInScreen;
});

export const DESIGNS = lazyScreen(async () => {
  const { DesignsScreen } = await import('./designs/designs-screen.tsx');
  return DesignsScreen;
});

export const BRAND = lazyScreen(async () => {
  const { BrandScreen } = await import('#renderer/features/brand/brand-screen.tsx');
  return BrandScreen;
});

export const FARM = lazyScreen(async () => {
  const { FarmScreen } = await import('#renderer/features/farm/farm-screen.tsx');
  return FarmScreen;
});

export const GUIDE = lazyScreen(async () => {
  const { GuideScreen } = await import('#renderer/features/guide/guide-screen.tsx');
  return GuideScreen;
});
