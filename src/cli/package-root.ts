import { fileURLToPath } from 'node:url';

/** The folder of the package; found from the bundle (dist/cli) and from the sources (src/cli) alike. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));
