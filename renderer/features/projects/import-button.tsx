import { PackageOpen } from 'lucide-react';
import { useAction } from '#renderer/actions/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';

/** A button that imports bundles. The large variant, for the first start, has a longer label. */
export function ImportButton({ isLarge = false }: { readonly isLarge?: boolean }) {
  const { bundles: strings } = useStrings();
  const { run, icon = PackageOpen } = useAction('project/import');
  return isLarge ? (
    <Button size="lg" variant="quiet" icon={icon} onClick={run}>
      {strings.importLong}
    </Button>
  ) : (
    <Button icon={icon} onClick={run}>
      {strings.import}
    </Button>
  );
}
