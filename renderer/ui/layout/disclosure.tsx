import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  readonly label: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A heading that expands or collapses the content below it. */
export function Disclosure({ label, open, onOpenChange, children }: DisclosureProps) {
  return (
    <Collapsible.Root open={open} onOpenChange={onOpenChange}>
      <Collapsible.Trigger className={styles.heading}>
        <Icon icon={ChevronRight} size={14} className={styles.arrow} />
        {label}
      </Collapsible.Trigger>
      <Collapsible.Panel>{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}
