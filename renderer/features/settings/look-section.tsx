import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { readNotify, writeNotify } from '#renderer/shell/window/render-session.ts';
import { useDesktop, useLanguage, useTheme } from '#renderer/shell/window/window-context.tsx';
import { isLanguage, languageNames, languages } from '#renderer/strings/language.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';

/** The settings for the appearance and the notifications. */
export function LookSection() {
  const { settings: words } = useStrings();
  const { theme, set } = useTheme();
  const { choice, set: setLanguage } = useLanguage();
  return (
    <SettingsGroup name="look" title={words.look}>
      <SettingsRow label={words.theme}>
        <Segmented
          label={words.theme}
          value={theme}
          onChange={set}
          options={[
            { value: 'system', label: words.themes.system, icon: Monitor },
            { value: 'dark', label: words.themes.dark, icon: Moon },
            { value: 'light', label: words.themes.light, icon: Sun },
          ]}
        />
      </SettingsRow>
      <SettingsRow label={words.language}>
        <Select
          size="sm"
          label={words.language}
          className={styles.language}
          value={choice}
          onChange={(value) => setLanguage(isLanguage(value) ? value : 'system')}
          options={[
            { value: 'system', label: words.languageSystem },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
      </SettingsRow>
      <NotifyRow />
    </SettingsGroup>
  );
}

function NotifyRow() {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const toasts = useToast();
  const [on, setOn] = useState(() => readNotify() && (desktop !== null || isPermitted()));
  const change = async (requested: boolean) => {
    const permitted = !requested || desktop !== null || (await askPermission());
    if (!permitted) toasts.show({ message: words.notifyRefused, tone: 'warning' });
    writeNotify(requested && permitted);
    setOn(requested && permitted);
  };
  return (
    <SettingsRow label={words.notify}>
      <Switch label={words.notifyWhen} checked={on} onChange={(requested) => void change(requested)} />
      <span className={styles.text}>{words.notifyWhen}</span>
    </SettingsRow>
  );
}

function isPermitted(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}

async function askPermission(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
