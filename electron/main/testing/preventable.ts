import type { PreventableEvent } from '#main/system/electron-port.ts';

/** Returns an event whose default can be prevented, and that records it. */
export function preventable<Extra extends object = object>(
  extra?: Extra,
): PreventableEvent & { readonly prevented: boolean } & Partial<Extra> {
  let prevented = false;
  return Object.assign(
    {
      preventDefault: () => {
        prevented = true;
      },
      get prevented() {
        return prevented;
      },
    },
    extra,
  ) as PreventableEvent & { readonly prevented: boolean } & Partial<Extra>;
}
