import { ChevronDown } from 'lucide-react';
import { MOVING_QUALITIES, type MovingQuality } from '../../film/frames/moving-quality.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';

export interface QualityMenuProps {
  readonly quality: MovingQuality;
  readonly onQuality: (quality: MovingQuality) => void;
}

/** How many pixels the picture has while it plays or is scrubbed. */
export function QualityMenu({ quality, onQuality }: QualityMenuProps) {
  const { preview } = useStrings();
  const words = (each: MovingQuality) => {
    switch (each) {
      case 'auto':
        return preview.qualityAuto;
      case 1:
        return preview.qualityFull;
      case 0.5:
        return preview.qualityHalf;
      case 0.25:
        return preview.qualityQuarter;
    }
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="quiet"
          size="sm"
          iconEnd={ChevronDown}
          tooltip={preview.qualityHint}
          aria-label={`${preview.quality}: ${words(quality)}`}
        >
          {words(quality)}
        </Button>
      }
      entries={MOVING_QUALITIES.map((each) => ({
        kind: 'command',
        id: String(each),
        label: words(each),
        checked: each === quality,
        run: () => onQuality(each),
      }))}
    />
  );
}
