import type { PreventableEvent } from '#main/system/electron-port.ts';

/** Returns an event that records whether its default was prevented. */
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
