import { ToolError } from '../../kit/tool-error.ts';
import { follow } from '../../model/follow-pointer.ts';
import { isLoopback } from '../../model/target.ts';

/**
 * The DevTools endpoint that a layer's answer tells: the template with the values that its JSON pointers (in braces) lead to. It must be on
 * this machine or on the layer's own host.
 * @throws ToolError `env_provider_error`
 */
export function profileEndpoint(template: string, answer: unknown, baseUrl: string): string {
  const text = template.replace(/\{(\/[^{}]*)\}/g, (_, pointer) => {
    const { value } = follow(answer, pointer);
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
    throw new ToolError('env_provider_error', {
      message:
        'the profile-browser layer did not tell where its browser is: a person should compare provider.endpoint in the config with its answer',
    });
  });
  const url = URL.canParse(text) ? new URL(text) : null;
  const known =
    url && /^(?:ws|wss|http|https):$/.test(url.protocol) && (isLoopback(url.href) || url.hostname === new URL(baseUrl).hostname);
  if (known) return url.href;
  throw new ToolError('env_provider_error', {
    message: 'the profile-browser layer named a browser that is neither on this machine nor on its own host: it is not used',
  });
}
