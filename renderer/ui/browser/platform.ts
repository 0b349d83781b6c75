/** Whether the platform is a Mac, where `Mod` is Cmd. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform);
