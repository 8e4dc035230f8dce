// The messages of the app on a page: what they cover.
import type { Page } from 'playwright-core';

/** What a message lies over: the board, or anything that can be pressed; and what of the message itself is out of sight. */
export function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('.toast')].filter((one) => one.checkVisibility());
    if (shown.length === 0) return ['no message'];
    const found: string[] = [];
    for (const toast of shown.map((one) => one.getBoundingClientRect())) {
      if (toast.left < 0 || toast.top < 0 || toast.right > innerWidth + 1 || toast.bottom > innerHeight) found.push(`out of sight: ${JSON.stringify(toast)}`);
      for (const one of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, .board:has([role="grid"])')) {
        if (one.closest('.toasts, .unseen, .skip-link, dialog:not([open])') !== null || !one.checkVisibility({ visibilityProperty: true })) continue;
        const box = one.getBoundingClientRect();
        if (box.width > 0 && box.left < toast.right - 1 && box.right > toast.left + 1 && box.top < toast.bottom - 1 && box.bottom > toast.top + 1) found.push(one.outerHTML.slice(0, 100));
      }
    }
    for (const one of document.querySelectorAll<HTMLElement>('.toast .button')) {
      if (!one.checkVisibility()) continue;
      const { left, top, width, height } = one.getBoundingClientRect();
      if (!one.contains(document.elementFromPoint(left + width / 2, top + height / 2))) found.push(`cannot be pressed: ${one.outerHTML.slice(0, 100)}`);
    }
    return found;
  });
}
