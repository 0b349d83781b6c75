/** Whether the platform is from Apple, where `Mod` is Cmd. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform);
