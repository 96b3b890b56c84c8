import type { DomElement, DomRoot } from './dom.ts';

/**
 * Paints over the fields that hold a password or a code, also those that show it as plain text; runs in each frame of a page. Style sheets made
 * by script are not subject to the page's content security policy, and touch no attribute that the page could be listening to.
 * @param on false takes it away again
 */
export function hideSecrets(root: DomElement, on: boolean): void {
  const FIELDS = ['[type=password]', '[autocomplete*=password]', '[autocomplete*=one-time-code]', '[autocomplete*=cc-]'];
  const STILL = ['transition: none', 'animation: none'];
  const PAINT = ['background: #808080', 'color: transparent', '-webkit-text-fill-color: transparent'];
  const MARK = '__painted_over';
  const view = root.ownerDocument.defaultView;
  const roots: DomRoot[] = [root.ownerDocument];
  for (let index = 0; index < roots.length; index++)
    for (const element of roots[index]?.querySelectorAll('*') ?? []) if (element.shadowRoot) roots.push(element.shadowRoot);
  const fields = FIELDS.map((field) => `input${field}`).join();
  for (const each of roots) {
    const [earlier] = each.adoptedStyleSheets.filter((sheet) => Reflect.has(sheet, MARK));
    if (on && !earlier) {
      const sheet = new view.CSSStyleSheet();
      Reflect.set(sheet, MARK, true);
      sheet.replaceSync(`${fields} { ${important([...STILL, ...PAINT])} }`);
      each.adoptedStyleSheets = [...each.adoptedStyleSheets, sheet];
    } else if (!on && earlier) {
      // In two steps, or the page's own transitions would show how it comes back.
      earlier.replaceSync(`${fields} { ${important(STILL)} }`);
      for (const field of each.querySelectorAll(fields)) field.getBoundingClientRect();
      each.adoptedStyleSheets = each.adoptedStyleSheets.filter((sheet) => sheet !== earlier);
    }
  }

  function important(rules: readonly string[]): string {
    return rules.map((rule) => `${rule} !important`).join(';');
  }
}
