import type { Tool } from '../../kit/index.ts';
import type { ReferenceServices } from '../services.ts';
import { clickTool } from './click.ts';
import { deleteItemTool } from './delete-item.ts';
import { describePageTool } from './describe-page.ts';
import { extractTextTool } from './extract-text.ts';
import { fillTool } from './fill.ts';
import { listEnvironmentsTool } from './list-environments.ts';
import { listItemsTool } from './list-items.ts';
import { openPageTool } from './open-page.ts';
import { prepareEnvironmentTool } from './prepare-environment.ts';
import { releaseEnvironmentTool } from './release-environment.ts';
import { screenshotTool } from './screenshot.ts';
import { submitTool } from './submit.ts';
import { waitForTool } from './wait-for.ts';

/** Every tool of the reference adapter, in the order of a task. */
export const TOOLS: readonly ((services: ReferenceServices) => Tool)[] = [
  prepareEnvironmentTool,
  releaseEnvironmentTool,
  listEnvironmentsTool,
  openPageTool,
  describePageTool,
  waitForTool,
  extractTextTool,
  listItemsTool,
  screenshotTool,
  fillTool,
  clickTool,
  submitTool,
  deleteItemTool,
];
