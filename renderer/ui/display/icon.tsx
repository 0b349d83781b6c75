import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  readonly icon: LucideIcon;
  /** The size in pixels. Larger icons have thinner strokes, so that all icons have the same visual weight. */
  readonly size?: 12 | 14 | 16 | 20 | undefined;
  /** Whether the icon is filled. Only the play icon is filled. */
  readonly filled?: boolean | undefined;
  readonly className?: string | undefined;
}

const strokes = { 12: 2.25, 14: 2, 16: 1.75, 20: 1.75 } as const;

/** An icon beside a text, or inside a control with an accessible name. It is hidden from assistive technology. */
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
