import { partsOf, withContent } from '../../kit/result.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { messageOf } from '../../model/fault.ts';

type Mask = (text: string) => string;

/** What a tool returns, with every string in its fields masked; further content stays as it is. */
export function maskedResult<T extends object>(returned: T, mask: Mask): T {
  const { data, content } = partsOf(returned);
  const fields = masked(data, mask);
  // Of the same shape: only what strings say is another.
  return (content.length ? withContent(Object(fields), ...content) : fields) as T;
}

/** The same failure, with its message, its fields and what the log is told of its cause masked: that may hold the address of a page. */
export function maskedError({ code, retryable, message, data, cause }: ToolError, mask: Mask): ToolError {
  const fields = Object.entries(data).map(([name, value]) => [name, masked(value, mask)]);
  const told = cause === undefined ? undefined : new Error(mask(messageOf(cause)));
  return new ToolError(code, { retryable, message: mask(message), data: Object.fromEntries(fields), cause: told });
}

function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((each) => masked(each, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each, mask)]));
}
