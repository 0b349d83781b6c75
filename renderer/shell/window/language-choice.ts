import { createStore } from 'zustand/vanilla';
import type { DesktopBridge } from '../../../shared/contract/desktop/desktop-bridge.ts';
import { chooseLanguage, isLanguage, type Language } from '../../strings/language.ts';
import { setPageLanguage } from '../../strings/page-language.ts';
import { readStored, writeStored } from '../../ui/browser/stored.ts';

/** What somebody chose; `system` is the best of those that the machine asks for. */
export type LanguageChoice = Language | 'system';

export interface LanguageState {
  readonly choice: LanguageChoice;
  /** What is spoken. */
  readonly language: Language;
  readonly set: (choice: LanguageChoice) => void;
}

const key = 'language';

/** The window's language, put on the document's root. The desktop is told, for its own dialogs. */
export function createLanguage(target: Window, desktop: DesktopBridge | null) {
  const spokenFor = (choice: LanguageChoice): Language =>
    choice === 'system' ? chooseLanguage(target.navigator.languages) : choice;
  const speak = (choice: LanguageChoice): Pick<LanguageState, 'choice' | 'language'> => {
    const language = spokenFor(choice);
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
