import { useState } from 'react';
import { PHOTO_LENGTHS, readPhotos, writePhotos } from '#renderer/project/add-assets.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import styles from './settings.module.css';
import { SettingsGroup, SettingsRow } from './settings-group.tsx';

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
          defaultValue={PHOTO_LENGTHS.usual}
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
