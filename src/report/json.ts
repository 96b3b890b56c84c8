import { jsonDocument } from './json-text.ts';
import type { Reporter } from './reporter.ts';

/** The run document (contracts, "The run document"). */
export const json: Reporter = (run) => jsonDocument(run);
