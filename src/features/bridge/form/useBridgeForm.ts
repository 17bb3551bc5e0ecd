import { useEffect, useReducer, useState } from 'react';
import { useAppServices } from '../../../context/appServices.ts';
import type { Form, FormAction } from '../../../domain/form.ts';
import { draftOf, reduceForm, refreshForm, resolveForm } from '../../../domain/form.ts';
import type { Routes } from '../../../domain/offer.ts';
import { firstDraft } from './firstDraft.ts';
import { formUrl } from './formUrl.ts';
import { createUrlMirror } from './urlMirror.ts';

const DAY_MS = 86_400_000;

/**
 * Holds the form in one reducer. It mirrors the form into the address bar, so that a reload or a link restores it, and into
 * the memory of the page, so that it is there when the person comes back from another page.
 */
export function useBridgeForm(routes: Routes) {
  const { config, formMemory } = useAppServices();
  // The routes may have changed since the last action, so the reducer starts from the form on the screen.
  const reduceShown = (stored: Form, action: FormAction) => reduceForm(refreshForm(stored, routes), action, routes);
  const [stored, dispatchShown] = useReducer(reduceShown, window.location.search, (search) =>
    resolveForm(firstDraft(search, formMemory.read()), routes),
  );
  const form = refreshForm(stored, routes);

  const url = formUrl(draftOf(form));
  const [mirror] = useState(() =>
    createUrlMirror((shown) => {
      window.history.replaceState(window.history.state, '', shown);
      formMemory.keepUrl(shown);
    }),
  );
  useEffect(() => mirror.show(url), [mirror, url]);
  useEffect(() => mirror.stop, [mirror]);
  useEffect(() => {
    // Closing a sheet with Back shows the entry of the history below it, which has the URL from before the sheet.
    const showAgain = () => {
      if (window.location.pathname === '/') mirror.show(url);
    };
    window.addEventListener('popstate', showAgain);
    return () => window.removeEventListener('popstate', showAgain);
  }, [mirror, url]);

  /** A typed value in a currency counts in the new token too. The code is there: the field for values has it. */
  async function convertAgain({ route, fiatText, amountText }: Form): Promise<void> {
    if (!fiatText || amountText !== '' || route.originToken === form.route.originToken) return;
    const [{ readPrice }, { amountTextFor }] = await Promise.all([
      import('../../../domain/fiat.ts'),
      import('./readFiatText.ts'),
    ]);
    const price = readPrice(route.pair.origin.price, Date.now(), config.prices.maxAgeDays * DAY_MS);
    const text = amountTextFor(fiatText, price, route.originToken.decimals);
    if (text !== '') dispatchShown({ type: 'fiatTyped', fiatText, text });
  }

  function dispatch(action: FormAction): void {
    dispatchShown(action);
    const next = reduceForm(form, action, routes);
    void convertAgain(next);
    // Not in an effect: after the last action of this page none would run.
    // The field for values takes the focus when it appears, so a form that opens again has the field for amounts.
    const left = { ...draftOf(next), fiatText: null };
    if (action.type === 'sent') formMemory.keepSent(left);
    else formMemory.keep(left);
  }
  return { form, dispatch };
}
