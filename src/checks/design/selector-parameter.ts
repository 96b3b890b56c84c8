import { quote } from '../../model/text.ts';
import { findAmong, hasWord, splitWords, wordList } from '../../model/word-match.ts';
import type { ToolRule } from '../rule.ts';
import { allParameters, isClosed, type Parameter, typesOf } from './parameter.ts';

/** Names that hold a path into a page. */
const SELECTORS = wordList({
  en: 'xpath css_selector css_path css_query dom_path dom_selector query_selector queryselector cssselector',
  es: 'selector_css',
  zh: '选择器',
});

/** What a selector of another kind selects. */
const OTHER_KINDS = wordList({
  en: 'label labels field node pod namespace time date region model color colour file version tenant account match namespace_label',
});
const OTHER_TEXT = wordList({ en: 'label labels kubernetes k8s json_path jsonpath mongodb mango' });

/** Names that may hold a selector, if the description says so. */
const PAGE_PLACES = wordList({ en: 'css locator element target field button query path selector selectors' });

const withProperties = (properties: Record<string, unknown>) => ({ name: 'click', inputSchema: { type: 'object', properties } });

export const selectorParameter: ToolRule = {
  id: 'design/selector-parameter',
  on: 'tool',
  severity: 'warning',
  strict: 'error',
  why: 'A model guesses selectors, and every change of the page breaks the calls it has learnt; the page, not the action, becomes the interface.',
  fix: 'take a semantic target instead (a label, a role and name, or an element reference from an earlier result) and find the element yourself',
  examples: {
    good: [
      withProperties({
        labelSelector: { type: 'string' },
        target: { type: 'string', description: 'the button as a person would name it' },
      }),
      withProperties({ selector: { type: 'string', description: 'Kubernetes label selector' } }),
      withProperties({
        selector: { type: 'string', enum: ['newest', 'oldest'] },
        css: { type: 'string', description: 'style sheet to print with' },
      }),
      withProperties({ use_xpath: { type: 'boolean' } }),
    ],
    bad: [
      withProperties({ selector: { type: 'string', description: 'CSS selector of the element' } }),
      withProperties({ fields: { type: 'array', items: { type: 'object', properties: { xpath: { type: 'string' } } } } }),
      withProperties({ locator: { type: 'string', description: 'CSS selector or XPath of the button' } }),
      withProperties({ cssSelector: { type: 'string' }, waitForSelector: { type: 'string' } }),
    ],
  },
  *check(tool) {
    for (const parameter of allParameters(tool)) {
      if (!isSelector(parameter)) continue;
      yield {
        at: parameter.at,
        subject: quote(parameter.path, 80),
        message: 'a path into the page, which a model can only guess and any redesign breaks',
      };
    }
  },
};

function isSelector({ name, schema, description }: Parameter): boolean {
  const types = typesOf(schema);
  if (isClosed(schema) || (types.size > 0 && !types.has('string') && !types.has('array'))) return false;
  const words = splitWords(name);
  if (hasWord(name, SELECTORS)) return true;
  if (/\bcss selector\b|\bxpath\b/i.test(description.slice(0, 2000)) && findAmong(words, PAGE_PLACES)) return true;
  const last = words.at(-1);
  if (last !== 'selector' && last !== 'selectors') return false;
  return !findAmong(words, OTHER_KINDS) && !hasWord(description, OTHER_TEXT);
}
