import { Pause, Play, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { originalUrl } from '#renderer/api/client/media-urls.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { formatLength } from '#renderer/ui/format/duration.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { assetEntries } from './asset-entries.ts';
import styles from './brand.module.css';
import { BrandGroup } from './brand-group.tsx';
import { MissingNote } from './missing-note.tsx';
import type { SectionProps } from './section-props.ts';
import { useTakeFile } from './use-take-file.ts';

/** The maximum volume in the template language, in percent. */
const MAX_VOLUME = 800;

/** The music of the brand, with a play button. */
export function SoundSection({
  project,
  kit,
  onChange,
  missing,
}: SectionProps & { readonly missing: readonly string[] }) {
  const { brand: strings } = useStrings();
  const { music } = kit;
  const { data: assets } = useAssets(project);
  const takeFile = useTakeFile(project);
  const set = (asset: string) => onChange({ ...kit, music: { ...music, asset } });
  const remove = () => {
    const { music: _music, ...rest } = kit;
    onChange(rest);
  };
  const entry = music === undefined ? null : (assetNamed(assets, music.asset) ?? null);
  const seconds = entry?.media?.durationSeconds ?? null;
  return (
    <BrandGroup
      title={strings.sound}
      count={music === undefined ? 0 : 1}
      end={
        <Menu
          align="end"
          trigger={<IconButton icon={Plus} size="sm" label={strings.addSound} />}
          entries={assetEntries(assets ?? [], ['audio'], strings, { onChoose: set, onFile: () => void takeFile(set) })}
        />
      }
    >
      {music === undefined ? (
        <p className={styles.hint}>{strings.noSound}</p>
      ) : (
        <div className={styles.sound}>
          {entry !== null && (
            <PlayButton
              key={entry.etag}
              name={entry.name}
              address={originalUrl(project, { kind: 'asset', name: entry.name, etag: entry.etag })}
              volume={music.volume ?? 1}
            />
          )}
          <FileName name={music.asset} className={styles.grow} />
          {seconds !== null && <span className={`${styles.said} tabular`}>{formatLength(seconds)}</span>}
          <NumberField
            value={Math.round((music.volume ?? 1) * 100)}
            min={0}
            max={MAX_VOLUME}
            precision={0}
            unit="%"
            size="sm"
            label={strings.volume}
            defaultValue={100}
            className={styles.volume}
            onCommit={(percent) => onChange({ ...kit, music: { ...music, volume: percent / 100 } })}
          />
          <IconButton icon={Trash2} size="sm" label={strings.remove} onClick={remove} />
        </div>
      )}
      {music !== undefined && missing.includes(music.asset) && <MissingNote name={music.asset} />}
    </BrandGroup>
  );
}

interface PlayButtonProps {
  readonly name: string;
  readonly address: string;
  readonly volume: number;
}

function PlayButton({ name, address, volume }: PlayButtonProps) {
  const { brand: strings } = useStrings();
  const [isPlaying, setPlaying] = useState(false);
  const sound = useRef<HTMLAudioElement | null>(null);
  useEffect(() => () => sound.current?.pause(), []);
  const toggle = () => {
    const audio = sound.current ?? new Audio(address);
    sound.current = audio;
    // `HTMLMediaElement` accepts no volume above 1.
    audio.volume = Math.min(1, volume);
    audio.onended = () => setPlaying(false);
    if (isPlaying) audio.pause();
    // If the browser cannot play the sound, stop. Films are not affected, because the engine decodes the sound.
    else audio.play().catch(() => setPlaying(false));
    setPlaying(!isPlaying);
  };
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      size="sm"
      label={isPlaying ? strings.pause(name) : strings.play(name)}
      onClick={toggle}
    />
  );
}
