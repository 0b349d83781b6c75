import { type ReactElement, useState } from 'react';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { PresetType } from '#shared/template/values/animation.ts';
import styles from './preset-gallery.module.css';
import { PresetGallery, type PresetGalleryProps } from './preset-gallery.tsx';

export interface PresetPopoverProps extends PresetGalleryProps {
  readonly trigger: ReactElement;
  /** Names the gallery. */
  readonly label: string;
  readonly align?: 'start' | 'end';
}

/** The gallery of presets at a button; choosing one closes it. */
export function PresetPopover({ trigger, label, align = 'start', onChoose, ...gallery }: PresetPopoverProps) {
  const [open, setOpen] = useState(false);
  const choose = (preset: PresetType) => {
    setOpen(false);
    onChoose(preset);
  };
  return (
    <Popover label={label} trigger={trigger} open={open} onOpenChange={setOpen} align={align} className={styles.popup}>
      <PresetGallery {...gallery} onChoose={choose} />
    </Popover>
  );
}
