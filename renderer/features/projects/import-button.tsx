import { PackageOpen } from 'lucide-react';
import { useAction } from '#renderer/actions/runtime/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';

/** Asks for a bundle; large and in more words beside those of the very first start. */
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
