import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetUrl } from '#renderer/api/client/media-urls.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';

export interface SoundPictureProps {
  readonly project: string;
  readonly asset: AssetEntry;
  readonly label: string;
}

/** A sound is known by its sound. */
export function SoundPicture({ project, asset, label }: SoundPictureProps) {
  const { fillIn: words } = useStrings();
  const [playing, setPlaying] = useState(false);
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = player.current;
    return () => element?.pause();
  }, []);
  const toggle = () => {
    if (playing) player.current?.pause();
    else void player.current?.play().catch(() => setPlaying(false));
  };
  return (
    <>
      <IconButton
        icon={playing ? Pause : Play}
        filled
        size="sm"
        label={playing ? words.stop(label) : words.play(label)}
        onClick={toggle}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: music that is tried out */}
      <audio
        ref={player}
        src={assetUrl(project, asset.name)}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
    </>
  );
}
