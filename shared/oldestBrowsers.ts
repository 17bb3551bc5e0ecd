/**
 * The oldest browsers in which the app works. The build compiles for them, and index.html refuses older ones
 * (tools/vite/earlyPage/refuseOldBrowser.js, whose checks must match this list).
 */
export const OLDEST_BROWSERS = ['Chrome 111', 'Firefox 128', 'Safari 16.4'] as const;
