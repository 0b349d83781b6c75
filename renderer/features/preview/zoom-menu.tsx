import { ChevronDown } from 'lucide-react';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { ZOOMS, type Zoom } from './stage/view-size.ts';

export interface ZoomMenuProps {
  readonly zoom: Zoom;
  /** What fitting comes to. */
  readonly fitPercent: number;
  readonly onZoom: (zoom: Zoom) => void;
}

/** How large the picture is shown. */
export function ZoomMenu({ zoom, fitPercent, onZoom }: ZoomMenuProps) {
  const { preview } = useStrings();
  const words = (each: Zoom) => (each === 'fit' ? preview.fit : preview.percent(each * 100));
  const now = zoom === 'fit' ? preview.fitAt(fitPercent) : words(zoom);
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="quiet"
          size="sm"
          iconEnd={ChevronDown}
          className="tabular"
          aria-label={`${preview.zoom}: ${now}`}
        >
          {now}
        </Button>
      }
      entries={ZOOMS.map((each) => ({
        kind: 'command',
        id: String(each),
        label: words(each),
        checked: each === zoom,
        run: () => onZoom(each),
      }))}
    />
  );
}
