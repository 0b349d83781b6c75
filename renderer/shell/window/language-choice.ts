import { createStore } from 'zustand/vanilla';
import { chooseLanguage, isLanguage, type Language } from '#renderer/strings/language.ts';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';

/** The language setting. `system` selects the best match for the languages of the machine. */
export type LanguageChoice = Language | 'system';

export interface LanguageState {
  readonly choice: LanguageChoice;
  /** The language that results from the setting. */
  readonly language: Language;
  readonly set: (choice: LanguageChoice) => void;
}

const key = 'language';

/**
 * Creates the language store of the window, and applies the language to the document and to the dialogs of the desktop
 * app.
 */
export function createLanguage(target: Window, desktop: DesktopBridge | null) {
  const languageFor = (choice: LanguageChoice): Language =>
    choice === 'system' ? chooseLanguage(target.navigator.languages) : choice;
  const speak = (choice: LanguageChoice): Pick<LanguageState, 'choice' | 'language'> => {
    const language = languageFor(choice);
    setPageLanguage(language);
    target.document.documentElement.lang = language;
    return { choice, language };
  };
  const store = createStore<LanguageState>(() => ({
    ...speak(readChoice(readStored(key))),
    set: (choice) => {
      store.setState(speak(choice));
      writeStored(key, choice);
      void desktop?.changeSettings({ language: choice });
    },
  }));
  target.addEventListener('languagechange', () => store.setState(speak(store.getState().choice)));
  return store;
}

export type LanguageStore = ReturnType<typeof createLanguage>;

function readChoice(stored: unknown): LanguageChoice {
  return isLanguage(stored) ? stored : 'system';
}
