import { posix, win32 } from 'node:path';

/** A browser that people install, in the order in which it is taken. */
export interface SystemBrowser {
  name: string;
  /** What it is called in PATH. */
  commands: readonly string[];
  /** Where it is on systems that do not put it in PATH. */
  files(platform: string, env: NodeJS.ProcessEnv): string[];
}

export const SYSTEM_BROWSERS: readonly SystemBrowser[] = [
  { name: 'chromium-headless-shell', commands: ['chromium-headless-shell'], files: () => [] },
  {
    name: 'google-chrome',
    commands: ['google-chrome', 'google-chrome-stable', 'chrome'],
    files: known('Google Chrome', ['Google', 'Chrome', 'Application', 'chrome.exe']),
  },
  {
    name: 'chromium',
    commands: ['chromium', 'chromium-browser'],
    files: known('Chromium', ['Chromium', 'Application', 'chrome.exe']),
  },
  {
    name: 'msedge',
    commands: ['microsoft-edge', 'microsoft-edge-stable', 'msedge'],
    files: known('Microsoft Edge', ['Microsoft', 'Edge', 'Application', 'msedge.exe']),
  },
];

/** @param app the name on macOS; @param parts the path on Windows */
function known(app: string, parts: readonly string[]): SystemBrowser['files'] {
  return (platform, env) => {
    if (platform.startsWith('darwin'))
      return ['/', ...(env.HOME ? [env.HOME] : [])].map((base) => posix.join(base, 'Applications', `${app}.app`, 'Contents', 'MacOS', app));
    if (!platform.startsWith('win32')) return [];
    const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return bases.flatMap((base) => (base ? [win32.join(base, ...parts)] : []));
  };
}
