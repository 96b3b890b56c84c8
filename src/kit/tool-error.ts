import { RESERVED } from './envelope.ts';

/** What a tool throws when it cannot do what was asked: a stable code, and whether trying again makes sense. */
export interface ToolErrorOptions {
  /** Whether the same call may succeed later; false unless said. */
  retryable?: boolean;
  /** A sentence for the model: what was seen, and what to do next. Never a secret, never raw text of a driver. */
  message?: string;
  /** More fields for the envelope, such as what the person should look at. */
  data?: Record<string, unknown>;
  /** What caused it: goes to stderr, never to the caller. */
  cause?: unknown;
}

/** Codes are stable snake_case, as scripts and models compare them. */
const CODE = /^(?=.{1,60}$)[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** A failure with a name, as the result envelope tells it. Anything else that a tool throws becomes `internal`. */
export class ToolError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  readonly data: Record<string, unknown>;

  constructor(code: string, options: ToolErrorOptions = {}) {
    if (!CODE.test(code) || code === 'ok')
      throw new TypeError(`${JSON.stringify(code)} is no error code: write snake_case, such as env_unavailable`);
    const taken = RESERVED.filter((name) => Object.hasOwn(options.data ?? {}, name));
    if (taken.length) throw new TypeError(`the data of ToolError ${code} uses ${taken.join(', ')}, which the envelope keeps for itself`);
    super(options.message ?? code, { cause: options.cause });
    this.name = 'ToolError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.data = options.data ?? {};
  }
}
