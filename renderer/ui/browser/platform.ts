/** Whether the platform is from Apple. On these platforms, `Mod` is Cmd. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform);
