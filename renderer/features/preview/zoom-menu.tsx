import { useStrings } from '#renderer/strings/use-strings.tsx';
import { ChoiceMenu } from '#renderer/ui/overlays/choice-menu.tsx';
import { ZOOMS, type Zoom } from './stage/view-size.ts';

export interface ZoomMenuProps {
  readonly zoom: Zoom;
  /** The size in percent that “fit” currently means. */
  readonly fitPercent: number;
  readonly onZoom: (zoom: Zoom) => void;
}

/** How large the picture is shown. */
export function ZoomMenu({ zoom, fitPercent, onZoom }: ZoomMenuProps) {
  const { preview } = useStrings();
  const words = (each: Zoom) => (each === 'fit' ? preview.fit : preview.percent(Math.round(each * 100)));
  return (
    <ChoiceMenu
      label={preview.zoom}
      shown={zoom === 'fit' ? preview.fitAt(fitPercent) : words(zoom)}
      choices={ZOOMS}
      value={zoom}
      words={words}
      onChange={onZoom}
    />
  );
}
