import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { PHOTO_LENGTHS, readPhotos, writePhotos } from '#renderer/project/add-assets.ts';
import { readNotify, writeNotify } from '#renderer/shell/window/render-session.ts';
import { useDesktop, useLanguage, useTheme } from '#renderer/shell/window/window-context.tsx';
import { isLanguage, languageNames, languages } from '#renderer/strings/language.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';

/** The settings for the appearance and the notifications. */
export function LookSection() {
  const { settings: strings } = useStrings();
  const { theme, set } = useTheme();
  const { choice, set: setLanguage } = useLanguage();
  return (
    <SettingsGroup name="look" title={strings.look}>
      <SettingsRow label={strings.theme}>
        <Segmented
          label={strings.theme}
          value={theme}
          onChange={set}
          options={[
            { value: 'system', label: strings.themes.system, icon: Monitor },
            { value: 'dark', label: strings.themes.dark, icon: Moon },
            { value: 'light', label: strings.themes.light, icon: Sun },
          ]}
        />
      </SettingsRow>
      <SettingsRow label={strings.language}>
        <Select
          size="sm"
          label={strings.language}
          className={styles.language}
          value={choice}
          onChange={(value) => setLanguage(isLanguage(value) ? value : 'system')}
          options={[
            { value: 'system', label: strings.languageSystem },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
      </SettingsRow>
      <NotifyRow />
    </SettingsGroup>
  );
}

function NotifyRow() {
  const { settings: strings } = useStrings();
  const desktop = useDesktop();
  const toasts = useToast();
  const [on, setOn] = useState(() => readNotify() && (desktop !== null || isPermitted()));
  const change = async (requested: boolean) => {
    const permitted = !requested || desktop !== null || (await askPermission());
    if (!permitted) toasts.show({ message: strings.notifyRefused, tone: 'warning' });
    writeNotify(requested && permitted);
    setOn(requested && permitted);
  };
  return (
    <SettingsRow label={strings.notify}>
      <Switch label={strings.notifyWhen} checked={on} onChange={(requested) => void change(requested)} />
      <span className={styles.text}>{strings.notifyWhen}</span>
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

/** The settings that determine how photos become scenes. */
export function PhotosSection() {
  const { settings: strings } = useStrings();
  const [photos, setPhotos] = useState(readPhotos);
  const change = (next: Partial<typeof photos>) => {
    const changed = { ...photos, ...next };
    setPhotos(changed);
    writePhotos(changed);
  };
  return (
    <SettingsGroup name="photos" title={strings.photos}>
      <SettingsRow label={strings.photoLength}>
        <NumberField
          size="sm"
          align="end"
          label={strings.photoLength}
          unit="s"
          value={photos.seconds}
          min={PHOTO_LENGTHS.least}
          max={PHOTO_LENGTHS.most}
          defaultValue={PHOTO_LENGTHS.initial}
          step={0.5}
          precision={2}
          className={styles.seconds}
          onCommit={(seconds) => change({ seconds })}
        />
      </SettingsRow>
      <SettingsRow label={strings.slowZoom}>
        <Switch label={strings.slowZoom} checked={photos.slowZoom} onChange={(slowZoom) => change({ slowZoom })} />
        <span className={styles.text}>{strings.slowZoomHint}</span>
      </SettingsRow>
    </SettingsGroup>
  );
}
