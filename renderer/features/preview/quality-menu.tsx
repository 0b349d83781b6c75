import { MOVING_QUALITIES, type MovingQuality } from '#renderer/film/picture/moving-quality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { ChoiceMenu } from '#renderer/ui/overlays/choice-menu.tsx';

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
    <ChoiceMenu
      label={preview.quality}
      tooltip={preview.qualityHint}
      choices={MOVING_QUALITIES}
      value={quality}
      words={words}
      onChange={onQuality}
    />
  );
}
