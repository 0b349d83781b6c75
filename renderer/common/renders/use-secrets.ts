import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import type { KnownSecret, SecretStorage } from '#shared/contract/desktop/desktop-shapes.ts';

const secretsKey = ['desktop', 'secrets'];

/** The secrets that the desktop keeps, by name; none in a browser. */
export function useSecrets(): readonly KnownSecret[] {
  const desktop = useDesktop();
  const { data = [] } = useQuery({
    queryKey: secretsKey,
    queryFn: async () => (await desktop?.listSecrets()) ?? [],
    enabled: desktop !== null,
  });
  return data;
}

/** Reads the list again, as after one was added. */
export function useReadSecretsAgain(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: secretsKey });
    void queries.invalidateQueries({ queryKey: queryKeys.clusters });
  };
}

export function useRemoveSecret() {
  const desktop = useDesktop();
  const again = useReadSecretsAgain();
  return useMutation({
    mutationFn: async (name: string) => desktop?.removeSecret(name),
    onSettled: again,
  });
}

/** How well secrets are kept; undefined until it is known, and in a browser. */
export function useSecretStorage(): SecretStorage | undefined {
  const desktop = useDesktop();
  const { data } = useQuery({
    queryKey: ['desktop', 'secret-storage'],
    queryFn: async () => (await desktop?.secretStorage()) ?? null,
    enabled: desktop !== null,
  });
  return data ?? undefined;
}
