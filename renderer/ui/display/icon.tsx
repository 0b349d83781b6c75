import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  readonly icon: LucideIcon;
  /** Pixels. Thinner where larger, so that all look of one weight. */
  readonly size?: 12 | 14 | 16 | 20 | undefined;
  /** Only for play. */
  readonly filled?: boolean | undefined;
  readonly className?: string | undefined;
}

const strokes = { 12: 2.25, 14: 2, 16: 1.75, 20: 1.75 } as const;

/** A picture beside words or in a named control; assistive technology does not see it. */
export function Icon({ icon: Picture, size = 16, filled = false, className }: IconProps) {
  return (
    <Picture
      aria-hidden={true}
      focusable={false}
      size={size}
      strokeWidth={strokes[size]}
      fill={filled ? 'currentColor' : 'none'}
      className={className}
      style={{ flex: 'none' }}
    />
  );
}
