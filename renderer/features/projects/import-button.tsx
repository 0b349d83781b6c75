import { PackageOpen } from 'lucide-react';
import { useAction } from '#renderer/actions/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';

/** Asks for a bundle. The large variant has a longer label, beside the buttons of the first start. */
export function ImportButton({ isLarge = false }: { readonly isLarge?: boolean }) {
  const { bundles: words } = useStrings();
  const { run, icon = PackageOpen } = useAction('project/import');
  return isLarge ? (
    <Button size="lg" variant="quiet" icon={icon} onClick={run}>
      {words.importLong}
    </Button>
  ) : (
    <Button icon={icon} onClick={run}>
      {words.import}
    </Button>
  );
}
