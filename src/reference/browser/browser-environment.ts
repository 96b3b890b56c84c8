const POSIX = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'TZ', 'USER', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'LD_LIBRARY_PATH'];
const WINDOWS = ['APPDATA', 'LOCALAPPDATA', 'PATH', 'PATHEXT', 'PROGRAMDATA', 'SYSTEMDRIVE', 'SYSTEMROOT', 'USERPROFILE', 'WINDIR'];

/**
 * What a browser is started with: no variable that may hold a secret, none that names a proxy (Chromium would obey it), and its temporary
 * files below `folder`.
 */
export function browserEnvironment(env: NodeJS.ProcessEnv, folder: string): Record<string, string> {
  const names = process.platform === 'win32' ? WINDOWS : POSIX;
  const kept = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...Object.fromEntries(kept), TMPDIR: folder, TEMP: folder, TMP: folder };
}
