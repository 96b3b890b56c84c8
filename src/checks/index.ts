import { args } from './args/index.ts';
import { auth } from './auth/index.ts';
import { call } from './call/index.ts';
import { design } from './design/index.ts';
import { http } from './http/index.ts';
import { init } from './init/index.ts';
import { jsonrpc } from './jsonrpc/index.ts';
import { lifecycle } from './lifecycle/index.ts';
import { list } from './list/index.ts';
import { modern } from './modern/index.ts';
import { result } from './result/index.ts';
import type { Rule } from './rule.ts';
import { schema } from './schema/index.ts';
import { spawn } from './spawn/index.ts';
import { stdio } from './stdio/index.ts';
import { tool } from './tool/index.ts';
import { tools } from './tools/index.ts';
import { trust } from './trust/index.ts';
import { version } from './version/index.ts';

/** Every rule, in folders by the first word of its id. */
export const rules: readonly Rule[] = [
  ...args,
  ...auth,
  ...call,
  ...design,
  ...http,
  ...init,
  ...jsonrpc,
  ...lifecycle,
  ...list,
  ...modern,
  ...result,
  ...schema,
  ...spawn,
  ...stdio,
  ...tool,
  ...tools,
  ...trust,
  ...version,
];
